//! Exact scores for whoever asks: the solver as a command uses it.

use std::sync::Arc;

use othello::{Board, Move, Square};
use search::{Limits, Stop};

use crate::machine::{Budget, Interrupted, Machine, Reach};
use crate::task::Width;
use crate::weights::Weights;

/// Solves positions.
pub struct Solver {
    machine: Machine,
}

/// What to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The final margin.
    Margin,
    /// Only who wins: cheaper.
    Winner,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The final margin for the player to move; 1, 0 or −1 if only the winner was asked for.
    pub margin: i32,
    /// A best move, and best play after it. Empty if the game is over.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search on the way to the answer is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Plies looked ahead.
    pub depth: u32,
    /// How sure its selective cuts are, in per cent.
    pub confidence_percent: u32,
    /// What it expects.
    pub margin: i32,
    /// Positions looked at so far.
    pub nodes: u64,
}

impl Solver {
    /// A solver with so many threads and so much memory for its tables.
    pub fn new(weights: Arc<Weights>, threads: usize, memory_bytes: usize) -> Solver {
        Solver { machine: Machine::new(weights, threads, memory_bytes) }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.machine.forget();
    }

    /// The answer, or nothing if it was stopped.
    pub fn solve(
        &mut self,
        board: Board,
        question: Question,
        stop: &Stop,
        progress: &mut dyn FnMut(Progress),
    ) -> Option<Solution> {
        let budget = self.machine.budget(&Limits::NONE, stop, 1);
        let answer = self.after_passes(board, question, &budget, progress).ok()?;
        let (margin, line) = answer;
        Some(Solution { margin, line, nodes: self.machine.spent(&budget) })
    }

    fn after_passes(
        &mut self,
        board: Board,
        question: Question,
        budget: &Budget,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(i32, Vec<Move>), Interrupted> {
        let shown = |margin: i32| if question == Question::Margin { margin } else { margin.signum() };
        if board.moves().is_empty() {
            let swapped = board.swapped();
            if swapped.moves().is_empty() {
                return Ok((shown(board.final_margin()), Vec::new()));
            }
            let (margin, line) = self.after_passes(swapped, question, budget, progress)?;
            return Ok((-margin, [vec![Move::Pass], line].concat()));
        }
        let (margin, best) = self.search(board, question, budget, progress)?;
        let line = match question {
            Question::Margin => self.line(board, best, margin, budget)?,
            Question::Winner => self.machine.line(board, best),
        };
        Ok((shown(margin), line))
    }

    fn search(
        &mut self,
        board: Board,
        question: Question,
        budget: &Budget,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(i32, Square), Interrupted> {
        let empties = board.empties().len();
        let mut answer = (0, board.moves().iter().next().expect("there is a move"));
        for step in (Reach { depth: empties, width: Width::FULL }).steps(empties) {
            let found = if step.depth == empties && question == Question::Winner {
                self.machine.best_in(board, board.moves(), step, [-1, 1], budget)?
            } else {
                self.machine.best_of(board, board.moves(), step, answer.0, budget)?
            };
            answer = (found.score, found.best);
            progress(Progress {
                depth: step.depth,
                confidence_percent: step.width.confidence_percent(),
                margin: found.score,
                nodes: self.machine.spent(budget),
            });
        }
        Ok(answer)
    }

    /// Best play to the end: what the table does not remember is solved again, which is quick since most of it is there.
    fn line(&mut self, board: Board, first: Square, margin: i32, budget: &Budget) -> Result<Vec<Move>, Interrupted> {
        let mut line = vec![Move::Place(first)];
        let mut board = board.after(first);
        let mut margin = -margin;
        loop {
            if board.moves().is_empty() {
                board = board.swapped();
                margin = -margin;
                if board.moves().is_empty() {
                    return Ok(line);
                }
                line.push(Move::Pass);
            }
            let reach = Reach { depth: board.empties().len(), width: Width::FULL };
            let best = self.machine.best_of(board, board.moves(), reach, margin, budget)?.best;
            line.push(Move::Place(best));
            board = board.after(best);
            margin = -margin;
        }
    }
}
