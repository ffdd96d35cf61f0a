use plateau_core::ParseError;

use crate::{Position, Rules};

/// The game under one choice of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Game {
    /// Which variants are played.
    pub rules: Rules,
}

impl Game {
    /// The game under these rules.
    pub const fn new(rules: Rules) -> Game {
        Game { rules }
    }
}

impl plateau_core::Game for Game {
    type Position = Position;

    fn start(&self) -> Position {
        Position::new(self.rules)
    }

    /// Sixteen cells along the rows, `.` for an empty one; rows may be parted by `/`. Under the gift rule the piece that
    /// was given may follow after a blank. `start` is the empty board.
    fn position(&self, text: &str) -> Result<Position, ParseError> {
        Position::read(self.rules, text)
    }
}
