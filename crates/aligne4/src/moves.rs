use core::fmt;
use core::str::FromStr;

use plateau_core::{ParseError, Scanner};

use crate::{Cell, Piece};

/// A move.
///
/// In the base game and with `squares` a move takes a piece and puts it down. In the gift variant these are two moves of
/// two players: one gives a piece, the other places it (and then gives in turn).
///
/// ```
/// use aligne4::Move;
/// assert!(matches!("7b2".parse(), Ok(Move::Put { .. })));
/// assert!(matches!("b".parse(), Ok(Move::Give(_))));
/// assert!(matches!("b2".parse(), Ok(Move::Place(_))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Takes a piece from the reserve and puts it on an empty cell: `7b2`.
    Put {
        /// The piece.
        piece: Piece,
        /// Where it goes.
        cell: Cell,
    },
    /// Gives the opponent a piece to place: `7`.
    Give(Piece),
    /// Places the piece that was given: `b2`.
    Place(Cell),
}

impl Move {
    /// Everything that can be written: 256 puts, 16 gifts, 16 placements.
    pub fn all() -> impl Iterator<Item = Move> {
        let puts = Piece::all().flat_map(|piece| Cell::all().map(move |cell| Move::Put { piece, cell }));
        puts.chain(Piece::all().map(Move::Give)).chain(Cell::all().map(Move::Place))
    }

    /// The cell that is filled, if any.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Move::Put { cell, .. } | Move::Place(cell) => Some(cell),
            Move::Give(_) => None,
        }
    }

    /// The piece that the move names, if any.
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Move::Put { piece, .. } | Move::Give(piece) => Some(piece),
            Move::Place(_) => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Put { piece, cell } => write!(f, "{piece}{cell}"),
            Move::Give(piece) => write!(f, "{piece}"),
            Move::Place(cell) => write!(f, "{cell}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// A letter may begin a piece or a cell (`b` is a piece, `b2` a cell, `bb2` both), so the second character decides.
    fn from_str(text: &str) -> Result<Move, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        let second = scanner.rest().trim_end().chars().nth(1);
        let mv = match second {
            Some('0'..='9') => Move::Place(Cell::scan(&mut scanner)?),
            Some(_) => Move::Put { piece: Piece::scan(&mut scanner)?, cell: Cell::scan(&mut scanner)? },
            None => Move::Give(Piece::scan(&mut scanner)?),
        };
        scanner.end()?;
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn all_288_have_a_text_of_their_own() {
        let mut texts = alloc::collections::BTreeSet::new();
        for mv in Move::all() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
            texts.insert(mv.to_string());
        }
        assert_eq!(texts.len(), 288);
    }

    #[test]
    fn refusals_name_the_column() {
        for (text, error) in [
            ("", "column 1: expected a piece, 0 to f, found the end"),
            ("x", "column 1: expected a piece, 0 to f, found 'x'"),
            ("gb2", "column 1: expected a piece, 0 to f, found 'g'"),
            ("7e2", "column 2: expected a column, a to d, found 'e'"),
            ("7b", "column 3: expected a row, 1 to 4, found the end"),
            ("7b5", "column 3: expected a row, 1 to 4, found '5'"),
            ("b5", "column 2: expected a row, 1 to 4, found '5'"),
            ("75", "column 1: expected a column, a to d, found '7'"),
            ("7b2b", "column 4: expected nothing more, found 'b'"),
            (" 7b2 !", "column 6: expected nothing more, found '!'"),
            ("b2 c3", "column 4: expected nothing more, found 'c'"),
            ("7é2", "column 2: expected a column, a to d, found 'é'"),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().to_string(), error, "{text:?}");
        }
    }
}
