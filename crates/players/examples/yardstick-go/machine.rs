//! The machine, asked about one position after the other.

use std::num::NonZeroUsize;

use engine_go::{Networked, Puct, Settings};
use go::{DeadStones, Move, Position};
use plateau_core::{Outcome, Player, Position as _, change_side};
use search::{Choice, Engine as _, Limits, Report, Resources, Score, Stop, Thought};

use crate::judged::Worth;

/// It begins anew with each question, from the same seed: what it says of a position does not depend on what it was asked before.
pub(crate) struct Machine {
    engine: Puct<Networked>,
    seed: u64,
}

/// The one who judges draws other symmetries than the one who is judged.
const SEED_OF_THE_JUDGED: u64 = 1;
const SEED_OF_THE_JUDGE: u64 = 2;

impl Machine {
    fn new(seed: u64) -> Machine {
        let resources = Resources { seed: Some(seed), ..Resources::default() };
        Machine { engine: Puct::new(Settings::BEST, &resources, Networked::shipped), seed }
    }

    /// The one whose choices are measured.
    pub(crate) fn judged() -> Machine {
        Machine::new(SEED_OF_THE_JUDGED)
    }

    /// The one who says what they are worth.
    pub(crate) fn judge() -> Machine {
        Machine::new(SEED_OF_THE_JUDGE)
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Thought<Move> {
        self.engine.forget();
        self.engine.reseed(self.seed);
        let thought = self.engine.think(position, limits, &Stop::new(), &mut |_| {});
        thought.expect("an engine of this program has an answer")
    }

    /// What it would play.
    pub(crate) fn choose(&mut self, position: &Position, visits: u64) -> Move {
        match self.think(position, &Limits::nodes(visits)).choice {
            Choice::Play(mv) => mv,
            Choice::Resign => unreachable!("by these settings it never gives up"),
        }
    }

    /// All that it sees after so many visits, none of them spared.
    pub(crate) fn look(&mut self, position: &Position, visits: u64) -> Report<Move> {
        let limits = Limits { variations: NonZeroUsize::MAX, in_detail: true, ..Limits::nodes(visits) };
        self.think(position, &limits).report
    }

    /// What a legal move is worth to the one who plays it, by so many visits after it.
    pub(crate) fn worth(&mut self, position: &Position, mv: Move, visits: u64) -> Worth {
        let mut after = position.clone();
        after.play_legal(mv);
        self.worth_of(&after, position.turn(), visits)
    }

    /// What a position is worth to a player.
    pub(crate) fn worth_of(&mut self, position: &Position, player: Player, visits: u64) -> Worth {
        if position.is_over() {
            return counted(position, player);
        }
        let whole = self.look(position, visits).whole.expect("it was asked for details");
        match whole.score.seen_by(position.turn(), player) {
            Score::Chance { win, lead } => Worth { chance: 100.0 * win, lead },
            Score::Exact { .. } | Score::Margin(_) => unreachable!("a search of Go tells chances"),
        }
    }
}

/// What the board is worth where both have passed, with all that stands on it: as the search counts it.
fn counted(position: &Position, player: Player) -> Worth {
    let margin = position.count(&DeadStones::NONE).margin();
    let chance = match margin.outcome() {
        Outcome::Win(winner) if winner == player => 100.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw | Outcome::NoResult => 50.0,
    };
    Worth { chance, lead: change_side(margin.black_half_points as f32 / 2.0, Player::Black, player) }
}
