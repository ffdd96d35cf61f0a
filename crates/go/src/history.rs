use alloc::vec::Vec;

use plateau_core::Player;

use crate::Board;

/// The boards that were, as hashes: what superko looks at.
///
/// Looking a hash up must be cheap, since every conceivable move of every position is looked up and nearly none is found.
/// A filter of one bit per hash answers most of it: with 300 boards behind, 6 of 7 lookups end there. And mostly the hash
/// need not even be known, since the board would have more stones than ever.
#[derive(PartialEq, Debug)]
pub(crate) struct History {
    keys: Vec<u64>,
    filter: [u64; WORDS],
    /// The most stones of each colour that a board had.
    most_stones: [u16; 2],
}

const WORDS: usize = 32;

impl History {
    pub(crate) fn new() -> History {
        History { keys: Vec::new(), filter: [0; WORDS], most_stones: [0; 2] }
    }

    /// Remembers a board under this hash.
    pub(crate) fn insert(&mut self, key: u64, board: &Board) {
        let (word, bit) = place(key);
        self.filter[word] |= bit;
        self.keys.push(key);
        for player in Player::BOTH {
            self.most_stones[player] = self.most_stones[player].max(board.stones(player));
        }
    }

    /// Whether no board had so many stones of this colour.
    #[inline]
    pub(crate) fn is_new_count(&self, player: Player, stones: u16) -> bool {
        stones > self.most_stones[player]
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
        History { keys: self.keys.clone(), ..*self }
    }

    /// Keeps the allocation, which a derived one would not.
    fn clone_from(&mut self, from: &History) {
        self.keys.clone_from(&from.keys);
        (self.filter, self.most_stones) = (from.filter, from.most_stones);
    }
}
