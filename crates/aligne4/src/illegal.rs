use std::error::Error;
use std::fmt;

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
