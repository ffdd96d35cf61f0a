/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// Go: stones are taken, or cannot be saved any more.
    Capture,
    /// Go: a group lives or dies by it.
    Life,
    /// Go: groups are joined or cut.
    Connection,
    /// Go: one atari after the other.
    Ladder,
    /// Go: a ko is fought.
    Ko,
    /// Go: few stones are on the board.
    Opening,
    /// Go: the borders are drawn.
    Endgame,
    /// Othello: the answer takes a corner.
    Corner,
    /// Othello: the answer is beside an empty corner, where one seldom plays.
    BesideCorner,
    /// Othello: the opponent has to pass.
    Pass,
    /// Othello: the last move in a region.
    Parity,
    /// Aligne 4: the answer is a cell, whatever is put there or has been given.
    Cell,
    /// Aligne 4: the answer is a piece.
    Piece,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 13] = [
        Theme::Capture,
        Theme::Life,
        Theme::Connection,
        Theme::Ladder,
        Theme::Ko,
        Theme::Opening,
        Theme::Endgame,
        Theme::Corner,
        Theme::BesideCorner,
        Theme::Pass,
        Theme::Parity,
        Theme::Cell,
        Theme::Piece,
    ];

    /// Its name, in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Capture => "capture",
            Theme::Life => "life",
            Theme::Connection => "connection",
            Theme::Ladder => "ladder",
            Theme::Ko => "ko",
            Theme::Opening => "opening",
            Theme::Endgame => "endgame",
            Theme::Corner => "corner",
            Theme::BesideCorner => "beside-corner",
            Theme::Pass => "pass",
            Theme::Parity => "parity",
            Theme::Cell => "cell",
            Theme::Piece => "piece",
        }
    }

    /// The theme of this name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
