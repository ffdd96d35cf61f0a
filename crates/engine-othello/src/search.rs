//! The search: principal variation search with a transposition table, selective cuts and the endgame below it.
//!
//! Looking `depth` plies ahead and looking to the end are one thing here: a depth of all empty squares is the end, and the last
//! dozen of plies before it belong to [`crate::endgame`]. This file has what one thread is made of and the exact scores along the
//! best line; [`crate::scout`] the questions whether other lines are better; [`order`] what is tried first. Several threads
//! run the same search and share what they find in the table; each leaves aside for a while the moves that another is busy
//! with (T. Kerrigan, *Simplified ABDADA*).

pub(crate) mod order;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use othello::{Square, SquareSet};
use plateau_core::processor::Path;
use search::Watch;

use crate::endgame::Endgame;
use crate::node::{LOWEST, Node, Step};
use crate::task::{Task, Width};
use crate::transpositions::{Facts, Transpositions};
use crate::weights::Weights;
use crate::worths::Worths;

use self::order::Child;

/// Threads keep out of each other's way at nodes of at least this depth.
const SHARED_DEPTH: u32 = 5;

/// Nodes between two looks at the clock: less than a millisecond.
const WATCH_NODES: u64 = 4096;

/// A node of the best line about which nothing is known is searched less deep by this first, if that leaves something.
const LEAD_PLIES: u32 = 4;

/// Somebody asked for the end, or time or nodes are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Transpositions,
    pub(crate) weights: &'a Weights,
    watch: &'a Watch,
    /// Set by the first thread that has the answer, so that the others end.
    done: AtomicBool,
    /// The keys of positions that some thread is busy with.
    busy: Vec<AtomicU64>,
    /// Nodes of all threads, as of their last look at the clock.
    nodes: AtomicU64,
    nodes_max: u64,
}

const BUSY_PLACES: usize = 1 << 12;

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a Transpositions,
        weights: &'a Weights,
        watch: &'a Watch,
        threads: usize,
        [nodes, nodes_max]: [u64; 2],
    ) -> Shared<'a> {
        let mut busy = Vec::new();
        if threads > 1 {
            busy.resize_with(BUSY_PLACES, AtomicU64::default);
        }
        let (done, nodes) = (AtomicBool::new(false), AtomicU64::new(nodes));
        Shared { table, weights, watch, done, busy, nodes, nodes_max }
    }

    /// Tells the other threads that the answer is found.
    pub(crate) fn set_done(&self) {
        self.done.store(true, Relaxed);
    }

    /// Where it is noted that some thread is busy with the position of this key.
    fn busy_place(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key >> 52) as usize]
    }
}

/// A position that this thread is busy with, until this is dropped.
pub(crate) struct Claim<'a>(Option<&'a AtomicU64>);

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        if let Some(place) = self.0 {
            place.store(0, Relaxed);
        }
    }
}

/// The moves of a node in turn: those that other threads are busy with are put off and come once more at the end.
pub(crate) struct Turns {
    /// Where the node's children begin, and those put off with them.
    first: usize,
    at: usize,
    end: usize,
    put_off: usize,
    is_second_round: bool,
    shares: bool,
}

/// One thread of a search.
pub(crate) struct Search<'a, P> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) path: P,
    pub(crate) end: Endgame,
    worths: &'a mut Worths,
    /// The moves of all positions on the current path, one after another.
    pub(crate) children: Vec<Child<P>>,
    watched_nodes: u64,
    /// The best move at the root so far, once one is better than the window asks for: good even if the search is stopped.
    pub(crate) improved: Option<(i32, Square)>,
}

impl<'a, P: Path> Search<'a, P> {
    pub(crate) fn new(shared: &'a Shared<'a>, path: P, end: Endgame, worths: &'a mut Worths) -> Search<'a, P> {
        Search {
            shared,
            path,
            watched_nodes: end.nodes,
            end,
            worths,
            children: Vec::with_capacity(256),
            improved: None,
        }
    }

    /// Gives the endgame part back, with what it knows.
    pub(crate) fn into_endgame(self) -> Endgame {
        self.end
    }

    #[inline(always)]
    pub(crate) fn watch(&mut self) -> Result<(), Stopped> {
        let since = self.end.nodes - self.watched_nodes;
        if since < WATCH_NODES && since < self.shared.nodes_max >> 6 {
            return Ok(());
        }
        self.watched_nodes = self.end.nodes;
        let all = self.shared.nodes.fetch_add(since, Relaxed) + since;
        if self.shared.done.load(Relaxed) || self.shared.watch.is_over(all) { Err(Stopped) } else { Ok(()) }
    }

    /// What a node is worth without looking ahead.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, node: &Node<P>) -> i32 {
        if let Some(worth) = node.worth {
            return worth;
        }
        let weights = self.shared.weights;
        self.worths.of(
            node.board.key(),
            #[inline(always)]
            || weights.evaluate(node.board, &node.numbers, node.empties),
        )
    }

    /// Where a move leads, whose worth will be asked for soon: best one move ahead, so that what is known of it comes from memory while
    /// the move before is looked at.
    #[inline(always)]
    pub(crate) fn step(&self, node: &Node<P>, square: Square) -> Step<P> {
        let step = node.step(square);
        self.worths.prepare(step.key);
        step
    }

    /// What the board after a move is worth to the other player.
    #[inline(always)]
    pub(crate) fn evaluate_after(&mut self, node: &Node<P>, step: &Step<P>) -> i32 {
        let weights = self.shared.weights;
        self.worths.of(
            step.key,
            #[inline(always)]
            || {
                let next = node.after(step);
                weights.evaluate(next.board, &next.numbers, next.empties)
            },
        )
    }

    /// Begins to hand out the children from `first` on.
    #[inline(always)]
    pub(crate) fn turns(&self, first: usize, depth: u32) -> Turns {
        let shares = !self.shared.busy.is_empty() && depth >= SHARED_DEPTH;
        Turns { first, at: first, end: self.children.len(), put_off: 0, is_second_round: false, shares }
    }

    /// The next child to try, and this thread's claim on it.
    #[inline(always)]
    pub(crate) fn next_child(&mut self, turns: &mut Turns, may_put_off: bool) -> Option<(Child<P>, Claim<'a>)> {
        loop {
            if turns.at == turns.end {
                if turns.is_second_round || turns.put_off == 0 {
                    return None;
                }
                (turns.at, turns.end, turns.is_second_round) = (turns.first, turns.first + turns.put_off, true);
            }
            let child = if turns.is_second_round { self.children[turns.at] } else { self.pick(turns.at, turns.end) };
            turns.at += 1;
            if !turns.shares {
                return Some((child, Claim(None)));
            }
            let key = child.step.key | 1;
            let place = self.shared.busy_place(key);
            if may_put_off && !turns.is_second_round && place.load(Relaxed) == key {
                self.children[turns.first + turns.put_off] = child;
                turns.put_off += 1;
                continue;
            }
            place.store(key, Relaxed);
            return Some((child, Claim(Some(place))));
        }
    }

    /// The score within a window, exact inside of it.
    pub(crate) fn value(&mut self, node: &Node<P>, task: Task, [alpha, beta]: [i32; 2]) -> Result<i32, Stopped> {
        node.board.path().run(
            #[inline(always)]
            move || {
                let Task { depth, width } = task;
                if beta - alpha <= 1 {
                    return self.bound(node, task, alpha);
                }
                self.end.nodes += 1;
                self.watch()?;
                if depth == 0 {
                    return Ok(if node.empties == 0 { node.board.final_margin() } else { self.evaluate(node) });
                }
                let moves = node.board.moves();
                if moves.is_empty() {
                    let passed = node.passed();
                    if passed.board.moves().is_empty() {
                        return Ok(node.board.final_margin());
                    }
                    return Ok(-self.value(&passed, task, [-beta, -alpha])?);
                }
                let key = node.board.key();
                let mut named = [None; 2];
                if let Some(known) = self.shared.table.find(key) {
                    if known.depth as u32 >= depth && known.width >= width.0 {
                        let (lower, upper) = (known.lower as i32, known.upper as i32);
                        // Only what is known exactly ends a line here, so that the line can be shown.
                        if lower == upper || lower >= beta || upper <= alpha {
                            return Ok(if upper <= alpha { upper } else { lower });
                        }
                    }
                    named = known.moves;
                }
                if named[0].is_none() && depth > LEAD_PLIES + 1 {
                    // Something must be tried first: what a shallower search finds best.
                    let lead = Task { depth: depth - LEAD_PLIES, width: Width::NARROWEST.min(width) };
                    self.value(node, lead, [alpha, beta])?;
                    named = self.shared.table.find(key).map_or(named, |known| known.moves);
                }
                let (best, square) = self.value_of_moves(node, moves, task, [alpha, beta], named)?;
                self.shared.table.keep(key, Facts::within([alpha, beta], best, task, square));
                Ok(best)
            },
        )
    }

    /// The best of these moves and its score, exact inside of the window.
    pub(crate) fn value_of_moves(
        &mut self,
        node: &Node<P>,
        moves: SquareSet,
        task: Task,
        [mut alpha, beta]: [i32; 2],
        named: [Option<Square>; 2],
    ) -> Result<(i32, Square), Stopped> {
        node.board.path().run(
            #[inline(always)]
            move || {
                let first = self.children.len();
                self.list_children(node, moves, task, None, named);
                let mut turns = self.turns(first, task.depth);
                let mut best = (LOWEST, self.children[first].step.square);
                while let Some((child, _claim)) = self.next_child(&mut turns, best.0 > LOWEST) {
                    let next = child.node(node);
                    let mut score = LOWEST;
                    if best.0 > LOWEST {
                        score = -self.bound(&next, task.shallower(), -alpha - 1)?;
                    }
                    if best.0 == LOWEST || score > alpha && score < beta {
                        score = -self.value(&next, task.shallower(), [-beta, -alpha])?;
                    }
                    if score > best.0 {
                        best = (score, child.step.square);
                        if first == 0 && score > alpha {
                            self.improved = Some(best);
                        }
                        alpha = alpha.max(score);
                        if score >= beta {
                            break;
                        }
                    }
                }
                self.children.truncate(first);
                Ok(best)
            },
        )
    }
}
