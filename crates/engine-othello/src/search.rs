//! The search: principal variation search with a transposition table, selective cuts and the endgame below it.
//!
//! Looking `depth` plies ahead and looking to the end are one thing here: a depth of all empty squares is the end, and the last
//! dozen of plies before it belong to [`crate::endgame`]. Several threads run the same search and share what they find in the
//! table; each leaves aside for a while the moves that another is busy with (T. Kerrigan, *Simplified ABDADA*).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use othello::{Board, Square, SquareSet};
use search::Watch;

use crate::endgame::{Endgame, SQUARE_VALUE, odd_quarters, stability_cut};
use crate::pattern::Numbers;
use crate::probcut::{self, Width};
use crate::table::{Facts, Table};
use crate::weights::Weights;

/// From so many empty squares on, a search to the end is left to [`crate::endgame`].
const ENDGAME_EMPTIES: u32 = 13;

/// Threads keep out of each other's way at nodes of at least this depth.
const SHARED_DEPTH: u32 = 5;

/// Nodes between two looks at the clock: less than a millisecond.
const WATCH_NODES: u64 = 4096;

/// Below every score.
const LOWEST: i32 = -127;

/// Somebody asked for the end, or time or nodes are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// A board with the numbers of its patterns.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) numbers: Numbers,
    pub(crate) empties: u32,
}

impl Node {
    pub(crate) fn new(board: Board) -> Node {
        Node { board, numbers: Numbers::of(board), empties: board.empties().len() }
    }

    #[inline]
    fn after(&self, square: Square) -> Node {
        let flips = self.board.flips(square);
        Node {
            board: self.board.played(square, flips),
            numbers: self.numbers.after(square, flips),
            empties: self.empties - 1,
        }
    }

    #[inline]
    fn passed(&self) -> Node {
        Node { board: self.board.swapped(), numbers: self.numbers.swapped(), empties: self.empties }
    }
}

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) weights: &'a Weights,
    watch: &'a Watch,
    /// Set by the first thread that has the answer, so that the others end.
    done: AtomicBool,
    /// The keys of positions that some thread is busy with.
    busy: Vec<AtomicU64>,
    pub(crate) threads: usize,
    /// Nodes of all threads, as of their last look at the clock.
    nodes: AtomicU64,
    nodes_max: u64,
}

const BUSY_PLACES: usize = 1 << 12;

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a Table,
        weights: &'a Weights,
        watch: &'a Watch,
        threads: usize,
        [nodes, nodes_max]: [u64; 2],
    ) -> Shared<'a> {
        let mut busy = Vec::new();
        if threads > 1 {
            busy.resize_with(BUSY_PLACES, AtomicU64::default);
        }
        Shared {
            table,
            weights,
            watch,
            done: AtomicBool::new(false),
            busy,
            threads,
            nodes: AtomicU64::new(nodes),
            nodes_max,
        }
    }

    /// Tells the other threads that the answer is found.
    pub(crate) fn set_done(&self) {
        self.done.store(true, Relaxed);
    }

    fn busy_place(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key >> 52) as usize]
    }
}

/// A move under consideration.
#[derive(Clone, Copy)]
struct Child {
    /// The less, the sooner it is tried.
    order: i32,
    square: Square,
    node: Node,
}

/// One thread of a search.
pub(crate) struct Search<'a> {
    shared: &'a Shared<'a>,
    end: Endgame,
    /// The moves of all positions on the current path, one after another.
    children: Vec<Child>,
    watched_nodes: u64,
    /// The best move at the root so far, once one is better than the window asks for: good even if the search is stopped.
    pub(crate) improved: Option<(i32, Square)>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>, end: Endgame) -> Search<'a> {
        Search { shared, watched_nodes: end.nodes, end, children: Vec::with_capacity(1024), improved: None }
    }

    /// Gives the endgame part back, with what it knows.
    pub(crate) fn into_endgame(self) -> Endgame {
        self.end
    }

    fn watch(&mut self) -> Result<(), Stopped> {
        let since = self.end.nodes - self.watched_nodes;
        if since < WATCH_NODES && since < self.shared.nodes_max >> 6 {
            return Ok(());
        }
        self.watched_nodes = self.end.nodes;
        let all = self.shared.nodes.fetch_add(since, Relaxed) + since;
        if self.shared.done.load(Relaxed) || self.shared.watch.is_over(all) { Err(Stopped) } else { Ok(()) }
    }

    #[inline]
    fn evaluate(&self, node: &Node) -> i32 {
        self.shared.weights.evaluate(&node.numbers, node.empties)
    }

    /// Whether the score is above `alpha`: a lower bound if so, an upper bound if not.
    pub(crate) fn bound(&mut self, node: &Node, depth: u32, width: Width, alpha: i32) -> Result<i32, Stopped> {
        let depth = depth.min(node.empties);
        let to_the_end = depth == node.empties;
        if to_the_end && depth <= ENDGAME_EMPTIES {
            self.watch()?;
            return Ok(self.end.bound(node.board, alpha, self.shared.table));
        }
        match depth {
            0 => {
                self.end.nodes += 1;
                return Ok(self.evaluate(node));
            }
            1 => return Ok(self.bound_1(node, alpha)),
            2 => return Ok(self.bound_2(node, alpha)),
            _ => {}
        }
        self.end.nodes += 1;
        self.watch()?;
        if let Some(most) = stability_cut(node.board, alpha, node.empties) {
            return Ok(most);
        }
        let moves = node.board.moves();
        if moves.is_empty() {
            let passed = node.passed();
            if passed.board.moves().is_empty() {
                return Ok(node.board.final_margin());
            }
            return Ok(-self.bound(&passed, depth, width, -alpha - 1)?);
        }
        let key = node.board.key();
        let known = self.shared.table.find(key);
        let mut killers = [None; 2];
        if let Some(known) = known {
            if known.depth as u32 >= depth && known.width >= width.0 {
                if known.lower as i32 > alpha {
                    return Ok(known.lower as i32);
                }
                if known.upper as i32 <= alpha {
                    return Ok(known.upper as i32);
                }
            }
            killers = known.moves;
        }
        if width < Width::FULL
            && depth >= probcut::DEPTH_MIN
            && let Some(score) = self.selective_cut(node, depth, width, alpha)?
        {
            return Ok(score);
        }
        let first = self.children.len();
        let result = self.bound_by_moves(node, moves, depth, width, alpha, killers, key);
        self.children.truncate(first);
        result
    }

    #[allow(clippy::too_many_arguments, reason = "one half of a function that would be too long")]
    fn bound_by_moves(
        &mut self,
        node: &Node,
        moves: SquareSet,
        depth: u32,
        width: Width,
        alpha: i32,
        killers: [Option<Square>; 2],
        key: u64,
    ) -> Result<i32, Stopped> {
        let first = self.children.len();
        // Perhaps a successor is known well enough already.
        if let Some(score) = self.list_children(node, moves, depth, width, alpha, killers)? {
            return Ok(score);
        }
        let end = self.children.len();
        let share = self.shared.threads > 1 && depth >= SHARED_DEPTH;
        let (mut best, mut best_square) = (LOWEST, None);
        let mut put_off = 0;
        // Two rounds: in the second one come the moves that other threads were busy with in the first.
        let mut at = first;
        let mut stop = end;
        let mut is_second = false;
        loop {
            if at == stop {
                if is_second || put_off == 0 {
                    break;
                }
                (at, stop, is_second) = (first, first + put_off, true);
            }
            let child = if is_second { self.children[at] } else { self.pick(at, end) };
            at += 1;
            let mut place = None;
            if share {
                let key = child.node.board.key() | 1;
                let busy = self.shared.busy_place(key);
                if !is_second && best_square.is_some() && busy.load(Relaxed) == key {
                    self.children[first + put_off] = child;
                    put_off += 1;
                    continue;
                }
                busy.store(key, Relaxed);
                place = Some(busy);
            }
            let score = self.bound(&child.node, depth - 1, width, -alpha - 1);
            if let Some(place) = place {
                place.store(0, Relaxed);
            }
            let score = -score?;
            if score > best {
                (best, best_square) = (score, Some(child.square));
                if score > alpha {
                    break;
                }
            }
        }
        let (lower, upper) = if best > alpha { (best as i8, 64) } else { (-64, best as i8) };
        let facts = Facts { lower, upper, depth: depth as u8, width: width.0, moves: [best_square, None] };
        self.shared.table.keep(key, facts);
        Ok(best)
    }

    /// The best of the moves from `at` to `end`, brought to `at`.
    #[inline]
    fn pick(&mut self, at: usize, end: usize) -> Child {
        let least = (at..end).min_by_key(|&i| self.children[i].order).expect("not empty");
        self.children.swap(at, least);
        self.children[at]
    }

    /// Looks one ply ahead.
    fn bound_1(&mut self, node: &Node, alpha: i32) -> i32 {
        self.end.nodes += 1;
        let moves = node.board.moves();
        if moves.is_empty() {
            let passed = node.passed();
            if passed.board.moves().is_empty() {
                return node.board.final_margin();
            }
            return -self.bound_1(&passed, -alpha - 1);
        }
        let mut best = LOWEST;
        for class in SQUARES_BY_VALUE {
            for square in moves & SquareSet::from_bits(class) {
                let next = node.after(square);
                self.end.nodes += 1;
                let score = if next.board.own().is_empty() { 64 } else { -self.evaluate(&next) };
                if score > best {
                    best = score;
                    if score > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Looks two plies ahead.
    fn bound_2(&mut self, node: &Node, alpha: i32) -> i32 {
        self.end.nodes += 1;
        let moves = node.board.moves();
        if moves.is_empty() {
            let passed = node.passed();
            if passed.board.moves().is_empty() {
                return node.board.final_margin();
            }
            return -self.bound_2(&passed, -alpha - 1);
        }
        let mut best = LOWEST;
        for class in SQUARES_BY_VALUE {
            for square in moves & SquareSet::from_bits(class) {
                let score = -self.bound_1(&node.after(square), -alpha - 1);
                if score > best {
                    best = score;
                    if score > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// A cut that a shallower search makes likely enough.
    fn selective_cut(&mut self, node: &Node, depth: u32, width: Width, alpha: i32) -> Result<Option<i32>, Stopped> {
        let shallow = probcut::shallow_depth(depth);
        let margin = probcut::margin(width, depth, node.empties);
        let beta = alpha + 1;
        let guess = self.evaluate(node);
        let sure = margin / 2;
        if guess >= beta - sure && beta + margin <= 64 {
            let target = beta + margin;
            if self.bound(node, shallow, width, target - 1)? >= target {
                return Ok(Some(beta));
            }
        }
        if guess <= alpha + sure && alpha - margin >= -64 {
            let target = alpha - margin;
            if self.bound(node, shallow, width, target)? <= target {
                return Ok(Some(alpha));
            }
        }
        Ok(None)
    }

    /// Lists the moves with an order; or answers at once with a bound that suffices.
    fn list_children(
        &mut self,
        node: &Node,
        moves: SquareSet,
        depth: u32,
        width: Width,
        alpha: i32,
        killers: [Option<Square>; 2],
    ) -> Result<Option<i32>, Stopped> {
        let to_the_end = depth == node.empties;
        let odd = odd_quarters(node.board.empties().bits());
        let look_up = depth >= LOOK_UP_DEPTH;
        let sort_depth = sort_depth(depth, to_the_end);
        for square in moves {
            let next = node.after(square);
            if next.board.own().is_empty() && alpha < 64 {
                return Ok(Some(64));
            }
            if look_up
                && alpha < ABOVE_ALL
                && let Some(known) = self.shared.table.find(next.board.key())
                && known.depth as u32 >= depth - 1
                && known.width >= width.0
                && -(known.upper as i32) > alpha
            {
                return Ok(Some(-(known.upper as i32)));
            }
            let order = if Some(square) == killers[0] {
                -1_000_000
            } else if Some(square) == killers[1] {
                -900_000
            } else {
                let replies = next.board.moves();
                let mobility = (replies.len() + (replies & SquareSet::CORNERS).len()) as i32;
                let worth = match sort_depth {
                    0 => self.evaluate(&next),
                    1 => self.bound_1(&next, SORT_CEILING),
                    _ => self.bound(&next, sort_depth, Width::NARROWEST, SORT_CEILING)?,
                };
                let even = (odd >> square.index() & 1 == 0) as i32;
                let static_value = SQUARE_VALUE[square.index()] as i32;
                if to_the_end {
                    worth * 24 + mobility * 32 + even * 12 - static_value
                } else {
                    worth * 32 + mobility * 8 - static_value
                }
            };
            self.children.push(Child { order, square, node: next });
        }
        Ok(None)
    }

    /// The score within a window, exact inside of it.
    pub(crate) fn value(
        &mut self,
        node: &Node,
        depth: u32,
        width: Width,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let depth = depth.min(node.empties);
        if beta - alpha <= 1 {
            return self.bound(node, depth, width, alpha);
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
            return Ok(-self.value(&passed, depth, width, -beta, -alpha)?);
        }
        let key = node.board.key();
        let mut killers = [None; 2];
        if let Some(known) = self.shared.table.find(key) {
            if known.depth as u32 >= depth && known.width >= width.0 {
                let (lower, upper) = (known.lower as i32, known.upper as i32);
                // Only what is known exactly ends a line here, so that the line can be shown.
                if lower == upper || lower >= beta || upper <= alpha {
                    return Ok(if upper <= alpha { upper } else { lower });
                }
            }
            killers = known.moves;
        }
        if killers[0].is_none() && depth >= 6 {
            // Something must be tried first: what a shallower search finds best.
            self.value(node, depth - 4, Width::NARROWEST.min(width), alpha, beta)?;
            killers = self.shared.table.find(key).map_or(killers, |known| known.moves);
        }
        let (best, best_square) = self.value_of_moves(node, moves, depth, width, [alpha, beta], killers)?;
        let lower = if best > alpha { best as i8 } else { -64 };
        let upper = if best < beta { best as i8 } else { 64 };
        let facts = Facts { lower, upper, depth: depth as u8, width: width.0, moves: [Some(best_square), None] };
        self.shared.table.keep(key, facts);
        Ok(best)
    }

    /// The best of these moves and its score, exact inside of the window.
    pub(crate) fn value_of_moves(
        &mut self,
        node: &Node,
        moves: SquareSet,
        depth: u32,
        width: Width,
        [mut alpha, beta]: [i32; 2],
        killers: [Option<Square>; 2],
    ) -> Result<(i32, Square), Stopped> {
        let first = self.children.len();
        // Above any score nothing is known of a successor that would answer at once.
        self.list_children(node, moves, depth, width, ABOVE_ALL, killers)?;
        self.children[first..].sort_by_key(|child| child.order);
        let mut best = (LOWEST, self.children[first].square);
        let mut waiting: Vec<usize> = (first..self.children.len()).rev().collect();
        let mut put_off = Vec::new();
        while let Some(at) = waiting.pop() {
            let child = self.children[at];
            let busy = (self.shared.threads > 1 && depth >= SHARED_DEPTH && best.0 != LOWEST).then(|| {
                let key = child.node.board.key() | 1;
                (self.shared.busy_place(key), key)
            });
            if let Some((place, key)) = busy {
                if place.load(Relaxed) == key && !put_off.contains(&at) {
                    // Another thread is at it: once more at the end.
                    put_off.push(at);
                    waiting.insert(0, at);
                    continue;
                }
                place.store(key, Relaxed);
            }
            let score = if best.0 == LOWEST {
                self.value(&child.node, depth - 1, width, -beta, -alpha)
            } else {
                match self.bound(&child.node, depth - 1, width, -alpha - 1) {
                    Ok(score) if -score > alpha && -score < beta => {
                        self.value(&child.node, depth - 1, width, -beta, -alpha)
                    }
                    other => other,
                }
            };
            if let Some((place, _)) = busy {
                place.store(0, Relaxed);
            }
            let score = -score?;
            if score > best.0 {
                best = (score, child.square);
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
    }
}

/// Above every bound.
const ABOVE_ALL: i32 = 127;

/// From this depth on, successors are looked up in the table before any is searched.
const LOOK_UP_DEPTH: u32 = 8;

/// Worths above this are all the same to the order of moves.
const SORT_CEILING: i32 = 63;

/// How deep moves are looked at to order them.
fn sort_depth(depth: u32, to_the_end: bool) -> u32 {
    if to_the_end {
        match depth {
            0..=15 => 0,
            16..=19 => 1,
            20..=24 => 2,
            _ => 4,
        }
    } else {
        match depth {
            0..=5 => 0,
            6..=9 => 1,
            10..=13 => 2,
            _ => 4,
        }
    }
}

/// The squares by their value in general, the best first.
const SQUARES_BY_VALUE: [u64; 10] = {
    let mut classes = [0; 10];
    let mut square = 0;
    while square < 64 {
        classes[9 - SQUARE_VALUE[square] as usize / 2] |= 1 << square;
        square += 1;
    }
    classes
};
