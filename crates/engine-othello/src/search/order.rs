//! In which order moves are tried: what is known to be good first, then what a glance finds good.

use othello::{Square, SquareSet};
use plateau_core::processor::Path;

use crate::endgame::{SQUARE_VALUE, odd_quarters};
use crate::node::{ALL, Node};
use crate::task::{Task, Width};

use super::Search;

/// A move under consideration.
#[derive(Clone, Copy)]
pub(crate) struct Child<P> {
    /// The less, the sooner it is tried.
    pub(crate) order: i32,
    pub(crate) square: Square,
    pub(crate) node: Node<P>,
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
                    let mut next = node.after(square);
                    if let Some(alpha) = alpha {
                        if next.board.own().is_empty() && alpha < ALL {
                            return Some(ALL);
                        }
                        if depth >= LOOK_UP_DEPTH
                            && let Some(known) = self.shared.table.find(next.board.key())
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
                        let replies = next.board.moves();
                        let mobility = (replies.len() + (replies & SquareSet::CORNERS).len()) as i32;
                        let worth = if to_the_end && depth >= REPLY_DEPTH {
                            self.glance(&next, Task { depth: 1, width: Width::FULL }, ALL)
                        } else {
                            let worth = self.evaluate(&next);
                            next.worth = Some(worth);
                            worth
                        };
                        let value = SQUARE_VALUE[square.index()] as i32;
                        if to_the_end {
                            let even = (odd >> square.index() & 1 == 0) as i32;
                            worth * 24 + mobility * 32 + even * 12 - value
                        } else {
                            worth * 32 + mobility * 16 - value
                        }
                    };
                    self.children.push(Child { order, square, node: next });
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

/// The squares by their value in general, the best first.
pub(crate) const SQUARES_BY_VALUE: [u64; 5] = {
    let mut classes = [0; 5];
    let mut square = 0;
    while square < 64 {
        classes[(9 - SQUARE_VALUE[square] as usize / 2) / 2] |= 1 << square;
        square += 1;
    }
    classes
};
