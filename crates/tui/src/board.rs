//! A board on the screen: how large its cells are, where each is, and what it looks like.
//!
//! [`Geometry::fit`] takes the largest cells that have room; a terminal's characters are about twice as high as wide, so cells
//! are twice as wide as high. [`paint`] draws a view with that geometry, and [`Geometry::cell_at`] finds the cell under the
//! mouse by the same numbers.

mod figures;
mod stones;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::{BoardView, Mark, Surface};

use crate::look::{Look, Role};
use crate::paint;

pub(crate) use figures::{piece, slot};

/// Where everything of a board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Geometry {
    surface: Surface,
    columns: u16,
    rows: u16,
    /// The board with its labels.
    pub(crate) area: Rect,
    /// The upper left corner of the first cell's content.
    origin: (u16, u16),
    /// From one cell to the next.
    pitch: (u16, u16),
    /// What a stone takes.
    stone: (u16, u16),
    /// Whether there are labels on the upper and left side, and on the lower and right side.
    labels: [bool; 2],
}

/// A size of cells: from one to the next, and of what stands on one.
type Scale = ((u16, u16), (u16, u16));

/// The sizes of cells, the largest first.
fn scales(surface: Surface) -> &'static [Scale] {
    match surface {
        Surface::Go => &[((10, 5), (9, 5)), ((6, 3), (5, 3)), ((4, 2), (3, 2)), ((2, 1), (1, 1))],
        Surface::Othello => &[((12, 6), (9, 5)), ((8, 4), (5, 3)), ((6, 3), (3, 2)), ((4, 2), (1, 1))],
        Surface::Aligne4 => &[((16, 6), (15, 5)), ((10, 4), (9, 3))],
    }
}

/// The names of rows take two columns and a blank.
const LABEL_WIDTH: u16 = 3;

impl Geometry {
    /// The largest geometry that has room in an area, in the middle of it; with labels if wanted, on two sides if they do not
    /// fit on four.
    pub(crate) fn fit(board: &BoardView, area: Rect, coordinates: bool) -> Option<Geometry> {
        let sides: &[[bool; 2]] = if coordinates { &[[true, true], [true, false]] } else { &[[false, false]] };
        let sizes = scales(board.surface).iter().flat_map(|scale| sides.iter().map(move |labels| (*scale, *labels)));
        sizes
            .map(|(scale, labels)| Geometry::of(board, area, scale, labels))
            .find(|geometry| geometry.area.width <= area.width && geometry.area.height <= area.height)
    }

    fn of(board: &BoardView, area: Rect, (pitch, stone): Scale, labels: [bool; 2]) -> Geometry {
        let (columns, rows) = (board.columns.len() as u16, board.rows.len() as u16);
        // A line around squares; a column on each side of crossings, for the brackets.
        let (edge_x, edge_y) = match board.surface {
            Surface::Go => (1, 0),
            Surface::Othello | Surface::Aligne4 => (1 + (pitch.0 - 1 - stone.0) / 2, 1 + (pitch.1 - 1 - stone.1) / 2),
        };
        let width = (columns - 1) * pitch.0 + stone.0 + 2 * edge_x;
        let height = (rows - 1) * pitch.1 + stone.1 + 2 * edge_y;
        let count = |labels: [bool; 2]| labels.into_iter().filter(|there| *there).count() as u16;
        let (whole_width, whole_height) = (width + LABEL_WIDTH * count(labels), height + count(labels));
        let x = area.x + area.width.saturating_sub(whole_width) / 2;
        let y = area.y + area.height.saturating_sub(whole_height) / 2;
        let first = u16::from(labels[0]);
        Geometry {
            surface: board.surface,
            columns,
            rows,
            area: Rect::new(x, y, whole_width, whole_height),
            origin: (x + LABEL_WIDTH * first + edge_x, y + first + edge_y),
            pitch,
            stone,
            labels,
        }
    }

    /// The board without its labels.
    fn inside(&self) -> Rect {
        let [first, last] = self.labels.map(u16::from);
        Rect::new(
            self.area.x + LABEL_WIDTH * first,
            self.area.y + first,
            self.area.width - LABEL_WIDTH * (first + last),
            self.area.height - first - last,
        )
    }

    /// Where a cell's content is.
    pub(crate) fn cell(&self, index: usize) -> Rect {
        let (column, row) = (index as u16 % self.columns, index as u16 / self.columns);
        let (x, y) = (self.origin.0 + column * self.pitch.0, self.origin.1 + row * self.pitch.1);
        Rect::new(x, y, self.stone.0, self.stone.1)
    }

    /// The cell at a place of the screen; on crossings the nearest one.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<usize> {
        let nearest = |at: u16, origin: u16, stone: u16, pitch: u16, count: u16| {
            let from_middle = 2 * (i32::from(at) - i32::from(origin)) - i32::from(stone - 1);
            let line = (from_middle + i32::from(pitch)).div_euclid(2 * i32::from(pitch));
            (0..i32::from(count)).contains(&line).then_some(line as usize)
        };
        let column = nearest(x, self.origin.0, self.stone.0, self.pitch.0, self.columns)?;
        let row = nearest(y, self.origin.1, self.stone.1, self.pitch.1, self.rows)?;
        Some(row * self.columns as usize + column)
    }
}

/// Draws a board; the cursor is where the keyboard stands.
pub(crate) fn paint(buf: &mut Buffer, geometry: &Geometry, board: &BoardView, look: Look, cursor: Option<usize>) {
    buf.set_style(geometry.area.intersection(buf.area), look.on(geometry.surface, Role::Label));
    buf.set_style(geometry.inside().intersection(buf.area), look.on(geometry.surface, Role::Line));
    labels(buf, geometry, board, look);
    match geometry.surface {
        Surface::Go => stones::crossings(buf, geometry, board, look),
        Surface::Othello => {
            grid(buf, geometry, look);
            stones::squares(buf, geometry, board, look);
        }
        Surface::Aligne4 => {
            grid(buf, geometry, look);
            figures::places(buf, geometry, board, look);
        }
    }
    for (index, cell) in board.cells.iter().enumerate() {
        let has = |mark| cell.marks.contains(&mark);
        let small = geometry.stone.0 == 1;
        let signs = if cursor == Some(index) {
            Some(("[", "]", Role::Cursor))
        } else if has(Mark::Hint) {
            Some(("{", "}", Role::Hint))
        } else if has(Mark::Winning) {
            Some(("*", "*", Role::Winning))
        } else if has(Mark::Last) && (small || geometry.surface == Surface::Aligne4) {
            Some(("(", ")", Role::Last(None)))
        } else {
            None
        };
        if let Some((before, after, role)) = signs {
            bracket(buf, geometry, index, (before, after), look.on(geometry.surface, role));
        }
    }
}

/// Signs on both sides of a cell's content.
fn bracket(buf: &mut Buffer, geometry: &Geometry, index: usize, signs: (&str, &str), style: ratatui::style::Style) {
    let cell = geometry.cell(index);
    // Where the content fills the cell, the signs stand within it.
    let inside = u16::from(geometry.surface == Surface::Aligne4);
    let middle = cell.y + (geometry.stone.1 - 1) / 2;
    paint::text(buf, (cell.x + inside).saturating_sub(1), middle, 1, signs.0, style);
    paint::text(buf, cell.right() - inside, middle, 1, signs.1, style);
}

fn labels(buf: &mut Buffer, geometry: &Geometry, board: &BoardView, look: Look) {
    let style = look.on(geometry.surface, Role::Label);
    let Geometry { area, labels, stone, .. } = *geometry;
    for (column, name) in board.columns.iter().enumerate() {
        let x = geometry.cell(column).x + stone.0 / 2;
        for (there, y) in labels.into_iter().zip([area.y, area.bottom() - 1]) {
            if there {
                paint::text(buf, x, y, 2, name, style);
            }
        }
    }
    for (row, name) in board.rows.iter().enumerate() {
        let cell = geometry.cell(row * geometry.columns as usize);
        let y = cell.y + (stone.1 - 1) / 2;
        if labels[0] {
            paint::text(buf, area.x, y, 2, &format!("{name:>2}"), style);
        }
        if labels[1] {
            paint::text(buf, area.right() - 2, y, 2, name, style);
        }
    }
}

/// The lines around squares.
fn grid(buf: &mut Buffer, geometry: &Geometry, look: Look) {
    let style = look.on(geometry.surface, Role::Line);
    let (pad_x, pad_y) =
        ((geometry.pitch.0 - 1 - geometry.stone.0) / 2 + 1, (geometry.pitch.1 - 1 - geometry.stone.1) / 2 + 1);
    let (left, top) = (geometry.origin.0 - pad_x, geometry.origin.1 - pad_y);
    let (width, height) = (geometry.columns * geometry.pitch.0, geometry.rows * geometry.pitch.1);
    for dy in 0..=height {
        for dx in 0..=width {
            let (on_column, on_row) = (dx % geometry.pitch.0 == 0, dy % geometry.pitch.1 == 0);
            if !on_column && !on_row {
                continue;
            }
            let sign = if look.charset == draw::Charset::Ascii {
                match (on_column, on_row) {
                    (true, true) => "+",
                    (true, false) => "|",
                    _ => "-",
                }
            } else if on_column && on_row {
                crossing((dx == 0, dx == width), (dy == 0, dy == height))
            } else if on_row {
                "─"
            } else {
                "│"
            };
            paint::text(buf, left + dx, top + dy, 1, sign, style);
        }
    }
}

/// The sign where two lines cross, by the edges that it is on.
fn crossing((left, right): (bool, bool), (top, bottom): (bool, bool)) -> &'static str {
    match (left, right, top, bottom) {
        (true, _, true, _) => "┌",
        (_, true, true, _) => "┐",
        (true, _, _, true) => "└",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (_, _, true, _) => "┬",
        (.., true) => "┴",
        _ => "┼",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::view::Wanted;
    use table::{AnySetup, Kind, Proposal};

    fn board(kind: Kind, size: u8) -> BoardView {
        let mut proposal = Proposal::new(kind);
        proposal.go.size = size.to_string().parse().expect("a size");
        let table = proposal.setup().and_then(AnySetup::table).expect("a table");
        table.view(&Wanted::default(), 0).board
    }

    #[test]
    fn the_mouse_finds_every_cell_that_is_drawn() {
        for (game, size) in [(Kind::Go, 9), (Kind::Go, 13), (Kind::Go, 19), (Kind::Othello, 0), (Kind::Aligne4, 0)] {
            let board = board(game, size.max(9));
            for area in [Rect::new(18, 1, 44, 21), Rect::new(40, 2, 120, 56)] {
                let geometry = Geometry::fit(&board, area, true).expect("there is room");
                for index in 0..board.cells.len() {
                    let cell = geometry.cell(index);
                    for (x, y) in [(cell.x, cell.y), (cell.right() - 1, cell.bottom() - 1)] {
                        assert_eq!(geometry.cell_at(x, y), Some(index), "{game:?} {size} {area:?}");
                    }
                }
                assert_eq!(geometry.cell_at(area.x, 0), None);
            }
        }
    }

    #[test]
    fn every_board_of_the_menu_fits_between_the_panels_of_80_by_24() {
        for (game, size) in [(Kind::Go, 9), (Kind::Go, 13), (Kind::Go, 19), (Kind::Othello, 9), (Kind::Aligne4, 9)] {
            assert!(Geometry::fit(&board(game, size), Rect::new(0, 0, 44, 21), true).is_some(), "{game:?} {size}");
        }
    }
}
