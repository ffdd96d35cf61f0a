use crate::Position;

/// A position that can be turned and mirrored (or have its pieces renamed) into one that plays the same.
pub trait Symmetric: Position {
    /// One way of doing so.
    type Symmetry: Copy + PartialEq + core::fmt::Debug;

    /// All of them, the identity first.
    fn symmetries(&self) -> impl Iterator<Item = Self::Symmetry>;

    /// This position seen through a symmetry. History that cannot be turned (hashes of earlier boards) is dropped.
    #[must_use]
    fn transformed(&self, symmetry: Self::Symmetry) -> Self;

    /// A move seen through the same symmetry.
    fn transform_move(&self, mv: Self::Move, symmetry: Self::Symmetry) -> Self::Move;
}

/// The eight symmetries of a square board: `mirror` swaps left and right, then come `quarters` quarter turns.
///
/// ```text
/// identity    one quarter     mirror      mirror, one quarter
///  a b           c a           b a              d b
///  c d           d b           d c              c a
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dihedral {
    mirror: bool,
    quarters: u8,
}

impl Dihedral {
    /// All eight, the identity first.
    pub const ALL: [Dihedral; 8] = {
        let mut all = [Dihedral { mirror: false, quarters: 0 }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Dihedral { mirror: i >= 4, quarters: (i % 4) as u8 };
            i += 1;
        }
        all
    };

    /// Leaves everything where it is.
    pub const IDENTITY: Dihedral = Dihedral::ALL[0];

    /// Whether left and right are swapped before the quarter turns.
    #[inline]
    pub const fn mirrors(self) -> bool {
        self.mirror
    }

    /// How many quarter turns, clockwise as drawn, come after the mirror: 0 to 3.
    #[inline]
    pub const fn quarters(self) -> u8 {
        self.quarters
    }

    /// Where the cell at (column, row), counted from the upper left of a board `size` wide, goes.
    pub fn apply(self, size: u8, (column, row): (u8, u8)) -> (u8, u8) {
        let last = size - 1;
        let column = if self.mirror { last - column } else { column };
        match self.quarters {
            0 => (column, row),
            1 => (last - row, column),
            2 => (last - column, last - row),
            _ => (row, last - column),
        }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Dihedral {
        if self.mirror { self } else { Dihedral { mirror: false, quarters: (4 - self.quarters) % 4 } }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn all_eight_are_different_and_each_has_its_inverse() {
        let mut seen = std::collections::HashSet::new();
        for symmetry in Dihedral::ALL {
            let cells: Vec<_> = (0..9).map(|i| symmetry.apply(3, (i % 3, i / 3))).collect();
            let back: Vec<_> = cells.iter().map(|&cell| symmetry.inverse().apply(3, cell)).collect();
            assert_eq!(back, (0..9).map(|i| (i % 3, i / 3)).collect::<Vec<_>>(), "{symmetry:?}");
            assert!(seen.insert(cells), "{symmetry:?} twice");
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_as_drawn() {
        let [_, quarter, ..] = Dihedral::ALL;
        assert_eq!(quarter.apply(2, (0, 0)), (1, 0));
        assert_eq!(quarter.apply(2, (0, 1)), (0, 0));
    }
}
