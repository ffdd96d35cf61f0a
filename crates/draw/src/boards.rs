//! The boards themselves: wood, felt, lines, coordinates.

use std::fmt::Write as _;

use table::view::Surface;

use crate::layout::{CELL, Layout, Tray, label};
use crate::shapes::disc;
use crate::sheet::{Gradient, Pen, Sheet, put};
use crate::style::Coordinates;
use crate::theme::Slot;

/// Draws the board of a view.
pub(crate) fn draw(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    let Some(size) = layout.board else { return };
    match layout.view.surface {
        Surface::Go => go(sheet, layout, size),
        Surface::Othello => othello(sheet, layout, size),
        Surface::Aligne4 => aligne4(sheet, layout, size),
    }
}

/// Lines cross on wood; the outer ones are a little heavier.
fn go(sheet: &mut Sheet<'_>, layout: &Layout<'_>, size: (i32, i32)) {
    let fill = sheet.gradient("g", Gradient::Across, &[(0, Slot::GoLight), (100, Slot::GoDark)]);
    slab(sheet, (0, 0), size, &fill, Slot::GoEdge);
    grain(sheet, (0, 0), size, Slot::GoGrain);
    let view = layout.view;
    let (columns, rows) = (view.columns.len(), view.rows.len());
    // Fine lines vanish on large boards, which are shown with smaller cells.
    let thin = if columns.max(rows) > 11 { 3 } else { 2 };
    for row in 0..rows {
        let cells: Vec<usize> = (row * columns..(row + 1) * columns).collect();
        let path = sheet.ink(Pen::Line(Slot::GoLine, if row == 0 || row + 1 == rows { thin + 2 } else { thin }));
        let y = layout.centre(cells[0]).1;
        for (from, to) in stretches(layout, &cells, |centre| centre.0) {
            let _ = write!(path, "M{from} {y}H{to}");
        }
    }
    for column in 0..columns {
        let cells: Vec<usize> = (column..rows * columns).step_by(columns).collect();
        let path =
            sheet.ink(Pen::Line(Slot::GoLine, if column == 0 || column + 1 == columns { thin + 2 } else { thin }));
        let x = layout.centre(cells[0]).0;
        for (from, to) in stretches(layout, &cells, |centre| centre.1) {
            let _ = write!(path, "M{x} {from}V{to}");
        }
    }
    for (i, cell) in view.cells.iter().enumerate() {
        if cell.star && !(cell.content.is_none() && label(cell).is_some()) {
            disc(sheet.ink(Pen::Fill(Slot::GoLine)), layout.centre(i), 5 + thin);
        }
    }
    coordinates(sheet, layout);
}

/// The parts of a line through these cells: it stops short of an empty point with a label, so that this can be read.
fn stretches(layout: &Layout<'_>, cells: &[usize], along: fn((i32, i32)) -> i32) -> Vec<(i32, i32)> {
    let at = |cell: usize| along(layout.centre(cell));
    // A single point has no line, but must be seen: a short one stands for it.
    let overhang = if cells.len() == 1 { CELL * 30 / 100 } else { 0 };
    let gap = CELL * 34 / 100;
    let mut start = at(cells[0]) - overhang;
    let mut parts = Vec::new();
    for &i in cells {
        let cell = &layout.view.cells[i];
        if cell.content.is_none() && label(cell).is_some() {
            parts.push((start, at(i) - gap));
            start = at(i) + gap;
        }
    }
    parts.push((start, at(cells[cells.len() - 1]) + overhang));
    parts.retain(|(from, to)| from < to);
    parts
}

/// Squares of felt in a dark frame, with the four dots that help the eye.
fn othello(sheet: &mut Sheet<'_>, layout: &Layout<'_>, size: (i32, i32)) {
    let frame = sheet.gradient("g", Gradient::Across, &[(0, Slot::FrameLight), (100, Slot::FrameDark)]);
    slab(sheet, (0, 0), size, &frame, Slot::FrameEdge);
    let felt = sheet.gradient("f", Gradient::Pool, &[(0, Slot::FeltLight), (100, Slot::FeltDark)]);
    let corner = layout.margin - CELL / 2;
    let (width, height) = (size.0 - 2 * corner, size.1 - 2 * corner);
    let edge = sheet.paint(Slot::FeltLine);
    put!(
        sheet,
        "<rect x=\"{corner}\" y=\"{corner}\" width=\"{width}\" height=\"{height}\" fill=\"{felt}\" \
         stroke=\"{edge}\" stroke-width=\"5\"/>"
    );
    let path = sheet.ink(Pen::Line(Slot::FeltLine, 3));
    for x in (1..layout.view.columns.len() as i32).map(|i| corner + i * CELL) {
        let _ = write!(path, "M{x} {corner}v{height}");
    }
    for y in (1..layout.view.rows.len() as i32).map(|i| corner + i * CELL) {
        let _ = write!(path, "M{corner} {y}h{width}");
    }
    if layout.view.columns.len() > 5 && layout.view.rows.len() > 5 {
        let path = sheet.ink(Pen::Fill(Slot::FeltLine));
        let (left, right) = (corner + 2 * CELL, corner + width - 2 * CELL);
        let (top, bottom) = (corner + 2 * CELL, corner + height - 2 * CELL);
        for point in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            disc(path, point, 8);
        }
    }
    coordinates(sheet, layout);
}

/// Hollows in dark wood.
fn aligne4(sheet: &mut Sheet<'_>, layout: &Layout<'_>, size: (i32, i32)) {
    let wood = sheet.gradient("g", Gradient::Across, &[(0, Slot::TrayLight), (100, Slot::TrayDark)]);
    slab(sheet, (0, 0), size, &wood, Slot::TrayEdge);
    grain(sheet, (0, 0), size, Slot::TrayGrain);
    sheet.flush();
    let well = sheet.gradient("k", Gradient::Down, &[(0, Slot::WellTop), (100, Slot::WellBottom)]);
    sheet.define("o", |sheet| {
        let (id, edge) = (sheet.id("o"), sheet.paint(Slot::WellEdge));
        format!(
            "<rect id=\"{id}\" x=\"-46\" y=\"-46\" width=\"92\" height=\"92\" rx=\"16\" fill=\"{well}\" \
             stroke=\"{edge}\" stroke-width=\"2\"/>"
        )
    });
    let id = sheet.id("o");
    for i in 0..layout.view.cells.len() {
        let (x, y) = layout.centre(i);
        put!(sheet, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
    }
    coordinates(sheet, layout);
}

/// The panel under the reserve.
pub(crate) fn tray(sheet: &mut Sheet<'_>, tray: Tray) {
    let wood = sheet.gradient("g", Gradient::Across, &[(0, Slot::TrayLight), (100, Slot::TrayDark)]);
    slab(sheet, (tray.x, tray.y), (tray.width, tray.height), &wood, Slot::TrayEdge);
    grain(sheet, (tray.x, tray.y), (tray.width, tray.height), Slot::TrayGrain);
    sheet.flush();
}

/// A board with rounded corners and a rim.
fn slab(sheet: &mut Sheet<'_>, (x, y): (i32, i32), (width, height): (i32, i32), fill: &str, edge: Slot) {
    let edge = sheet.paint(edge);
    put!(
        sheet,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"16\" fill=\"{fill}\" stroke=\"{edge}\" \
         stroke-width=\"4\"/>",
        x + 2,
        y + 2,
        width - 4,
        height - 4
    );
}

/// Lines of grain over a slab: long, nearly parallel, of different strength, and the same ones every time.
fn grain(sheet: &mut Sheet<'_>, (left, top): (i32, i32), (width, height): (i32, i32), slot: Slot) {
    if sheet.invisible(slot) {
        return;
    }
    let mut random = Random(0x9e3779b97f4a7c15);
    let count = (height / 30).clamp(8, 56);
    let (inset, run) = (5, width - 10);
    // Where a line bends, its neighbours do too: each one strays a little from the one above.
    let mut bends = [-20, 34, 12];
    for i in 0..count {
        let y = (height * (2 * i + 1) / (2 * count) + random.below(15) - 7).clamp(inset, height - inset);
        for bend in &mut bends {
            *bend = (*bend + random.below(25) - 12).clamp(-48, 48);
        }
        let [a, b, c] = bends.map(|bend| (y + bend).clamp(inset, height - inset) - y);
        let path = sheet.ink(Pen::Line(slot, [2, 4, 2, 2, 6, 2, 3, 2, 9][(i % 9) as usize]));
        let (x, y) = (left + inset, top + y);
        let _ = write!(path, "M{x} {y}c{} {a} {} {b} {run} {c}", run / 3, run * 2 / 3);
    }
}

/// A multiplicative congruential generator: the picture of a board must be the same every time, on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % limit as u64) as i32
    }
}

/// The ink of the coordinates.
pub(crate) fn ink(surface: Surface) -> Slot {
    match surface {
        Surface::Go => Slot::GoInk,
        Surface::Othello => Slot::FrameInk,
        Surface::Aligne4 => Slot::TrayInk,
    }
}

/// Writes the labels of rows and columns into the margin outside the cells.
fn coordinates(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    let room = layout.band() * 90 / 100;
    sheet.flush();
    sheet.fine_labels(&labels(layout, sheet.style.coordinates), layout.cap, room, ink(layout.view.surface));
}

/// The labels of rows and columns, each with its place in the margin outside the cells.
pub(crate) fn labels<'a>(layout: &Layout<'a>, coordinates: Coordinates) -> Vec<(&'a str, (i32, i32))> {
    let mut labels = Vec::new();
    let Some((width, height)) = layout.board else { return labels };
    let view = layout.view;
    let all = match coordinates {
        Coordinates::Off => return labels,
        Coordinates::TwoSides => false,
        Coordinates::AllSides => true,
    };
    let inset = layout.band() / 2;
    let below = view.surface == Surface::Go;
    for (i, label) in view.columns.iter().enumerate() {
        let x = layout.centre(i).0;
        if all || !below {
            labels.push((label.as_str(), (x, inset)));
        }
        if all || below {
            labels.push((label.as_str(), (x, height - inset)));
        }
    }
    for (i, label) in view.rows.iter().enumerate() {
        let y = layout.centre(i * view.columns.len()).1;
        labels.push((label.as_str(), (inset, y)));
        if all {
            labels.push((label.as_str(), (width - inset, y)));
        }
    }
    labels
}
