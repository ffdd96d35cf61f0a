//! The machine at any level, from the simple players to perfect play.

use aligne4::{Move, Position};
use fastrand::Rng;

use crate::question::{GiveUp, Question, Settings};
use crate::reason::{Reason, explain};
use crate::simple::{level1, level2, level3, random};
use crate::solver::{Best, Solver, Value};

/// How well the machine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any legal move.
    Random,
    /// See [`level1`].
    One,
    /// See [`level2`].
    Two,
    /// See [`level3`].
    Three,
    /// Looks ahead, but not to the end, and makes mistakes at a rate.
    Limited(Strength),
    /// Never gives away a won or drawn position.
    Perfect,
}

/// What a limited player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// How many pieces beyond the present ones it sees: it finds wins and losses that are certain by then.
    pub pieces_ahead: u32,
    /// How many of a thousand moves it plays like level 3, without looking ahead.
    pub mistakes_per_mille: u32,
}

/// A move and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it is worth to the player who makes it, if that is certain.
    pub value: Option<Value>,
    /// The plies until the end with best play, if they were worked out.
    pub plies: Option<u32>,
    /// Why this move.
    pub reasons: Vec<Reason>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Plays at any level. Keeps what it learns from move to move.
#[derive(Debug)]
pub struct Machine {
    solver: Solver,
    /// Searches that do not go to the end have a table of their own, since what they find is not exact.
    limited: Solver,
}

/// Looking for the shortest win or the longest defence ends after so many positions (some 50 ms): the value must do then.
const DISTANCE_NODES: u64 = 150_000;

/// Looking ahead but not to the end stops after so many positions.
const LOOK_AHEAD_NODES: u64 = 100_000;

/// With fewer pieces nothing can be in sight, and looking costs most.
const LOOK_AHEAD_PIECES: u32 = 3;

impl Machine {
    /// A machine that may use this much; see [`Settings`]. What looks ahead only takes 8 MiB of it.
    pub fn new(settings: Settings) -> Machine {
        let least = Settings { threads: 1, memory_bytes: 0, opening: false };
        let memory_bytes = settings.memory_bytes.saturating_sub(8 << 20);
        Machine { solver: Solver::new(Settings { memory_bytes, ..settings }), limited: Solver::new(least) }
    }

    /// Forgets what it has learnt, as before a new game.
    pub fn forget(&mut self) {
        self.solver.forget();
        self.limited.forget();
    }

    /// Chooses a move in a position that is not over. Where it gives up before it has an answer, it plays like level 3.
    pub fn choose(&mut self, level: Level, position: &Position, rng: &mut Rng, give_up: GiveUp<'_>) -> Choice {
        let before = self.solver.nodes() + self.limited.nodes();
        let best = match level {
            Level::Random => unexplained(random(position, rng)),
            Level::One => unexplained(level1(position, rng)),
            Level::Two => unexplained(level2(position, rng)),
            Level::Three => unexplained(level3(position, rng)),
            Level::Limited(strength) => self.look_ahead(strength, position, rng, give_up),
            Level::Perfect => self.perfect(position, rng, give_up),
        };
        let reasons = explain(position, best.mv, best.value, best.plies);
        let nodes = self.solver.nodes() + self.limited.nodes() - before;
        Choice { mv: best.mv, value: best.value, plies: best.plies, reasons, nodes }
    }

    fn perfect(&mut self, position: &Position, rng: &mut Rng, give_up: GiveUp<'_>) -> Seen {
        let begin = self.solver.nodes();
        let patience: GiveUp<'_> = &|nodes| nodes > DISTANCE_NODES || give_up(nodes);
        let soon = self.solver.best(position, Question::Distance, rng, patience);
        let spent = self.solver.nodes() - begin;
        let rest: GiveUp<'_> = &|nodes| give_up(spent + nodes);
        match soon.or_else(|| self.solver.best(position, Question::Value, rng, rest)) {
            Some(Best { mv, value, plies }) => Seen { mv, value: Some(value), plies },
            None => unexplained(level3(position, rng)),
        }
    }

    fn look_ahead(&mut self, strength: Strength, position: &Position, rng: &mut Rng, give_up: GiveUp<'_>) -> Seen {
        let careless = level3(position, rng);
        let mistaken = rng.u32(..1000) < strength.mistakes_per_mille;
        if mistaken || position.placed() < LOOK_AHEAD_PIECES {
            return unexplained(careless);
        }
        let horizon = (position.placed() + strength.pieces_ahead).min(16);
        let patience: GiveUp<'_> = &|nodes| nodes > LOOK_AHEAD_NODES || give_up(nodes);
        self.within(horizon, position, rng, patience).unwrap_or_else(|| unexplained(careless))
    }

    /// Any of the moves that look best when positions with so many pieces are not looked into.
    fn within(&mut self, horizon: u32, position: &Position, rng: &mut Rng, give_up: GiveUp<'_>) -> Option<Seen> {
        self.limited.set_horizon(horizon);
        let Best { mv, value, .. } = self.limited.best(position, Question::Value, rng, give_up)?;
        // Neither a win nor a loss in sight is not yet a draw.
        let value = (value != Value::Draw || horizon == 16).then_some(value);
        Some(Seen { mv, value, plies: None })
    }
}

/// A move, and what is known of its value.
struct Seen {
    mv: Move,
    value: Option<Value>,
    plies: Option<u32>,
}

fn unexplained(mv: Move) -> Seen {
    Seen { mv, value: None, plies: None }
}
