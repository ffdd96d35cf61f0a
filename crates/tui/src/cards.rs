//! The two cards beside the board, and what stands below them: the reserve and the legend of Aligne 4, the moves.

use std::time::Duration;

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::clock::Reading;
use table::points_text;
use table::view::{Counter, Figure, Stage, Surface, View};
use table::{Message, Who};

use crate::console::{colour, legend, name};
use crate::context::Context;
use crate::look::Role;
use crate::{board, paint, say};

/// One side of the screen.
pub(crate) struct Side<'a> {
    pub(crate) view: &'a View,
    pub(crate) player: Player,
    /// What the machine thinks of while it does so for this player: the move it likes so far, or nothing yet.
    pub(crate) thinking: Option<&'a str>,
    /// Aligne 4: the piece that was chosen.
    pub(crate) piece: Option<char>,
}

/// Draws a card and what stands below it.
pub(crate) fn draw(buf: &mut Buffer, area: Rect, side: &Side<'_>, context: &Context) {
    let height = card_height(side.view, side.player).min(area.height);
    card(buf, Rect { height, ..area }, side, context);
    let below = Rect { y: area.y + height + 1, height: area.height.saturating_sub(height + 1), ..area };
    match (side.player, side.view.board.surface) {
        (Player::Black, Surface::Aligne4) => {
            if let Some(reserve_at) = reserve_area(side.view, area) {
                reserve(buf, reserve_at, side, context);
            }
        }
        (Player::Black, _) => {}
        (Player::White, Surface::Aligne4) => {
            let lines = explain(buf, below, context);
            let rest = below.height.saturating_sub(lines + 1);
            moves(buf, Rect { y: below.y + lines + 1, height: rest, ..below }, side.view, context);
        }
        (Player::White, _) => moves(buf, below, side.view, context),
    }
}

/// The rows of a player's card: the counters, or the count while there is one.
fn rows(view: &View, player: Player) -> &[Counter] {
    view.tally.as_ref().map_or(&view.players[player].counters, |tally| &tally[player])
}

fn card_height(view: &View, player: Player) -> u16 {
    let has_clock = view.players[player].clock.is_some();
    let rows = rows(view, Player::Black).len().max(rows(view, Player::White).len());
    rows as u16 + 5 + 2 * u16::from(has_clock)
}

fn card(buf: &mut Buffer, area: Rect, side: &Side<'_>, context: &Context) {
    let (view, look, player) = (side.view, context.look, side.player);
    let of = &view.players[player];
    let edge = look.style(if of.to_move { Role::Accent } else { Role::Edge });
    let stone = if player == Player::Black { look.pick("●", "X") } else { look.pick("○", "O") };
    let turn = if of.to_move { look.pick(" ◂", " <") } else { "" };
    let gap = if look.has_grounds() { "  " } else { " " };
    let title = format!("{stone}{gap}{}{turn}", colour(&context.words, player));
    let inside = paint::frame(buf, area, &title, edge, look);
    if look.has_grounds() {
        // A stone on a piece of board: in the terminal's own colours a black stone could look white.
        paint::text(buf, area.x + 2, area.y, 3, look.pick(" ● ", " O "), look.on(Surface::Go, Role::Stone(player)));
    }
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    let line = |y: u16| Rect { y, height: 1, ..inside };
    let mut y = inside.y;
    let [first, second] = who(&of.name, &of.who, context);
    paint::text(buf, inside.x, y, inside.width, &first, look.style(Role::Strong));
    y += 1;
    let accepted = matches!(view.stage, Stage::Marking { accepted } if accepted[player]);
    if let Some(best) = side.thinking {
        paint::text(buf, inside.x, y, inside.width, &thinking(best, context), look.style(Role::Accent));
    } else if accepted {
        let said = format!("{} {}", look.pick("✓", "*"), context.say("marking-accepted"));
        paint::text(buf, inside.x, y, inside.width, &said, look.style(Role::Accent));
    } else {
        paint::text(buf, inside.x, y, inside.width, &second, look.style(Role::Soft));
    }
    y += 1;
    if let Some(reading) = &of.clock {
        let role = if reading.left < Duration::from_secs(10) && of.to_move { Role::Accent } else { Role::Strong };
        paint::right(buf, line(y), &time(reading.left), look.style(role));
        paint::right(buf, line(y + 1), &overtime(reading, context), look.style(Role::Soft));
        y += 2;
    }
    y += 1;
    for counter in rows(view, player) {
        let role = if counter.id == "counter-total" { Role::Strong } else { Role::Ink };
        paint::text(buf, inside.x, y, inside.width, &context.say(label(counter.id)), look.style(Role::Soft));
        paint::right(buf, line(y), &format!(" {}", context.words.lang().decimal(&counter.value())), look.style(role));
        y += 1;
    }
}

/// The name of a counter as a narrow card has room for it.
fn label(id: &str) -> &str {
    if id == "counter-reserve" { "reserve-title" } else { id }
}

/// Who sits there, on two lines: the name, or what it is without one; and how it plays, if it is a machine.
fn who(name: &str, who: &Who, context: &Context) -> [String; 2] {
    let kind = context.say(if who.is_person() { "who-person" } else { "who-machine" });
    let first = if name.is_empty() { kind } else { name.to_owned() };
    let message = match who {
        Who::Person => return [first, String::new()],
        Who::Level(level) => Message::new("who-level").with("level", i64::from(*level)),
        Who::Random => Message::new("who-random"),
        Who::Time(time) => Message::new("who-time").with("seconds", time.as_secs_f64().to_string()),
        Who::Nodes(nodes) => Message::new("who-nodes").with("nodes", nodes.to_string()),
        Who::Engine(command) => Message::new("who-engine").with("command", command.as_str()),
    };
    [first, say(&context.words, &message)]
}

/// What the machine thinks of, with a wheel that turns.
pub(crate) fn thinking(best: &str, context: &Context) -> String {
    let wheel = context.look.pick(["◐", "◓", "◑", "◒"], ["|", "/", "-", "\\"]);
    let turn = wheel[context.ticks as usize % wheel.len()];
    let said = match best {
        "" => context.say("machine-thinking"),
        best => context.words.say("machine-thinking-best", &[("move", best.into())]),
    };
    format!("{turn} {said}")
}

/// `4:05`, `1:00:00`; tenths when little is left.
fn time(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) if s < 10 => format!("{s}.{tenths}"),
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

fn overtime(reading: &Reading, context: &Context) -> String {
    match (reading.periods, reading.moves) {
        (Some(periods), _) => context.words.say("clock-overtime", &[("periods", i64::from(periods).into())]),
        (None, Some(moves)) if reading.in_overtime => {
            context.words.say("clock-moves-left", &[("moves", i64::from(moves).into())])
        }
        _ => String::new(),
    }
}

/// The last moves, two to a line.
fn moves(buf: &mut Buffer, area: Rect, view: &View, context: &Context) {
    if area.height < 3 || view.moves.is_empty() {
        return;
    }
    let look = context.look;
    paint::text(buf, area.x + 2, area.y, area.width - 2, &context.say("moves-title"), look.style(Role::Soft));
    let lines: Vec<(usize, &[table::view::MoveView])> = view.moves.chunks(2).enumerate().collect();
    let shown = (area.height - 1) as usize;
    let last = view.moves.len() - 1;
    for ((line, pair), y) in
        lines.into_iter().skip((view.moves.len().div_ceil(2)).saturating_sub(shown)).zip(area.y + 1..)
    {
        let number = pair[0].number.map_or_else(String::new, |number| number.to_string());
        paint::text(buf, area.x + 1, y, 4, &format!("{number:>3}"), look.style(Role::Soft));
        for (offset, mv) in pair.iter().enumerate() {
            let role = if 2 * line + offset == last { Role::Accent } else { Role::Ink };
            let text = context.words.lang().mv(&mv.text);
            paint::text(buf, area.x + 5 + 6 * offset as u16, y, 5, text, look.style(role));
        }
    }
}

/// Where the reserve is, on the left side of the screen: below Black's card, two pieces to a row.
pub(crate) fn reserve_area(view: &View, left: Rect) -> Option<Rect> {
    let top = left.y + card_height(view, Player::Black) + 1;
    let height = 9;
    (view.board.surface == Surface::Aligne4 && top + height <= left.bottom() + 1).then_some(Rect {
        y: top,
        height,
        ..left
    })
}

/// Where a piece of the reserve is.
pub(crate) fn reserve_slot(area: Rect, figure: Figure) -> Rect {
    let (row, column) = board::slot(figure);
    Rect::new(area.x + 1 + 8 * column, area.y + 1 + row, 8, 1)
}

fn reserve(buf: &mut Buffer, area: Rect, side: &Side<'_>, context: &Context) {
    let look = context.look;
    paint::text(buf, area.x + 2, area.y, area.width - 2, &context.say("counter-reserve"), look.style(Role::Soft));
    for reserved in &side.view.board.reserve {
        let slot = reserve_slot(area, reserved.figure);
        let chosen = reserved.selected || side.piece == Some(reserved.figure.code);
        let (before, after) = if chosen { (">", "<") } else { (" ", " ") };
        let style = look.style(if chosen {
            Role::Accent
        } else if reserved.legal {
            Role::Ink
        } else {
            Role::Soft
        });
        let piece = board::piece(reserved.figure, look);
        let text = format!("{before}{} {piece}{after}", reserved.figure.code);
        paint::text(buf, slot.x, slot.y, slot.width, &text, style);
        if look.has_grounds() {
            paint::text(buf, slot.x + 3, slot.y, 4, &piece, look.filled(reserved.figure.white));
        }
    }
}

/// The words of the pieces; how many lines they took.
fn explain(buf: &mut Buffer, area: Rect, context: &Context) -> u16 {
    let (look, legend) = (context.look, legend(&context.words));
    let (black, white) = match (look.has_grounds(), look.pick(true, false)) {
        (true, true) => ("○ ◦", "○ ◦"),
        (true, false) => ("O o", "O o"),
        (false, true) => ("● •", "○ ◦"),
        (false, false) => ("X x", "O o"),
    };
    let lines = [
        format!("{black}  {}", legend.black),
        format!("{white}  {}", legend.white),
        format!("A a  {}", legend.animal),
        format!("P p  {}", legend.plant),
        format!("( )  {}", legend.round),
        format!("[ ]  {}", legend.square),
    ];
    paint::text(buf, area.x + 2, area.y, area.width - 2, &context.say("legend-pieces"), look.style(Role::Soft));
    for (line, y) in lines.iter().zip(area.y + 1..area.bottom()) {
        paint::text(buf, area.x + 2, y, area.width - 2, line, look.style(Role::Ink));
    }
    for (white, y) in [false, true].into_iter().zip(area.y + 1..area.bottom()) {
        buf.set_style(Rect::new(area.x + 2, y, 3, 1).intersection(buf.area), look.filled(white));
    }
    lines.len() as u16 + 1
}

/// Where each point comes from, both players side by side.
pub(crate) fn tally_table(buf: &mut Buffer, area: Rect, view: &View, tally: &[Vec<Counter>; 2], context: &Context) {
    let look = context.look;
    let column = |player: Player| area.right() - if player == Player::Black { 22 } else { 11 };
    for player in Player::BOTH {
        let cell = Rect::new(column(player), area.y, 11, 1);
        paint::right(buf, cell, &name(&context.words, view, player), look.style(Role::Soft));
    }
    let mut ids: Vec<&str> = Vec::new();
    for counter in tally.iter().flatten().filter(|counter| counter.id != "counter-total") {
        if !ids.contains(&counter.id) {
            ids.push(counter.id);
        }
    }
    ids.push("counter-total");
    for (id, y) in ids.into_iter().zip(area.y + 1..area.bottom()) {
        let role = if id == "counter-total" { Role::Strong } else { Role::Ink };
        paint::text(buf, area.x, y, area.width, &context.say(id), look.style(role));
        for player in Player::BOTH {
            let value = tally[player].iter().find(|counter| counter.id == id).map_or(0, |counter| counter.half_points);
            let value = context.words.lang().decimal(&points_text(value));
            paint::right(buf, Rect::new(column(player), y, 11, 1), &value, look.style(role));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_clocks_show_them() {
        for (ms, shown) in [(0, "0.0"), (9_400, "9.4"), (10_000, "0:10"), (245_000, "4:05"), (3_600_000, "1:00:00")] {
            assert_eq!(time(Duration::from_millis(ms)), shown);
        }
    }
}
