//! The engine: thinks about a position within limits, deeper and deeper.

use std::sync::Arc;

use fastrand::Rng;
use othello::{Board, Move, Position, Square, SquareSet};
use plateau_core::Position as _;
use search::{Choice, Engine, Failure, Limits, Report, Resources, Score, Stop, Thought, Variation};

use crate::book::Book;
use crate::machine::{Budget, Interrupted, Machine, Reach};
use crate::pace::{LEAP_PLIES, Pace};
use crate::task::Width;
use crate::weights::Weights;

/// As strong as it can be within its limits.
pub struct Opponent {
    machine: Machine,
    /// With at most so many empty squares a limit of depth does not keep it from looking to the end.
    solve_empties: u32,
    /// The opening book, and the chance that chooses among its moves.
    book: Option<(&'static Book, Rng)>,
}

impl Opponent {
    /// With these weights.
    pub fn new(weights: Arc<Weights>, resources: &Resources) -> Opponent {
        Opponent {
            machine: Machine::new(weights, resources.threads.get(), resources.memory_bytes),
            solve_empties: 0,
            book: None,
        }
    }

    /// The same, but it looks to the end from so many empty squares on, whatever depth it is limited to.
    #[must_use]
    pub fn solving_from(self, solve_empties: u32) -> Opponent {
        Opponent { solve_empties, ..self }
    }

    /// The same, but it plays its first moves from a book, any of the good ones.
    #[must_use]
    pub fn with_book(self, book: &'static Book, resources: &Resources) -> Opponent {
        let rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        Opponent { book: Some((book, rng)), ..self }
    }

    /// What it thinks of a board with moves, the best first; reports on the way.
    pub fn analyse(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let empties = board.empties().len();
        let solves = empties <= self.solve_empties;
        let limits = &Limits { depth: limits.depth.map(|depth| if solves { empties } else { depth }), ..*limits };
        let pace = Pace::start(&self.machine, limits, stop, empties);
        let wanted = limits.variations.get().min(board.moves().len() as usize);
        let first = board.moves().iter().next().expect("there is a move");
        let any = Report { variations: vec![variation(vec![Move::Place(first)], 0, false)], ..Report::default() };
        let is_free = limits.time.is_none() && limits.clock.is_none() && limits.nodes.is_none();
        if board.moves().len() == 1 && !is_free {
            // Nothing to decide: a glance for the score.
            let limits = Limits { depth: Some(limits.depth.unwrap_or(6).min(6)), ..*limits };
            return self.deepen(board, &limits, &pace, wanted, any, report);
        }
        self.deepen(board, limits, &pace, wanted, any, report)
    }

    fn deepen(
        &mut self,
        board: Board,
        limits: &Limits,
        pace: &Pace,
        wanted: usize,
        mut best: Report<Move>,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let empties = board.empties().len();
        let mut guesses = vec![0; wanted];
        let mut now = Reach { depth: 1, width: Width::NARROWEST };
        let mut budget = pace.share();
        loop {
            let ranked = self.ranked(board, now, wanted, &mut guesses, budget);
            let is_interrupted = ranked.is_err();
            match ranked {
                Ok(moves) => {
                    let exact = now.depth >= empties && now.width == Width::FULL;
                    let line =
                        |&(square, score): &(Square, i32)| variation(self.machine.line(board, square), score, exact);
                    best =
                        Report { depth: now.depth.min(empties), variations: moves.iter().map(line).collect(), ..best };
                }
                Err(Interrupted(better)) => {
                    if let Some(found) = better.filter(|_| wanted == 1) {
                        best.variations = vec![variation(self.machine.line(board, found.best), found.score, false)];
                    }
                }
            }
            best.nodes = self.machine.spent(budget);
            best.elapsed = budget.watch().elapsed();
            report(&best);
            if is_interrupted || budget.watch().is_over(best.nodes) {
                return best;
            }
            let Some(further) = next(now, empties, limits.depth) else { return best };
            let Some(enough) = pace.next(further, empties, best.elapsed) else { return best };
            (now, budget) = (further, enough);
        }
    }

    /// The best moves with their scores, found one after another.
    fn ranked(
        &mut self,
        board: Board,
        reach: Reach,
        wanted: usize,
        guesses: &mut [i32],
        budget: &Budget,
    ) -> Result<Vec<(Square, i32)>, Interrupted> {
        let mut rest = board.moves();
        let mut ranked = Vec::new();
        for guess in guesses.iter_mut().take(wanted) {
            let found = self.machine.best_of(board, rest, reach, *guess, budget)?;
            *guess = found.score;
            ranked.push((found.best, found.score));
            rest = rest & !SquareSet::from(found.best);
        }
        ranked.sort_by_key(|&(_, score)| -score);
        Ok(ranked)
    }
}

/// What to search after this, if anything.
fn next(reach: Reach, empties: u32, depth_max: Option<u32>) -> Option<Reach> {
    let depth_max = depth_max.unwrap_or(empties);
    let Reach { depth, width } = reach;
    if depth >= empties {
        let width = if width < Width::MIDDLE { Width::MIDDLE } else { Width::FULL };
        return (reach.width < Width::FULL).then_some(Reach { depth, width });
    }
    if depth >= depth_max {
        return None;
    }
    let leap = depth + 1 + LEAP_PLIES >= empties && depth_max >= empties;
    Some(Reach { depth: if leap { empties } else { depth + 1 }, width })
}

fn variation(moves: Vec<Move>, score: i32, exact: bool) -> Variation<Move> {
    let score = if exact { Score::Exact { margin: score, plies: None } } else { Score::Margin(score as f32) };
    Variation::new(moves, score, 0)
}

impl Engine<Position> for Opponent {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        if position.board().moves().is_empty() {
            let pass = position.legal_moves().next().unwrap_or(Move::Pass);
            return Ok(Thought { choice: Choice::Play(pass), report: Report::default() });
        }
        if let Some((book, rng)) = &mut self.book {
            let moves = book.moves(position.board());
            if !moves.is_empty() && limits.variations.get() == 1 {
                let (square, score) = moves[rng.usize(..moves.len())];
                let variations = vec![variation(vec![Move::Place(square)], score, false)];
                let report = Report { variations, ..Report::default() };
                return Ok(Thought { choice: Choice::Play(Move::Place(square)), report });
            }
        }
        let report = self.analyse(position.board(), limits, stop, report);
        let best = report.variations[0].moves[0];
        Ok(Thought { choice: Choice::Play(best), report })
    }

    fn forget(&mut self) {
        self.machine.forget();
    }
}
