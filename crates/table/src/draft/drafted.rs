//! What working on a record must know of each game.

use plateau_core::Player;
use record::tree::Recorded;

use crate::Playable;

/// A game whose records can be worked on.
pub(super) trait Drafted: Playable + Recorded {
    /// The message id for a set-up that the rules do not know.
    const NO_SUCH_POSITION: &'static str;

    /// A cell of this game's board by its name.
    fn read_cell(&self, name: &str) -> Option<Self::Cell>;

    /// What is put onto a cell, by its name.
    fn read_stone(name: &str) -> Option<Self::Stone>;

    /// What stands on a cell.
    fn stone_at(position: &Self::Position, cell: Self::Cell) -> Option<Self::Stone>;

    /// Whether stones can be set up before the first move: where the game itself has put some, a file could not tell whose they are.
    fn is_bare(&self) -> bool {
        true
    }

    /// Whether it can be said whose turn it is, or follows from what stands on the board.
    const HAS_TURNS: bool = true;
}

impl Drafted for go::Game {
    const NO_SUCH_POSITION: &'static str = "draft-setup-go";

    fn read_cell(&self, name: &str) -> Option<go::Point> {
        name.parse().ok().filter(|&point| self.size().contains(point))
    }

    fn read_stone(name: &str) -> Option<Player> {
        name.parse().ok()
    }

    fn stone_at(position: &go::Position, cell: go::Point) -> Option<Player> {
        position.board().at(cell)
    }

    fn is_bare(&self) -> bool {
        self.handicap() == go::Handicap::None
    }
}

impl Drafted for othello::Game {
    const NO_SUCH_POSITION: &'static str = "draft-setup-othello";

    fn read_cell(&self, name: &str) -> Option<othello::Square> {
        name.parse().ok()
    }

    fn read_stone(name: &str) -> Option<Player> {
        name.parse().ok()
    }

    fn stone_at(position: &othello::Position, cell: othello::Square) -> Option<Player> {
        position.disc(cell)
    }
}

impl Drafted for aligne4::Game {
    const NO_SUCH_POSITION: &'static str = "draft-setup-aligne4";

    fn read_cell(&self, name: &str) -> Option<aligne4::Cell> {
        name.parse().ok()
    }

    fn read_stone(name: &str) -> Option<aligne4::Piece> {
        name.parse().ok()
    }

    fn stone_at(position: &aligne4::Position, cell: aligne4::Cell) -> Option<aligne4::Piece> {
        position.piece_at(cell)
    }

    const HAS_TURNS: bool = false;
}
