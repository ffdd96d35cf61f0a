use plateau_core::processor::{Fastest, Path as _};

use crate::Point;
use crate::point::{ROW_SHIFT, STRIDE};

/// A set of points, one bit each: 128 bytes, copied freely.
///
/// The bits lie as the cells of the [`Board`](crate::Board)'s arrays do, 32 to a row; what is frame there is no point here.
///
/// ```text
///   bit        26 … 31    25    …    2    1      0
///   rows[2]    nothing    Z2    …   B2   A2    frame
///   rows[1]    nothing    Z1    …   B1   A1    frame
///   rows[0]    frame
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PointSet {
    rows: [u32; STRIDE],
}

impl PointSet {
    /// No point at all.
    pub const EMPTY: PointSet = PointSet { rows: [0; STRIDE] };

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.has(point.index())
    }

    /// Puts the point in and says whether it was new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        self.set(point.index())
    }

    /// Puts all points of another set in.
    pub fn insert_all(&mut self, other: &PointSet) {
        for (row, &more) in self.rows.iter_mut().zip(&other.rows) {
            *row |= more;
        }
    }

    /// Takes the point out and says whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let there = self.contains(point);
        let index = point.index();
        self.rows[row(index)] &= !bit(index);
        there
    }

    /// Takes out the points that do not satisfy. It is inlined, so that it works with the instructions of whoever calls it.
    #[inline(always)]
    pub(crate) fn retain(&mut self, satisfies: impl Fn(Point) -> bool) {
        for (row, points) in self.rows.iter_mut().enumerate() {
            let mut rest = *points;
            while rest != 0 {
                let column = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if !satisfies(Point::from_index(row << ROW_SHIFT | column)) {
                    *points &= !bit(column);
                }
            }
        }
    }

    /// The points of this set that are not in the other.
    pub(crate) fn without(&self, other: &PointSet) -> PointSet {
        PointSet::from_rows(|row| self.rows[row] & !other.rows[row])
    }

    /// The points of this set that have a neighbour in it.
    #[must_use]
    pub fn beside_each_other(&self) -> PointSet {
        Fastest.run(
            #[inline(always)]
            || {
                let at = |row: usize| self.rows[row & (STRIDE - 1)];
                // The frame around every board is in no set, so the first row has none below that matters, nor the last one above.
                PointSet::from_rows(|row| {
                    let beside = at(row) << 1 | at(row) >> 1 | at(row.wrapping_sub(1)) | at(row + 1);
                    at(row) & beside
                })
            },
        )
    }

    /// How many points are in the set.
    pub fn len(&self) -> u16 {
        Fastest.run(
            #[inline(always)]
            || self.rows.iter().map(|row| row.count_ones() as u16).sum(),
        )
    }

    /// Whether no point is in the set.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The points, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        self.rows.into_iter().enumerate().flat_map(|(row, mut bits)| {
            core::iter::from_fn(move || {
                let column = bits.trailing_zeros() as usize;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    Point::from_index(row << ROW_SHIFT | column)
                })
            })
        })
    }

    /// The set whose points are the bits of each row.
    #[inline(always)]
    pub(crate) fn from_rows(row: impl FnMut(usize) -> u32) -> PointSet {
        PointSet { rows: core::array::from_fn(row) }
    }

    /// As [`PointSet::contains`], by index; border cells are allowed.
    #[inline]
    pub(crate) fn has(&self, index: usize) -> bool {
        self.rows[row(index)] & bit(index) != 0
    }

    /// As [`PointSet::insert`], by index; border cells are allowed.
    #[inline]
    pub(crate) fn set(&mut self, index: usize) -> bool {
        let new = !self.has(index);
        self.rows[row(index)] |= bit(index);
        new
    }
}

#[inline]
fn row(index: usize) -> usize {
    (index >> ROW_SHIFT) & (STRIDE - 1)
}

#[inline]
fn bit(index: usize) -> u32 {
    1 << (index & (STRIDE - 1))
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{Board, Size};
    use plateau_core::Player;

    /// On the largest board too, whose last row and column are next to the end of the rows.
    #[test]
    fn sets_know_which_points_are_beside_each_other() {
        let mut rng = fastrand::Rng::with_seed(1);
        for width in (1..=25).filter_map(Size::new) {
            let mut board = Board::new(width);
            for point in width.points().filter(|_| rng.u8(..3) == 0).collect::<Vec<_>>() {
                board.play(point, Player::Black);
            }
            let empty = board.empty_set();
            assert_eq!(empty, width.points().filter(|&point| board.is_empty(point)).collect());
            let beside = |point: &Point| point.neighbours(width).any(|next| board.is_empty(next));
            assert_eq!(empty.beside_each_other(), empty.iter().filter(beside).collect());
        }
    }
}
