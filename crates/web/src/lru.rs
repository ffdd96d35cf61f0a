//! What is kept because it was dear to make: bounded, the least recently used goes first, and no household has more than its share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::household::Household;

/// Values by key, the last used first. There are hundreds of them, not thousands: they are looked for one after the other.
#[derive(Debug)]
pub(crate) struct Lru<K, V> {
    most: usize,
    most_bytes: usize,
    most_bytes_each: usize,
    kept: Mutex<VecDeque<Entry<K, V>>>,
}

#[derive(Debug)]
struct Entry<K, V> {
    key: K,
    owner: Household,
    bytes: usize,
    value: Arc<V>,
}

impl<K: PartialEq, V> Lru<K, V> {
    /// So many values at most, so many bytes of them, and so many for one household.
    pub(crate) fn new(most: usize, most_bytes: usize, most_bytes_each: usize) -> Lru<K, V> {
        Lru { most, most_bytes, most_bytes_each, kept: Mutex::default() }
    }

    /// Keeps a value that takes about so many bytes. Those of the same household make room first, then whatever was used least
    /// recently; the new one stays in any case.
    pub(crate) fn keep(&self, key: K, owner: Household, bytes: usize, value: V) -> Arc<V> {
        let value = Arc::new(value);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|entry| entry.key != key);
        kept.push_front(Entry { key, owner, bytes, value: Arc::clone(&value) });
        let (mut count, mut all, mut own) = (0, 0, 0);
        kept.retain(|entry| {
            let its_own = if entry.owner == owner { entry.bytes } else { 0 };
            let stays = count == 0
                || count < self.most
                    && all + entry.bytes <= self.most_bytes
                    && (its_own == 0 || own + its_own <= self.most_bytes_each);
            if stays {
                (count, all, own) = (count + 1, all + entry.bytes, own + its_own);
            }
            stays
        });
        value
    }

    /// What a household has, the last used first.
    pub(crate) fn of(&self, owner: Household) -> Vec<Arc<V>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().filter(|entry| entry.owner == owner).map(|entry| Arc::clone(&entry.value)).collect()
    }

    /// Forgets the value of this key.
    pub(crate) fn forget(&self, key: &K) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).retain(|entry| entry.key != *key);
    }

    /// The value of this key, if it is still there.
    pub(crate) fn find(&self, key: &K) -> Option<Arc<V>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|entry| entry.key == *key)?;
        let found = kept.remove(at)?;
        let value = Arc::clone(&found.value);
        kept.push_front(found);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn household(number: u8) -> Household {
        Household::of([10, 0, 0, number].into())
    }

    fn check(lru: &Lru<u32, u32>, wanted: &[u32]) {
        let kept: Vec<u32> = lru.kept.lock().expect("a lock").iter().map(|entry| *entry.value).collect();
        assert_eq!(kept, wanted);
    }

    #[test]
    fn the_last_used_stay() {
        let lru = Lru::new(3, 1000, 1000);
        for number in 1..=3 {
            lru.keep(number, household(1), 10, number);
        }
        assert_eq!(lru.find(&1).as_deref(), Some(&1));
        lru.keep(4, household(1), 10, 4);
        assert_eq!(lru.find(&2), None, "the one that nobody looked at");
        check(&lru, &[4, 1, 3]);
        lru.keep(1, household(1), 10, 7);
        check(&lru, &[7, 4, 3]);
        lru.keep(5, household(1), 1001, 5);
        check(&lru, &[5]);
    }

    #[test]
    fn bytes_are_bounded_for_all_and_for_each_household() {
        let lru = Lru::new(100, 100, 40);
        lru.keep(1, household(1), 30, 1);
        for number in 2..10 {
            lru.keep(number, household(2), 20, number);
        }
        check(&lru, &[9, 8, 1]);
        assert_eq!(lru.of(household(2)).iter().map(|value| **value).collect::<Vec<_>>(), [9, 8]);
        lru.keep(10, household(3), 40, 10);
        check(&lru, &[10, 9, 8]);
        lru.keep(11, household(4), 20, 11);
        check(&lru, &[11, 10, 9, 8]);
        lru.keep(12, household(4), 21, 12);
        check(&lru, &[12, 10, 9]);
    }
}
