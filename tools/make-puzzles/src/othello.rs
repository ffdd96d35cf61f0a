//! Puzzles of Othello: endgames of games between levels in which one move wins, or ends with the most discs, by the exact scores of all.

use std::sync::Arc;

use engine_othello::{Question, Reason, Solver, Weights, explain};
use fastrand::Rng;
use othello::{Game, Move, Position, Square};
use players::MachineGame as _;
use search::Stop;
use study::puzzle::{Ground, Puzzle, Task, Theme};
use table::Kind;

use crate::games::Levels;
use crate::rate::{attempts, of_levels, rating};
use crate::work::Find;

/// The highest level that tries puzzles; the one above solves them all.
const HIGHEST: u8 = 11;

/// Empty squares of the puzzles.
const EMPTIES: std::ops::RangeInclusive<u32> = 8..=20;

/// Where no move wins alone, the best must end with so many discs more than any other.
const CLEARLY: i32 = 4;

/// With fewer moves there is nothing to find.
const CHOICES: usize = 3;

/// Bytes for the solver's tables.
const TABLES: usize = 32 << 20;

/// Looks for puzzles of Othello.
pub(crate) struct Finder {
    rng: Rng,
    levels: Levels<Game>,
    ratings: Vec<f64>,
    solver: Solver,
}

impl Finder {
    pub(crate) fn new(mut rng: Rng) -> Finder {
        let levels = Levels::new(Game, HIGHEST, &mut rng);
        let mut ratings = of_levels(Game::levels());
        ratings.truncate(HIGHEST as usize);
        let weights: Arc<Weights> = Weights::shipped();
        Finder { rng, levels, ratings, solver: Solver::new(weights, 1, TABLES) }
    }

    /// Every move with its exact score and best play from it on, the best first.
    fn scores(&mut self, position: &Position) -> Option<Vec<(Square, i32, Vec<Move>)>> {
        let mut scores = Vec::new();
        for square in position.board().moves() {
            let next = position.board().after(square);
            let solution = self.solver.solve(next, Question::Margin, &Stop::new(), &mut |_| {})?;
            scores.push((square, -solution.margin, solution.line));
        }
        scores.sort_by_key(|&(_, margin, _)| -margin);
        Some(scores)
    }

    fn puzzle(&mut self, position: &Position, moves: &[String]) -> Option<Puzzle> {
        let scores = self.scores(position)?;
        let [(square, best, line), (_, second, _), ..] = scores.as_slice() else { return None };
        let task = if *best > 0 && *second <= 0 {
            Task::Win
        } else if best - second >= CLEARLY {
            Task::Most { discs: (best - second) as u16 }
        } else {
            return None;
        };
        let answer = Move::Place(*square);
        let tries = |level| if level < 10 { 4 } else { 1 };
        let tried = attempts(&mut self.levels, &self.ratings, tries, position, |choice| choice == answer);
        if tried.iter().all(|tried| tried.found == tried.tries) {
            return None;
        }
        let whole = std::iter::once(answer).chain(line.iter().copied()).filter(|&mv| mv != Move::Pass);
        Some(Puzzle {
            ground: Ground::new(Kind::Othello, "8")?,
            task,
            rating: rating(&tried),
            themes: themes(position, *square),
            moves: moves.to_vec(),
            answers: vec![answer.to_string()],
            line: whole.map(|mv| mv.to_string()).collect(),
        })
    }
}

/// What players would say of the answer.
fn themes(position: &Position, square: Square) -> Vec<Theme> {
    let mut themes: Vec<Theme> = Vec::new();
    for reason in explain(position.board(), square) {
        let theme = match reason {
            Reason::Corner => Theme::Corner,
            Reason::XSquare | Reason::SafeXSquare | Reason::CSquare | Reason::SafeCSquare => Theme::BesideCorner,
            Reason::OpponentPasses => Theme::Pass,
            Reason::Parity | Reason::FillsRegion => Theme::Parity,
            _ => continue,
        };
        if !themes.contains(&theme) {
            themes.push(theme);
        }
    }
    themes
}

impl Find for Finder {
    fn game(&mut self, is_late: &dyn Fn() -> bool, found: &mut dyn FnMut(Puzzle)) {
        let level = self.rng.u8(3..=9);
        let other = self.rng.u8(level - 1..=level + 1).clamp(3, 9);
        let played = self.levels.play([level, other], (1, self.rng.usize(4..12)), usize::MAX);
        // The more empty squares, the longer it takes: three depths of each game, one of them deep.
        let mut wanted = [self.rng.u32(8..=11), self.rng.u32(12..=15), self.rng.u32(14..=20)];
        self.rng.shuffle(&mut wanted);
        for empties in wanted {
            let at = played.moves.iter().position(|(position, _)| position.board().empties().len() == empties);
            let Some(at) = at.filter(|_| !is_late() && EMPTIES.contains(&empties)) else { continue };
            let position = &played.moves[at].0;
            if position.board().moves().len() < CHOICES as u32 {
                continue;
            }
            // The rules pass by themselves, so passes are not written.
            let before = played.moves[..at].iter().filter(|(_, mv)| *mv != Move::Pass);
            let moves: Vec<String> = before.map(|(_, mv)| mv.to_string()).collect();
            if let Some(puzzle) = self.puzzle(position, &moves) {
                found(puzzle);
            }
        }
    }
}
