//! A move: a disc on a square, or a pass.

use core::fmt;
use core::str::FromStr;

use plateau_core::{Expected, ParseError, Scanner};

use crate::{Square, SquareSet};

/// A move. One byte, also inside an `Option`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// No disc: only who cannot place one passes, and then must.
    Pass,
}

/// What a text that is neither a square nor a pass should have been.
const MOVE: Expected = Expected { id: "othello-move", phrase: "a square such as f5, or pass" };

/// The ways to write a pass, in either case: in words, and as GGF and `NBoard` (`PA`), Edax (`ps`) and printed transcripts
/// (`--`) do.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

impl Move {
    /// The square of the disc, if there is one.
    #[inline]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    #[inline]
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// Reads `f5` or `pass` in either case, with blanks around; `pa`, `ps` and `--` also pass.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        if PASSES.iter().any(|pass| text.trim().eq_ignore_ascii_case(pass)) {
            return Ok(Move::Pass);
        }
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        // A first letter that is no column could have begun a pass as well, so the refusal mentions both.
        let column = scanner.peek().map(|c| c.to_ascii_lowercase());
        if !matches!(column, Some('a'..='h')) {
            return Err(scanner.refuse(MOVE));
        }
        let square = Square::scan(&mut scanner)?;
        scanner.end()?;
        Ok(Move::Place(square))
    }
}

/// The legal moves of a position: a disc on each of some squares, or the pass alone.
#[derive(Clone, Debug)]
pub struct Moves {
    squares: SquareSet,
    pass: bool,
}

impl Moves {
    /// The squares in order, then the pass.
    #[inline]
    pub(crate) fn new(squares: SquareSet, pass: bool) -> Moves {
        Moves { squares, pass }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mut squares = self.squares.iter();
        if let Some(square) = squares.next() {
            self.squares = squares.rest();
            return Some(Move::Place(square));
        }
        core::mem::take(&mut self.pass).then_some(Move::Pass)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.squares.len() as usize + self.pass as usize;
        (count, Some(count))
    }

    /// Loops over the squares without asking about the pass each time.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(self, start: B, mut join: F) -> B {
        let mut value = start;
        for square in self.squares {
            value = join(value, Move::Place(square));
        }
        if self.pass { join(value, Move::Pass) } else { value }
    }
}

impl ExactSizeIterator for Moves {}
