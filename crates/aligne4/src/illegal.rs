use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use plateau_core::Reason;

use crate::{Cell, Piece};

/// The rule that forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game has come to its end.
    Over,
    /// A piece stands on this cell already.
    Occupied(Cell),
    /// This piece is not in the reserve: it is on the board, or was given already.
    Used(Piece),
    /// Without the gift rule a move names a piece and a cell.
    NeedsPieceAndCell,
    /// Under the gift rule, it is now time to give the opponent a piece.
    MustGive,
    /// Under the gift rule, it is now time to place this piece, which the opponent has given.
    MustPlace(Piece),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => f.write_str("the game is over"),
            Illegal::Occupied(cell) => write!(f, "there is a piece on {cell} already"),
            Illegal::Used(piece) => write!(f, "piece {piece} is not in the reserve any more"),
            Illegal::NeedsPieceAndCell => f.write_str("a move names a piece and a cell, such as 7b2"),
            Illegal::MustGive => f.write_str("now a piece must be given to the opponent, such as 7"),
            Illegal::MustPlace(piece) => write!(f, "now piece {piece} must be placed on a cell, such as b2"),
        }
    }
}

impl Error for Illegal {}

impl Reason for Illegal {
    fn id(&self) -> &'static str {
        match self {
            Illegal::Over => "aligne4-illegal-over",
            Illegal::Occupied(_) => "aligne4-illegal-occupied",
            Illegal::Used(_) => "aligne4-illegal-used",
            Illegal::NeedsPieceAndCell => "aligne4-illegal-needs-piece-and-cell",
            Illegal::MustGive => "aligne4-illegal-must-give",
            Illegal::MustPlace(_) => "aligne4-illegal-must-place",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Illegal::Occupied(cell) => vec![("cell", cell.to_string())],
            Illegal::Used(piece) | Illegal::MustPlace(piece) => vec![("piece", piece.to_string())],
            Illegal::Over | Illegal::NeedsPieceAndCell | Illegal::MustGive => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;

    #[test]
    fn refusals_name_the_cell_or_the_piece() {
        let (b2, seven): (Cell, Piece) = ("b2".parse().unwrap(), "7".parse().unwrap());
        for (illegal, sentence, details) in [
            (Illegal::Over, "the game is over", None),
            (Illegal::Occupied(b2), "there is a piece on b2 already", Some(("cell", "b2"))),
            (Illegal::Used(seven), "piece 7 is not in the reserve any more", Some(("piece", "7"))),
            (Illegal::NeedsPieceAndCell, "a move names a piece and a cell, such as 7b2", None),
            (Illegal::MustGive, "now a piece must be given to the opponent, such as 7", None),
            (Illegal::MustPlace(seven), "now piece 7 must be placed on a cell, such as b2", Some(("piece", "7"))),
        ] {
            assert_eq!(illegal.to_string(), sentence);
            let details: Vec<_> = details.into_iter().map(|(gap, text)| (gap, text.to_owned())).collect();
            assert_eq!(illegal.details(), details, "{sentence}");
        }
    }
}
