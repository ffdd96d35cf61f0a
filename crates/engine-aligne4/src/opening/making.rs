//! How an opening table is made: the positions of the last level are searched, the others follow from them.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use aligne4::{Bits, Rules};
use plateau_core::processor::Fastest;

use super::Opening;
use super::function::Function;
use crate::board::{Board, NoSquares, SquareLines, Squares};
use crate::canonical::{Classes, Name};
use crate::gift::GiftSearch;
use crate::question::{NEVER, Question, Settings};
use crate::score::{Score, to_bits, win_at};
use crate::search::{Search, Shared, exact};
use crate::transpositions::Transpositions;

/// The exact score of one position of the last level. As text it is a line, so that a search of days can be taken up where it stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    name: Name,
    score: Score,
}

impl Found {
    /// Reads a line.
    pub fn read(line: &str) -> Option<Found> {
        let mut words = line.split(' ');
        let class = u16::from_str_radix(words.next()?, 16).ok()?;
        let lanes = u64::from_str_radix(words.next()?, 16).ok()?;
        let score = words.next()?.parse().ok()?;
        words.next().is_none().then_some(Found { name: Name { class, lanes }, score })
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03x} {:015x} {}", self.name.class, self.name.lanes, self.score)
    }
}

/// Makes the table for all positions with at most so many pieces, as it is kept in the repository: all quiet ones or, where pieces are
/// given, all whose player is about to give.
///
/// What is known of the last level is not searched again. `found` is told what else there is, and how many are left to be searched.
pub fn make(
    rules: Rules,
    pieces: u32,
    settings: Settings,
    known: impl IntoIterator<Item = Found>,
    found: &(dyn Fn(Found, usize) + Sync),
) -> Vec<u8> {
    let known = known.into_iter().map(|found| (found.name, found.score)).collect();
    if rules.squares {
        make_for::<Squares>(rules, pieces, settings, known, found)
    } else {
        make_for::<NoSquares>(rules, pieces, settings, known, found)
    }
}

fn make_for<S: SquareLines>(
    rules: Rules,
    pieces: u32,
    settings: Settings,
    mut known: HashMap<Name, Score>,
    found: &(dyn Fn(Found, usize) + Sync),
) -> Vec<u8> {
    let mut levels = levels::<S>(pieces, rules.gift);
    let mut deepest = levels.pop().expect("there is the empty board");
    deepest.retain(|board| !known.contains_key(&name(board)));
    known.extend(search_all(&deepest, rules.gift, settings, found));
    for level in levels.iter().rev() {
        for board in level {
            let score = if rules.gift { best_gift(board, &known) } else { best_move(board, &known) };
            known.insert(name(board), score);
        }
    }
    let mut numbers: Vec<(Name, u8)> = known.into_iter().map(|(name, score)| (name, to_bits(score))).collect();
    // In a fixed order, so that the same table comes out each time.
    numbers.sort_unstable();
    Opening { pieces, gift: rules.gift, scores: Function::new(&numbers) }.write(rules)
}

fn name<S: SquareLines>(board: &Board<S>) -> Name {
    Classes::of::<S>().name(board)
}

/// One of each kind of position, by the number of pieces.
///
/// Some quiet ones come about only after somebody passed over a win, so the way to them leads over positions that are not quiet.
pub(super) fn levels<S: SquareLines>(pieces: u32, gift: bool) -> Vec<Vec<Board<S>>> {
    let mut levels: Vec<Vec<Board<S>>> = vec![vec![Board::EMPTY]];
    for _ in 0..pieces {
        let mut next = BTreeMap::new();
        for board in &levels[levels.len() - 1] {
            let completing = board.completing();
            for cell in Bits(!board.occupied) {
                for piece in Bits(board.reserve & !completing[cell as usize]) {
                    let child = board.after(piece, cell);
                    next.entry(name(&child)).or_insert(child);
                }
            }
        }
        levels.push(next.into_values().collect());
    }
    if !gift {
        for level in &mut levels {
            level.retain(|board| board.winning().is_none());
        }
    }
    levels
}

/// The score of a quiet position by those after its safe moves.
pub(super) fn best_move<S: SquareLines>(board: &Board<S>, known: &HashMap<Name, Score>) -> Score {
    let safe = board.safe();
    let children =
        Bits(!board.occupied).flat_map(|cell| Bits(safe[cell as usize]).map(move |piece| board.after(piece, cell)));
    children.map(|child| -known[&name(&child)]).max().unwrap_or(-win_at(board.placed() + 2))
}

/// The giver's score by those of the next giver, who places what is given wherever that is best.
pub(super) fn best_gift<S: SquareLines>(board: &Board<S>, known: &HashMap<Name, Score>) -> Score {
    let placed = |piece| Bits(!board.occupied).map(move |cell| known[&name(&board.after(piece, cell))]);
    let given = Bits(board.harmless()).map(|piece| -placed(piece).max().expect("there is a cell for each piece"));
    given.max().unwrap_or(-win_at(board.placed() + 1))
}

pub(super) fn search_all<S: SquareLines>(
    boards: &[Board<S>],
    gift: bool,
    settings: Settings,
    found: &(dyn Fn(Found, usize) + Sync),
) -> HashMap<Name, Score> {
    let table = Transpositions::new(settings.memory_bytes);
    let shared = Shared::new(&table, 16, NEVER);
    let next = AtomicUsize::new(0);
    let run = || {
        let mut moves = Search::<S, _>::new(&shared, Fastest, 1);
        let mut gifts = GiftSearch::<S, _>::new(&shared, Fastest, &|_| None);
        let mut scores = Vec::new();
        while let Some(board) = boards.get(next.fetch_add(1, Relaxed)) {
            let score = exact(Question::Distance, |target| {
                if gift { gifts.bound(board, None, target) } else { moves.bound(board, target) }
            });
            let (name, score) = (name(board), score.expect("nobody stops it"));
            scores.push((name, score));
            found(Found { name, score }, boards.len().saturating_sub(next.load(Relaxed)));
        }
        scores
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..settings.threads).map(|_| scope.spawn(run)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a search does not panic")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const SETTINGS: Settings = Settings { threads: 2, memory_bytes: 0, opening: false };

    /// Boards with so many pieces and no line.
    fn boards(pieces: u32, count: usize) -> Vec<Board<NoSquares>> {
        let mut rng = Rng::with_seed(3);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::EMPTY;
            while board.placed() < pieces {
                let completing = board.completing();
                let moves = Bits(!board.occupied)
                    .flat_map(|cell| Bits(board.reserve & !completing[cell as usize]).map(move |piece| (piece, cell)));
                let Some((piece, cell)) = rng.choice(moves.collect::<Vec<_>>()) else { break };
                board = board.after(piece, cell);
            }
            if board.placed() == pieces {
                boards.push(board);
            }
        }
        boards
    }

    #[test]
    fn what_a_giver_gets_follows_from_the_next_givers() {
        let boards = boards(9, 40);
        let searched = search_all(&boards, true, SETTINGS, &|_, _| {});
        let mut decided = 0;
        for board in boards {
            let children = Bits(board.reserve)
                .flat_map(|piece| Bits(!board.occupied).map(move |cell| (piece, cell)))
                .filter(|&(piece, cell)| board.completing()[cell as usize] >> piece & 1 == 0);
            let children: Vec<_> = children.map(|(piece, cell)| board.after(piece, cell)).collect();
            let known = search_all(&children, true, SETTINGS, &|_, _| {});
            let score = searched[&name(&board)];
            assert_eq!(best_gift(&board, &known), score, "{board:?}");
            decided += (score != 0) as u32;
        }
        assert!((5..35).contains(&decided), "{decided} of 40 decided");
    }

    #[test]
    fn what_was_found_is_read_back_and_bad_lines_are_not() {
        let found = Found { name: Name { class: 0x2a3, lanes: 0x0123_4567_89ab_cdef >> 4 }, score: -6 };
        assert_eq!(Found::read(&found.to_string()), Some(found));
        for line in ["", "2a3", "2a3 12", "2a3 12 x", "2a3 12 3 4", "x 12 3"] {
            assert_eq!(Found::read(line), None, "{line}");
        }
    }
}
