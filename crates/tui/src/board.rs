//! A board on the screen: how large its cells are, where each is, and what it looks like.
//!
//! [`Geometry::fit`] takes the largest cells that have room; a terminal's characters are about twice as high as wide, so cells
//! are twice as wide as high. [`paint`] draws a view with that geometry, and [`Geometry::cell_at`] finds the cell under the
//! mouse by the same numbers.

mod figures;
mod stones;

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::{BoardView, Cell, Content, Mark, Surface};

use crate::look::{Look, Role};
use crate::paint;

pub(crate) use figures::{figure_in, large_picture, slot, small_picture};

/// Where everything of a board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Geometry {
    surface: Surface,
    /// How many columns and rows there are.
    size: (u16, u16),
    /// The first column and row that are shown, and how many are: all of them, unless there is not enough room.
    first: (u16, u16),
    shown: (u16, u16),
    /// The board with its labels.
    pub(crate) area: Rect,
    /// The upper left corner of the content of the first cell that is shown.
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

/// The sizes of cells, the largest first. The stones of Go have an odd height, so that they lie on their line.
fn scales(surface: Surface) -> &'static [Scale] {
    match surface {
        Surface::Go => &[((10, 5), (9, 5)), ((6, 3), (5, 3)), ((4, 2), (3, 1)), ((2, 1), (1, 1))],
        Surface::Othello => &[((12, 6), (9, 5)), ((8, 4), (5, 3)), ((6, 3), (3, 2)), ((4, 2), (1, 1))],
        Surface::Aligne4 => &[((16, 6), (15, 5)), ((10, 4), (9, 3))],
    }
}

/// The names of rows take two columns and a blank.
const LABEL_WIDTH: u16 = 3;
/// So many cells are seen around the one that somebody looks at, where a part of the board is shown.
const AROUND: u16 = 3;

impl Geometry {
    /// The largest geometry that has room in an area, in the middle of it; with labels if wanted, on two sides if they do not
    /// fit on four. Of a board that is larger than the area, the part around the cell that one looks at is shown.
    pub(crate) fn fit(board: &BoardView, area: Rect, coordinates: bool, focus: usize) -> Option<Geometry> {
        let sides: &[[bool; 2]] = if coordinates { &[[true, true], [true, false]] } else { &[[false, false]] };
        let size = (board.columns.len() as u16, board.rows.len() as u16);
        let all = scales(board.surface);
        let sizes = all.iter().flat_map(|scale| sides.iter().map(move |labels| (*scale, *labels)));
        let whole = sizes
            .map(|(scale, labels)| Geometry::of(board, area, scale, labels, size))
            .find(|geometry| geometry.area.width <= area.width && geometry.area.height <= area.height);
        whole.or_else(|| Geometry::part(board, area, *all.last()?, *sides.last()?, focus))
    }

    /// As much of the board as has room, around a cell.
    fn part(board: &BoardView, area: Rect, scale: Scale, labels: [bool; 2], focus: usize) -> Option<Geometry> {
        let (columns, rows) = (board.columns.len() as u16, board.rows.len() as u16);
        let fits = |shown: (u16, u16)| {
            let geometry = Geometry::of(board, area, scale, labels, shown);
            (geometry.area.width <= area.width, geometry.area.height <= area.height)
        };
        let wide = (1..=columns).rev().find(|&wide| fits((wide, 1)).0)?;
        let high = (1..=rows).rev().find(|&high| fits((1, high)).1)?;
        let begin = |at: u16, shown: u16, of: u16| (at + AROUND + 1).saturating_sub(shown).min(of - shown);
        let (column, row) = (focus as u16 % columns, focus as u16 / columns);
        let first = (begin(column, wide, columns), begin(row, high, rows));
        Some(Geometry { first, ..Geometry::of(board, area, scale, labels, (wide, high)) })
    }

    fn of(board: &BoardView, area: Rect, (pitch, stone): Scale, labels: [bool; 2], shown: (u16, u16)) -> Geometry {
        // A line around squares; a column on each side of crossings, for the brackets.
        let (edge_x, edge_y) = match board.surface {
            Surface::Go => (1, 0),
            Surface::Othello | Surface::Aligne4 => (1 + (pitch.0 - 1 - stone.0) / 2, 1 + (pitch.1 - 1 - stone.1) / 2),
        };
        let width = (shown.0 - 1) * pitch.0 + stone.0 + 2 * edge_x;
        let height = (shown.1 - 1) * pitch.1 + stone.1 + 2 * edge_y;
        let count = |labels: [bool; 2]| labels.into_iter().filter(|there| *there).count() as u16;
        let (whole_width, whole_height) = (width + LABEL_WIDTH * count(labels), height + count(labels));
        let x = area.x + area.width.saturating_sub(whole_width) / 2;
        let y = area.y + area.height.saturating_sub(whole_height) / 2;
        let before = u16::from(labels[0]);
        Geometry {
            surface: board.surface,
            size: (board.columns.len() as u16, board.rows.len() as u16),
            first: (0, 0),
            shown,
            area: Rect::new(x, y, whole_width, whole_height),
            origin: (x + LABEL_WIDTH * before + edge_x, y + before + edge_y),
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

    /// Where a cell's content is, if the cell is shown.
    pub(crate) fn cell(&self, index: usize) -> Option<Rect> {
        let (column, row) = (index as u16 % self.size.0, index as u16 / self.size.0);
        let (column, row) = (column.checked_sub(self.first.0)?, row.checked_sub(self.first.1)?);
        let is_shown = column < self.shown.0 && row < self.shown.1;
        is_shown.then(|| {
            let (x, y) = (self.origin.0 + column * self.pitch.0, self.origin.1 + row * self.pitch.1);
            Rect::new(x, y, self.stone.0, self.stone.1)
        })
    }

    /// The cell at a place of the screen; on crossings the nearest one.
    pub(crate) fn cell_at(&self, x: u16, y: u16) -> Option<usize> {
        let nearest = |at: u16, origin: u16, stone: u16, pitch: u16, count: u16| {
            let from_middle = 2 * (i32::from(at) - i32::from(origin)) - i32::from(stone - 1);
            let line = (from_middle + i32::from(pitch)).div_euclid(2 * i32::from(pitch));
            (0..i32::from(count)).contains(&line).then_some(line as u16)
        };
        let column = nearest(x, self.origin.0, self.stone.0, self.pitch.0, self.shown.0)? + self.first.0;
        let row = nearest(y, self.origin.1, self.stone.1, self.pitch.1, self.shown.1)? + self.first.1;
        Some((row * self.size.0 + column) as usize)
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
        let flat = geometry.stone.1 == 1;
        let signs = if cursor == Some(index) {
            Some(("[", "]", Role::Cursor))
        } else if has(Mark::Hint) {
            Some(("{", "}", Role::Hint))
        } else if has(Mark::Winning) {
            Some(("*", "*", Role::Winning))
        } else if has(Mark::Last) && (flat || geometry.surface == Surface::Aligne4) {
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
    let Some(cell) = geometry.cell(index) else { return };
    // Where the content fills the cell, the signs stand within it.
    let inside = u16::from(geometry.surface == Surface::Aligne4);
    let middle = cell.y + (geometry.stone.1 - 1) / 2;
    paint::text(buf, (cell.x + inside).saturating_sub(1), middle, 1, signs.0, style);
    paint::text(buf, cell.right() - inside, middle, 1, signs.1, style);
}

fn labels(buf: &mut Buffer, geometry: &Geometry, board: &BoardView, look: Look) {
    let style = look.on(geometry.surface, Role::Label);
    let Geometry { area, labels, stone, first, shown, size, .. } = *geometry;
    let in_row = |column: usize| geometry.cell(usize::from(first.1 * size.0) + column);
    for (column, name) in board.columns.iter().enumerate() {
        let Some(cell) = in_row(column) else { continue };
        for (there, y) in labels.into_iter().zip([area.y, area.bottom() - 1]) {
            if there {
                paint::text(buf, cell.x + stone.0 / 2, y, 2, name, style);
            }
        }
    }
    for (row, name) in board.rows.iter().enumerate() {
        let Some(cell) = geometry.cell(row * usize::from(size.0) + usize::from(first.0)) else { continue };
        let y = cell.y + (stone.1 - 1) / 2;
        if labels[0] {
            paint::text(buf, area.x, y, 2, &format!("{name:>2}"), style);
        }
        if labels[1] {
            paint::text(buf, area.right() - 2, y, 2, name, style);
        }
    }
    // Where the board goes on beyond what is shown.
    let style = look.on(geometry.surface, Role::Cursor);
    let inside = geometry.inside();
    let middle = inside.y + inside.height / 2;
    for (goes_on, x, y, sign) in [
        (first.0 > 0, inside.x, middle, look.pick("◂", "<")),
        (first.0 + shown.0 < size.0, inside.right() - 1, middle, look.pick("▸", ">")),
        (first.1 > 0, inside.x, inside.y, look.pick("▴", "^")),
        (first.1 + shown.1 < size.1, inside.x, inside.bottom() - 1, look.pick("▾", "v")),
    ] {
        if goes_on {
            paint::text(buf, x, y, 1, sign, style);
        }
    }
}

/// The lines around squares.
fn grid(buf: &mut Buffer, geometry: &Geometry, look: Look) {
    let style = look.on(geometry.surface, Role::Line);
    let (pad_x, pad_y) =
        ((geometry.pitch.0 - 1 - geometry.stone.0) / 2 + 1, (geometry.pitch.1 - 1 - geometry.stone.1) / 2 + 1);
    let (left, top) = (geometry.origin.0 - pad_x, geometry.origin.1 - pad_y);
    let (width, height) = (geometry.shown.0 * geometry.pitch.0, geometry.shown.1 * geometry.pitch.1);
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

/// A ko in which this player's stone stands now.
///
/// ```text
/// . X O .
/// X . X O   or   X O . O
/// . X O .
/// ```
pub(crate) fn ko_board(stone: Player) -> BoardView {
    let rows = if stone == Player::Black { [".XO.", "X.XO", ".XO."] } else { [".XO.", "XO.O", ".XO."] };
    let cells = rows.into_iter().flat_map(str::chars).map(|c| match c {
        'X' => Some(Content::Stone(Player::Black)),
        'O' => Some(Content::Stone(Player::White)),
        _ => None,
    });
    let at = if stone == Player::Black { 6 } else { 5 };
    let cell = |(index, content)| {
        let marks = if index == at { vec![Mark::Last] } else { Vec::new() };
        Cell { content, marks, ..Cell::default() }
    };
    BoardView {
        surface: Surface::Go,
        columns: vec![String::new(); 4],
        rows: vec![String::new(); 3],
        cells: cells.enumerate().map(cell).collect(),
        reserve: Vec::new(),
        won: Vec::new(),
        strokes: Vec::new(),
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
                let geometry = Geometry::fit(&board, area, true, 0).expect("there is room");
                for index in 0..board.cells.len() {
                    let cell = geometry.cell(index).expect("it is shown");
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
            let geometry = Geometry::fit(&board(game, size), Rect::new(0, 0, 44, 20), true, 0).expect("there is room");
            assert_eq!(geometry.shown, geometry.size, "{game:?} {size}");
        }
    }

    #[test]
    fn of_a_board_that_has_no_room_the_part_that_one_looks_at_is_shown() {
        for size in 20..=25 {
            let board = board(Kind::Go, size);
            let area = Rect::new(18, 2, 44, 20);
            for focus in 0..board.cells.len() {
                let geometry = Geometry::fit(&board, area, true, focus).expect("a part has room");
                let cell = geometry.cell(focus).expect("what one looks at is shown");
                assert_eq!(geometry.cell_at(cell.x, cell.y), Some(focus), "{size}");
                assert_eq!(geometry.area.intersection(area), geometry.area, "{size}");
            }
        }
    }

    #[test]
    fn stones_of_go_lie_on_their_line() {
        for (_, stone) in scales(Surface::Go) {
            assert_eq!((stone.0 % 2, stone.1 % 2), (1, 1), "{stone:?}");
        }
    }
}
