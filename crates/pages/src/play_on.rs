//! A new game from a place in another.

use plateau_core::Player;
use serde::Deserialize;
use store::Origin;
use table::event::Action;
use table::{AnyTable, Kind, Message, Review, Seat, Who};

use crate::Place;

/// From where a new game goes on, and against whom.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct GoOn {
    at: Option<u32>,
    /// A level, or nothing.
    #[serde(default)]
    level: String,
    /// The side of whoever goes on.
    #[serde(default)]
    side: String,
}

/// A game that goes on from another.
#[derive(Clone, Debug)]
pub struct GoneOn {
    /// The table before anything has happened.
    pub table: AnyTable,
    /// What happened before it begins here.
    pub actions: Vec<Action>,
    /// The record that it is from, with what else was said and tried there.
    pub origin: Origin,
}

impl GoOn {
    /// The place in the game.
    pub fn place(&self) -> Place {
        Place::node(self.at)
    }

    /// The new game of somebody of this name. Against nobody, every seat of a person is whoever goes on: it is a board to try things on.
    pub fn begin(&self, review: &Review, name: &str) -> Result<GoneOn, Message> {
        let mut replay = review.replay();
        if let Some(seats) = self.against(review.kind(), name)? {
            *replay.setup.seats_mut() = seats;
        }
        let [table, _] = replay.tables()?;
        Ok(GoneOn { table, actions: replay.actions, origin: Origin::of(&review.record()) })
    }

    /// Who sits where, when somebody goes on against a level of the machine; nothing where they have both sides.
    fn against(&self, kind: Kind, name: &str) -> Result<Option<[Seat; 2]>, Message> {
        if self.level.is_empty() {
            return Ok(None);
        }
        // What is no number is a level that there is not.
        let machine = Who::Level(self.level.parse().unwrap_or(u8::MAX));
        players::check_seat(kind, &machine).map_err(|unavailable| unavailable.message())?;
        let own = if self.side == Player::White.to_string() { Player::White } else { Player::Black };
        let person = Seat { name: name.to_owned(), who: Who::Person };
        let machine = Seat { name: String::new(), who: machine };
        Ok(Some(Player::BOTH.map(|player| if player == own { person.clone() } else { machine.clone() })))
    }
}
