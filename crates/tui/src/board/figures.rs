//! The pieces of Aligne 4: a large one is a box, a small one two brackets, both round or square; inside, a full or an empty
//! disc for its colour, and a letter for its kind. So each can be told from the others without colours.

use draw::Charset;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::{BoardView, Content, Figure};

use super::Geometry;
use crate::look::{Look, Role};
use crate::paint;

/// Writes a piece in four characters, as in a list; where there are colours, on its own one.
pub(crate) fn small_picture(buf: &mut Buffer, x: u16, y: u16, figure: Figure, look: Look) {
    paint::text(buf, x, y, 4, &draw::piece_text(figure, look.charset), look.filled(figure.white));
    disc(buf, x + 1, y, figure, look);
}

/// The disc that says the colour: full or a ring, always in ink on paper, so that a full one is never white.
fn disc(buf: &mut Buffer, x: u16, y: u16, figure: Figure, look: Look) {
    let [disc, _] = inside(figure, look);
    paint::text(buf, x, y, 1, &disc.to_string(), look.filled(true));
}

/// The disc and the letter: small when the piece is small.
fn inside(figure: Figure, look: Look) -> [char; 2] {
    let text: Vec<char> = draw::piece_text(figure, look.charset).chars().collect();
    [text[1], text[2]]
}

/// Draws a large piece of the reserve: its lower edge shows the shape.
pub(crate) fn large_picture(buf: &mut Buffer, x: u16, y: u16, figure: Figure, look: Look) {
    let [_, letter] = inside(figure, look);
    let (side, bottom) = match (figure.square, look.charset) {
        (false, Charset::Unicode) => ("│", "╰───╯"),
        (true, Charset::Unicode) => ("┃", "┗━━━┛"),
        (false, Charset::Ascii) => ("|", "'---'"),
        (true, Charset::Ascii) => ("#", "#===#"),
    };
    let style = look.filled(figure.white);
    paint::text(buf, x, y, 5, &format!("{side}  {letter}{side}"), style);
    paint::text(buf, x, y + 1, 5, bottom, style);
    disc(buf, x + 1, y, figure, look);
}

/// The row and column of a piece in the reserve: the black ones on the left, each beside its white twin.
pub(crate) fn slot(figure: Figure) -> (u16, u16) {
    let twins = Figure::all().filter(|other| other.white == figure.white);
    let row = twins.map(|other| other.code).position(|code| code == figure.code).unwrap_or(0);
    (row as u16, u16::from(figure.white))
}

/// Draws the pieces on the board.
pub(super) fn places(buf: &mut Buffer, geometry: &Geometry, board: &BoardView, look: Look) {
    for (index, cell) in board.cells.iter().enumerate() {
        if let (Some(Content::Figure(figure)), Some(place)) = (cell.content, geometry.cell(index)) {
            figure_in(buf, place, figure, look);
        }
    }
}

/// Draws a piece in the middle of its place.
pub(crate) fn figure_in(buf: &mut Buffer, place: Rect, figure: Figure, look: Look) {
    let roomy = place.height >= 5;
    let (width, height) = match (figure.small, roomy) {
        (false, true) => (11, 5),
        (false, false) | (true, true) => (7, 3),
        (true, false) => (4, 1),
    };
    let area = paint::middle(place, width, height);
    let style = look.filled(figure.white);
    buf.set_style(area.intersection(buf.area), style);
    if height == 1 {
        return small_picture(buf, area.x, area.y, figure, look);
    }
    outline(buf, area, figure, look);
    let (x, y) = (area.x + area.width / 2 - 1, area.y + height / 2);
    let [_, letter] = inside(figure, look);
    paint::text(buf, x, y, 3, &format!("  {letter}"), style);
    disc(buf, x, y, figure, look);
}

fn outline(buf: &mut Buffer, area: Rect, figure: Figure, look: Look) {
    let style = look.filled(figure.white).patch(ratatui::style::Style { bg: None, ..look.style(Role::Ink) });
    let signs = match (figure.square, look.charset) {
        (false, Charset::Unicode) => ["╭", "╮", "╰", "╯", "─", "│"],
        (true, Charset::Unicode) => ["┏", "┓", "┗", "┛", "━", "┃"],
        (false, Charset::Ascii) => [".", ".", "'", "'", "-", "|"],
        (true, Charset::Ascii) => ["#", "#", "#", "#", "=", "#"],
    };
    let [upper_left, upper_right, lower_left, lower_right, across, down] = signs;
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for y in area.y..=bottom {
        for x in area.x..=right {
            let (on_column, on_row) = (x == area.x || x == right, y == area.y || y == bottom);
            let sign = match (on_column, on_row) {
                (true, true) => match (x == area.x, y == area.y) {
                    (true, true) => upper_left,
                    (false, true) => upper_right,
                    (true, false) => lower_left,
                    (false, false) => lower_right,
                },
                (false, true) => across,
                (true, false) => down,
                (false, false) => " ",
            };
            paint::text(buf, x, y, 1, sign, style);
        }
    }
}
