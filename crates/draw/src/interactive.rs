//! A board to play on: the picture with a name on every cell, and the few parts of it that a move changes.
//!
//! What a move can change has an id, so that a page which shows a board can be brought up to date part by part: cells are
//! `PREFIX-0`, `PREFIX-1`, … in the order of the view, the layers of marks `PREFIX-under`, `PREFIX-territory` and `PREFIX-over`.
//! Everything else stays, and every piece that may ever appear is defined from the start. The coordinates are [apart](coordinates):
//! letters that grow and shrink with the board are too large on a desk or too small on a phone.

use plateau_core::Player;
use table::view::{BoardView, Cell, Content, Mark, Surface};

use crate::boards;
use crate::error::Error;
use crate::layout::Layout;
use crate::marks;
use crate::pieces;
use crate::sheet::{Sheet, Unknown, escape, put};
use crate::style::{Coordinates, Interaction, Reserve, Style};
use crate::theme::Slot;

/// A changeable part of a board to play on: the id of its element, and the element.
pub type Part = (String, String);

/// Draws a view for a page where one plays on it.
///
/// The board is a `grid` whose cells carry `data-cell` (the cell's name), an `aria-label` from the caller, `data-legal` where
/// one may play and `data-last` on the last move. One cell, that with [`Mark::Cursor`] or else the first, has `tabindex="0"`,
/// the others `-1`, as a script that moves the focus by arrow keys expects. What stands on a cell is its first `use`; the last
/// one is the square that takes clicks. A single ghost, `PREFIX-ghost`, waits for the script to put it somewhere: the ids of what
/// it can show are those of [`piece_id`]. The reserve of Aligne 4 is left to the page. There is room for [`coordinates`] in the
/// margin, if the style has them.
pub fn interactive_svg(view: &BoardView, style: &Style, interaction: &Interaction<'_>) -> Result<String, Error> {
    let style = &on_its_own(style);
    let layout = Layout::new(view, style)?;
    let bare = Style { coordinates: Coordinates::Off, ..style.clone() };
    let mut sheet = Sheet::new(&bare, Unknown::Text);
    define_everything(&mut sheet, &layout);
    put!(sheet, "<g aria-hidden=\"true\" pointer-events=\"none\">");
    boards::draw(&mut sheet, &layout);
    sheet.flush();
    put!(sheet, "</g>");
    layer(&mut sheet, &layout, Layer::Under);
    let focus = focus(view);
    put!(sheet, "<g>");
    for i in 0..view.cells.len() {
        if i % view.columns.len() == 0 {
            put!(sheet, "{}<g role=\"row\">", if i == 0 { "" } else { "</g>" });
        }
        cell(&mut sheet, &layout, interaction, i, i == focus);
    }
    put!(sheet, "</g></g>");
    let (ghost, shown) = (sheet.id("-ghost"), sheet.id(&pieces::id(some_piece(view.surface))));
    put!(sheet, "<use id=\"{ghost}\" class=\"pl-ghost\" aria-hidden=\"true\" href=\"#{shown}\"/>");
    layer(&mut sheet, &layout, Layer::Territory);
    layer(&mut sheet, &layout, Layer::Over);
    let class = match view.surface {
        Surface::Go => "pl-go",
        Surface::Othello => "pl-othello",
        Surface::Aligne4 => "pl-aligne4",
    };
    // The picture itself is the grid: around one inside it, screen readers would stop at a picture without a name. No title:
    // browsers would show it wherever the pointer rests.
    let attributes = format!(" role=\"grid\" aria-label=\"{}\" class=\"pl-board {class}\"", escape(interaction.board));
    Ok(sheet.finish(layout.width, layout.height, &attributes, None))
}

/// The labels of rows and columns, to lie over a board to play on; nothing where the style has none. Their places are shares of the
/// board, and their size is what the style sheet of the page says: the same on every board.
pub fn coordinates(view: &BoardView, style: &Style) -> Result<String, Error> {
    let style = &on_its_own(style);
    let layout = Layout::new(view, style)?;
    let labels = boards::labels(&layout, style.coordinates);
    if labels.is_empty() {
        return Ok(String::new());
    }
    let mut sheet = Sheet::new(style, Unknown::Text);
    let ink = sheet.paint(boards::ink(view.surface));
    put!(
        sheet,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pl-coordinates\" aria-hidden=\"true\" fill=\"{ink}\">"
    );
    let share = |at: i32, of: i32| f64::from(at) * 100.0 / f64::from(of);
    for (label, (x, y)) in labels {
        let (x, y, label) = (share(x, layout.width), share(y, layout.height), escape(label));
        put!(sheet, "<text x=\"{x:.2}%\" y=\"{y:.2}%\">{label}</text>");
    }
    put!(sheet, "</svg>");
    Ok(sheet.into_body())
}

/// A layer of links to lie over a board to play on, for browsers without scripts: the address and the name of each cell that
/// leads anywhere. It uses the square that takes clicks from the board under it.
pub fn links(
    view: &BoardView,
    style: &Style,
    link: impl Fn(&Cell) -> Option<(String, String)>,
) -> Result<String, Error> {
    let style = &on_its_own(style);
    let layout = Layout::new(view, style)?;
    let mut sheet = Sheet::new(style, Unknown::Text);
    for (i, cell) in view.cells.iter().enumerate() {
        if let Some((address, name)) = link(cell) {
            let (x, y) = layout.centre(i);
            let (address, name) = (escape(&address), escape(&name));
            let hit = sheet.id("h");
            put!(sheet, "<a href=\"{address}\" aria-label=\"{name}\"><use href=\"#{hit}\" x=\"{x}\" y=\"{y}\"/></a>");
        }
    }
    Ok(sheet.finish(layout.width, layout.height, " class=\"pl-links\"", None))
}

/// Every part of a board to play on.
pub fn parts(view: &BoardView, style: &Style, interaction: &Interaction<'_>) -> Result<Vec<Part>, Error> {
    let style = &on_its_own(style);
    let layout = Layout::new(view, style)?;
    let mut parts: Vec<Part> = Layer::ALL.map(|which| layer_part(&layout, style, which)).into();
    parts.extend((0..view.cells.len()).map(|i| cell_part(&layout, style, interaction, i)));
    Ok(parts)
}

/// The parts that differ between two views of the same board. Boards of different shapes have nothing in common: all parts.
pub fn changes(
    before: &BoardView,
    after: &BoardView,
    style: &Style,
    interaction: &Interaction<'_>,
) -> Result<Vec<Part>, Error> {
    if before.cells.len() != after.cells.len() || before.columns.len() != after.columns.len() {
        return parts(after, style, interaction);
    }
    let style = &on_its_own(style);
    let (old, new) = (Layout::new(before, style)?, Layout::new(after, style)?);
    let layers = Layer::ALL.map(|which| (layer_part(&old, style, which), layer_part(&new, style, which)));
    let cells = before.cells.iter().zip(&after.cells).enumerate().filter(|(_, (before, after))| before != after);
    let cells = cells.map(|(i, _)| (cell_part(&old, style, interaction, i), cell_part(&new, style, interaction, i)));
    let changed = layers.into_iter().chain(cells).filter_map(|(old, new)| (old != new).then_some(new));
    Ok(changed.collect())
}

/// The id by which a page can `use` a piece or a stone of a board to play on.
pub fn piece_id(content: Content, style: &Style) -> String {
    Sheet::new(style, Unknown::Text).id(&pieces::id(content))
}

/// The reserve is not in the picture.
fn on_its_own(style: &Style) -> Style {
    Style { reserve: Reserve::Hidden, ..style.clone() }
}

/// What a move can change, besides cells.
#[derive(Clone, Copy)]
enum Layer {
    Under,
    Territory,
    Over,
}

impl Layer {
    const ALL: [Layer; 3] = [Layer::Under, Layer::Territory, Layer::Over];

    const fn id(self) -> &'static str {
        match self {
            Layer::Under => "-under",
            Layer::Territory => "-territory",
            Layer::Over => "-over",
        }
    }
}

fn layer(sheet: &mut Sheet<'_>, layout: &Layout<'_>, which: Layer) {
    let id = sheet.id(which.id());
    put!(sheet, "<g id=\"{id}\" aria-hidden=\"true\" pointer-events=\"none\">");
    match which {
        Layer::Under => marks::under(sheet, layout),
        Layer::Territory => marks::territories(sheet, layout),
        Layer::Over => marks::over(sheet, layout),
    }
    sheet.flush();
    put!(sheet, "</g>");
}

fn layer_part(layout: &Layout<'_>, style: &Style, which: Layer) -> Part {
    let mut sheet = Sheet::new(style, Unknown::Text);
    layer(&mut sheet, layout, which);
    (sheet.id(which.id()), sheet.into_body())
}

fn cell_part(layout: &Layout<'_>, style: &Style, interaction: &Interaction<'_>, i: usize) -> Part {
    let mut sheet = Sheet::new(style, Unknown::Text);
    cell(&mut sheet, layout, interaction, i, i == focus(layout.view));
    (sheet.id(&format!("-{i}")), sheet.into_body())
}

fn cell(sheet: &mut Sheet<'_>, layout: &Layout<'_>, interaction: &Interaction<'_>, i: usize, focus: bool) {
    let cell: &Cell = &layout.view.cells[i];
    let (x, y) = layout.centre(i);
    let id = sheet.id(&format!("-{i}"));
    let (name, label) = (escape(&cell.name), escape(&(interaction.cell)(cell)));
    let tab = if focus { 0 } else { -1 };
    let legal = if cell.legal { " data-legal=\"\"" } else { "" };
    let last = if cell.marks.contains(&Mark::Last) { " data-last=\"\"" } else { "" };
    put!(
        sheet,
        "<g id=\"{id}\" role=\"gridcell\" tabindex=\"{tab}\" data-cell=\"{name}\"{legal}{last} aria-label=\"{label}\" \
         transform=\"translate({x} {y})\">"
    );
    if let Some(content) = cell.content {
        let id = sheet.id(&pieces::id(content));
        let faded = if cell.dead { format!(" opacity=\"{}\"", sheet.paint(Slot::Fade)) } else { String::new() };
        put!(sheet, "<use href=\"#{id}\"{faded}/>");
    }
    let hit = sheet.id("h");
    put!(sheet, "<use href=\"#{hit}\"/></g>");
}

/// The cell that takes the focus first.
fn focus(view: &BoardView) -> usize {
    view.cells.iter().position(|cell| cell.marks.contains(&Mark::Cursor)).unwrap_or_default()
}

/// Everything that can come onto the board, and what parts refer to.
fn define_everything(sheet: &mut Sheet<'_>, layout: &Layout<'_>) {
    let surface = layout.view.surface;
    for player in Player::BOTH {
        pieces::define(sheet, Content::Stone(player), surface);
    }
    if surface == Surface::Aligne4 {
        for figure in pieces::figures() {
            pieces::define(sheet, Content::Figure(figure), surface);
        }
        marks::define_glow(sheet, layout);
    }
    for content in layout.view.cells.iter().filter_map(|cell| cell.content) {
        pieces::define(sheet, content, surface);
    }
    // The square that takes clicks; its rim shows the focus.
    sheet.define("h", |sheet| {
        format!("<path id=\"{}\" d=\"M-50-50h100v100h-100z\" fill=\"none\" pointer-events=\"all\"/>", sheet.id("h"))
    });
}

fn some_piece(surface: Surface) -> Content {
    match surface {
        Surface::Go | Surface::Othello => Content::Stone(Player::Black),
        Surface::Aligne4 => Content::Figure(pieces::PLAINEST),
    }
}
