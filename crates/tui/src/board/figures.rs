//! The pieces of Aligne 4: a large one is a box, a small one two brackets, both round or square; inside, a full or an empty
//! disc for its colour, and a letter for its kind. So each can be told from the others without colours.

use draw::Charset;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::{BoardView, Content, Figure};

use super::Geometry;
use crate::look::{Look, Role};
use crate::paint;

/// A piece in four characters, as in a list; where there are colours, on its own one.
pub(crate) fn piece(figure: Figure, look: Look) -> String {
    let (open, close) = if figure.square { ('[', ']') } else { ('(', ')') };
    format!("{open}{}{close}", inside(figure, look))
}

/// The disc and the letter: small when the piece is small.
fn inside(figure: Figure, look: Look) -> String {
    // On its own colour a disc is a ring, which shows that colour.
    let white = figure.white || look.has_grounds();
    let disc = match (look.charset, white, figure.small) {
        (Charset::Ascii, false, false) => 'X',
        (Charset::Ascii, false, true) => 'x',
        (Charset::Ascii, true, false) => 'O',
        (Charset::Ascii, true, true) => 'o',
        (Charset::Unicode, false, false) => '●',
        (Charset::Unicode, false, true) => '•',
        (Charset::Unicode, true, false) => '○',
        (Charset::Unicode, true, true) => '◦',
    };
    let letter = if figure.plant { 'P' } else { 'A' };
    format!("{disc}{}", if figure.small { letter.to_ascii_lowercase() } else { letter })
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
        if let Some(Content::Figure(figure)) = cell.content {
            figure_in(buf, geometry.cell(index), figure, look);
        }
    }
}

/// Draws a piece in the middle of its place.
fn figure_in(buf: &mut Buffer, place: Rect, figure: Figure, look: Look) {
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
        paint::text(buf, area.x, area.y, width, &piece(figure, look), style);
        return;
    }
    outline(buf, area, figure, look);
    let middle = Rect::new(area.x, area.y + height / 2, area.width, 1);
    let [disc, letter]: [char; 2] = inside(figure, look).chars().collect::<Vec<_>>().try_into().unwrap_or(['?'; 2]);
    paint::centred(buf, middle, &format!("{disc} {letter}"), style);
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
