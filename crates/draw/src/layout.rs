//! Where everything is. The unit is a hundredth of a cell, so whole numbers are enough everywhere.

use table::view::{BoardView, Cell, Figure, Surface};

use crate::style::{Coordinates, Reserve, Style};
use crate::{Error, MAX_SIDE};

/// The pitch of the cells.
pub(crate) const CELL: i32 = 100;

/// A view that was found drawable, and its measures.
pub(crate) struct Layout<'a> {
    pub(crate) view: &'a BoardView,
    /// The whole picture.
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// The board, from the upper left corner of the picture; `None` where only the reserve is drawn.
    pub(crate) board: Option<(i32, i32)>,
    /// From the edge of the board to the centre of the first cell.
    pub(crate) margin: i32,
    /// The height of a capital among the coordinates.
    pub(crate) cap: i32,
    pub(crate) tray: Option<Tray>,
}

/// The panel with the reserve.
#[derive(Clone, Copy)]
pub(crate) struct Tray {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) columns: i32,
    /// The distance of two pieces.
    pub(crate) pitch: i32,
    pub(crate) padding: i32,
}

impl Tray {
    /// The centre of the place that belongs to the piece of this code.
    pub(crate) fn place(&self, code: char) -> (i32, i32) {
        let place = Figure::place_of(code).unwrap_or_default() as i32;
        let at = |i: i32| self.padding + self.pitch / 2 + i * self.pitch;
        (self.x + at(place % self.columns), self.y + at(place / self.columns))
    }
}

impl<'a> Layout<'a> {
    pub(crate) fn new(view: &'a BoardView, style: &Style) -> Result<Layout<'a>, Error> {
        check(view)?;
        let cap = cap(view);
        let margin = match (view.surface, style.coordinates) {
            (Surface::Go, Coordinates::Off) => 75,
            (_, Coordinates::Off) => 50 + 24,
            (_, _) => CELL / 2 + (2 * cap).max(24),
        };
        let side = |count: usize| (count as i32 - 1) * CELL + 2 * margin;
        let board = (side(view.columns.len()), side(view.rows.len()));
        let reserve = if view.surface == Surface::Aligne4 { style.reserve } else { Reserve::Hidden };
        let tray = |x, y, columns: i32, pitch: i32, padding: i32| Tray {
            x,
            y,
            width: columns * pitch + 2 * padding,
            height: 16 / columns * pitch + 2 * padding,
            columns,
            pitch,
            padding,
        };
        let tray = match reserve {
            Reserve::Hidden => None,
            Reserve::Right => Some(tray(board.0 + 24, 0, 4, (board.1 - 2 * 24) / 4, 24)),
            Reserve::Below => Some(tray(0, board.1 + 20, 8, (board.0 - 2 * 12) / 8, 12)),
            Reserve::Alone => Some(tray(0, 0, 4, CELL, 16)),
        };
        let board = (reserve != Reserve::Alone).then_some(board);
        let mut extent = board.unwrap_or_default();
        if let Some(tray) = tray {
            extent = (extent.0.max(tray.x + tray.width), extent.1.max(tray.y + tray.height));
        }
        Ok(Layout { view, width: extent.0, height: extent.1, board, margin, cap, tray })
    }

    /// How wide the margin outside the cells is.
    pub(crate) fn band(&self) -> i32 {
        self.margin - CELL / 2
    }

    /// The centre of a cell.
    pub(crate) fn centre(&self, index: usize) -> (i32, i32) {
        let columns = self.view.columns.len();
        (self.margin + (index % columns) as i32 * CELL, self.margin + (index / columns) as i32 * CELL)
    }
}

/// The height of a capital among the coordinates: about two hundredths of the board, so that on boards shown equally large, of
/// whatever game, the letters are equally large and small.
fn cap(view: &BoardView) -> i32 {
    (view.columns.len().max(view.rows.len()) as i32 * CELL * 22 / 1000).max(9)
}

/// What is written on a cell, or else what a move there is worth; a blank label is none, or it would tear a hole into the lines of a Go board.
pub(crate) fn label(cell: &Cell) -> Option<&str> {
    let worth = cell.worth.as_ref().filter(|_| cell.content.is_none()).map(|worth| worth.text.as_str());
    cell.label.as_deref().filter(|label| !label.trim().is_empty()).or(worth).filter(|text| !text.trim().is_empty())
}

/// Refuses what cannot be drawn.
pub(crate) fn check(view: &BoardView) -> Result<(), Error> {
    let (rows, columns) = (view.rows.len(), view.columns.len());
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) {
        return Err(Error::BoardSize { rows, columns });
    }
    if view.cells.len() != rows * columns {
        return Err(Error::CellCount { expected: rows * columns, found: view.cells.len() });
    }
    if let Some(&cell) = view.won.iter().flat_map(|line| &line.cells).find(|cell| **cell >= view.cells.len()) {
        return Err(Error::WonLine { cell });
    }
    let ends = view.strokes.iter().flat_map(|stroke| [stroke.from, stroke.to]);
    if let Some(cell) = ends.into_iter().find(|cell| *cell >= view.cells.len()) {
        return Err(Error::Stroke { cell });
    }
    if view.reserve.len() > 16 || view.reserve.iter().any(|piece| Figure::place_of(piece.figure.code).is_none()) {
        return Err(Error::Reserve);
    }
    Ok(())
}
