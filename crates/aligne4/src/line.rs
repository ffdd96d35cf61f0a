use core::fmt;

use crate::Cell;

/// A set of four cells that wins when its pieces share a characteristic: the ten lines proper, then the nine squares of two
/// by two, which count under the `squares` rule only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line(u8);

/// What a line looks like, for those who describe or draw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineShape {
    /// A row, counted from 0 at the top.
    Row(u8),
    /// A column, counted from 0 at the left.
    Column(u8),
    /// The diagonal from a1 down to d4.
    Falling,
    /// The diagonal from a4 up to d1.
    Rising,
    /// The square of two by two whose upper left cell this is.
    Square(Cell),
}

/// The cells of every line as masks, whose bits [`Cell`] draws: four rows, four columns, the two diagonals, nine squares.
const MASKS: [u16; 19] = {
    let mut masks = [0; 19];
    let mut i = 0;
    while i < 4 {
        masks[i] = 0x000f << (4 * i);
        masks[4 + i] = 0x1111 << i;
        i += 1;
    }
    masks[8] = 0x8421;
    masks[9] = 0x1248;
    let mut square = 0;
    while square < 9 {
        masks[10 + square] = 0x0033 << (4 * (square / 3) + square % 3);
        square += 1;
    }
    masks
};

impl Line {
    /// How many lines there are without the squares.
    pub const COUNT: usize = 10;
    /// How many there are with the squares.
    pub const COUNT_WITH_SQUARES: usize = 19;

    /// The ten lines, and the nine squares as well if they count.
    pub fn all(squares: bool) -> impl ExactSizeIterator<Item = Line> + Clone {
        let count = if squares { Line::COUNT_WITH_SQUARES } else { Line::COUNT };
        (0..count as u8).map(Line)
    }

    /// The number of the line: rows from the top, columns from the left, diagonals, squares.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its cells as a mask.
    #[inline]
    pub const fn mask(self) -> u16 {
        MASKS[self.0 as usize]
    }

    /// Its cells, along the rows.
    pub fn cells(self) -> [Cell; 4] {
        let mut bits = crate::Bits(self.mask());
        core::array::from_fn(|_| Cell::from_low_bits(bits.next().expect("a line has four cells")))
    }

    /// What the line looks like.
    pub fn shape(self) -> LineShape {
        match self.0 {
            row @ 0..4 => LineShape::Row(row),
            column @ 4..8 => LineShape::Column(column - 4),
            8 => LineShape::Falling,
            9 => LineShape::Rising,
            _ => LineShape::Square(self.cells()[0]),
        }
    }
}

/// The first and the last cell: `a1-d1`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, .., last] = self.cells();
        write!(f, "{first}-{last}")
    }
}

/// Whether any of the eight masks in a position's word holds a whole line.
///
/// Each half of the word has four lanes. Perft from the empty board runs at 7,700 million a second so, at 5,000 with shifts
/// of the whole word, and at 2,200 with a loop over lanes and lines (see `benches/perft.rs`).
#[inline(always)]
pub(crate) const fn any_complete(lanes: u128, squares: bool) -> bool {
    complete_in_half(lanes as u64, squares) | complete_in_half((lanes >> 64) as u64, squares) != 0
}

/// A bit for every complete line of four lanes, at one of its cells.
///
/// Shifting the word drags the bits of one lane into the next, but only to places that the final mask drops: a line that
/// starts at a kept bit ends within its lane.
#[inline(always)]
const fn complete_in_half(lanes: u64, squares: bool) -> u64 {
    const ONES: u64 = 0x0001_0001_0001_0001;
    let pairs = lanes & lanes >> 1;
    let rows = pairs & pairs >> 2 & (0x1111 * ONES);
    let two_rows = lanes & lanes >> 4;
    let columns = two_rows & two_rows >> 8 & (0x000f * ONES);
    let falling = lanes & lanes >> 5;
    let falling = falling & falling >> 10 & ONES;
    let rising = lanes & lanes >> 3;
    let rising = rising & rising >> 6 & (0x0008 * ONES);
    let lines = rows | columns | falling | rising;
    if squares { lines | pairs & pairs >> 4 & (0x0777 * ONES) } else { lines }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn lines_are_the_ones_of_the_board() {
        let names: Vec<String> = Line::all(true).map(|line| line.to_string()).collect();
        assert_eq!(names[..8], ["a1-d1", "a2-d2", "a3-d3", "a4-d4", "a1-a4", "b1-b4", "c1-c4", "d1-d4"]);
        assert_eq!(names[8..10], ["a1-d4", "d1-a4"]);
        assert_eq!(names[10..], ["a1-b2", "b1-c2", "c1-d2", "a2-b3", "b2-c3", "c2-d3", "a3-b4", "b3-c4", "c3-d4"]);
        assert_eq!(Line::all(false).len(), 10);
    }

    #[test]
    fn shapes_agree_with_the_cells() {
        for line in Line::all(true) {
            let inside = |cell: Cell| match line.shape() {
                LineShape::Row(row) => cell.row() == row,
                LineShape::Column(column) => cell.column() == column,
                LineShape::Falling => cell.row() == cell.column(),
                LineShape::Rising => cell.row() + cell.column() == 3,
                LineShape::Square(corner) => {
                    cell.row().wrapping_sub(corner.row()) < 2 && cell.column().wrapping_sub(corner.column()) < 2
                }
            };
            let mask = Cell::all().filter(|&cell| inside(cell)).fold(0, |mask, cell| mask | cell.bit());
            assert_eq!(line.mask(), mask, "{line}");
        }
    }

    /// All 65,536 sets of cells in every lane, next to full and to empty lanes.
    #[test]
    fn the_word_finds_exactly_the_lines_that_the_masks_have() {
        for lane in 0..8 {
            for cells in 0..=u16::MAX {
                let word = (cells as u128) << (16 * lane);
                for squares in [false, true] {
                    let expected = Line::all(squares).any(|line| cells & line.mask() == line.mask());
                    assert_eq!(any_complete(word, squares), expected, "{cells:016b} in lane {lane}");
                }
            }
        }
        // Two lanes that together would make a line across their border do not.
        assert!(!any_complete(0x0001_e000, true));
        assert!(!any_complete(0x0111_1000, true));
    }
}
