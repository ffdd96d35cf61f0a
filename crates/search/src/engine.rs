use std::error::Error;
use std::fmt;
use std::time::Duration;

use plateau_core::{Player, Position, change_side};

use crate::{Limits, Stop};

/// A player made of code.
pub trait Engine<P: Position>: Send {
    /// Chooses a move in a position that is not over.
    ///
    /// Calls `report` now and then with what it sees so far; the last report is part of the answer. An engine that lives in
    /// this program always has an answer; one that is another program may fail, and then the game is kept and the failure told.
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure>;

    /// Tells how the position that it will be asked about next came about: the first position, and the moves since.
    ///
    /// A position does not know its past move by move, but an engine in another program has to be brought there move by move.
    /// Whoever has the whole line calls this before [`think`](Engine::think); most engines have no use for it.
    fn follow(&mut self, start: &P, moves: &[P::Move]) {
        let _ = (start, moves);
    }

    /// Forgets what it keeps from earlier positions (tables, trees), as before a new game.
    fn forget(&mut self) {}

    /// Keeps these moves out of every search from now on, until others are named; false if the engine cannot, and then nothing has
    /// changed. An empty list is always honoured.
    fn avoid(&mut self, banned: &[Ban<P::Move>]) -> bool {
        banned.is_empty()
    }
}

/// A move that a search leaves aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ban<M> {
    /// Whose move it is.
    pub player: Player,
    /// The move.
    pub mv: M,
    /// It is left aside so many plies deep: with 1 at the root alone.
    pub plies: u32,
}

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The message id, such as `engine-died`.
    pub id: &'static str,
    /// A lower-case English sentence with everything that helps to find the cause.
    pub message: String,
    /// What fills the gaps of the sentence with that id, by name; `reason` is the id of a rule.
    pub details: Vec<(&'static str, String)>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Failure {}

/// The answer of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// What it decided to do.
    pub choice: Choice<M>,
    /// What it saw.
    pub report: Report<M>,
}

/// What an engine can decide to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice<M> {
    /// Play this legal move.
    Play(M),
    /// Give the game up.
    Resign,
}

/// What an engine sees at some moment of its thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Plies looked ahead, where that means something.
    pub depth: u32,
    /// Positions looked at (visits, in a tree search by visits).
    pub nodes: u64,
    /// Time since it began to think.
    pub elapsed: Duration,
    /// The best variations, best first: as many as the limits ask for, where the engine can tell.
    pub variations: Vec<Variation<M>>,
    /// Go: for each point along the rows from the upper left, who will own it: 1 for the side to move, −1 for the other.
    pub ownership: Vec<f32>,
    /// What is thought of the position as a whole, where the limits ask for details and the engine has them.
    pub whole: Option<Box<Whole>>,
}

impl<M> Default for Report<M> {
    fn default() -> Report<M> {
        let (variations, ownership) = (Vec::new(), Vec::new());
        Report { depth: 0, nodes: 0, elapsed: Duration::ZERO, variations, ownership, whole: None }
    }
}

/// What a search by visits thinks of a position as a whole, seen from the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Whole {
    /// The mean over all visits.
    pub score: Score,
    /// What the search maximises: the mean over all visits.
    pub utility: f32,
    /// How much the expected leads differ over the visits: their standard deviation in points.
    pub lead_deviation: f32,
    /// What was thought before any move was tried.
    pub at_sight: Score,
    /// What each move promised before any was tried, along the rows from the upper left, then the pass; nothing where it is illegal.
    pub policy: Vec<Option<f32>>,
    /// How much the visits differ about the owner of each point: standard deviations, in the order of [`Report::ownership`].
    pub ownership_deviation: Vec<f32>,
}

/// A line of play and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<M> {
    /// The moves; the first is the one under discussion.
    pub moves: Vec<M>,
    /// Its worth, seen from the side to move at the root.
    pub score: Score,
    /// How much of the search went into it.
    pub visits: u64,
    /// How much the move promised before any was tried, from 0 to 1, where the engine goes by that.
    pub prior: Option<f32>,
    /// The chance to win that it has at least, by how much the visits differ, where the engine goes by that.
    pub win_at_least: Option<f32>,
    /// What else is known, where the limits ask for details and the engine has them.
    pub details: Option<Box<Details>>,
}

/// What a search by visits knows of a move beside its score, seen from the side to move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Details {
    /// What the search maximises: the mean over the visits.
    pub utility: f32,
    /// The utility that it has at least, by how much the visits differ.
    pub utility_at_least: f32,
    /// How much the expected leads differ over the visits: their standard deviation in points.
    pub lead_deviation: f32,
    /// The visits of each move of the line.
    pub line_visits: Vec<u64>,
    /// Who will own each point after the move, as [`Report::ownership`] has it; empty if nobody looked.
    pub ownership: Vec<f32>,
    /// How much the visits differ about it: standard deviations.
    pub ownership_deviation: Vec<f32>,
}

impl<M> Variation<M> {
    /// A line of play without priors and bounds.
    pub const fn new(moves: Vec<M>, score: Score, visits: u64) -> Variation<M> {
        Variation { moves, score, visits, prior: None, win_at_least: None, details: None }
    }
}

/// What a position is worth to a player. The larger, the better for the one it is seen from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Score {
    /// Known for certain: the final margin (discs; ±1 and 0 in Aligne 4), and the plies until it, where known.
    Exact {
        /// Positive wins, zero is a draw.
        margin: i32,
        /// The plies to the end, with best play of both.
        plies: Option<u32>,
    },
    /// The final margin that is expected, in discs or points.
    Margin(f32),
    /// The chance to win, from 0 to 1, and the lead that is expected.
    Chance {
        /// The chance to win; a draw counts half.
        win: f32,
        /// The lead in points.
        lead: f32,
    },
}

impl Score {
    /// The same worth seen by `to` instead of by `from`.
    pub fn seen_by(self, from: Player, to: Player) -> Score {
        match self {
            Score::Exact { margin, plies } => Score::Exact { margin: change_side(margin, from, to), plies },
            Score::Margin(margin) => Score::Margin(change_side(margin, from, to)),
            Score::Chance { win, lead } => {
                Score::Chance { win: change_side(win - 0.5, from, to) + 0.5, lead: change_side(lead, from, to) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{Black, White};

    /// Without the feature `std` of `plateau-core`, which this crate asks for, every engine would be slow and nobody would know.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn engines_run_by_the_fastest_instructions_that_there_are() {
        let has_them = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt");
        let expected = if has_them { "avx2" } else { "portable" };
        assert_eq!(plateau_core::processor::fastest().name(), expected);
    }

    #[test]
    fn a_score_turns_with_the_side_it_is_seen_from() {
        let exact = Score::Exact { margin: 2, plies: Some(5) };
        assert_eq!(exact.seen_by(Black, White), Score::Exact { margin: -2, plies: Some(5) });
        assert_eq!(exact.seen_by(White, White), exact);
        assert_eq!(Score::Margin(1.5).seen_by(White, Black), Score::Margin(-1.5));
        let chance = Score::Chance { win: 0.75, lead: 3.0 };
        assert_eq!(chance.seen_by(Black, White), Score::Chance { win: 0.25, lead: -3.0 });
    }
}
