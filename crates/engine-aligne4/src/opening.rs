//! The opening table: the exact score of every quiet position with few pieces, made once by the solver itself.
//!
//! It is a *static function* (M. Dietzfelbinger, R. Pagh 2008): an array of four-bit numbers such that three of them, at places that
//! the hash of a position's name says, combine by exclusive or to its score. That takes 1.23 times four bits for each
//! position and no room for the positions themselves. It must only be asked about positions it was made for, and those
//! are all quiet positions with at most so many pieces.
//!
//! ```text
//!   bytes  0…7    8        9        10     11…15   16…23   24…31      32…
//!          magic  version  squares  pieces  zero    seed    checksum   the numbers, two in a byte: the even one low
//! ```

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use aligne4::Bits;
use plateau_core::processor::Fastest;

use crate::board::{Board, NoSquares, SquareLines, Squares};
use crate::canonical::{Classes, Name};
use crate::question::{NEVER, Question, Settings};
use crate::score::{Score, from_bits, to_bits, win_at};
use crate::search::{Search, Shared, exact};
use crate::transpositions::Transpositions;

/// A table, read and checked.
#[derive(Debug)]
pub(crate) struct Opening {
    pieces: u32,
    seed: u64,
    numbers: Vec<u8>,
}

const MAGIC: &[u8; 8] = b"aligne4o";
const VERSION: u8 = 1;
const HEADER_BYTES: usize = 32;

static BASE: LazyLock<Opening> = LazyLock::new(|| Opening::read(include_bytes!("../opening/base.bin"), false));
static SQUARES: LazyLock<Opening> = LazyLock::new(|| Opening::read(include_bytes!("../opening/squares.bin"), true));

impl Opening {
    /// The table that comes with the program.
    pub(crate) fn of<S: SquareLines>() -> &'static Opening {
        if S::COUNT { &SQUARES } else { &BASE }
    }

    /// Reads a table that is part of the program; a wrong one is a mistake in building it.
    fn read(bytes: &[u8], squares: bool) -> Opening {
        let (header, numbers) = bytes.split_at(HEADER_BYTES);
        assert_eq!(&header[..8], MAGIC, "not an opening table");
        assert_eq!(
            (header[8], header[9]),
            (VERSION, squares as u8),
            "an opening table of another version or for other rules"
        );
        let word = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        assert_eq!(word(24), checksum(numbers), "the opening table is damaged");
        Opening { pieces: header[10] as u32, seed: word(16), numbers: numbers.to_vec() }
    }

    fn write(&self, squares: bool) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, squares as u8, self.pieces as u8, 0, 0, 0, 0, 0]);
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(checksum(&self.numbers).to_le_bytes());
        bytes.extend(&self.numbers);
        bytes
    }

    /// Up to how many pieces it has all positions.
    pub(crate) fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The exact score of a quiet position with few enough pieces.
    pub(crate) fn score<S: SquareLines>(&self, board: &Board<S>) -> Option<Score> {
        let pieces = board.placed();
        if pieces > self.pieces {
            return None;
        }
        let places = places(Classes::of::<S>().name(board), self.seed, 2 * self.numbers.len());
        Some(from_bits(places.iter().fold(0, |bits, &place| bits ^ self.number(place)), pieces))
    }

    fn number(&self, place: usize) -> u8 {
        self.numbers[place / 2] >> (4 * (place % 2)) & 15
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf29ce484222325, |hash, &byte| (hash ^ byte as u64).wrapping_mul(0x100000001b3))
}

/// Three different places, one in each third of `count`.
fn places(name: Name, seed: u64, count: usize) -> [usize; 3] {
    let hash = mix(mix(name.lanes ^ seed) ^ name.class as u64);
    let third = (count / 3) as u64;
    // Three times 21 bits of the hash, each scaled to a third.
    [0, 1, 2].map(|i| (i * third + (((hash >> (21 * i) & 0x1f_ffff) * third) >> 21)) as usize)
}

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e3779b97f4a7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d049bb133111eb);
    value ^ value >> 31
}

/// Makes the table for all quiet positions with at most so many pieces, as it is kept in the repository.
///
/// The deepest positions are searched; the others follow from them. `progress` is told how many of how many were searched.
pub fn make(squares: bool, pieces: u32, settings: Settings, progress: &(dyn Fn(usize, usize) + Sync)) -> Vec<u8> {
    if squares {
        make_for::<Squares>(pieces, settings, progress)
    } else {
        make_for::<NoSquares>(pieces, settings, progress)
    }
}

fn make_for<S: SquareLines>(pieces: u32, settings: Settings, progress: &(dyn Fn(usize, usize) + Sync)) -> Vec<u8> {
    let mut levels = levels::<S>(pieces);
    let deepest = levels.pop().expect("there is the empty board");
    let mut known = search_all(&deepest, settings, progress);
    for level in levels.iter().rev() {
        for board in level {
            let score = best_of_children(board, &known);
            known.insert(Classes::of::<S>().name(board), score);
        }
    }
    let mut numbers: Vec<(Name, u8)> = known.into_iter().map(|(name, score)| (name, to_bits(score))).collect();
    // In a fixed order, so that the same table comes out each time.
    numbers.sort_unstable();
    build(&numbers, pieces).write(S::COUNT)
}

/// One of each kind of quiet position, by the number of pieces.
///
/// Some come about only after somebody passed over a win, so the way to them leads over positions that are not quiet.
fn levels<S: SquareLines>(pieces: u32) -> Vec<Vec<Board<S>>> {
    let mut levels: Vec<Vec<Board<S>>> = vec![vec![Board::EMPTY]];
    for _ in 0..pieces {
        let mut next = BTreeMap::new();
        for board in &levels[levels.len() - 1] {
            let completing = board.completing();
            for cell in Bits(!board.occupied) {
                for piece in Bits(board.reserve & !completing[cell as usize]) {
                    let child = board.after(piece, cell);
                    next.entry(Classes::of::<S>().name(&child)).or_insert(child);
                }
            }
        }
        levels.push(next.into_values().collect());
    }
    for level in &mut levels {
        level.retain(|board| board.winning().is_none());
    }
    levels
}

fn for_each_child<S: SquareLines>(board: &Board<S>, mut visit: impl FnMut(Board<S>)) {
    let safe = board.safe();
    for cell in Bits(!board.occupied) {
        Bits(safe[cell as usize]).for_each(|piece| visit(board.after(piece, cell)));
    }
}

fn best_of_children<S: SquareLines>(board: &Board<S>, known: &HashMap<Name, Score>) -> Score {
    let mut best = -win_at(board.placed() + 2);
    for_each_child(board, |child| best = best.max(-known[&Classes::of::<S>().name(&child)]));
    best
}

fn search_all<S: SquareLines>(
    boards: &[Board<S>],
    settings: Settings,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> HashMap<Name, Score> {
    let table = Transpositions::new(settings.memory_bytes);
    let shared = Shared::new(&table, 16, NEVER);
    let next = AtomicUsize::new(0);
    let run = || {
        // A search that lasts for minutes: to ask at every node costs nothing beside it.
        let mut search = Search::<S, _>::new(&shared, Fastest, 1);
        let mut found = Vec::new();
        while let Some(board) = boards.get(next.fetch_add(1, Relaxed)) {
            let score = exact(Question::Distance, |target| search.bound(board, target));
            found.push((Classes::of::<S>().name(board), score.expect("nobody stops it")));
            progress(next.load(Relaxed).min(boards.len()), boards.len());
        }
        found
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..settings.threads).map(|_| scope.spawn(run)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a search does not panic")).collect()
    })
}

/// Finds numbers for all places such that the three places of every name combine to its number.
///
/// A place that only one name uses can be settled last, for that name, whatever the others hold. Taking such names away
/// one by one nearly always takes all of them away if there are 1.23 places for each; if not, another seed does.
fn build(wanted: &[(Name, u8)], pieces: u32) -> Opening {
    // A whole number of bytes in each third.
    let count = (wanted.len() * 123 / 100 + 32).next_multiple_of(6);
    for seed in 0.. {
        let Some(order) = peel(wanted, seed, count) else { continue };
        let mut opening = Opening { pieces, seed, numbers: vec![0; count / 2] };
        for (item, free) in order.into_iter().rev() {
            let (name, number) = wanted[item];
            let others = places(name, seed, count).into_iter().filter(|&place| place != free);
            let number = others.fold(number, |number, place| number ^ opening.number(place));
            opening.numbers[free / 2] |= number << (4 * (free % 2));
        }
        return opening;
    }
    unreachable!("some seed works")
}

/// The names in the order in which they can be taken away, each with the place that only it uses then.
fn peel(wanted: &[(Name, u8)], seed: u64, count: usize) -> Option<Vec<(usize, usize)>> {
    // For each place how many names use it, and the exclusive or of their indices: the index itself when one is left.
    let mut uses = vec![(0u32, 0usize); count];
    for (item, &(name, _)) in wanted.iter().enumerate() {
        for place in places(name, seed, count) {
            uses[place] = (uses[place].0 + 1, uses[place].1 ^ item);
        }
    }
    let mut order = Vec::with_capacity(wanted.len());
    let mut lonely: Vec<usize> = (0..count).filter(|&place| uses[place].0 == 1).collect();
    while let Some(free) = lonely.pop() {
        let (1, item) = uses[free] else { continue };
        order.push((item, free));
        for place in places(wanted[item].0, seed, count) {
            uses[place] = (uses[place].0 - 1, uses[place].1 ^ item);
            if uses[place].0 == 1 {
                lonely.push(place);
            }
        }
    }
    (order.len() == wanted.len()).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every score up to the last level is the best of its children's: what was made by looking one ply ahead holds.
    fn check_levels<S: SquareLines>(opening: &Opening) {
        let levels = levels::<S>(opening.pieces - 1);
        for board in levels.iter().flatten() {
            let mut best = -win_at(board.placed() + 2);
            for_each_child(board, |child| best = best.max(-opening.score(&child).expect("it is in the table")));
            assert_eq!(opening.score(board), Some(best), "{board:?}");
        }
    }

    #[test]
    fn every_score_follows_from_the_next_level() {
        check_levels::<NoSquares>(&BASE);
        check_levels::<Squares>(&SQUARES);
    }

    #[test]
    fn a_small_table_is_made_and_read_back() {
        let settings = Settings { threads: 2, memory_bytes: 0, opening: false };
        let level: Vec<Board<NoSquares>> = levels(5).pop().unwrap().into_iter().step_by(2000).collect();
        let known = search_all(&level, settings, &|_, _| {});
        let numbers: Vec<(Name, u8)> = known.iter().map(|(&name, &score)| (name, to_bits(score))).collect();
        let bytes = build(&numbers, 5).write(false);
        let read = Opening::read(&bytes, false);
        for board in &level {
            assert_eq!(read.score(board), Some(known[&Classes::of::<NoSquares>().name(board)]));
        }
    }

    #[test]
    #[should_panic(expected = "damaged")]
    fn a_damaged_table_is_noticed() {
        let mut bytes = build(&[(Name { class: 0, lanes: 0 }, 3)], 0).write(false);
        *bytes.last_mut().unwrap() ^= 1;
        Opening::read(&bytes, false);
    }
}
