use std::error;
use std::fmt;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A board has between one row or column and [`MAX_SIDE`](crate::MAX_SIDE) of them.
    BoardSize {
        /// Rows of the view.
        rows: usize,
        /// Columns of the view.
        columns: usize,
    },
    /// The number of cells is not rows times columns.
    CellCount {
        /// Rows times columns.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A won line names a cell that does not exist.
    WonLine {
        /// The index of that cell.
        cell: usize,
    },
    /// An arrow or a line names a cell that does not exist.
    Stroke {
        /// The index of that cell.
        cell: usize,
    },
    /// The reserve has more than the sixteen pieces there are, or a code that is no hexadecimal digit.
    Reserve,
    /// The width of a picture in pixels is between [`MIN_WIDTH`](crate::MIN_WIDTH) and [`MAX_WIDTH`](crate::MAX_WIDTH).
    Width {
        /// The width that was asked for.
        width: u32,
    },
    /// The renderer refused the picture; a mistake in this crate.
    Render(String),
}

impl Error {
    /// The message id, which never changes.
    pub const fn id(&self) -> &'static str {
        match self {
            Error::BoardSize { .. } => "draw-board-size",
            Error::CellCount { .. } => "draw-cell-count",
            Error::WonLine { .. } => "draw-won-line",
            Error::Stroke { .. } => "draw-stroke",
            Error::Reserve => "draw-reserve",
            Error::Width { .. } => "draw-width",
            Error::Render(_) => "draw-render",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::BoardSize { rows, columns } => {
                write!(f, "a board of {rows} rows and {columns} columns: each must be from 1 to {}", crate::MAX_SIDE)
            }
            Error::CellCount { expected, found } => write!(f, "{found} cells where the board has {expected}"),
            Error::WonLine { cell } => write!(f, "a won line through cell {cell}, which does not exist"),
            Error::Stroke { cell } => write!(f, "an arrow or a line at cell {cell}, which does not exist"),
            Error::Reserve => f.write_str("a reserve that is not made of the sixteen pieces"),
            Error::Width { width } => {
                write!(f, "a width of {width} pixels: it must be from {} to {}", crate::MIN_WIDTH, crate::MAX_WIDTH)
            }
            Error::Render(why) => write!(f, "the renderer refused the picture: {why}"),
        }
    }
}

impl error::Error for Error {}
