//! A position of the search.

use othello::{Board, Square, SquareSet};
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

/// A move and the board that it leads to, before anybody asks for its patterns.
#[derive(Clone, Copy)]
pub(crate) struct Step<P> {
    pub(crate) square: Square,
    flips: SquareSet,
    pub(crate) board: Board<P>,
    pub(crate) key: u64,
}

impl<P: Path> Node<P> {
    pub(crate) fn new(board: Board<P>) -> Node<P> {
        Node { board, numbers: Numbers::of(board), empties: board.empties().len(), worth: None }
    }

    #[inline(always)]
    pub(crate) fn step(&self, square: Square) -> Step<P> {
        let flips = self.board.flips(square);
        let board = self.board.played(square, flips);
        Step { square, flips, board, key: board.key() }
    }

    #[inline(always)]
    pub(crate) fn after(&self, step: &Step<P>) -> Node<P> {
        let numbers = self.numbers.after(step.square, step.flips);
        Node { board: step.board, numbers, empties: self.empties - 1, worth: None }
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Node<P> {
        Node { board: self.board.swapped(), numbers: self.numbers.swapped(), worth: None, ..*self }
    }
}
