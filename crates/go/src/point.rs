use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use plateau_core::{Dihedral, Expected, ParseError, Scanner};

/// The largest board.
pub(crate) const MAX_SIZE: u8 = 25;

/// How far apart two rows lie in the board's arrays, as a shift: 32 cells.
pub(crate) const ROW_SHIFT: u32 = 5;

/// One row in the board's arrays.
pub(crate) const STRIDE: usize = 1 << ROW_SHIFT;

/// The column letters, without I.
const LETTERS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

const POINT: Expected = Expected { id: "go-point", phrase: "a point such as D4" };
const ROW: Expected = Expected { id: "go-row", phrase: "a row from 1 to 25" };
const SGF_COLUMN: Expected = Expected { id: "go-sgf-column", phrase: "a column letter of this board, from a" };
const SGF_ROW: Expected = Expected { id: "go-sgf-row", phrase: "a row letter of this board, from a" };
const SIZE: Expected = Expected { id: "go-size", phrase: "a size from 1 to 25" };

/// The width of a board, 1 to 25.
///
/// ```
/// use go::Size;
/// assert_eq!(Size::new(19).unwrap().area(), 361);
/// assert_eq!(Size::new(26), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size(u8);

impl Size {
    /// 9×9, where most people begin.
    pub const NINE: Size = Size(9);
    /// 13×13.
    pub const THIRTEEN: Size = Size(13);
    /// 19×19.
    pub const NINETEEN: Size = Size(19);

    /// A size from 1 to 25.
    #[inline]
    pub const fn new(width: u8) -> Option<Size> {
        if width >= 1 && width <= MAX_SIZE { Some(Size(width)) } else { None }
    }

    /// Points along one side.
    #[inline]
    pub const fn width(self) -> u8 {
        self.0
    }

    /// Points on the board.
    #[inline]
    pub const fn area(self) -> u16 {
        self.0 as u16 * self.0 as u16
    }

    /// Whether the point is on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.0 && point.row() < self.0
    }

    /// Every point, from A1 along the rows: a fixed order, which is also the order of [`Point`].
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.0).flat_map(move |row| (0..self.0).map(move |column| Point::at(column, row)))
    }

    /// Every point from the upper left along the rows, as people read and as positions are written.
    pub fn points_from_top(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.0).rev().flat_map(move |row| (0..self.0).map(move |column| Point::at(column, row)))
    }
}

/// The width alone: `19`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Size {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Size, ParseError> {
        let mut scanner = Scanner::new(text);
        let start = scanner.clone();
        let width = scanner.number(SIZE)?;
        let size = u8::try_from(width).ok().and_then(Size::new).ok_or_else(|| start.refuse(SIZE))?;
        scanner.end()?;
        Ok(size)
    }
}

/// An intersection, named without regard to the size of the board: A1, the lower left one, is the same point on all.
///
/// Rows are 32 cells apart in every array of the [`Board`](crate::Board), with a frame of border cells around the board, so
/// neighbours are at fixed distances and no edge needs a test:
///
/// ```text
///             +32                index = (row + 1) · 32 + (column + 1)
///        -1  point  +1           A1 = 33, B1 = 34, A2 = 65, …, Z25 = 825
///             -32                columns 0 and size + 1, rows 0 and size + 1 are border
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in this column and row, both counted from 0 at the lower left and below 25.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column < MAX_SIZE && row < MAX_SIZE { Some(Point::at(column, row)) } else { None }
    }

    /// As [`Point::new`], for a column and row that are known to be below 25.
    #[inline]
    pub(crate) const fn at(column: u8, row: u8) -> Point {
        debug_assert!(column < MAX_SIZE && row < MAX_SIZE);
        Point::from_index((row as usize + 1) << ROW_SHIFT | (column as usize + 1))
    }

    /// The point at this index, which is that of a point and so not 0.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Point {
        match NonZeroU16::new(index as u16) {
            Some(index) => Point(index),
            None => panic!("index 0 is border on every board"),
        }
    }

    /// The place in the board's arrays: above 32, below 832. Rows are 32 apart.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.0.get() & (STRIDE as u16 - 1)) as u8 - 1
    }

    /// The row, from 0 at the bottom.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.0.get() >> ROW_SHIFT) as u8 - 1
    }

    /// The neighbours on a board of this size: below, left, right, above.
    pub fn neighbours(self, size: Size) -> impl Iterator<Item = Point> {
        let index = self.index();
        [index - STRIDE, index - 1, index + 1, index + STRIDE].into_iter().filter_map(move |n| {
            let (column, row) = ((n % STRIDE).wrapping_sub(1), (n / STRIDE).wrapping_sub(1));
            let width = size.width() as usize;
            (column < width && row < width).then(|| Point::from_index(n))
        })
    }

    /// The number of the intersection, counted from 0 at the upper left along the rows.
    ///
    /// ```
    /// use go::{Point, Size};
    /// let a9: Point = "A9".parse().unwrap();
    /// assert_eq!(a9.number(Size::NINE), 0);
    /// assert_eq!(Point::from_number(80, Size::NINE), Some("J1".parse().unwrap()));
    /// assert_eq!(Point::from_number(81, Size::NINE), None);
    /// ```
    #[inline]
    pub fn number(self, size: Size) -> u16 {
        debug_assert!(size.contains(self));
        let width = size.width();
        (width - 1 - self.row()) as u16 * width as u16 + self.column() as u16
    }

    /// The point with this number on a board of this size.
    #[inline]
    pub fn from_number(number: u16, size: Size) -> Option<Point> {
        let width = size.width() as u16;
        (number < size.area()).then(|| Point::at((number % width) as u8, (width - 1 - number / width) as u8))
    }

    /// The two letters by which SGF names the point: column, then row from the top.
    pub fn sgf(self, size: Size) -> [char; 2] {
        debug_assert!(size.contains(self));
        let letter = |n: u8| (b'a' + n) as char;
        [letter(self.column()), letter(size.width() - 1 - self.row())]
    }

    /// Reads the two letters by which SGF names a point.
    pub fn from_sgf(text: &str, size: Size) -> Result<Point, ParseError> {
        let place = |c: char| {
            let n = (c as u32).checked_sub('a' as u32)?;
            (n < size.width() as u32).then_some(n as u8)
        };
        let mut scanner = Scanner::new(text);
        let column = scanner.take(SGF_COLUMN, place)?;
        let from_top = scanner.take(SGF_ROW, place)?;
        scanner.end()?;
        Ok(Point::at(column, size.width() - 1 - from_top))
    }

    /// The point seen through a symmetry of a board of this size.
    #[must_use]
    pub fn transformed(self, symmetry: Dihedral, size: Size) -> Point {
        let last = size.width() - 1;
        let (column, from_top) = symmetry.apply(size.width(), (self.column(), last - self.row()));
        Point::at(column, last - from_top)
    }

    /// Reads a point where the scanner stands.
    pub(crate) fn scan(scanner: &mut Scanner<'_>) -> Result<Point, ParseError> {
        let column = scanner.take(POINT, |c| {
            let upper = u8::try_from(c).ok()?.to_ascii_uppercase();
            LETTERS.iter().position(|&letter| letter == upper)
        })?;
        let start = scanner.clone();
        let row = scanner.number(ROW)?;
        if !(1..=MAX_SIZE as u32).contains(&row) {
            return Err(start.refuse(ROW));
        }
        Ok(Point::at(column as u8, row as u8 - 1))
    }
}

/// `D4`: the column's letter, I left out, then the row from 1 at the bottom.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", LETTERS[self.column() as usize] as char, self.row() + 1)
    }
}

impl FromStr for Point {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Point, ParseError> {
        let mut scanner = Scanner::new(text);
        let point = Point::scan(&mut scanner)?;
        scanner.end()?;
        Ok(point)
    }
}
