//! Stones and discs, in five sizes. Black ones are full and white ones are rings, so that no colour is needed to tell them
//! apart; only where the colours are known to look as they should are both full.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use table::view::{BoardView, Cell, Content, Mark, Sure, Surface};

use super::{Geometry, crossing};
use crate::look::{Look, Role};
use crate::paint;

/// The lines of a stone of three by one, three by two, five by three, or nine by five characters.
fn shape(player: Player, height: u16, look: Look) -> &'static [&'static str] {
    match (player, height, look.pick(true, false)) {
        (Player::Black, 1, true) => &["▐█▌"],
        (Player::White, 1, true) => &["▐ ▌"],
        (Player::Black, 1, false) => &["-X-"],
        (Player::White, 1, false) => &["-O-"],
        (Player::Black, 2, true) => &["▟█▙", "▜█▛"],
        (Player::White, 2, true) => &["╭─╮", "╰─╯"],
        (Player::Black, 2, false) => &["###", "###"],
        (Player::White, 2, false) => &[".-.", "'-'"],
        (Player::Black, 5, true) => &[" ▗▟███▙▖ ", "▟███████▙", "█████████", "▜███████▛", " ▝▜███▛▘ "],
        (Player::White, 5, true) => &[" ╭─────╮ ", "╭╯     ╰╮", "│       │", "╰╮     ╭╯", " ╰─────╯ "],
        (Player::Black, 5, false) => &[" .#####. ", ".#######.", "#########", "'#######'", " '#####' "],
        (Player::White, 5, false) => &[" .-----. ", "/       \\", "|       |", "\\       /", " '-----' "],
        (Player::Black, _, true) => &["▗███▖", "█████", "▝███▘"],
        (Player::White, _, true) => &["╭───╮", "│   │", "╰───╯"],
        (Player::Black, _, false) => &[".###.", "#####", "'###'"],
        (Player::White, _, false) => &[".---.", "|   |", "'---'"],
    }
}

/// Draws what stands on a cell.
fn stone(buf: &mut Buffer, area: Rect, player: Player, cell: &Cell, (look, surface): (Look, Surface)) {
    let is_last = cell.marks.contains(&Mark::Last);
    let style = look.on(surface, if cell.dead { Role::Dead(player) } else { Role::Stone(player) });
    if area.height == 1 && (area.width == 1 || cell.dead) {
        let sign = match (player, cell.dead) {
            (Player::Black, false) => look.pick("●", "X"),
            (Player::White, false) => look.pick("○", "O"),
            (Player::Black, true) => "x",
            (Player::White, true) => "o",
        };
        let sign = if sign == "○" && look.knows_colours() { "●" } else { sign };
        paint::text(buf, area.x + area.width / 2, area.y, 1, sign, style);
        return;
    }
    let is_ring = player == Player::White && !look.knows_colours();
    let drawn_as = if is_ring || look.charset == draw::Charset::Ascii { player } else { Player::Black };
    for (line, y) in shape(drawn_as, area.height, look).iter().zip(area.y..) {
        paint::text(buf, area.x, y, area.width, line, style);
    }
    if area.height == 1 {
        return;
    }
    let (x, y) = (area.x + area.width / 2, area.y + (area.height - 1) / 2);
    let on_stone = if look.has_grounds() { look.filled(player == Player::White) } else { Style::new() };
    if cell.dead {
        paint::text(buf, x, y, 1, look.pick("×", "x"), on_stone);
    } else if is_last {
        paint::text(buf, x, y, 1, look.pick("•", "o"), look.on(surface, Role::Last(Some(player))));
    }
}

/// Go: lines that cross, with stones on the crossings.
pub(super) fn crossings(buf: &mut Buffer, geometry: &Geometry, board: &BoardView, look: Look) {
    let (columns, rows) = (geometry.size.0 as usize, geometry.size.1 as usize);
    let (line, (pitch_x, pitch_y)) = (look.on(Surface::Go, Role::Line), geometry.pitch);
    let is_shown = |index: usize| index < board.cells.len() && geometry.cell(index).is_some();
    for (index, cell) in board.cells.iter().enumerate() {
        let Some(area) = geometry.cell(index) else { continue };
        let (column, row) = (index % columns, index / columns);
        let (x, y) = (area.x + area.width / 2, area.y + (area.height - 1) / 2);
        let across = look.pick("─", if pitch_x == 2 { " " } else { "-" });
        for step in 1..pitch_x {
            if column + 1 < columns && is_shown(index + 1) {
                paint::text(buf, x + step, y, 1, across, line);
            }
        }
        for step in 1..pitch_y {
            if row + 1 < rows && is_shown(index + columns) {
                paint::text(buf, x, y + step, 1, look.pick("│", "|"), line);
            }
        }
        let (sign, role) = empty_crossing(cell, (column, row), (columns, rows), look);
        paint::text(buf, x, y, 1, sign, look.on(Surface::Go, role));
    }
    for (index, cell) in board.cells.iter().enumerate() {
        if let (Some(Content::Stone(player)), Some(area)) = (cell.content, geometry.cell(index)) {
            stone(buf, area, player, cell, (look, Surface::Go));
        }
    }
}

fn empty_crossing(
    cell: &Cell,
    (column, row): (usize, usize),
    (columns, rows): (usize, usize),
    look: Look,
) -> (&'static str, Role) {
    // As in text: one character has no room for degrees.
    let owner = cell.territory.filter(|claim| claim.sure > Sure::Perhaps).map(|claim| claim.player);
    match (owner, cell.star) {
        (Some(player @ Player::Black), _) => (look.pick("▪", "b"), Role::Territory(player)),
        (Some(player @ Player::White), _) if look.knows_colours() => (look.pick("▪", "w"), Role::Territory(player)),
        (Some(player @ Player::White), _) => (look.pick("▫", "w"), Role::Territory(player)),
        (None, true) => (look.pick("╋", "+"), Role::Star),
        (None, false) => {
            let unicode = crossing((column == 0, column + 1 == columns), (row == 0, row + 1 == rows));
            (look.pick(unicode, "."), Role::Line)
        }
    }
}

/// Othello: discs in squares, a cross where one may play: no disc, however small, looks like one.
pub(super) fn squares(buf: &mut Buffer, geometry: &Geometry, board: &BoardView, look: Look) {
    for (index, cell) in board.cells.iter().enumerate() {
        let Some(area) = geometry.cell(index) else { continue };
        let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
        match cell.content {
            Some(Content::Stone(player)) => stone(buf, area, player, cell, (look, Surface::Othello)),
            _ if cell.legal => paint::text(buf, x, y, 1, "+", look.on(Surface::Othello, Role::Legal)),
            _ => {}
        }
    }
}
