use core::fmt;
use core::str::FromStr;

use plateau_core::{Expected, ParseError};

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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

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
