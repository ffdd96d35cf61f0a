//! What boards are worth that were asked for lately.
//!
//! Searches come back to the same boards again and again: by another order of moves, a ply deeper, or with another bound. About half
//! of what is asked was asked not long before, and to remember it costs far less than to add it up anew.
//!
//! An entry is a word: the key of the board, with the worth in place of its lowest byte. That byte is told by where the entry
//! stands. Each thread has its own table, so nothing is shared, and it stays in the nearer caches.

use plateau_core::processor::prefetch;

/// How many entries there are. Twice as many would find 4 % more, but hardly in a cache.
const ENTRIES: usize = 1 << 16;

/// The bits of a key that an entry keeps.
const KEPT: u64 = !0xff;

/// A table from boards to their worths.
pub(crate) struct Worths(Box<[u64; ENTRIES]>);

impl Worths {
    /// How much memory it takes.
    pub(crate) const BYTES: usize = ENTRIES * size_of::<u64>();

    pub(crate) fn new() -> Worths {
        // An entry without a board looks like that of a key that is nearly zero, which no board has but by a chance of 1 to 2⁵⁶.
        Worths(vec![0; ENTRIES].into_boxed_slice().try_into().expect("the length fits"))
    }

    /// Says that this board will be asked for soon.
    #[inline(always)]
    pub(crate) fn prepare(&self, key: u64) {
        prefetch(&self.0[key as usize % ENTRIES]);
    }

    /// The worth of the board with this key, in discs, worked out if it is not known.
    #[inline(always)]
    pub(crate) fn of(&mut self, key: u64, work_out: impl FnOnce() -> i32) -> i32 {
        let entry = &mut self.0[key as usize % ENTRIES];
        if *entry & KEPT != key & KEPT {
            *entry = key & KEPT | work_out() as u8 as u64;
        }
        *entry as i8 as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_are_those_of_the_same_board() {
        let mut worths = Worths::new();
        let mut rng = fastrand::Rng::with_seed(3);
        let keys: Vec<u64> = (0..ENTRIES).map(|_| rng.u64(..)).collect();
        let worth = |key: u64| (key >> 20) as i32 % 63;
        let mut worked_out = 0;
        for _ in 0..4 * keys.len() {
            let key = keys[rng.usize(..keys.len())];
            let found = worths.of(key, || {
                worked_out += 1;
                worth(key)
            });
            assert_eq!(found, worth(key));
        }
        // Some are forgotten, since another one takes their place.
        assert!((keys.len()..3 * keys.len()).contains(&worked_out), "{worked_out}");
    }
}
