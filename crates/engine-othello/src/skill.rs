//! Players that are good company: they see so far and no farther, and misjudge what they see.
//!
//! A person who begins does not play at random. He takes what lies before his eyes and overlooks what comes of it. So a limited
//! player looks a few plies ahead with the full evaluation, and then mistakes the worth of each move by some discs; but a
//! corner that can be taken is hardly ever misjudged, and near the end he counts.

use std::sync::Arc;

use fastrand::Rng;
use othello::{Board, Move, Position, Square, SquareSet};
use plateau_core::Position as _;
use search::{Choice, Engine, Failure, Limits, Report, Resources, Score, Stop, Thought, Variation};

use crate::machine::{Machine, Reach};
use crate::task::Width;
use crate::weights::Weights;

/// What a limited player can do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Plies that he looks ahead.
    pub depth: u32,
    /// With at most so many empty squares he counts to the end.
    pub solve_empties: u32,
    /// How far he misjudges a move, in discs: the standard deviation.
    pub misjudges_by: f32,
}

/// Plays within a skill.
pub struct LimitedPlayer {
    skill: Skill,
    machine: Machine,
    rng: Rng,
}

/// A corner is misjudged by this share of what other moves are.
const CORNER_SHARE: f32 = 0.25;

impl LimitedPlayer {
    /// With a seed it plays the same again.
    pub fn new(skill: Skill, weights: Arc<Weights>, resources: &Resources) -> LimitedPlayer {
        let rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        LimitedPlayer { skill, machine: Machine::new(weights, 1, resources.memory_bytes), rng }
    }

    /// What he takes each move to be worth.
    fn judged(&mut self, board: Board) -> Vec<(Square, f32, i32)> {
        let empties = board.empties().len();
        let solves = empties <= self.skill.solve_empties;
        let reach = if solves {
            Reach { depth: empties, width: Width::FULL }
        } else {
            Reach { depth: self.skill.depth, width: Width::FULL }
        };
        let budget = self.machine.unlimited();
        let mut judged = Vec::new();
        let mut guess = 0;
        for square in board.moves() {
            let found = self.machine.best_of(board, SquareSet::from(square), reach, guess, &budget);
            let score = found.expect("nothing stops so short a search").score;
            guess = score;
            let share = if SquareSet::CORNERS.contains(square) { CORNER_SHARE } else { 1.0 };
            // Twelve uniform numbers make nearly a normal one.
            let normal: f32 = (0..12).map(|_| self.rng.f32()).sum::<f32>() - 6.0;
            let mistake = if solves { 0.0 } else { normal * share * self.skill.misjudges_by };
            // A little of chance, so that equals are not always played in the same order.
            judged.push((square, score as f32 + mistake + 0.01 * self.rng.f32(), score));
        }
        judged.sort_by(|a, b| b.1.total_cmp(&a.1));
        judged
    }
}

impl Engine<Position> for LimitedPlayer {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        if position.board().moves().is_empty() {
            let pass = position.legal_moves().next().unwrap_or(Move::Pass);
            return Ok(Thought { choice: Choice::Play(pass), report: Report::default() });
        }
        let before = self.machine.nodes();
        let judged = self.judged(position.board());
        let variations = judged
            .iter()
            .map(|&(square, _, score)| Variation::new(vec![Move::Place(square)], Score::Margin(score as f32), 0));
        let report = Report {
            depth: self.skill.depth,
            nodes: self.machine.nodes() - before,
            variations: variations.take(limits.variations.get()).collect(),
            ..Report::default()
        };
        Ok(Thought { choice: Choice::Play(Move::Place(judged[0].0)), report })
    }

    fn forget(&mut self) {
        self.machine.forget();
    }
}
