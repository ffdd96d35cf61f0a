//! The end of a walk down the tree, and what it is worth.

use go::{DeadStones, Position, Scoring};
use plateau_core::{Outcome, Player, Position as _};

use super::bans::Bans;
use super::tree::{Legal, Step};
use super::worth::{Scale, Worth};
use crate::ladder::Reader;
use crate::net::Evaluation;
use crate::ownership;

/// The end of a walk.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) path: Vec<Step>,
    pub(super) turn: Player,
    pub(super) legal: Legal,
    /// The position, where the game is over and its players have to agree on what is dead.
    to_agree: Option<Box<Position>>,
    pub(super) worth: Worth,
}

impl Leaf {
    /// Room for one.
    pub(super) fn new() -> Leaf {
        let (path, legal, worth) = (Vec::new(), Legal::default(), Worth::default());
        Leaf { path, turn: Player::Black, legal, to_agree: None, worth }
    }

    /// Notes down what will be needed of the position.
    pub(super) fn note(&mut self, position: &Position, reader: &mut Reader) {
        self.turn = position.turn();
        self.to_agree = position.is_over().then(|| Box::new(position.clone()));
        if self.to_agree.is_none() {
            self.legal.find(position, Some(reader));
        }
    }

    /// Whether the game is over there.
    pub(super) fn is_over(&self) -> bool {
        self.to_agree.is_some()
    }

    pub(super) fn judge(&mut self, evaluation: &Evaluation, scale: Scale, bans: &Bans) {
        self.worth = if let Some(position) = &self.to_agree {
            agreed_worth(position, evaluation, scale)
        } else {
            self.legal.judge(&evaluation.policy);
            bans.apply(&mut self.legal, self.turn, self.path.len() - 1);
            scale.worth(evaluation.win, evaluation.lead, self.turn)
        };
    }
}

/// What a game that is over is worth, where the rules alone say so: all stones count as they stand. So stones that are dead
/// have to be taken before one passes, which costs nothing when areas are counted.
pub(super) fn final_worth(position: &Position, scale: Scale) -> Option<Worth> {
    match position.outcome()? {
        Outcome::NoResult => Some(scale.worth(0.5, 0.0, Player::Black)),
        _ if position.rules().scoring == Scoring::Territory => None,
        outcome => {
            let half_points = position.count(&DeadStones::NONE).margin().black_half_points;
            Some(counted_worth(outcome, half_points, scale))
        }
    }
}

/// Random playouts for a look at the dead stones of a position in the tree: there are many such positions.
const PLAYOUTS_IN_TREE: u32 = 32;

/// What a game that is over is worth when territory is counted: taking dead stones would cost points, so the players agree.
fn agreed_worth(position: &Position, evaluation: &Evaluation, scale: Scale) -> Worth {
    let dead = ownership::dead(position.board(), position.turn(), &evaluation.ownership, PLAYOUTS_IN_TREE);
    let margin = position.count(&dead).margin();
    counted_worth(margin.outcome(), margin.black_half_points, scale)
}

fn counted_worth(outcome: Outcome, black_half_points: i32, scale: Scale) -> Worth {
    let chance = f32::midpoint(outcome.value_for(Player::Black) as f32, 1.0);
    scale.worth(chance, black_half_points as f32 / 2.0, Player::Black)
}
