//! The layers of a picture, from the wood up: board, what lies under the stones, cells, what lies over them.

use plateau_core::Player;
use table::view::{BoardView, Cell, Content, Mark, Reserved, Surface};

use crate::boards;
use crate::error::Error;
use crate::layout::{Layout, Tray};
use crate::marks;
use crate::pieces;
use crate::sheet::{Pen, Sheet, Unknown, escape, put};
use crate::style::{Coordinates, Interaction, Style};
use crate::theme::Slot;

/// Draws a view as an SVG document.
pub fn svg(view: &BoardView, style: &Style) -> Result<String, Error> {
    draw(view, style, Unknown::Text, None)
}

/// Draws a view for a page where one plays on it.
///
/// The board is a `grid` whose cells carry `data-cell` (the cell's name), an `aria-label` from the caller, `data-legal` where
/// one may play and `data-last` on the last move. One cell, that with [`Mark::Cursor`] or else the first, has `tabindex="0"`,
/// the others `-1`, as a script that moves the focus by arrow keys expects. Pieces in the reserve are `option`s of a `listbox`
/// with `data-piece` (the code). Ghosts are invisible until [`stylesheet`] shows them.
pub fn interactive_svg(view: &BoardView, style: &Style, interaction: &Interaction<'_>) -> Result<String, Error> {
    draw(view, style, Unknown::Text, Some(interaction))
}

/// The CSS for [`interactive_svg`]: ghosts under the pointer and the focus, and a visible focus.
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

/// Draws a view, with or without the means to play on it.
pub(crate) fn draw(
    view: &BoardView,
    style: &Style,
    unknown: Unknown,
    interaction: Option<&Interaction<'_>>,
) -> Result<String, Error> {
    let layout = Layout::new(view, style)?;
    let mut sheet = Sheet::new(style, unknown);
    let hide = if interaction.is_some() { " aria-hidden=\"true\" pointer-events=\"none\"" } else { "" };
    put!(sheet, "<g{hide}>");
    boards::draw(&mut sheet, &layout);
    if layout.board.is_some() {
        marks::under(&mut sheet, &layout);
    }
    sheet.flush();
    put!(sheet, "</g>");
    if layout.board.is_some() {
        cells(&mut sheet, &layout, interaction);
        put!(sheet, "<g{hide}>");
        marks::over(&mut sheet, &layout);
        sheet.flush();
        put!(sheet, "</g>");
    }
    if let Some(tray) = layout.tray {
        reserve(&mut sheet, view, tray, interaction);
    }
    let Some(_) = interaction else {
        return Ok(sheet.finish(layout.width, layout.height, "", style.title.as_deref()));
    };
    let class = match view.surface {
        Surface::Go => "pl-go",
        Surface::Othello => "pl-othello",
        Surface::Aligne4 => "pl-aligne4",
    };
    // No title: browsers would show it wherever the pointer rests, and the grid inside has the name.
    let attributes = format!(" role=\"none\" class=\"pl-board {class}\"");
    Ok(sheet.finish(layout.width, layout.height, &attributes, None))
}

/// Puts a defined piece at a place.
fn place(sheet: &mut Sheet<'_>, id: &str, (x, y): (i32, i32), attributes: &str) {
    let id = sheet.id(id);
    put!(sheet, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"{attributes}/>");
}

/// What stands on the cells.
fn cells(sheet: &mut Sheet<'_>, layout: &Layout<'_>, interaction: Option<&Interaction<'_>>) {
    let view = layout.view;
    let fade = format!(" opacity=\"{}\"", sheet.paint(Slot::Fade));
    let faded = |cell: &Cell| if cell.dead { fade.as_str() } else { "" };
    let Some(interaction) = interaction else {
        for (i, cell) in view.cells.iter().enumerate() {
            if let Some(content) = cell.content {
                let id = pieces::define(sheet, content, view.surface);
                place(sheet, &id, layout.centre(i), faded(cell));
            }
        }
        return;
    };
    let ghost = ghost(view, interaction).map(|content| pieces::define(sheet, content, view.surface));
    define_hit_area(sheet);
    let focus = view.cells.iter().position(|cell| cell.marks.contains(&Mark::Cursor)).unwrap_or_default();
    put!(sheet, "<g role=\"grid\" aria-label=\"{}\">", escape(interaction.board));
    for (i, cell) in view.cells.iter().enumerate() {
        if i % view.columns.len() == 0 {
            put!(sheet, "{}<g role=\"row\">", if i == 0 { "" } else { "</g>" });
        }
        let (x, y) = layout.centre(i);
        let name = escape(&cell.name);
        let label = escape(&(interaction.cell)(cell));
        let tab = if i == focus { 0 } else { -1 };
        let legal = if cell.legal { " data-legal=\"\"" } else { "" };
        let last = if cell.marks.contains(&Mark::Last) { " data-last=\"\"" } else { "" };
        put!(
            sheet,
            "<g role=\"gridcell\" tabindex=\"{tab}\" data-cell=\"{name}\"{legal}{last} \
             aria-label=\"{label}\" transform=\"translate({x} {y})\">"
        );
        if let Some(content) = cell.content {
            let id = pieces::define(sheet, content, view.surface);
            let id = sheet.id(&id);
            put!(sheet, "<use href=\"#{id}\"{}/>", faded(cell));
        } else if let (true, Some(ghost)) = (cell.legal, &ghost) {
            let id = sheet.id(ghost);
            put!(sheet, "<use class=\"pl-ghost\" href=\"#{id}\" opacity=\"0\"/>");
        }
        let hit = sheet.id("h");
        put!(sheet, "<use href=\"#{hit}\"/></g>");
    }
    put!(sheet, "</g></g>");
}

/// What would be put down.
fn ghost(view: &BoardView, interaction: &Interaction<'_>) -> Option<Content> {
    match view.surface {
        Surface::Aligne4 => view.reserve.iter().find(|piece| piece.selected).map(|piece| Content::Figure(piece.figure)),
        Surface::Go | Surface::Othello => interaction.ghost.map(Content::Stone),
    }
}

/// The square that takes clicks; its rim shows the focus.
fn define_hit_area(sheet: &mut Sheet<'_>) {
    sheet.define("h", |sheet| {
        format!("<path id=\"{}\" d=\"M-50-50h100v100h-100z\" fill=\"none\" pointer-events=\"all\"/>", sheet.id("h"))
    });
}

/// The pieces that are not on the board, each at the place of its code.
fn reserve(sheet: &mut Sheet<'_>, view: &BoardView, tray: Tray, interaction: Option<&Interaction<'_>>) {
    let hide = if interaction.is_some() { " aria-hidden=\"true\" pointer-events=\"none\"" } else { "" };
    put!(sheet, "<g{hide}>");
    boards::tray(sheet, tray);
    for code in "0123456789abcdef".chars() {
        let (x, y) = tray.place(code);
        if !view.reserve.iter().any(|piece| piece.figure.code.eq_ignore_ascii_case(&code)) {
            marks::disc(sheet.ink(Pen::Fill(Slot::WellEdge)), (x, y), 5);
        } else if sheet.style.coordinates != Coordinates::Off {
            let corner = (x - tray.pitch * 37 / 100, y - tray.pitch * 36 / 100);
            sheet.label(&code.to_string(), corner, tray.pitch * 12 / 100, tray.pitch, Slot::TrayInk);
        }
    }
    for piece in view.reserve.iter().filter(|piece| piece.selected) {
        let half = tray.pitch * 47 / 100;
        marks::square(sheet.ink(Pen::Line(Slot::WellLast, 6)), tray.place(piece.figure.code), half);
    }
    sheet.flush();
    put!(sheet, "</g>");
    // A list box without options would be a mistake to those who read it aloud.
    if view.reserve.is_empty() {
        return;
    }
    if let Some(interaction) = interaction {
        put!(sheet, "<g role=\"listbox\" aria-label=\"{}\">", escape(interaction.reserve));
    }
    // Where none may be taken, as after the end, fading all of them would say nothing.
    let faint = format!(" opacity=\"{}\"", sheet.paint(Slot::Fade));
    let some_legal = view.reserve.iter().any(|piece| piece.legal);
    let focus = view.reserve.iter().position(|piece| piece.selected).unwrap_or_default();
    for (i, piece) in view.reserve.iter().enumerate() {
        let id = pieces::define(sheet, Content::Figure(piece.figure), view.surface);
        let id = sheet.id(&id);
        let (x, y) = tray.place(piece.figure.code);
        let scale = (tray.pitch * 80 / 100).min(92);
        let fade = if some_legal && !piece.legal && !piece.selected { faint.as_str() } else { "" };
        let transform = format!("transform=\"translate({x} {y}) scale(.{scale:02})\"");
        match interaction {
            None => put!(sheet, "<use href=\"#{id}\" {transform}{fade}/>"),
            Some(interaction) => option(sheet, &id, piece, &transform, fade, interaction, i == focus),
        }
    }
    if interaction.is_some() {
        put!(sheet, "</g>");
    }
}

/// A piece that can be chosen.
fn option(
    sheet: &mut Sheet<'_>,
    id: &str,
    piece: &Reserved,
    transform: &str,
    fade: &str,
    interaction: &Interaction<'_>,
    focus: bool,
) {
    define_hit_area(sheet);
    let label = escape(&(interaction.piece)(piece));
    let (code, selected, tab) = (piece.figure.code, piece.selected, if focus { 0 } else { -1 });
    let legal = if piece.legal { " data-legal=\"\"" } else { "" };
    let hit = sheet.id("h");
    put!(
        sheet,
        "<g role=\"option\" tabindex=\"{tab}\" data-piece=\"{code}\"{legal} \
         aria-selected=\"{selected}\" aria-label=\"{label}\" {transform}>\
         <use href=\"#{id}\"{fade}/><use href=\"#{hit}\"/></g>"
    );
}

/// The colour that reads well on what stands on a cell.
pub(crate) fn ink_on(surface: Surface, content: Option<Content>) -> Slot {
    match (surface, content) {
        (Surface::Aligne4, _) => Slot::WellInk,
        (_, Some(Content::Stone(Player::Black))) => Slot::OnBlack,
        (_, Some(Content::Stone(Player::White))) => Slot::OnWhite,
        (Surface::Go, _) => Slot::GoInk,
        (Surface::Othello, _) => Slot::FeltInk,
    }
}
