use core::error::Error;
use core::fmt;

use plateau_core::Reason;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The point is not on this board.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// It would take back a ko at once.
    Ko,
    /// It would repeat an earlier board, in the way that the rules forbid.
    Superko,
    /// The stone and its chain would have no liberty.
    NoLiberty,
    /// The game has ended.
    GameOver,
    /// Black still has handicap stones to place.
    HandicapFirst,
}

impl Error for Illegal {}

impl Reason for Illegal {
    fn id(&self) -> &'static str {
        match self {
            Illegal::OffBoard => "go-illegal-off-board",
            Illegal::Occupied => "go-illegal-occupied",
            Illegal::Ko => "go-illegal-ko",
            Illegal::Superko => "go-illegal-superko",
            Illegal::NoLiberty => "go-illegal-no-liberty",
            Illegal::GameOver => "go-illegal-game-over",
            Illegal::HandicapFirst => "go-illegal-handicap-first",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::OffBoard => "the point is not on the board",
            Illegal::Occupied => "a stone stands there already",
            Illegal::Ko => "ko: the stone may not be taken back at once",
            Illegal::Superko => "superko: this would repeat an earlier board",
            Illegal::NoLiberty => "the stone would have no liberty",
            Illegal::GameOver => "the game is over",
            Illegal::HandicapFirst => "the handicap stones must be placed first",
        })
    }
}
