//! One name for all positions that play the same.
//!
//! The 32 (or 8) symmetries of the board and the 384 of the pieces make up to 12,288 pictures of one position. The least
//! picture is found without drawing them all. A table knows for every set of cells which few board symmetries take it to
//! the least set of its class (1.2 on average, met in play). Under each of these the pieces are renamed best by looking
//! at the four lanes of ones apart: swap the values of an aspect so that the first piece has a zero, then sort the lanes.
//! The first piece now has zeros only, which leaves 15 bits for each lane. Takes 20 ns.

use std::sync::LazyLock;

use aligne4::CellSymmetry;

use crate::board::{Board, SquareLines};

/// A position up to symmetry: nothing is lost, so two positions with the same name are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Name {
    /// The class of the set of occupied cells: below 2^12 without squares, 2^14 with them.
    pub(crate) class: u16,
    /// The four lanes, 15 bits each; in each the lowest bit is the cell after the first occupied one, which has a zero.
    ///
    /// ```text
    ///   bits   59 … 45   44 … 30   29 … 15   14 … 0
    ///           least                        greatest
    /// ```
    pub(crate) lanes: u64,
}

/// What is needed to find names, for one choice of lines.
pub(crate) struct Classes {
    /// For every set of cells its class, and the symmetries that take it to the least set of the class.
    by_cells: Vec<(u16, u32)>,
    /// The least set of each class.
    least: Vec<u16>,
    /// Where each symmetry takes the lower and the upper eight cells.
    moved: Vec<[[u16; 256]; 2]>,
}

static WITHOUT_SQUARES: LazyLock<Classes> = LazyLock::new(|| Classes::new(false));
static WITH_SQUARES: LazyLock<Classes> = LazyLock::new(|| Classes::new(true));

impl Classes {
    /// The classes under the symmetries that keep the lines, or the lines and the squares.
    pub(crate) fn of<S: SquareLines>() -> &'static Classes {
        if S::COUNT { &WITH_SQUARES } else { &WITHOUT_SQUARES }
    }

    fn new(squares: bool) -> Classes {
        let image = |symmetry: CellSymmetry, half: usize, cells: usize| {
            let bits = (0..8).filter(|bit| cells >> bit & 1 != 0);
            bits.fold(0, |image, bit| image | 1 << symmetry.table()[8 * half + bit])
        };
        let halves = |symmetry| [0, 1].map(|half| std::array::from_fn(|cells| image(symmetry, half, cells)));
        let moved: Vec<[[u16; 256]; 2]> = CellSymmetry::all(squares).map(halves).collect();

        let mut least = Vec::new();
        let mut number = vec![0; 1 << 16];
        let mut by_cells = Vec::with_capacity(1 << 16);
        for cells in 0..=u16::MAX {
            let images = moved.iter().map(|halves| move_cells(halves, cells));
            let first = images.clone().min().expect("there is the identity");
            let ways = images.enumerate().filter(|&(_, image)| image == first).fold(0, |ways, (i, _)| ways | 1 << i);
            // The least set of a class comes before all others, so it has its number already when they need it.
            if first == cells {
                number[cells as usize] = least.len() as u16;
                least.push(cells);
            }
            by_cells.push((number[first as usize], ways));
        }
        Classes { by_cells, least, moved }
    }

    /// How many classes there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.least.len()
    }

    /// How many pieces positions of this class have.
    #[inline(always)]
    pub(crate) fn pieces(&self, class: u16) -> u32 {
        self.least[class as usize].count_ones()
    }

    /// The name of a position.
    #[inline(always)]
    pub(crate) fn name<S: SquareLines>(&self, board: &Board<S>) -> Name {
        let (class, mut ways) = self.by_cells[board.occupied as usize];
        let least = self.least[class as usize];
        let mut lanes = u64::MAX;
        while ways != 0 {
            let halves = &self.moved[ways.trailing_zeros() as usize];
            ways &= ways - 1;
            lanes = lanes.min(sorted_lanes(halves, board.ones, least));
        }
        Name { class, lanes }
    }
}

#[inline(always)]
fn move_cells(halves: &[[u16; 256]; 2], cells: u16) -> u16 {
    halves[0][(cells & 0xff) as usize] | halves[1][(cells >> 8) as usize]
}

/// The best renaming of the pieces after moving the cells, packed.
#[inline(always)]
fn sorted_lanes(halves: &[[u16; 256]; 2], ones: u64, occupied: u16) -> u64 {
    let first = occupied.trailing_zeros();
    let lane = |i: u32| {
        let ones = move_cells(halves, (ones >> (16 * i)) as u16);
        let swap = (ones >> (first & 15) & 1).wrapping_neg() & occupied;
        // The first occupied cell now has a zero, and there is nothing below it.
        ((ones ^ swap) as u64) >> (first + 1)
    };
    let order = |a: u64, b: u64| (a.min(b), a.max(b));
    let ((a, b), (c, d)) = (order(lane(0), lane(1)), order(lane(2), lane(3)));
    let ((a, c), (b, d)) = (order(a, c), order(b, d));
    let (b, c) = order(b, c);
    a << 45 | b << 30 | c << 15 | d
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{NoSquares, Squares};
    use aligne4::{Position, Rules};
    use fastrand::Rng;
    use plateau_core::{Position as _, Symmetric as _};
    use std::collections::HashMap;

    #[test]
    fn classes_are_orbits_counted_by_burnside() {
        for (squares, classes) in [(false, &*WITHOUT_SQUARES), (true, &*WITH_SQUARES)] {
            // A set of cells is fixed if it is a union of cycles.
            let fixed = |symmetry: CellSymmetry| {
                let mut seen = [false; 16];
                let mut cycles = 0;
                for start in 0..16 {
                    let mut cell = start;
                    cycles += !seen[start] as u32;
                    while !seen[cell] {
                        seen[cell] = true;
                        cell = symmetry.table()[cell] as usize;
                    }
                }
                1usize << cycles
            };
            let symmetries = CellSymmetry::all(squares);
            let count = symmetries.len();
            assert_eq!(symmetries.map(fixed).sum::<usize>() / count, classes.len());
        }
        assert!(WITHOUT_SQUARES.len() < 1 << 12 && WITH_SQUARES.len() < 1 << 14);
    }

    fn name_of(position: &Position) -> Name {
        if position.rules().squares {
            Classes::of::<Squares>().name(&Board::<Squares>::new(position))
        } else {
            Classes::of::<NoSquares>().name(&Board::<NoSquares>::new(position))
        }
    }

    /// Every picture of a position has its name.
    #[test]
    fn names_do_not_change_under_symmetry() {
        let mut rng = Rng::with_seed(6);
        for rules in [Rules::BASE, Rules { gift: false, squares: true }] {
            for pieces in [0, 1, 2, 3, 5, 8, 12, 16] {
                let mut position = Position::new(rules);
                while position.placed() < pieces && !position.is_over() {
                    position.play_legal(rng.choice(position.legal_moves().collect::<Vec<_>>()).unwrap());
                }
                let name = name_of(&position);
                for symmetry in position.symmetries().step_by(7) {
                    assert_eq!(name_of(&position.transformed(symmetry)), name, "{symmetry:?} {position}");
                }
            }
        }
    }

    /// Positions with the same name are pictures of each other: there are as many names as orbits.
    #[test]
    fn names_tell_different_positions_apart() {
        let start = Position::new(Rules::BASE);
        let mut names: HashMap<Name, Position> = HashMap::new();
        for first in start.legal_moves() {
            let one = start.after(first);
            for second in one.legal_moves() {
                let two = one.after(second);
                names.entry(name_of(&two)).or_insert(two);
            }
        }
        // The number of orbits, which the tests of the rules count in two ways.
        assert_eq!(names.len(), 40);
    }
}
