//! A position of the search.

use othello::{Board, Square};
use plateau_core::processor::Path;

use crate::pattern::Numbers;

/// All discs: no score is farther from zero.
pub(crate) const ALL: i32 = 64;

/// Below every score.
pub(crate) const LOWEST: i32 = -127;

/// A board with the numbers of its patterns.
#[derive(Clone, Copy)]
pub(crate) struct Node<P> {
    pub(crate) board: Board<P>,
    pub(crate) numbers: Numbers,
    pub(crate) empties: u32,
    /// What it is worth without looking ahead, if somebody asked already.
    pub(crate) worth: Option<i32>,
}

impl<P: Path> Node<P> {
    pub(crate) fn new(board: Board<P>) -> Node<P> {
        Node { board, numbers: Numbers::of(board), empties: board.empties().len(), worth: None }
    }

    #[inline(always)]
    pub(crate) fn after(&self, square: Square) -> Node<P> {
        let flips = self.board.flips(square);
        Node {
            board: self.board.played(square, flips),
            numbers: self.numbers.after(square, flips),
            empties: self.empties - 1,
            worth: None,
        }
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Node<P> {
        Node { board: self.board.swapped(), numbers: self.numbers.swapped(), worth: None, ..*self }
    }
}
