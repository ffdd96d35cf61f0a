//! A set of squares as the bits of one word, in the order that [`Square`] draws.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use plateau_core::Dihedral;

use crate::Square;

/// A set of squares; bit 0 is a1, bit 63 is h8. A row is a byte, the first one the lowest:
///
/// ```text
///   bits   63 … 56     …      15 … 8      7 … 0
///          h8 … a8     …     h2 … a2    h1 … a1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// The whole board.
    pub const ALL: SquareSet = SquareSet(!0);
    /// The corners: discs there can never be turned.
    pub const CORNERS: SquareSet = SquareSet::of(&[Square::A1, Square::H1, Square::A8, Square::H8]);
    /// The X-squares, diagonal to a corner: a disc there tends to give the corner away.
    pub const X_SQUARES: SquareSet = SquareSet::of(&[Square::B2, Square::G2, Square::B7, Square::G7]);
    /// The C-squares, beside a corner along the edge.
    pub const C_SQUARES: SquareSet = SquareSet::of(&[
        Square::B1,
        Square::A2,
        Square::G1,
        Square::H2,
        Square::A7,
        Square::B8,
        Square::G8,
        Square::H7,
    ]);
    /// The 28 squares of the border.
    pub const EDGES: SquareSet = SquareSet(0xff81_8181_8181_81ff);

    /// The squares whose bits are set.
    #[inline]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits)
    }

    /// The squares of a list.
    pub const fn of(squares: &[Square]) -> SquareSet {
        let (mut bits, mut i) = (0, 0);
        while i < squares.len() {
            bits |= 1 << squares[i].index();
            i += 1;
        }
        SquareSet(bits)
    }

    /// The word of bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many squares there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this square is one of them.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The squares from a1 on, row by row.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// The set turned and mirrored. Each step is a handful of shifts, after the chess programmers' wiki,
    /// <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>.
    pub const fn transformed(self, symmetry: Dihedral) -> SquareSet {
        let bits = self.0;
        SquareSet(match (symmetry.mirrors(), symmetry.quarters()) {
            (false, 0) => bits,
            (false, 1) => mirrored(transposed(bits)),
            (false, 2) => bits.reverse_bits(),
            (false, _) => transposed(bits).swap_bytes(),
            (true, 0) => mirrored(bits),
            (true, 1) => transposed(bits).reverse_bits(),
            (true, 2) => bits.swap_bytes(),
            (true, _) => transposed(bits),
        })
    }
}

/// Swaps left and right: all bits reversed turn the board by half, and swapping the rows back leaves the mirror.
#[inline]
const fn mirrored(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Swaps rows and columns: exchanges the off-diagonal 4×4 blocks, then the 2×2 blocks within each, then single squares.
#[inline]
const fn transposed(bits: u64) -> u64 {
    let bits = exchanged(bits, 28, 0x0000_0000_f0f0_f0f0);
    let bits = exchanged(bits, 14, 0x0000_cccc_0000_cccc);
    exchanged(bits, 7, 0x00aa_00aa_00aa_00aa)
}

/// Exchanges the bits under `mask` with those `shift` above them.
#[inline]
const fn exchanged(bits: u64, shift: u32, mask: u64) -> u64 {
    let differing = (bits ^ bits >> shift) & mask;
    bits ^ differing ^ differing << shift
}

/// The squares of a set, from a1 on.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Squares {
    /// Those that are still to come.
    #[inline]
    pub const fn rest(&self) -> SquareSet {
        self.0
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let bits = self.0.0;
        if bits == 0 {
            return None;
        }
        self.0.0 = bits & (bits - 1);
        Some(Square::from_low_bits(bits.trailing_zeros()))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | square.into())
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn the_bit_tricks_agree_with_the_map_of_single_squares() {
        let mut rng = fastrand::Rng::with_seed(1);
        for symmetry in Dihedral::ALL {
            for square in Square::ALL {
                let expected = SquareSet::from(square.transformed(symmetry));
                assert_eq!(SquareSet::from(square).transformed(symmetry), expected, "{square} {symmetry:?}");
            }
            for _ in 0..1000 {
                let set = SquareSet(rng.u64(..));
                let expected: SquareSet = set.iter().map(|square| square.transformed(symmetry)).collect();
                assert_eq!(set.transformed(symmetry), expected, "{set:?} {symmetry:?}");
                assert_eq!(expected.transformed(symmetry.inverse()), set, "{set:?} {symmetry:?}");
            }
        }
    }

    #[test]
    fn the_named_sets_are_symmetric_and_disjoint() {
        let named = [SquareSet::CORNERS, SquareSet::X_SQUARES, SquareSet::C_SQUARES];
        assert_eq!(named.map(SquareSet::len), [4, 4, 8]);
        assert_eq!(SquareSet::EDGES.len(), 28);
        for set in named.into_iter().chain([SquareSet::EDGES]) {
            for symmetry in Dihedral::ALL {
                assert_eq!(set.transformed(symmetry), set);
            }
        }
        assert_eq!(named.into_iter().fold(SquareSet::EMPTY, BitOr::bitor).len(), 16);
        assert_eq!(SquareSet::CORNERS & SquareSet::EDGES, SquareSet::CORNERS);
        assert_eq!(SquareSet::C_SQUARES & SquareSet::EDGES, SquareSet::C_SQUARES);
    }

    #[test]
    fn a_set_lists_its_squares_in_order() {
        let set = SquareSet::of(&[Square::H8, Square::A1, Square::F5]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Square::A1, Square::F5, Square::H8]);
        assert_eq!(set.iter().len(), 3);
        assert!(set.contains(Square::F5) && !set.contains(Square::E5));
        assert_eq!(format!("{set:?}"), "{A1, F5, H8}");
        assert_eq!((!set).len(), 61);
        assert!((set & !set).is_empty());
    }
}
