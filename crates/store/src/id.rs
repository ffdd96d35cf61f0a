use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError};

/// Names that can also stand in a link: 128 random bits, so that nobody guesses one.
macro_rules! id {
    ($(#[$about:meta])* $Id:ident, $expected:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $Id(u128);

        impl $Id {
            /// A new one, by the randomness of the operating system.
            pub fn random() -> Result<$Id, getrandom::Error> {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes)?;
                Ok($Id(u128::from_be_bytes(bytes)))
            }

            /// The one of this number, which whoever calls made so that nobody guesses it.
            pub const fn of_number(number: u128) -> $Id {
                $Id(number)
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&write(self.0))
            }
        }

        /// Capital letters are read as small ones.
        impl FromStr for $Id {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<$Id, ParseError> {
                read(text, $expected).map($Id)
            }
        }
    };
}

id! {
    /// The name of a game, which can also stand in a link: 128 random bits, so that nobody guesses one.
    ///
    /// Written as 26 letters and digits, without those that look alike:
    ///
    /// ```
    /// let id: store::GameId = "01h5n0et5q6mt3v7ms1234abcd".parse()?;
    /// assert_eq!(id.to_string(), "01h5n0et5q6mt3v7ms1234abcd");
    /// # Ok::<(), plateau_core::ParseError>(())
    /// ```
    GameId, Expected { id: "game-id", phrase: "the 26 letters and digits of a game's id" }
}

id! {
    /// The name of a [paper](crate::Paper), made and written as that of a game.
    PaperId, Expected { id: "paper-id", phrase: "the 26 letters and digits of a paper's id" }
}

id! {
    /// The name of a server among those that share a store: another one each time that it starts.
    NodeId, Expected { id: "node-id", phrase: "the 26 letters and digits of a server's id" }
}

/// Crockford's base 32: no i, l, o, u.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const BITS_PER_DIGIT: u32 = 5;
/// The first digit holds the three bits that remain.
const LENGTH: u32 = u128::BITS.div_ceil(BITS_PER_DIGIT);

fn write(bits: u128) -> String {
    let digit = |place: u32| char::from(DIGITS[(bits >> (place * BITS_PER_DIGIT)) as usize % 32]);
    (0..LENGTH).rev().map(digit).collect()
}

fn read(text: &str, expected: Expected) -> Result<u128, ParseError> {
    let refuse = |at| Err(ParseError { at, expected, found: text.chars().nth(at) });
    let mut bits = 0u128;
    for (at, c) in text.chars().enumerate() {
        let digit = DIGITS.iter().position(|&digit| char::from(digit) == c.to_ascii_lowercase());
        match digit {
            Some(digit) if at < LENGTH as usize && (at > 0 || digit < 8) => bits = bits << 5 | digit as u128,
            _ => return refuse(at),
        }
    }
    if text.len() < LENGTH as usize { refuse(text.len()) } else { Ok(bits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_and_write_the_same() {
        for bits in [0, 1, u128::MAX, 0x0123456789abcdef_fedcba9876543210] {
            let text = GameId(bits).to_string();
            assert_eq!(text.len(), 26);
            assert_eq!(text.parse(), Ok(GameId(bits)));
            assert_eq!(text.to_uppercase().parse(), Ok(GameId(bits)));
        }
    }

    #[test]
    fn random_ids_differ() {
        assert_ne!(GameId::random().expect("randomness"), GameId::random().expect("randomness"));
    }

    #[test]
    fn what_is_no_id_is_refused_at_its_place() {
        let good = GameId(7).to_string();
        for (text, at) in [
            (String::new(), 0),
            (good[1..].to_owned(), 25),
            (format!("{good}0"), 26),
            (good.replacen('0', "8", 1), 0),
            (good.replace('7', "u"), 25),
            (good.replace('7', "é"), 25),
            ("' or 1=1".to_owned(), 0),
        ] {
            assert_eq!(text.parse::<GameId>().expect_err(&text).at, at, "{text}");
            assert_eq!(text.parse::<PaperId>().expect_err(&text).expected.id, "paper-id", "{text}");
        }
    }
}
