use plateau_core::{Dihedral, Symmetric};

use crate::{Board, Move, Position};

impl Symmetric for Position {
    type Symmetry = Dihedral;

    fn symmetries(&self) -> impl Iterator<Item = Dihedral> {
        Dihedral::ALL.into_iter()
    }

    fn transformed(&self, symmetry: Dihedral) -> Position {
        self.on_board(self.board().transformed(symmetry), |mv| self.transform_move(mv, symmetry))
    }

    fn transform_move(&self, mv: Move, symmetry: Dihedral) -> Move {
        mv.transformed(symmetry, self.size())
    }
}

impl Board {
    /// The board seen through a symmetry, with its ko and captures.
    #[must_use]
    pub fn transformed(&self, symmetry: Dihedral) -> Board {
        let size = self.size();
        let stones = size.points().filter_map(|point| Some((point.transformed(symmetry, size), self.at(point)?)));
        let mut board = Board::with_stones(size, stones).expect("every chain keeps its liberties");
        board.set_ko(self.ko().map(|ko| ko.transformed(symmetry, size)));
        board.set_captures(plateau_core::Player::BOTH.map(|player| self.captures(player)));
        board
    }
}
