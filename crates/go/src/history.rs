/// The boards that were, as hashes: what superko looks at.
///
/// Looking a hash up must be cheap, since every conceivable move of every position is looked up and nearly none is found.
/// A filter of one bit per hash answers most of it: with 300 boards behind, 6 of 7 lookups end there.
#[derive(PartialEq, Debug)]
pub(crate) struct History {
    keys: Vec<u64>,
    filter: [u64; WORDS],
}

const WORDS: usize = 32;

impl History {
    pub(crate) fn new() -> History {
        History { keys: Vec::new(), filter: [0; WORDS] }
    }

    pub(crate) fn insert(&mut self, key: u64) {
        let (word, bit) = place(key);
        self.filter[word] |= bit;
        self.keys.push(key);
    }

    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        let (word, bit) = place(key);
        // Repetitions are mostly recent, so the search begins at the end.
        self.filter[word] & bit != 0 && self.keys.iter().rev().any(|&known| known == key)
    }
}

#[inline]
fn place(key: u64) -> (usize, u64) {
    (key as usize % WORDS, 1 << (key >> 58))
}

impl Clone for History {
    fn clone(&self) -> History {
        History { keys: self.keys.clone(), filter: self.filter }
    }

    /// Keeps the allocation, which a derived one would not.
    fn clone_from(&mut self, from: &History) {
        self.keys.clone_from(&from.keys);
        self.filter = from.filter;
    }
}
