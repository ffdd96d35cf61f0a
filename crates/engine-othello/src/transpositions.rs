//! What was found out about positions, shared by all threads without locks.
//!
//! An entry is two words: the facts, and the key of the position mixed with the facts. A reader that meets half of one entry
//! and half of another mixes them to a key that is nobody's, and finds nothing (R. Hyatt and T. Mann, *A lock-less
//! transposition table implementation for parallel search*, 2002). Four entries share a cache line.
//!
//! ```text
//! bit  56     48        40          32       24       16      8       0
//!      date   second    first       width    depth    upper   lower   (one byte each; 'width' is the selectivity)
//! ```

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use othello::Square;

use crate::node::ALL;
use crate::task::Task;

/// Entries that share a place.
const PER_PLACE: usize = 4;

/// A hash table from boards to facts.
pub(crate) struct Transpositions {
    places: Vec<Place>,
    /// Grows with every search, so that facts from earlier ones are replaced first.
    date: AtomicU8,
}

#[derive(Default)]
#[repr(align(64))]
struct Place([Entry; PER_PLACE]);

#[derive(Default)]
struct Entry {
    mixed: AtomicU64,
    facts: AtomicU64,
}

/// What a search found out: the score lies between the bounds, if one looks `depth` plies ahead with this selectivity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) depth: u8,
    /// How certain it is: see [`crate::Width`].
    pub(crate) width: u8,
    /// The best moves known.
    pub(crate) moves: [Option<Square>; 2],
}

impl Facts {
    /// What a search found out that had these bounds at its end.
    #[inline]
    pub(crate) fn new([lower, upper]: [i32; 2], task: Task, best: Square) -> Facts {
        let moves = [Some(best), None];
        Facts { lower: lower as i8, upper: upper as i8, depth: task.depth as u8, width: task.width.0, moves }
    }

    /// What a score says that is exact inside of this window.
    pub(crate) fn within([alpha, beta]: [i32; 2], score: i32, task: Task, best: Square) -> Facts {
        let lower = if score > alpha { score } else { -ALL };
        let upper = if score < beta { score } else { ALL };
        Facts::new([lower, upper], task, best)
    }

    fn to_word(self, date: u8) -> u64 {
        let square = |mv: Option<Square>| mv.map_or(64, |square| square.index() as u8);
        let [first, second] = self.moves.map(square);
        u64::from_le_bytes([self.lower as u8, self.upper as u8, self.depth, self.width, first, second, date, 1])
    }

    fn from_word(word: u64) -> Facts {
        let [lower, upper, depth, width, first, second, _, _] = word.to_le_bytes();
        let moves = [first, second].map(|square| Square::from_index(square as usize));
        Facts { lower: lower as i8, upper: upper as i8, depth, width, moves }
    }

    /// How much work stands behind it.
    #[inline]
    fn rank(word: u64, date: u8) -> u32 {
        let [_, _, depth, width, _, _, of, _] = word.to_le_bytes();
        if word == 0 { 0 } else { ((of == date) as u32) << 16 | (depth as u32) << 8 | width as u32 | 1 }
    }
}

impl Transpositions {
    /// A table of at most so many bytes, but of one place at least.
    pub(crate) fn new(bytes: usize) -> Transpositions {
        let count = 1 << (bytes / size_of::<Place>()).max(1).ilog2();
        let mut places = Vec::new();
        places.resize_with(count, Place::default);
        Transpositions { places, date: AtomicU8::new(1) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.places.fill_with(Place::default);
        self.date = AtomicU8::new(1);
    }

    /// Begins a search: what is kept from here on is worth more than what was kept before.
    pub(crate) fn age(&self) {
        self.date.fetch_add(1, Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> &[Entry; PER_PLACE] {
        &self.places[key as usize & (self.places.len() - 1)].0
    }

    /// What is known about the board with this key.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Facts> {
        for entry in self.place(key) {
            let facts = entry.facts.load(Relaxed);
            if entry.mixed.load(Relaxed) ^ facts == key && facts != 0 {
                return Some(Facts::from_word(facts));
            }
        }
        None
    }

    /// Keeps facts, in the place of the same board's or of what was cheapest to find out.
    ///
    /// Bounds of the same depth and selectivity are joined.
    #[inline]
    pub(crate) fn keep(&self, key: u64, mut new: Facts) {
        let date = self.date.load(Relaxed);
        let mut cheapest = (u32::MAX, 0);
        let place = self.place(key);
        for (index, entry) in place.iter().enumerate() {
            let word = entry.facts.load(Relaxed);
            if entry.mixed.load(Relaxed) ^ word == key && word != 0 {
                let old = Facts::from_word(word);
                if old.depth > new.depth && old.width >= new.width {
                    return;
                }
                if (old.depth, old.width) == (new.depth, new.width) {
                    // Two searches may disagree where they are selective; then the newer one is right.
                    let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
                    if lower <= upper {
                        (new.lower, new.upper) = (lower, upper);
                    }
                }
                match new.moves {
                    [None, _] => new.moves = old.moves,
                    [first, None] if old.moves[0] != first => new.moves[1] = old.moves[0],
                    [_, None] => new.moves[1] = old.moves[1],
                    _ => {}
                }
                cheapest = (0, index);
                break;
            }
            let rank = Facts::rank(word, date);
            if rank < cheapest.0 {
                cheapest = (rank, index);
            }
        }
        let entry = &place[cheapest.1];
        let word = new.to_word(date);
        entry.facts.store(word, Relaxed);
        entry.mixed.store(key ^ word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: Facts = Facts { lower: -64, upper: 12, depth: 20, width: 3, moves: [Some(Square::H8), None] };

    #[test]
    fn facts_survive_their_word() {
        for moves in [[None, None], [Some(Square::A1), Some(Square::H8)]] {
            let facts = Facts { moves, ..FACTS };
            assert_eq!(Facts::from_word(facts.to_word(255)), facts);
        }
    }

    #[test]
    fn bounds_of_the_same_search_are_joined_and_moves_are_kept() {
        let table = Transpositions::new(1 << 12);
        table.keep(77, FACTS);
        table.keep(77, Facts { lower: 4, upper: 64, moves: [Some(Square::A1), None], ..FACTS });
        let moves = [Some(Square::A1), Some(Square::H8)];
        assert_eq!(table.find(77), Some(Facts { lower: 4, upper: 12, moves, ..FACTS }));
        assert_eq!(table.find(78), None);
    }

    #[test]
    fn the_cheapest_entry_of_a_place_gives_way() {
        let table = Transpositions::new(64);
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 1)] {
            table.keep(key, Facts { depth, ..FACTS });
        }
        assert_eq!((table.find(2), table.find(1).is_some(), table.find(5).is_some()), (None, true, true));
        table.age();
        table.keep(6, Facts { depth: 1, ..FACTS });
        assert!(table.find(6).is_some());
    }
}
