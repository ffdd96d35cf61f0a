//! What is under way for each household, so that nobody has more of a kind at once than is fair.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::household::Household;

/// The errands of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Errands {
    most: usize,
    under_way: Arc<Mutex<HashMap<Household, usize>>>,
}

/// One of them. It counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Errand {
    all: Errands,
    payer: Household,
}

impl Errands {
    /// So many at once for each household.
    pub(crate) fn new(most: usize) -> Errands {
        Errands { most, under_way: Arc::default() }
    }

    /// One more, if the household may have it.
    pub(crate) fn begin(&self, payer: Household) -> Option<Errand> {
        let mut under_way = self.lock();
        let count = under_way.get(&payer).copied().unwrap_or_default();
        if count >= self.most {
            return None;
        }
        under_way.insert(payer, count + 1);
        Some(Errand { all: self.clone(), payer })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Household, usize>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        let mut under_way = self.all.lock();
        if let Some(count) = under_way.get_mut(&self.payer) {
            *count -= 1;
            if *count == 0 {
                under_way.remove(&self.payer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_has_so_many_at_once_and_nothing_is_left_of_those_that_ended() {
        let errands = Errands::new(2);
        let [one, other] = [1, 2].map(|last| Household::of([10, 0, 0, last].into()));
        let first = errands.begin(one).expect("the first");
        let _second = errands.begin(one).expect("the second");
        assert!(errands.begin(one).is_none() && errands.begin(other).is_some());
        drop(first);
        assert!(errands.begin(one).is_some());
        assert_eq!(errands.lock().len(), 1, "only those of whom something is under way");
    }
}
