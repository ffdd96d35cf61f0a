use core::fmt;
use core::str::FromStr;

use plateau_core::{Expected, ParseError, Scanner};

/// One of the sixteen cells: columns `a` to `d` from the left, rows `1` to `4` from the top.
///
/// ```text
///      a  b  c  d
///  1   0  1  2  3
///  2   4  5  6  7      the number of a cell, which is also its bit in every mask
///  3   8  9 10 11
///  4  12 13 14 15
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

const COLUMN: Expected = Expected { id: "aligne4-column", phrase: "a column, a to d" };
const ROW: Expected = Expected { id: "aligne4-row", phrase: "a row, 1 to 4" };
const NUMBER: Expected = Expected { id: "aligne4-cell-number", phrase: "the number of a cell, 0 to 15" };

impl Cell {
    /// How many cells there are.
    pub const COUNT: usize = 16;

    /// The cell with this number, counted from 0 along the rows.
    #[inline]
    pub const fn new(index: u8) -> Option<Cell> {
        if index < 16 { Some(Cell(index)) } else { None }
    }

    /// The cell whose number is the lowest four bits.
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Cell {
        Cell(bits & 15)
    }

    /// All of them, along the rows.
    pub fn all() -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..16).map(Cell)
    }

    /// The number of the cell, 0 to 15 along the rows.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The cell as a mask.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The column, 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % 4
    }

    /// The row, 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// Reads a cell given by its number, as people type it on the console; [`str::parse`] reads `b2`.
    pub fn from_number(text: &str) -> Result<Cell, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        let refusal = scanner.refuse(NUMBER);
        let cell = u8::try_from(scanner.number(NUMBER)?).ok().and_then(Cell::new).ok_or(refusal)?;
        scanner.end()?;
        Ok(cell)
    }

    pub(crate) fn scan(scanner: &mut Scanner<'_>) -> Result<Cell, ParseError> {
        let column = scanner.take(COLUMN, |c| match c.to_ascii_lowercase() {
            c @ 'a'..='d' => Some(c as u8 - b'a'),
            _ => None,
        })?;
        let row = scanner.take(ROW, |c| match c {
            '1'..='4' => Some(c as u8 - b'1'),
            _ => None,
        })?;
        Ok(Cell(4 * row + column))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        let cell = Cell::scan(&mut scanner)?;
        scanner.end()?;
        Ok(cell)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_cell_is_read_back_by_name_and_by_number() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(Cell::from_number(&cell.index().to_string()), Ok(cell));
        }
        assert_eq!("b2".parse(), Ok(Cell(5)));
        assert_eq!(" D1 ".parse(), Ok(Cell(3)));
    }

    #[test]
    fn refusals_name_the_column() {
        for (text, error) in [
            ("", "column 1: expected a column, a to d, found the end"),
            ("e1", "column 1: expected a column, a to d, found 'e'"),
            ("a", "column 2: expected a row, 1 to 4, found the end"),
            ("a5", "column 2: expected a row, 1 to 4, found '5'"),
            (" a12", "column 4: expected nothing more, found '2'"),
        ] {
            assert_eq!(text.parse::<Cell>().unwrap_err().to_string(), error, "{text:?}");
        }
        for (text, error) in [
            ("16", "column 1: expected the number of a cell, 0 to 15, found '1'"),
            ("999999999", "column 1: expected the number of a cell, 0 to 15, found '9'"),
            ("b2", "column 1: expected the number of a cell, 0 to 15, found 'b'"),
            ("5 6", "column 3: expected nothing more, found '6'"),
        ] {
            assert_eq!(Cell::from_number(text).unwrap_err().to_string(), error, "{text:?}");
        }
    }
}
