//! The search for exact scores: one question at a time, 'is it worth at least so much?'.
//!
//! It walks over quiet positions by safe moves (see [`crate::board`]). Answers are kept in the table under a name that all
//! symmetric positions share. Where several threads look at once, each leaves aside the moves that another is busy with
//! (T. Kerrigan, *Simplified ABDADA*), and so they share the work through the table alone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use aligne4::Bits;
use plateau_core::processor::Path;

use crate::board::{Board, SquareLines};
use crate::canonical::{Classes, Name};
use crate::question::{GiveUp, Question};
use crate::score::{Score, best_of_quiet, from_bits, to_bits, win_at, worst_of_safe};
use crate::transpositions::{Bounds, Transpositions};

/// Positions with more pieces are searched without the table: looking them up costs more than it saves. The proof for the
/// empty board takes 2.1 s on one core with 12, 1.5 s with 10, 1.0 s with 9.
const TABLE_PIECES: u32 = 9;

/// Moves to positions with at most so many pieces are looked up before any is searched. 1.0 s with 6, 1.5 s with 8.
const LOOK_UP_PIECES: u32 = 6;

/// Threads keep out of each other's way in positions with at most so many pieces, less than [`LOOK_UP_PIECES`].
const SHARED_PIECES: u32 = 5;

/// Symmetric moves are listed once in positions with at most so many pieces; further down the table does it.
const DISTINCT_PIECES: u32 = 4;

/// Somebody asked for the end, or the nodes are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Transpositions,
    /// The names (mixed) of positions that some thread is busy with.
    busy: Vec<AtomicU64>,
    /// Set by the first thread that has the answer.
    done: AtomicBool,
    /// Whether to give up, asked now and then with the nodes of this thread.
    give_up: GiveUp<'a>,
    /// Positions with at least so many pieces are taken for draws if nobody has lost yet; 16 to look to the end.
    pub(crate) horizon: u32,
}

const BUSY_PLACES: usize = 1 << 12;

impl<'a> Shared<'a> {
    pub(crate) fn new(table: &'a Transpositions, horizon: u32, give_up: GiveUp<'a>) -> Shared<'a> {
        let mut busy = Vec::new();
        busy.resize_with(BUSY_PLACES, AtomicU64::default);
        Shared { table, busy, done: AtomicBool::new(false), give_up, horizon }
    }

    /// Whether another thread has the answer, or it is time to give up. Asks a clock perhaps: not for every node.
    pub(crate) fn is_stopped(&self, nodes: u64) -> bool {
        self.done.load(Relaxed) || (self.give_up)(nodes)
    }

    fn busy_place(&self, name: Name) -> (&AtomicU64, u64) {
        let hash = (name.lanes << 4 ^ name.class as u64).wrapping_mul(0x9e3779b97f4a7c15) | 1;
        (&self.busy[(hash >> 52) as usize], hash)
    }
}

/// A move under consideration.
#[derive(Clone, Copy)]
struct Child {
    /// How many safe moves it leaves to the opponent: the fewer, the sooner it is tried.
    replies: u16,
    piece: u8,
    cell: u8,
    name: Name,
}

/// One thread of a search.
pub(crate) struct Search<'a, S: SquareLines, P> {
    shared: &'a Shared<'a>,
    path: P,
    classes: &'static Classes,
    /// The moves of all positions on the current path, one after another.
    children: Vec<Child>,
    pub(crate) nodes: u64,
    threads: usize,
    squares: std::marker::PhantomData<S>,
}

impl<'a, S: SquareLines, P: Path> Search<'a, S, P> {
    pub(crate) fn new(shared: &'a Shared<'a>, path: P, threads: usize) -> Search<'a, S, P> {
        Search {
            shared,
            path,
            classes: Classes::of::<S>(),
            children: Vec::with_capacity(1024),
            nodes: 0,
            threads,
            squares: std::marker::PhantomData,
        }
    }

    /// A bound of the score of a quiet position that tells whether it is at least `target`: a lower bound if so, an upper
    /// bound if not.
    pub(crate) fn bound(&mut self, board: &Board<S>, target: Score) -> Result<Score, Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                self.nodes += 1;
                let pieces = board.placed();
                if pieces >= 15 {
                    return Ok(0);
                }
                let safe = board.safe();
                if safe == [0; 16] {
                    return Ok(-win_at(pieces + 2));
                }
                if pieces >= self.shared.horizon {
                    return Ok(0);
                }
                let (worst, best) = (worst_of_safe(pieces), best_of_quiet(pieces));
                if worst >= target {
                    return Ok(worst);
                }
                if best < target {
                    return Ok(best);
                }
                if pieces > TABLE_PIECES {
                    return self.best_child(board, &safe, target);
                }
                if self.nodes.is_multiple_of(256) && self.shared.is_stopped(self.nodes) {
                    return Err(Stopped);
                }
                let name = self.classes.name(board);
                let known = self.shared.table.find(name);
                let (mut lower, mut upper) = known
                    .map_or((worst, best), |known| (from_bits(known.lower, pieces), from_bits(known.upper, pieces)));
                if lower >= target {
                    return Ok(lower);
                }
                if upper < target {
                    return Ok(upper);
                }
                let score = self.best_child(board, &safe, target)?;
                if score >= target {
                    lower = lower.max(score);
                } else {
                    upper = upper.min(score);
                }
                let bounds = Bounds { lower: to_bits(lower), upper: to_bits(upper) };
                self.shared.table.keep(name, bounds, |class| self.classes.pieces(class));
                Ok(score)
            },
        )
    }

    #[inline(always)]
    fn best_child(&mut self, board: &Board<S>, safe: &[u16; 16], target: Score) -> Result<Score, Stopped> {
        let first = self.children.len();
        let score = match self.list_children(board, safe, target) {
            Some(score) => Ok(score),
            None => self.search_children(board, first, target),
        };
        self.children.truncate(first);
        score
    }

    /// Lists the safe moves with the most promising first; or answers at once with a score that suffices.
    fn list_children(&mut self, board: &Board<S>, safe: &[u16; 16], target: Score) -> Option<Score> {
        self.path.run(
            #[inline(always)]
            move || {
                let first = self.children.len();
                let pieces = board.placed() + 1;
                let named = pieces <= LOOK_UP_PIECES;
                for cell in Bits(!board.occupied) {
                    for piece in Bits(safe[cell as usize]) {
                        let child = board.after(piece, cell);
                        let replies = child.count_safe() as u16;
                        if replies == 0 && pieces < 15 {
                            return Some(win_at(pieces + 2));
                        }
                        let mut name = Name { class: 0, lanes: 0 };
                        if named {
                            name = self.classes.name(&child);
                            if pieces <= DISTINCT_PIECES + 1
                                && self.children[first..].iter().any(|other| other.name == name)
                            {
                                continue;
                            }
                            if let Some(known) = self.shared.table.find(name) {
                                let score = -from_bits(known.upper, pieces);
                                if score >= target {
                                    return Some(score);
                                }
                            }
                        }
                        self.children.push(Child { replies, piece, cell, name });
                    }
                }
                self.children[first..].sort_unstable_by_key(|child| child.replies);
                None
            },
        )
    }

    fn search_children(&mut self, board: &Board<S>, first: usize, target: Score) -> Result<Score, Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                let mut best = Score::MIN;
                let share = self.threads > 1 && board.placed() <= SHARED_PIECES;
                let end = self.children.len();
                let mut put_off = 0;
                for i in first..end {
                    let child = self.children[i];
                    if share && i > first {
                        let (place, hash) = self.shared.busy_place(child.name);
                        if place.load(Relaxed) == hash {
                            self.children[first + put_off] = child;
                            put_off += 1;
                            continue;
                        }
                    }
                    best = best.max(self.search_child(board, child, target, share)?);
                    if best >= target {
                        return Ok(best);
                    }
                }
                for i in first..first + put_off {
                    best = best.max(self.search_child(board, self.children[i], target, share)?);
                    if best >= target {
                        break;
                    }
                }
                Ok(best)
            },
        )
    }

    #[inline(always)]
    fn search_child(&mut self, board: &Board<S>, child: Child, target: Score, share: bool) -> Result<Score, Stopped> {
        let next = board.after(child.piece, child.cell);
        if !share {
            return Ok(-self.bound(&next, 1 - target)?);
        }
        let (place, hash) = self.shared.busy_place(child.name);
        place.store(hash, Relaxed);
        let score = self.bound(&next, 1 - target);
        place.store(0, Relaxed);
        Ok(-score?)
    }
}

/// The exact score, or any score of the same sign if only the value is asked for, by asking for bounds.
pub(crate) fn exact(
    question: Question,
    mut bound: impl FnMut(Score) -> Result<Score, Stopped>,
) -> Result<Score, Stopped> {
    let mut score = bound(1)?;
    if score <= 0 {
        // At most a draw; and if at least that, then exactly.
        score = bound(0)?;
    }
    if question == Question::Value || score == 0 {
        return Ok(score);
    }
    loop {
        // A win so far is a lower bound: ask for more until the answer is no. A loss is an upper bound: ask for as much
        // until the answer is yes.
        let target = if score > 0 { score + 1 } else { score };
        let answer = bound(target)?;
        if (answer >= target) != (score > 0) {
            return Ok(score);
        }
        score = answer;
    }
}

/// Asks the question with several threads at once; the nodes of all of them come with the answer.
pub(crate) fn bound<S: SquareLines>(
    shared: &Shared<'_>,
    path: impl Path,
    board: &Board<S>,
    target: Score,
    threads: usize,
) -> (Result<Score, Stopped>, u64) {
    shared.done.store(false, Relaxed);
    for place in &shared.busy {
        place.store(0, Relaxed);
    }
    let run = || {
        let mut search = Search::<S, _>::new(shared, path, threads);
        let answer = search.bound(board, target);
        if answer.is_ok() {
            shared.done.store(true, Relaxed);
        }
        (answer, search.nodes)
    };
    if threads <= 1 {
        return run();
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let ended = running.into_iter().map(|thread| thread.join().expect("a search does not panic"));
        ended.fold((Err(Stopped), 0), |(answer, nodes), (other, more)| (answer.or(other), nodes + more))
    })
}
