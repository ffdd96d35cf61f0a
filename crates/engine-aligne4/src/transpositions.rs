//! The transposition table: fixed memory, shared by threads without locks.
//!
//! An entry is one atomic word that holds the whole name of a position (what the place in the table does not tell of it)
//! and two bounds of its score. So an entry is read and written in one step, and never taken for another's: nothing rests
//! on two positions having different hashes.
//!
//! ```text
//!   bits   63 … 50   67 − p … 8                7 … 4    3 … 0
//!           class    rest of the mixed lanes   upper    lower       with 2^p places, p at least 18
//! ```

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::canonical::Name;

/// Entries that share a place: 32 bytes, half a cache line.
const PER_PLACE: usize = 4;

/// A hash table from names to pairs of small numbers.
pub(crate) struct Transpositions {
    entries: Vec<AtomicU64>,
    /// There are 2^`place_bits` places.
    place_bits: u32,
}

/// Two numbers from 1 to 15, so that an entry is never zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: u8,
    pub(crate) upper: u8,
}

const LANES_BITS: u32 = 60;
const CLASS_BITS: u32 = 14;
const BOUNDS_BITS: u32 = 8;
const LANES_MASK: u64 = (1 << LANES_BITS) - 1;

impl Transpositions {
    /// The least memory that leaves room for whole names.
    pub(crate) const MIN_BYTES: usize =
        (PER_PLACE * size_of::<u64>()) << (LANES_BITS + CLASS_BITS + BOUNDS_BITS - u64::BITS);

    /// A table of at most so many bytes (but not less than [`Transpositions::MIN_BYTES`]).
    pub(crate) fn new(bytes: usize) -> Transpositions {
        let places = bytes.max(Transpositions::MIN_BYTES) / (PER_PLACE * size_of::<u64>());
        let place_bits = places.ilog2().min(LANES_BITS / 2);
        let mut entries = Vec::new();
        entries.resize_with(PER_PLACE << place_bits, AtomicU64::default);
        Transpositions { entries, place_bits }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill_with(AtomicU64::default);
    }

    /// How many entries are in use, out of how many.
    pub(crate) fn used_of(&self) -> (usize, usize) {
        let used = self.entries.iter().filter(|entry| entry.load(Relaxed) != 0).count();
        (used, self.entries.len())
    }

    /// What is known about a position.
    #[inline]
    pub(crate) fn find(&self, name: Name) -> Option<Bounds> {
        let (place, tag) = self.place(name);
        for entry in place {
            let word = entry.load(Relaxed);
            if word >> BOUNDS_BITS == tag && word != 0 {
                return Some(Bounds { lower: word as u8 & 15, upper: word as u8 >> 4 });
            }
        }
        None
    }

    /// Keeps what is known about a position, in place of something that was cheaper to find out.
    ///
    /// The first entries of a place go to the positions with the fewest pieces, the last one to whoever came last.
    #[inline]
    pub(crate) fn keep(&self, name: Name, bounds: Bounds, pieces_of: impl Fn(u16) -> u32) {
        let (place, tag) = self.place(name);
        let word = tag << BOUNDS_BITS | (bounds.upper << 4 | bounds.lower) as u64;
        let pieces = pieces_of(name.class);
        for entry in place {
            let old = entry.load(Relaxed);
            if old == 0 || old >> BOUNDS_BITS == tag {
                entry.store(word, Relaxed);
                return;
            }
        }
        for entry in &place[..PER_PLACE - 1] {
            let old = entry.load(Relaxed);
            if pieces_of((old >> (u64::BITS - CLASS_BITS)) as u16) > pieces {
                entry.store(word, Relaxed);
                return;
            }
        }
        place[PER_PLACE - 1].store(word, Relaxed);
    }

    #[inline]
    fn place(&self, name: Name) -> (&[AtomicU64], u64) {
        let mixed = mix(name.lanes ^ (name.class as u64 * 0x9e37_79b9_7f4a));
        let place = (mixed >> (LANES_BITS - self.place_bits)) as usize;
        let rest = mixed & ((1 << (LANES_BITS - self.place_bits)) - 1);
        // The class stands at the top of the word, whatever the number of places.
        let tag = (name.class as u64) << (u64::BITS - CLASS_BITS - BOUNDS_BITS) | rest;
        (&self.entries[place * PER_PLACE..][..PER_PLACE], tag)
    }
}

/// Spreads 60 bits over 60 bits, one to one: multiplications by odd numbers and shifts onto itself can be undone.
#[inline]
const fn mix(lanes: u64) -> u64 {
    let mixed = lanes & LANES_MASK;
    let mixed = mixed.wrapping_mul(0xbf58476d1ce4e5b9) & LANES_MASK;
    let mixed = mixed ^ mixed >> 31;
    let mixed = mixed.wrapping_mul(0x94d049bb133111eb) & LANES_MASK;
    mixed ^ mixed >> 29
}
