//! What is drawn on cells besides stones: glow, dots, territory, marks, labels.

use std::fmt::Write as _;

use plateau_core::Player;
use table::view::{Cell, Claim, Content, Mark, Sure, Surface, WonLine};

use crate::layout::{Layout, label};
use crate::shapes::{Point, brackets, cross, diamond, disc, ring, square};
use crate::sheet::{Pen, Sheet, put};
use crate::theme::Slot;

/// What lies under the stones: the line that won, and where one may play.
pub(crate) fn under(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    for line in &layout.view.won {
        glow(sheet, layout, line);
    }
    if layout.view.surface == Surface::Othello && sheet.style.legal {
        for (i, cell) in layout.view.cells.iter().enumerate() {
            if cell.legal && cell.content.is_none() && label(cell).is_none() {
                disc(sheet.ink(Pen::Fill(Slot::FeltDot)), layout.centre(i), 12);
            }
        }
    }
}

/// Whose territory the points are.
pub(crate) fn territories(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    for (i, cell) in layout.view.cells.iter().enumerate() {
        if let Some(claim) = cell.territory {
            territory(sheet, layout.centre(i), claim, cell.content.is_some());
        }
    }
}

/// What lies over the stones.
pub(crate) fn over(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    if layout.view.surface == Surface::Aligne4 {
        badges(sheet, layout);
        sheet.flush();
    }
    for (i, cell) in layout.view.cells.iter().enumerate() {
        let at = layout.centre(i);
        if cell.dead && cell.content.is_some() {
            cross(sheet.ink(Pen::Line(ink_on(layout.view.surface, cell.content), 6)), at, 22);
        }
        for mark in &cell.marks {
            if layout.view.surface == Surface::Aligne4 {
                mark_place(sheet, at, *mark);
            } else {
                mark_point(sheet, layout.view.surface, at, cell, *mark);
            }
        }
        if is_best(cell) {
            best(sheet, layout.view.surface, at);
        }
        if let Some(label) = label(cell) {
            let ink = ink_on(layout.view.surface, cell.content);
            let ringed = if cell.marks.contains(&Mark::Last) { 8 } else { 0 };
            match layout.view.surface {
                // On an empty place there is room for it.
                Surface::Aligne4 if is_worth(cell) => sheet.label(label, at, 34, 70, ink),
                Surface::Aligne4 => sheet.label(label, (at.0 - CORNER, at.1 - CORNER), 15, 19, ink),
                _ if is_worth(cell) => sheet.label(label, at, 28, 76, ink),
                Surface::Go => sheet.label(label, at, 40 - ringed / 2, 64 - ringed, ink),
                Surface::Othello => sheet.label(label, at, 36 - ringed / 2, 56 - ringed, ink),
            }
        }
    }
    sheet.flush();
    strokes(sheet, layout);
}

/// Whether what is written on a cell is what a move there is worth.
fn is_worth(cell: &Cell) -> bool {
    label(cell).is_some() && cell.label.as_deref().is_none_or(|label| label.trim().is_empty())
}

fn is_best(cell: &Cell) -> bool {
    is_worth(cell) && cell.worth.as_ref().is_some_and(|worth| worth.is_best)
}

/// A rim around what the best move is worth.
fn best(sheet: &mut Sheet<'_>, surface: Surface, at: Point) {
    match surface {
        Surface::Aligne4 => square(sheet.ink(Pen::Line(Slot::WellInk, 5)), at, 40),
        Surface::Go | Surface::Othello => ring(sheet.ink(Pen::Line(ink_on(surface, None), 5)), at, 43),
    }
}

/// Arrows and lines, over everything else: from the rim of one stone to the rim of another.
fn strokes(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    for stroke in layout.view.strokes.iter().filter(|stroke| stroke.from != stroke.to) {
        let (from, to) = (layout.centre(stroke.from), layout.centre(stroke.to));
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        let along = |from: Point, way: f64, aside: f64| -> Point {
            let (x, y) = (dx / length, dy / length);
            let place = |at: i32, by: f64| (f64::from(at) + by).round() as i32;
            (place(from.0, way * x - aside * y), place(from.1, way * y + aside * x))
        };
        let (start, end) = (along(from, 26.0, 0.0), along(to, -26.0, 0.0));
        let mut path = format!("M{} {}L{} {}", start.0, start.1, end.0, end.1);
        if stroke.arrow {
            let [left, right] = [HEAD, -HEAD].map(|aside| along(end, -1.6 * HEAD, aside));
            let _ = write!(path, "M{} {}L{} {}L{} {}", left.0, left.1, end.0, end.1, right.0, right.1);
        }
        // A light rim below, so that it is seen on every ground.
        sheet.ink(Pen::Line(Slot::StrokeRim, 15)).push_str(&path);
        sheet.ink(Pen::Line(Slot::Stroke, 9)).push_str(&path);
    }
}

/// How far the head of an arrow goes to each side.
const HEAD: f64 = 17.0;

/// How far from the centre of a place of Aligne 4 its labels and small marks are, to the left or right and up.
const CORNER: i32 = 34;

/// The ground for labels and small marks where a piece would be under them.
fn badges(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    for (i, cell) in layout.view.cells.iter().enumerate().filter(|(_, cell)| cell.content.is_some()) {
        let (x, y) = layout.centre(i);
        let small = [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross, Mark::Selected];
        let mut path = String::new();
        if label(cell).is_some() {
            disc(&mut path, (x - CORNER, y - CORNER), 15);
        }
        if cell.marks.iter().any(|mark| small.contains(mark)) {
            disc(&mut path, (x + CORNER, y - CORNER), 15);
        }
        if !path.is_empty() {
            sheet.ink(Pen::Rimmed(Slot::WellTop, Slot::WellEdge, 2)).push_str(&path);
        }
    }
}

/// A band of light through four places, and a bright rim around each.
fn glow(sheet: &mut Sheet<'_>, layout: &Layout<'_>, line: &WonLine) {
    let mut cells = line.cells;
    cells.sort_unstable();
    let [a, b, c, d] = cells.map(|cell| layout.centre(cell));
    let straight = (b.0 - a.0) * (d.1 - a.1) == (b.1 - a.1) * (d.0 - a.0);
    let mut path = format!("M{} {}L{} {}", a.0, a.1, d.0, d.1);
    if !straight {
        path = format!("M{} {}L{} {}L{} {}L{} {}z", a.0, a.1, b.0, b.1, d.0, d.1, c.0, c.1);
    }
    define_glow(sheet, layout);
    let (id, paint) = (sheet.id("u"), sheet.paint(Slot::GlowSoft));
    put!(
        sheet,
        "<path d=\"{path}\" filter=\"url(#{id})\" fill=\"{paint}\" stroke=\"{paint}\" stroke-width=\"92\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    );
    sheet.ink(Pen::Line(Slot::Glow, 9)).push_str(&path);
    for centre in [a, b, c, d] {
        square(sheet.ink(Pen::Line(Slot::Glow, 6)), centre, 45);
    }
}

/// The softness of that light.
pub(crate) fn define_glow(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    sheet.define("u", |sheet| {
        let (width, height) = layout.board.unwrap_or_default();
        let region = format!("filterUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\"");
        format!("<filter id=\"{}\" {region}><feGaussianBlur stdDeviation=\"9\"/></filter>", sheet.id("u"))
    });
}

/// A small square in its owner's colour, the smaller the less sure it is.
fn territory(sheet: &mut Sheet<'_>, (x, y): Point, claim: Claim, on_stone: bool) {
    let pen = match claim.player {
        Player::Black => Pen::Fill(Slot::TerritoryBlack),
        Player::White => Pen::Rimmed(Slot::TerritoryWhite, Slot::TerritoryEdge, 3),
    };
    let half = match claim.sure {
        Sure::Certainly if on_stone => 10,
        Sure::Certainly => 13,
        Sure::Probably => 9,
        Sure::Perhaps => 5,
    };
    let _ = write!(sheet.ink(pen), "M{} {}h{side}v{side}h-{side}z", x - half, y - half, side = 2 * half);
}

/// A mark on a point of Go or a square of Othello.
fn mark_point(sheet: &mut Sheet<'_>, surface: Surface, at: Point, cell: &Cell, mark: Mark) {
    let ink = ink_on(surface, cell.content);
    let ground = ink_on(surface, None);
    match mark {
        Mark::Last => {
            let slot = match cell.content {
                Some(Content::Stone(Player::Black)) => Slot::LastOnBlack,
                Some(Content::Stone(Player::White)) => Slot::LastOnWhite,
                _ => Slot::Last,
            };
            // Around a number the ring is wide, else small.
            let radius = match (surface, label(cell).is_some()) {
                (Surface::Go, true) => 41,
                (_, true) => 35,
                (Surface::Go, false) => 21,
                (_, false) => 17,
            };
            ring(sheet.ink(Pen::Line(slot, if label(cell).is_some() { 5 } else { 7 })), at, radius);
        }
        Mark::Hint => {
            ring(sheet.ink(Pen::Dashes(ground, 6)), at, 37);
            disc(sheet.ink(Pen::Fill(ground)), at, 9);
        }
        Mark::Cursor => brackets(sheet.ink(Pen::Line(ground, 6)), at),
        Mark::Winning => ring(sheet.ink(Pen::Line(Slot::Glow, 7)), at, 44),
        Mark::Triangle => {
            let _ = write!(sheet.ink(Pen::Line(ink, 7)), "M{} {}l24 42h-48z", at.0, at.1 - 28);
        }
        Mark::Square => {
            let _ = write!(sheet.ink(Pen::Line(ink, 7)), "M{} {}h40v40h-40z", at.0 - 20, at.1 - 20);
        }
        Mark::Circle => ring(sheet.ink(Pen::Line(ink, 7)), at, 23),
        Mark::Cross => cross(sheet.ink(Pen::Line(ink, 7)), at, 19),
        Mark::Selected => diamond(sheet.ink(Pen::Fill(ink)), at, 22),
    }
}

/// A mark on a place of Aligne 4: around the figure, or small in the upper right corner, so that it hides nothing.
fn mark_place(sheet: &mut Sheet<'_>, at: Point, mark: Mark) {
    let corner = (at.0 + CORNER, at.1 - CORNER);
    let line = Pen::Line(Slot::WellInk, 3);
    match mark {
        Mark::Last => square(sheet.ink(Pen::Line(Slot::WellLast, 5)), at, 45),
        Mark::Hint => square(sheet.ink(Pen::Dashes(Slot::WellInk, 4)), at, 40),
        Mark::Cursor => brackets(sheet.ink(Pen::Line(Slot::WellInk, 6)), at),
        Mark::Winning => square(sheet.ink(Pen::Line(Slot::Glow, 6)), at, 45),
        Mark::Triangle => {
            let _ = write!(sheet.ink(line), "M{} {}l8 14h-16z", corner.0, corner.1 - 9);
        }
        Mark::Square => {
            let _ = write!(sheet.ink(line), "M{} {}h12v12h-12z", corner.0 - 6, corner.1 - 6);
        }
        Mark::Circle => ring(sheet.ink(line), corner, 7),
        Mark::Cross => cross(sheet.ink(line), corner, 6),
        Mark::Selected => diamond(sheet.ink(Pen::Fill(Slot::WellInk)), corner, 9),
    }
}

/// The colour that reads well on what stands on a cell.
fn ink_on(surface: Surface, content: Option<Content>) -> Slot {
    match (surface, content) {
        (Surface::Aligne4, _) => Slot::WellInk,
        (_, Some(Content::Stone(Player::Black))) => Slot::OnBlack,
        (_, Some(Content::Stone(Player::White))) => Slot::OnWhite,
        (Surface::Go, _) => Slot::GoInk,
        (Surface::Othello, _) => Slot::FeltInk,
    }
}
