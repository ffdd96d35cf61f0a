use crate::Point;

/// The pseudo-liberties of a chain: how many, the sum of their indices and the sum of their squares, in one number.
///
/// ```text
/// bits 0..11    count     at most 4 · 312 on 25×25
/// bits 11..32   sum       at most 1248 · 825, below 2^21
/// bits 32..62   squares   at most 1248 · 825², below 2^30
/// ```
///
/// Adding a liberty, taking one away and joining two chains are then one addition each: nothing ever carries from one
/// field into the next, since none overflows. A chain whose liberties are all one point `p` has exactly
/// `count · of(p)`, and no other chain has: count · squares = sum² means that the indices have no variance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Liberties(u64);

const COUNT: u64 = (1 << SUM_SHIFT) - 1;
const SUM_SHIFT: u32 = 11;
const SQUARES_SHIFT: u32 = 32;

impl Liberties {
    pub(super) const NONE: Liberties = Liberties(0);

    /// One pseudo-liberty at this index.
    #[inline]
    pub(super) const fn of(index: usize) -> Liberties {
        let index = index as u64;
        Liberties(1 | index << SUM_SHIFT | (index * index) << SQUARES_SHIFT)
    }

    /// This if `wanted`, else none, without a branch.
    #[inline]
    pub(super) const fn only_if(self, wanted: bool) -> Liberties {
        Liberties(self.0 & (wanted as u64).wrapping_neg())
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// How many pseudo-liberties there are, which grows with the number of stones.
    #[inline]
    pub(super) const fn count(self) -> u64 {
        self.0 & COUNT
    }

    /// Whether the only liberty is the point at this index.
    #[inline]
    pub(super) const fn are_all(self, index: usize) -> bool {
        self.0 == self.count().wrapping_mul(Liberties::of(index).0)
    }

    /// The only liberty, if there is just one.
    #[inline]
    pub(super) fn only(self) -> Option<Point> {
        let (count, sum) = (self.count(), (self.0 & u32::MAX as u64) >> SUM_SHIFT);
        let squares = self.0 >> SQUARES_SHIFT;
        (count != 0 && count * squares == sum * sum).then(|| Point::from_index((sum / count) as usize))
    }

    /// Both together. The dustbin of the board overflows, so this wraps.
    #[inline]
    pub(super) const fn plus(self, other: Liberties) -> Liberties {
        Liberties(self.0.wrapping_add(other.0))
    }

    /// One less the other.
    #[inline]
    pub(super) const fn minus(self, other: Liberties) -> Liberties {
        Liberties(self.0.wrapping_sub(other.0))
    }
}
