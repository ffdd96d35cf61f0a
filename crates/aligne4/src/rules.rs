use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError};

use crate::Position;

/// Which of the two variants are played; they can be combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The opponent chooses the piece that you must place; the first player only gives.
    pub gift: bool,
    /// A square of two by two that shares a characteristic wins as well.
    pub squares: bool,
}

impl Rules {
    /// The game without variants.
    pub const BASE: Rules = Rules { gift: false, squares: false };

    /// All four combinations, the base game first.
    pub const ALL: [Rules; 4] = [
        Rules::BASE,
        Rules { gift: true, squares: false },
        Rules { gift: false, squares: true },
        Rules { gift: true, squares: true },
    ];

    /// The name under which the rules are chosen.
    pub const fn name(self) -> &'static str {
        match (self.gift, self.squares) {
            (false, false) => "base",
            (true, false) => "gift",
            (false, true) => "squares",
            (true, true) => "gift-squares",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        const NAME: Expected = Expected { id: "aligne4-rules", phrase: "base, gift, squares or gift-squares" };
        let named = Rules::ALL.into_iter().find(|rules| rules.name() == text);
        named.ok_or_else(|| ParseError { at: 0, expected: NAME, found: text.chars().next() })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_chosen_by_name() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        let error = "gifts".parse::<Rules>().unwrap_err();
        assert_eq!(error.to_string(), "column 1: expected base, gift, squares or gift-squares, found 'g'");
    }
}
