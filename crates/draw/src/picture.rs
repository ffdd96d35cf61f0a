//! The layers of a picture, from the wood up: board, what lies under the stones, cells, what lies over them.

use table::view::{BoardView, Content, Figure, Surface};

use crate::boards;
use crate::error::Error;
use crate::layout::{Layout, Tray};
use crate::marks;
use crate::pieces;
use crate::shapes::{disc, square};
use crate::sheet::{Pen, Sheet, Unknown, put};
use crate::style::{Coordinates, Style};
use crate::theme::Slot;

/// Draws a view as an SVG document.
pub fn svg(view: &BoardView, style: &Style) -> Result<String, Error> {
    draw(view, style, Unknown::Text)
}

/// The CSS for [`interactive_svg`](crate::interactive_svg): the ghost, the visible focus, how what changes moves.
///
/// It is meant to be served as a file, so that a page can forbid inline styles. Themes are not in it: see
/// [`Theme::css`](crate::Theme::css).
pub fn stylesheet() -> &'static str {
    include_str!("board.css")
}

/// A single stone, disc or piece, for a card or a legend.
pub fn icon(content: Content, surface: Surface, style: &Style) -> String {
    let mut sheet = Sheet::new(style, Unknown::Text);
    let id = pieces::define(&mut sheet, content, surface);
    place(&mut sheet, &id, (55, 54), "");
    sheet.finish(110, 110, "", style.title.as_deref())
}

/// Draws a view.
pub(crate) fn draw(view: &BoardView, style: &Style, unknown: Unknown) -> Result<String, Error> {
    let layout = Layout::new(view, style)?;
    let mut sheet = Sheet::new(style, unknown);
    boards::draw(&mut sheet, &layout);
    if layout.board.is_some() {
        marks::under(&mut sheet, &layout);
        sheet.flush();
        cells(&mut sheet, &layout);
        marks::territories(&mut sheet, &layout);
        sheet.flush();
        marks::over(&mut sheet, &layout);
    }
    sheet.flush();
    if let Some(tray) = layout.tray {
        reserve(&mut sheet, view, tray);
    }
    Ok(sheet.finish(layout.width, layout.height, "", style.title.as_deref()))
}

/// Puts a defined piece at a place.
fn place(sheet: &mut Sheet<'_>, id: &str, (x, y): (i32, i32), attributes: &str) {
    let id = sheet.id(id);
    put!(sheet, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"{attributes}/>");
}

/// What stands on the cells.
fn cells(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    let fade = format!(" opacity=\"{}\"", sheet.paint(Slot::Fade));
    for (i, cell) in layout.view.cells.iter().enumerate() {
        if let Some(content) = cell.content {
            let id = pieces::define(sheet, content, layout.view.surface);
            place(sheet, &id, layout.centre(i), if cell.dead { fade.as_str() } else { "" });
        }
    }
}

/// The pieces that are not on the board, each at the place of its code.
fn reserve(sheet: &mut Sheet<'_>, view: &BoardView, tray: Tray) {
    boards::tray(sheet, tray);
    for code in Figure::all().map(|figure| figure.code) {
        let (x, y) = tray.place(code);
        if !view.reserve.iter().any(|piece| piece.figure.code.eq_ignore_ascii_case(&code)) {
            disc(sheet.ink(Pen::Fill(Slot::WellEdge)), (x, y), 5);
        } else if sheet.style.coordinates != Coordinates::Off {
            let corner = (x - tray.pitch * 37 / 100, y - tray.pitch * 36 / 100);
            sheet.label(&code.to_string(), corner, tray.pitch * 12 / 100, tray.pitch, Slot::TrayInk);
        }
    }
    for piece in view.reserve.iter().filter(|piece| piece.selected) {
        let half = tray.pitch * 47 / 100;
        square(sheet.ink(Pen::Line(Slot::WellLast, 6)), tray.place(piece.figure.code), half);
    }
    sheet.flush();
    // Where none may be taken, as after the end, fading all of them would say nothing.
    let faint = format!(" opacity=\"{}\"", sheet.paint(Slot::Fade));
    let some_legal = view.reserve.iter().any(|piece| piece.legal);
    for piece in &view.reserve {
        let id = pieces::define(sheet, Content::Figure(piece.figure), view.surface);
        let id = sheet.id(&id);
        let (x, y) = tray.place(piece.figure.code);
        let scale = (tray.pitch * 80 / 100).min(92);
        let fade = if some_legal && !piece.legal && !piece.selected { faint.as_str() } else { "" };
        put!(sheet, "<use href=\"#{id}\" transform=\"translate({x} {y}) scale(.{scale:02})\"{fade}/>");
    }
}
