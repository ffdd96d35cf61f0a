//! One square of the board: its index, its names, and how people write it.
//!
//! ```text
//!     a  b  c  d  e  f  g  h
//! 1   0  1  2  3  4  5  6  7
//! 2   8  9 10 11 12 13 14 15      The index of a square is also its bit in a SquareSet.
//! 3  16 17 18 19 20 21 22 23      Columns are lettered from the left, rows numbered from
//! 4  24 25 26 27 28 29 30 31      the top, as on the diagram of a game.
//! 5  32 33 34 35 36 37 38 39
//! 6  40 41 42 43 44 45 46 47
//! 7  48 49 50 51 52 53 54 55
//! 8  56 57 58 59 60 61 62 63
//! ```

use core::fmt;
use core::str::FromStr;

use plateau_core::{Dihedral, Expected, ParseError, Scanner};

macro_rules! squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        /// A square, named as on the board. An enum rather than a wrapped number, so that a square off the board cannot be
        /// made and `Option<Square>` and [`Move`](crate::Move) fit in one byte.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Square {
            $(
                #[doc = concat!("The square with index ", stringify!($index), ".")]
                $name = $index,
            )*
        }

        impl Square {
            /// All of them, along the rows from a1.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square with the lower six bits of `index` as its index.
            #[inline]
            pub(crate) const fn from_low_bits(index: u32) -> Square {
                // The compiler sees that this table is the identity and removes it.
                match index & 63 {
                    $($index => Square::$name,)*
                    _ => unreachable!(),
                }
            }
        }
    };
}

squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

/// What the first character of a square should be.
const COLUMN: Expected = Expected { id: "othello-column", phrase: "a column from a to h" };
/// What the second character of a square should be.
const ROW: Expected = Expected { id: "othello-row", phrase: "a row from 1 to 8" };
/// What the second digit of a square's number should be.
const COLUMN_DIGIT: Expected = Expected { id: "othello-column-digit", phrase: "a column from 1 to 8" };

impl Square {
    /// The square in this column and row, both counted from 0 at the upper left.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square::from_low_bits(row as u32 * 8 + column as u32)) } else { None }
    }

    /// The square with this index, if there is one.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::from_low_bits(index as u32)) } else { None }
    }

    /// 0 at a1, along the rows, to 63 at h8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 0 for a to 7 for h.
    #[inline]
    pub const fn column(self) -> u8 {
        self as u8 % 8
    }

    /// 0 for the top row, which people call 1.
    #[inline]
    pub const fn row(self) -> u8 {
        self as u8 / 8
    }

    /// The square by its number of two digits, row then column: 56 is f5.
    ///
    /// ```
    /// use othello::Square;
    /// assert_eq!(Square::from_number(56), Some(Square::F5));
    /// assert_eq!(Square::F5.number(), 56);
    /// assert_eq!(Square::from_number(90), None);
    /// ```
    pub const fn from_number(number: u32) -> Option<Square> {
        let (row, column) = (number / 10, number % 10);
        if row >= 1 && row <= 8 && column >= 1 && column <= 8 {
            Square::new(column as u8 - 1, row as u8 - 1)
        } else {
            None
        }
    }

    /// The number of two digits, row then column, by which consoles and old game files call this square.
    pub const fn number(self) -> u32 {
        (self.row() as u32 + 1) * 10 + self.column() as u32 + 1
    }

    /// Reads the number of two digits, row then column.
    pub fn parse_number(text: &str) -> Result<Square, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        let row = scanner.take(ROW, one_to_eight)?;
        let column = scanner.take(COLUMN_DIGIT, one_to_eight)?;
        scanner.end()?;
        Ok(Square::from_low_bits(row * 8 + column))
    }

    /// Reads a square such as `f5`, in either case, and leaves the scanner behind it: a transcript is a row of these.
    pub fn scan(scanner: &mut Scanner<'_>) -> Result<Square, ParseError> {
        let column = scanner.take(COLUMN, |c| match c.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(letter as u32 - 'a' as u32),
            _ => None,
        })?;
        let row = scanner.take(ROW, one_to_eight)?;
        Ok(Square::from_low_bits(row * 8 + column))
    }

    /// Where a symmetry of the board takes this square.
    pub fn transformed(self, symmetry: Dihedral) -> Square {
        let (column, row) = symmetry.apply(8, (self.column(), self.row()));
        Square::from_low_bits(row as u32 * 8 + column as u32)
    }
}

/// The digits of a row or column, counted from 0.
fn one_to_eight(c: char) -> Option<u32> {
    matches!(c, '1'..='8').then(|| c as u32 - '1' as u32)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = ((b'a' + self.column()) as char, self.row() + 1);
        write!(f, "{column}{row}")
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_blanks();
        let square = Square::scan(&mut scanner)?;
        scanner.end()?;
        Ok(square)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_square_survives_each_of_its_names() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.column(), square.row()), Some(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{square:?}").parse(), Ok(square), "upper case");
            assert_eq!(Square::from_number(square.number()), Some(square));
            assert_eq!(Square::parse_number(&square.number().to_string()), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!((Square::new(8, 0), Square::new(0, 8)), (None, None));
        assert_eq!(size_of::<Option<Square>>(), 1);
    }

    #[test]
    fn numbers_off_the_board_are_no_squares() {
        let squares: Vec<u32> = (0..1000).filter(|&number| Square::from_number(number).is_some()).collect();
        assert_eq!(squares.len(), 64);
        assert_eq!((squares[0], squares[63]), (11, 88));
    }

    #[test]
    fn refusals_name_the_column_of_the_text() {
        let refusal = |text: &str| text.parse::<Square>().unwrap_err();
        for (text, column, id) in [
            ("", 1, "othello-column"),
            ("5f", 1, "othello-column"),
            ("i5", 1, "othello-column"),
            ("é5", 1, "othello-column"),
            ("f", 2, "othello-row"),
            ("f9", 2, "othello-row"),
            ("f0", 2, "othello-row"),
            ("f5x", 3, "end"),
            ("  f55", 5, "end"),
        ] {
            let error = refusal(text);
            assert_eq!((error.column(), error.expected.id), (column, id), "{text:?}: {error}");
        }
        for (text, column, id) in [
            ("", 1, "othello-row"),
            ("f5", 1, "othello-row"),
            ("95", 1, "othello-row"),
            ("5", 2, "othello-column-digit"),
            ("50", 2, "othello-column-digit"),
            ("566", 3, "end"),
            ("-56", 1, "othello-row"),
        ] {
            let error = Square::parse_number(text).unwrap_err();
            assert_eq!((error.column(), error.expected.id), (column, id), "{text:?}: {error}");
        }
    }
}
