use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use store::NodeId;

/// What each of the other servers has said last, and when: empty where there are none.
#[derive(Debug)]
pub(crate) struct Elsewhere<T>(Mutex<HashMap<NodeId, (Instant, T)>>);

impl<T> Default for Elsewhere<T> {
    fn default() -> Elsewhere<T> {
        Elsewhere(Mutex::default())
    }
}

impl<T: PartialEq> Elsewhere<T> {
    /// Takes in what a server says; whether that is news.
    pub(crate) fn hear(&self, node: NodeId, said: T) -> bool {
        let mut all = self.lock();
        let is_news = all.get(&node).is_none_or(|(_, before)| *before != said);
        all.insert(node, (Instant::now(), said));
        is_news
    }

    /// Forgets those who have said nothing for so long; whether there were any.
    pub(crate) fn forget_silent(&self, patience: Duration) -> bool {
        let mut all = self.lock();
        let before = all.len();
        all.retain(|_, (said, _)| said.elapsed() < patience);
        all.len() < before
    }

    /// Looks at everything that was said.
    pub(crate) fn each(&self, mut look: impl FnMut(&T)) {
        self.lock().values().for_each(|(_, said)| look(said));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<NodeId, (Instant, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_last_counts_until_nothing_is_said_any_more() {
        let elsewhere = Elsewhere::default();
        let [one, other] = [1, 2].map(NodeId::of_number);
        let all = |elsewhere: &Elsewhere<u8>| {
            let mut all = Vec::new();
            elsewhere.each(|said| all.push(*said));
            all.sort_unstable();
            all
        };
        assert!(
            elsewhere.hear(one, 1) && !elsewhere.hear(one, 1) && elsewhere.hear(one, 2) && elsewhere.hear(other, 3)
        );
        assert_eq!(all(&elsewhere), [2, 3]);
        assert!(!elsewhere.forget_silent(Duration::from_secs(3600)));
        assert!(elsewhere.forget_silent(Duration::ZERO));
        assert_eq!(all(&elsewhere), [0; 0]);
    }
}
