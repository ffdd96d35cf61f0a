//! In which order moves are tried: what is known to be good first, then what a glance finds good.

use othello::{Square, SquareSet};
use plateau_core::processor::Path;

use crate::endgame::{SQUARE_VALUE, odd_quarters};
use crate::node::{ALL, Node, Step};
use crate::task::{Task, Width};

use super::Search;

/// A move under consideration.
#[derive(Clone, Copy)]
pub(crate) struct Child<P> {
    /// The less, the sooner it is tried.
    pub(crate) order: i32,
    pub(crate) step: Step<P>,
    /// What the board after it is worth to the other player, if somebody asked.
    pub(crate) worth: Option<i32>,
}

impl<P: Path> Child<P> {
    /// What it leads to from its parent.
    #[inline(always)]
    pub(crate) fn node(&self, parent: &Node<P>) -> Node<P> {
        Node { worth: self.worth, ..parent.after(&self.step) }
    }
}

/// From this depth on, successors are looked up in the table before any is searched.
pub(crate) const LOOK_UP_DEPTH: u32 = 8;

/// From so many plies before the end on, a look at the best reply orders the moves; elsewhere their worth alone does. Deeper looks cost
/// more than they save: ahead, even one ply takes 5 to 40 % more nodes in all.
const REPLY_DEPTH: u32 = 18;

/// Orders of the moves that the table names: before all others.
const NAMED: [i32; 2] = [i32::MIN, i32::MIN + 1];

impl<P: Path> Search<'_, P> {
    /// Lists the moves with an order. Or answers at once with a lower bound above `alpha`, if one is asked for and a successor is known
    /// well enough.
    pub(crate) fn list_children(
        &mut self,
        node: &Node<P>,
        moves: SquareSet,
        task: Task,
        alpha: Option<i32>,
        named: [Option<Square>; 2],
    ) -> Option<i32> {
        node.board.path().run(
            #[inline(always)]
            move || {
                let Task { depth, width } = task;
                let to_the_end = depth == node.empties;
                let odd = odd_quarters(node.board.empties().bits());
                for square in moves {
                    let step = self.step(node, square);
                    let mut worth = None;
                    if let Some(alpha) = alpha {
                        if step.board.own().is_empty() && alpha < ALL {
                            return Some(ALL);
                        }
                        if depth >= LOOK_UP_DEPTH
                            && let Some(known) = self.shared.table.find(step.key)
                            && known.depth as u32 >= depth - 1
                            && known.width >= width.0
                            && -(known.upper as i32) > alpha
                        {
                            return Some(-(known.upper as i32));
                        }
                    }
                    let order = if let Some(rank) = named.iter().position(|&named| named == Some(square)) {
                        NAMED[rank]
                    } else {
                        let replies = step.board.moves();
                        let mobility = (replies.len() + (replies & SquareSet::CORNERS).len()) as i32;
                        let expected = if to_the_end && depth >= REPLY_DEPTH {
                            self.glance(&node.after(&step), Task { depth: 1, width: Width::FULL }, ALL)
                        } else {
                            *worth.insert(self.evaluate_after(node, &step))
                        };
                        let value = SQUARE_VALUE[square.index()] as i32;
                        if to_the_end {
                            let even = (odd >> square.index() & 1 == 0) as i32;
                            expected * 24 + mobility * 32 + even * 12 - value
                        } else {
                            expected * 32 + mobility * 16 - value
                        }
                    };
                    self.children.push(Child { order, step, worth });
                }
                None
            },
        )
    }

    /// The best of the children from `at` to `end`, brought to `at`.
    #[inline(always)]
    pub(crate) fn pick(&mut self, at: usize, end: usize) -> Child<P> {
        let least = (at..end).min_by_key(|&i| self.children[i].order).expect("not empty");
        self.children.swap(at, least);
        self.children[at]
    }
}

/// The squares of a set by their value in general, the best first.
pub(crate) struct ByValue {
    rest: u64,
    class: usize,
}

impl ByValue {
    #[inline(always)]
    pub(crate) fn of(squares: SquareSet) -> ByValue {
        ByValue { rest: squares.bits(), class: 0 }
    }
}

impl Iterator for ByValue {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.class < SQUARES_BY_VALUE.len() {
            let square = SquareSet::from_bits(self.rest & SQUARES_BY_VALUE[self.class]).iter().next();
            if let Some(square) = square {
                self.rest ^= 1 << square.index();
                return Some(square);
            }
            self.class += 1;
        }
        None
    }
}

/// The squares by their value, the best first.
const SQUARES_BY_VALUE: [u64; 5] = {
    let mut classes = [0; 5];
    let mut square = 0;
    while square < 64 {
        classes[(9 - SQUARE_VALUE[square] as usize / 2) / 2] |= 1 << square;
        square += 1;
    }
    classes
};
