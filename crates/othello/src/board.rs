//! The discs as the player to move sees them: what a search works on.

use plateau_core::Dihedral;
use plateau_core::processor::{Fastest, Path};

use crate::{Square, SquareSet, bits};

/// The discs of the player to move and those of the opponent.
///
/// The colours are left out: an exact score or a stored evaluation is the same with colours exchanged, so a search
/// needs no case for each. Invariant: no square holds two discs, unless an illegal move was forced on the board.
///
/// The board also knows by which instructions its moves are found. Whoever does not care has [`Fastest`]; a search says which
/// ([`Board::on`]), and is spared the question at every node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<P = Fastest> {
    own: SquareSet,
    opponent: SquareSet,
    path: P,
}

impl Board {
    /// The start, as Black sees it: own discs on e4 and d5.
    pub const START: Board = Board {
        own: SquareSet::of(&[Square::E4, Square::D5]),
        opponent: SquareSet::of(&[Square::D4, Square::E5]),
        path: Fastest,
    };

    /// These discs, unless a square is in both sets.
    pub const fn new(own: SquareSet, opponent: SquareSet) -> Option<Board> {
        if own.bits() & opponent.bits() == 0 { Some(Board { own, opponent, path: Fastest }) } else { None }
    }
}

impl<P: Path> Board<P> {
    /// The same discs, with moves found by other instructions.
    #[inline]
    pub fn on<Q: Path>(self, path: Q) -> Board<Q> {
        Board { own: self.own, opponent: self.opponent, path }
    }

    /// The instructions by which its moves are found.
    #[inline]
    pub const fn path(self) -> P {
        self.path
    }

    /// The discs of the player to move.
    #[inline]
    pub const fn own(self) -> SquareSet {
        self.own
    }

    /// The discs of the other player.
    #[inline]
    pub const fn opponent(self) -> SquareSet {
        self.opponent
    }

    /// The squares without a disc.
    #[inline]
    pub const fn empties(self) -> SquareSet {
        SquareSet::from_bits(!(self.own.bits() | self.opponent.bits()))
    }

    /// The squares on which the player to move may put a disc.
    #[inline(always)]
    pub fn moves(self) -> SquareSet {
        SquareSet::from_bits(bits::moves(self.path, self.own.bits(), self.opponent.bits()))
    }

    /// The discs that a disc on this empty square would turn: none if it may not be played.
    #[inline(always)]
    pub fn flips(self, square: Square) -> SquareSet {
        SquareSet::from_bits(bits::flips(self.path, self.own.bits(), self.opponent.bits(), square))
    }

    /// The board after a disc on this square that turns `flips`, which were asked for before, as the other player sees it.
    #[inline(always)]
    #[must_use]
    pub fn played(self, square: Square, flips: SquareSet) -> Board<P> {
        Board { own: self.opponent ^ flips, opponent: self.own ^ flips | square.into(), path: self.path }
    }

    /// The board after a disc on this square, where the player may put one, as the other player sees it.
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: Square) -> Board<P> {
        let [own, opponent] = bits::after(self.path, self.own.bits(), self.opponent.bits(), square);
        Board { own: SquareSet::from_bits(own), opponent: SquareSet::from_bits(opponent), path: self.path }
    }

    /// The board as the other player sees it.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Board<P> {
        Board { own: self.opponent, opponent: self.own, path: self.path }
    }

    /// By how many points the player to move wins if the game is over here: the empty squares are the winner's.
    pub const fn final_margin(self) -> i32 {
        let (own, opponent) = (self.own.len() as i32, self.opponent.len() as i32);
        let empties = 64 - own - opponent;
        own - opponent + empties * (own - opponent).signum()
    }

    /// A hash of the discs. The 128-bit product folded to its half is the mixing step of Wang Yi's wyhash,
    /// <https://github.com/wangyi-fudan/wyhash>, with its constants, without which few discs would make small factors.
    #[inline]
    pub const fn key(self) -> u64 {
        let left = self.own.bits() ^ 0xa076_1d64_78bd_642f;
        let right = self.opponent.bits() ^ 0xe703_7ed1_a0b4_28db;
        let product = left as u128 * right as u128;
        (product >> 64) as u64 ^ product as u64
    }

    /// The least of the eight symmetric forms, which stands for all of them, and the symmetry that leads there.
    pub fn canonical(self) -> (Board<P>, Dihedral) {
        let form = |symmetry| (self.transformed(symmetry), symmetry);
        let key = |&(board, _): &(Board<P>, Dihedral)| (board.own.bits(), board.opponent.bits());
        Dihedral::ALL.into_iter().map(form).min_by_key(key).expect("there are eight")
    }

    /// The board turned and mirrored.
    #[must_use]
    pub const fn transformed(self, symmetry: Dihedral) -> Board<P> {
        Board { own: self.own.transformed(symmetry), opponent: self.opponent.transformed(symmetry), path: self.path }
    }
}
