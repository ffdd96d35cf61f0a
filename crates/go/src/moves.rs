use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use plateau_core::{Dihedral, Expected, ParseError, Scanner};

use crate::point::STRIDE;
use crate::{Point, Size};

const WORD: Expected = Expected { id: "go-pass", phrase: "the word pass" };

/// Above those of all points.
const PASS_CODE: u16 = u16::MAX;

/// What a player does in a turn. Two bytes.
///
/// ```
/// use go::Move;
/// assert_eq!("d4".parse::<Move>().unwrap().to_string(), "D4");
/// assert_eq!("PASS".parse(), Ok(Move::Pass));
/// assert_eq!("I5".parse::<Move>().unwrap_err().column(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a stone on a point.
    Play(Point),
    /// Leaves the turn to the other player; two in a row end the game.
    Pass,
}

impl Move {
    /// The point played on, unless this is a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// The move as a number, for sorting and for tables: the numbers have the order of the moves.
    ///
    /// ```
    /// use go::Move;
    /// let d4: Move = "D4".parse().unwrap();
    /// assert_eq!(Move::from_code(d4.code()), Some(d4));
    /// assert!(d4.code() < Move::Pass.code());
    /// assert_eq!(Move::from_code(0), None);
    /// ```
    #[inline]
    pub const fn code(self) -> u16 {
        match self {
            Move::Play(point) => point.index() as u16,
            Move::Pass => PASS_CODE,
        }
    }

    /// The move with this number, if there is one.
    #[inline]
    pub const fn from_code(code: u16) -> Option<Move> {
        if code == PASS_CODE {
            return Some(Move::Pass);
        }
        let (column, row) = (code % STRIDE as u16, code / STRIDE as u16);
        if column == 0 || row == 0 || row > u8::MAX as u16 {
            return None;
        }
        match Point::new(column as u8 - 1, row as u8 - 1) {
            Some(point) => Some(Move::Play(point)),
            None => None,
        }
    }

    /// The move seen through a symmetry of a board of this size.
    #[must_use]
    pub fn transformed(self, symmetry: Dihedral, size: Size) -> Move {
        match self {
            Move::Play(point) => Move::Play(point.transformed(symmetry, size)),
            Move::Pass => Move::Pass,
        }
    }

    /// Reads SGF's letters: `dd`, and for a pass nothing at all, or `tt` on boards up to 19×19, as old files have it.
    pub fn from_sgf(text: &str, size: Size) -> Result<Move, ParseError> {
        if text.is_empty() || text == "tt" && size.width() <= 19 {
            return Ok(Move::Pass);
        }
        Point::from_sgf(text, size).map(Move::Play)
    }

    /// Writes SGF's letters; nothing at all for a pass.
    pub fn to_sgf(self, size: Size) -> String {
        self.point().map(|point| String::from_iter(point.sgf(size))).unwrap_or_default()
    }
}

/// `D4`, or `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => point.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// The size of the board need not be known: whether a point is on it, [`check`](plateau_core::Position::check) tells.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut scanner = Scanner::new(text);
        let is_pass = scanner.rest().get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
        let mv = if is_pass {
            for _ in 0..4 {
                scanner.take(WORD, Some)?;
            }
            Move::Pass
        } else {
            Move::Play(Point::scan(&mut scanner)?)
        };
        scanner.end()?;
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Every number is that of one move or of none, and numbers have the order of the moves.
    #[test]
    fn moves_and_their_numbers() {
        let size = Size::new(25).expect("a size");
        let moves: Vec<Move> = size.points().map(Move::Play).chain([Move::Pass]).collect();
        let known: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_code).collect();
        assert_eq!(known, moves);
        assert!(moves.is_sorted() && moves.iter().all(|&mv| Move::from_code(mv.code()) == Some(mv)));
    }
}
