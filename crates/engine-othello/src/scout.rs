//! Questions with two answers: is the score above a bound or not? Nearly all of a search consists of them.

use othello::{Square, SquareSet};
use plateau_core::processor::Path;

use crate::endgame::stability_cut;
use crate::node::{ALL, LOWEST, Node};
use crate::probcut;
use crate::search::order::{ByValue, Child, LOOK_UP_DEPTH};
use crate::search::{Search, Stopped};
use crate::task::{Task, Width};
use crate::transpositions::Facts;

/// From this depth on, moves that come late in the order are looked at less deep first: only what is above the bound then is worth the
/// full depth.
const LATE_DEPTH: u32 = 5;

/// So many moves are not late.
const NOT_LATE: usize = 4;

/// How much less deep: an even number of plies, since scores swing from ply to ply. One ply loses what this gains.
const LATE_PLIES: u32 = 2;

/// From so many empty squares on, a search to the end is left to [`crate::endgame`].
const ENDGAME_EMPTIES: u32 = 13;

impl<P: Path> Search<'_, P> {
    /// Whether the score is above `alpha`: a lower bound if so, an upper bound if not.
    pub(crate) fn bound(&mut self, node: &Node<P>, task: Task, alpha: i32) -> Result<i32, Stopped> {
        node.board.path().run(
            #[inline(always)]
            move || {
                let Task { depth, width } = task;
                let to_the_end = depth == node.empties;
                if to_the_end && depth <= ENDGAME_EMPTIES {
                    self.watch()?;
                    return Ok(self.end.bound(node.board, alpha, self.shared.table));
                }
                if depth <= 2 {
                    return Ok(self.glance(node, task, alpha));
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
                    return Ok(-self.bound(&passed, task, -alpha - 1)?);
                }
                let key = node.board.key();
                let mut named = [None; 2];
                if let Some(known) = self.shared.table.find(key) {
                    if known.depth as u32 >= depth && known.width >= width.0 {
                        if known.lower as i32 > alpha {
                            return Ok(known.lower as i32);
                        }
                        if known.upper as i32 <= alpha {
                            return Ok(known.upper as i32);
                        }
                    }
                    named = known.moves;
                }
                if let Some(score) = self.selective_cut(node, task, alpha)? {
                    return Ok(score);
                }
                let mut best = (LOWEST, Square::A1);
                let mut rest = moves;
                if depth < LOOK_UP_DEPTH
                    && let Some(square) = named[0].filter(|&square| moves.contains(square))
                {
                    // Often that is all: the others need not even be listed.
                    best = (-self.bound(&node.after(&node.step(square)), task.shallower(), -alpha - 1)?, square);
                    rest = rest & !SquareSet::from(square);
                }
                if best.0 <= alpha && !rest.is_empty() {
                    let first = self.children.len();
                    if let Some(score) = self.list_children(node, rest, task, Some(alpha), named) {
                        self.children.truncate(first);
                        return Ok(score);
                    }
                    best = self.bound_of_children(node, first, task, alpha, best)?;
                    self.children.truncate(first);
                }
                let bounds = if best.0 > alpha { [best.0, ALL] } else { [-ALL, best.0] };
                self.shared.table.keep(key, Facts::new(bounds, task, best.1));
                Ok(best.0)
            },
        )
    }

    /// Tries the listed moves until one is above `alpha`: the best score and its move, or those that were known before.
    fn bound_of_children(
        &mut self,
        node: &Node<P>,
        first: usize,
        task: Task,
        alpha: i32,
        mut best: (i32, Square),
    ) -> Result<(i32, Square), Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                let mut turns = self.turns(first, task.depth);
                let mut tried = (best.0 > LOWEST) as usize;
                while let Some((child, _claim)) = self.next_child(&mut turns, best.0 > LOWEST) {
                    tried += 1;
                    let next = child.node(node);
                    let full = task.shallower();
                    let to_the_end = full.depth == next.empties;
                    let is_late =
                        tried > NOT_LATE && task.depth >= LATE_DEPTH && task.width < Width::FULL && !to_the_end;
                    let mut score = ALL;
                    if is_late {
                        let less = Task { depth: full.depth - LATE_PLIES, ..full };
                        score = -self.bound(&next, less, -alpha - 1)?;
                    }
                    if score > alpha {
                        score = -self.bound(&next, full, -alpha - 1)?;
                    }
                    if score > best.0 {
                        best = (score, child.step.square);
                        if score > alpha {
                            break;
                        }
                    }
                }
                Ok(best)
            },
        )
    }

    /// Looks at most two plies ahead: too little for tables.
    pub(crate) fn glance(&mut self, node: &Node<P>, task: Task, alpha: i32) -> i32 {
        node.board.path().run(
            #[inline(always)]
            move || {
                self.end.nodes += 1;
                if task.depth == 0 {
                    return self.evaluate(node);
                }
                let moves = node.board.moves();
                if moves.is_empty() {
                    let passed = node.passed();
                    if passed.board.moves().is_empty() {
                        return node.board.final_margin();
                    }
                    return -self.glance(&passed, task, -alpha - 1);
                }
                if task.depth == 1 {
                    self.best_leaf(node, moves, alpha)
                } else {
                    self.two_plies(node, moves, task.width, alpha)
                }
            },
        )
    }

    /// Looks one ply ahead.
    fn best_leaf(&mut self, node: &Node<P>, moves: SquareSet, alpha: i32) -> i32 {
        node.board.path().run(
            #[inline(always)]
            move || {
                let mut best = LOWEST;
                let mut squares = ByValue::of(moves);
                let mut ahead = squares.next().map(|square| self.step(node, square));
                while let Some(step) = ahead {
                    ahead = squares.next().map(|square| self.step(node, square));
                    self.end.nodes += 1;
                    let score = if step.board.own().is_empty() { ALL } else { -self.evaluate_after(node, &step) };
                    if score > best {
                        best = score;
                        if score > alpha {
                            return best;
                        }
                    }
                }
                best
            },
        )
    }

    /// Looks two plies ahead, but at replies only where the worth after the first is not far from the bound.
    fn two_plies(&mut self, node: &Node<P>, moves: SquareSet, width: Width, alpha: i32) -> i32 {
        node.board.path().run(
            #[inline(always)]
            move || {
                let margin = probcut::leaf_margin(width, node.empties - 1);
                let first = self.children.len();
                let mut best = LOWEST;
                let mut squares = moves.iter();
                let mut ahead = squares.next().map(|square| self.step(node, square));
                while let Some(step) = ahead {
                    ahead = squares.next().map(|square| self.step(node, square));
                    self.end.nodes += 1;
                    let worth = -self.evaluate_after(node, &step);
                    let takes_all = step.board.own().is_empty();
                    if worth > alpha + margin || takes_all {
                        self.children.truncate(first);
                        return if takes_all { ALL } else { alpha + 1 };
                    }
                    if worth <= alpha - margin {
                        best = alpha;
                    } else {
                        self.children.push(Child { order: -worth, step, worth: Some(-worth) });
                    }
                }
                let end = self.children.len();
                for at in first..end {
                    let next = self.pick(at, end).node(node);
                    let moves = next.board.moves();
                    let score = if moves.is_empty() {
                        -self.glance(&next, Task { depth: 1, width }, -alpha - 1)
                    } else {
                        -self.best_leaf(&next, moves, -alpha - 1)
                    };
                    best = best.max(score);
                    if score > alpha {
                        break;
                    }
                }
                self.children.truncate(first);
                best
            },
        )
    }

    /// A cut that a shallower search makes likely enough.
    fn selective_cut(&mut self, node: &Node<P>, task: Task, alpha: i32) -> Result<Option<i32>, Stopped> {
        node.board.path().run(
            #[inline(always)]
            move || {
                let Some(cut) = probcut::cut(task, node.empties) else { return Ok(None) };
                let beta = alpha + 1;
                let guess = self.evaluate(node);
                let sure = cut.margin / 2;
                if guess >= beta - sure && beta + cut.margin <= ALL {
                    let target = beta + cut.margin;
                    if self.bound(node, cut.shallow, target - 1)? >= target {
                        return Ok(Some(beta));
                    }
                }
                // Below the bound such a search seldom decides: asked wherever the guess is near, one in ten did. Mostly the replies are cut instead.
                if guess <= alpha - sure && alpha - cut.margin >= -ALL {
                    let target = alpha - cut.margin;
                    if self.bound(node, cut.shallow, target)? <= target {
                        return Ok(Some(alpha));
                    }
                }
                Ok(None)
            },
        )
    }
}
