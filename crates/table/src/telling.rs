//! How what is written in a game's notation is told to a person.

use crate::games::aligne4;
use crate::{Kind, Message, Value};

impl Kind {
    /// A move of the game's notation as a person is told it: a point or a square as it is, a piece in words.
    pub fn told_move(self, mv: &str) -> Value {
        match self {
            Kind::Go | Kind::Othello => mv.into(),
            Kind::Aligne4 => aligne4::told_move(mv).map_or_else(|| mv.into(), Message::into),
        }
    }
}
