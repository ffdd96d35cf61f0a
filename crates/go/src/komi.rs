use core::fmt;
use core::str::FromStr;

use plateau_core::{Expected, ParseError, Scanner};

const KOMI: Expected = Expected { id: "go-komi", phrase: "a number of points such as 7.5" };
const HALF: Expected = Expected { id: "go-komi-half", phrase: "whole or half points" };
const RANGE: Expected = Expected { id: "go-komi-range", phrase: "at most 1000 points" };

/// The most points that a komi may be, either way: more than any board has.
const MAX_POINTS: u32 = 1000;

/// Points given to White for moving second, counted in half points so that no rounding can decide a game.
///
/// ```
/// use go::Komi;
/// let komi: Komi = "7.5".parse().unwrap();
/// assert_eq!(komi.half_points(), 15);
/// assert_eq!(Komi::from_half_points(-13).to_string(), "-6.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Komi(i16);

impl Komi {
    /// So many half points; fewer than none is for Black.
    pub const fn from_half_points(half_points: i16) -> Komi {
        Komi(half_points)
    }

    /// How many half points it is.
    pub const fn half_points(self) -> i16 {
        self.0
    }
}

/// `7.5`, `7`, `-0.5`.
impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_half_points(f, self.0 as i32)
    }
}

/// Writes a count of half points as people do.
pub(crate) fn write_half_points(f: &mut fmt::Formatter<'_>, half_points: i32) -> fmt::Result {
    let sign = if half_points < 0 { "-" } else { "" };
    let half = if half_points % 2 == 0 { "" } else { ".5" };
    write!(f, "{sign}{}{half}", half_points.unsigned_abs() / 2)
}

impl FromStr for Komi {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Komi, ParseError> {
        let mut scanner = Scanner::new(text);
        let negative = scanner.skip('-');
        if !negative {
            scanner.skip('+');
        }
        let start = scanner.clone();
        let points = scanner.number(KOMI)?;
        let mut half = false;
        if scanner.skip('.') {
            half = scanner.take(HALF, |c| match c {
                '5' => Some(true),
                '0' => Some(false),
                _ => None,
            })?;
            // Other programs write 6.50.
            while scanner.skip('0') {}
        }
        if points > MAX_POINTS {
            return Err(start.refuse(RANGE));
        }
        scanner.end()?;
        let half_points = points as i16 * 2 + i16::from(half);
        Ok(Komi(if negative { -half_points } else { half_points }))
    }
}
