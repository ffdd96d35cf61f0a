//! The two cards beside the board, and what stands below them: the reserve and the legend of Aligne 4, the moves.

use std::time::Duration;

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::clock::Reading;
use table::points_text;
use table::view::{Counter, Figure, Stage, Surface, View};
use table::{Message, Who};

use crate::console::{self, legend, name};
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
    let height = self::height(side.view, side.player).min(area.height);
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

pub(crate) fn height(view: &View, player: Player) -> u16 {
    let has_clock = view.players[player].clock.is_some();
    let rows = rows(view, Player::Black).len().max(rows(view, Player::White).len());
    rows as u16 + 4 + u16::from(rows > 0) + 2 * u16::from(has_clock)
}

fn card(buf: &mut Buffer, area: Rect, side: &Side<'_>, context: &Context) {
    let (view, look, player) = (side.view, context.look, side.player);
    let of = &view.players[player];
    let edge = look.style(if of.to_move { Role::Accent } else { Role::Edge });
    let turn = if of.to_move { look.pick(" ◂", " <") } else { "" };
    let called = console::side(&context.words, view.kind, player);
    // The pieces of Aligne 4 are nobody's, whatever their colour.
    let has_stones = view.board.surface != Surface::Aligne4;
    let stone = match player {
        Player::Black => look.pick("●", "X"),
        Player::White if look.knows_colours() => look.pick("●", "O"),
        Player::White => look.pick("○", "O"),
    };
    let gap = if look.has_grounds() { "  " } else { " " };
    let title = if has_stones { format!("{stone}{gap}{called}{turn}") } else { format!("{called}{turn}") };
    let inside = paint::frame(buf, area, &title, edge, look);
    if look.has_grounds() && has_stones {
        // A stone on a piece of board: in the terminal's own colours a black stone could look white.
        let stone = format!(" {stone} ");
        paint::text(buf, area.x + 2, area.y, 3, &stone, look.on(Surface::Go, Role::Stone(player)));
    }
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    let line = |y: u16| Rect { y, height: 1, ..inside };
    let mut y = inside.y;
    let [first, second] = who(&of.name, &of.who, context);
    paint::text(buf, inside.x, y, inside.width, &paint::cut(&first, inside.width), look.style(Role::Strong));
    y += 1;
    let accepted = matches!(view.stage, Stage::Marking { accepted } if accepted[player]);
    if let Some(best) = side.thinking {
        let said = thinking(&draw::move_text(view.board.surface, best, look.charset), context);
        paint::text(buf, inside.x, y, inside.width, &paint::cut(&said, inside.width), look.style(Role::Accent));
    } else if accepted {
        let said = format!("{} {}", look.pick("✓", "*"), context.say("marking-accepted"));
        paint::text(buf, inside.x, y, inside.width, &said, look.style(Role::Accent));
    } else {
        paint::text(buf, inside.x, y, inside.width, &paint::cut(&second, inside.width), look.style(Role::Soft));
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
        paint::text(buf, inside.x, y, inside.width, &context.say(counter.id), look.style(Role::Soft));
        paint::right(buf, line(y), &format!(" {}", context.words.lang().decimal(&counter.value())), look.style(role));
        y += 1;
    }
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
        Who::Engine(command) | Who::Nboard { command, .. } => {
            Message::new("who-engine").with("command", command.as_str())
        }
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

/// The last moves, two to a line; with the pictures of pieces, one.
fn moves(buf: &mut Buffer, area: Rect, view: &View, context: &Context) {
    if area.height < 3 || view.moves.is_empty() {
        return;
    }
    let (look, surface) = (context.look, view.board.surface);
    let (to_a_line, width) = if surface == Surface::Aligne4 { (1, 10) } else { (2, 6) };
    paint::text(buf, area.x + 2, area.y, area.width - 2, &context.say("moves-title"), look.style(Role::Soft));
    let lines: Vec<(usize, &[table::view::MoveView])> = view.moves.chunks(to_a_line).enumerate().collect();
    let shown = (area.height - 1) as usize;
    let last = view.moves.len() - 1;
    let skipped = lines.len().saturating_sub(shown);
    for ((index, line), y) in lines.into_iter().skip(skipped).zip(area.y + 1..) {
        let number = line[0].number.map_or_else(String::new, |number| number.to_string());
        paint::text(buf, area.x + 1, y, 4, &format!("{number:>3}"), look.style(Role::Soft));
        for (offset, mv) in line.iter().enumerate() {
            let role = if to_a_line * index + offset == last { Role::Accent } else { Role::Ink };
            let text = draw::move_text(surface, &mv.text, look.charset);
            let x = area.x + 5 + width * offset as u16;
            paint::text(buf, x, y, width - 1, context.words.lang().mv(&text), look.style(role));
        }
    }
}

/// Where the reserve is, on the left side of the screen: below the first card.
pub(crate) fn reserve_area(view: &View, left: Rect) -> Option<Rect> {
    let top = left.y + height(view, Player::Black) + 1;
    let height = left.bottom().saturating_sub(top);
    (view.board.surface == Surface::Aligne4 && height > 8).then_some(Rect { y: top, height, ..left })
}

/// How many lines a large and a small piece of the reserve take: as many as there is room for, below the title.
fn reserve_lines(area: Rect) -> (u16, u16) {
    let sizes = [(3, 2), (2, 1), (1, 1)];
    sizes.into_iter().find(|(large, small)| 4 * (large + small) < area.height).unwrap_or((1, 1))
}

/// Where a piece of the reserve is, with the key that takes it.
pub(crate) fn reserve_slot(area: Rect, figure: Figure) -> Rect {
    let (row, column) = board::slot(figure);
    let (large, small) = reserve_lines(area);
    let y = area.y + 1 + large * row.min(4) + small * row.saturating_sub(4);
    let width = area.width / 2;
    Rect::new(area.x + width * column, y, width, if figure.small { small } else { large })
}

fn reserve(buf: &mut Buffer, area: Rect, side: &Side<'_>, context: &Context) {
    let look = context.look;
    let left = side.view.board.reserve.len() as i64;
    let title = context.words.say("reserve-left", &[("count", left.into())]);
    paint::text(buf, area.x + 2, area.y, area.width - 2, &title, look.style(Role::Soft));
    for reserved in &side.view.board.reserve {
        let slot = reserve_slot(area, reserved.figure);
        let chosen = reserved.selected || side.piece == Some(reserved.figure.code);
        let style = look.style(if chosen {
            Role::Accent
        } else if reserved.legal {
            Role::Key
        } else {
            Role::Soft
        });
        let (x, y, figure) = (slot.x + 3, slot.y, reserved.figure);
        let width = match (figure.small, slot.height) {
            (false, 3) => {
                board::figure_in(buf, Rect::new(x, y, 7, 3), figure, look);
                7
            }
            (false, 2) => {
                board::large_picture(buf, x, y, figure, look);
                5
            }
            _ => {
                board::small_picture(buf, x, y, figure, look);
                4
            }
        };
        let line = if !figure.small && slot.height == 3 { y + 1 } else { y };
        paint::text(buf, slot.x + 1, line, 1, &figure.code.to_string(), style);
        if chosen {
            paint::text(buf, slot.x, line, 1, ">", style);
            paint::text(buf, x + width, line, 1, "<", style);
        }
    }
}

/// The words of the pieces; how many lines they took.
fn explain(buf: &mut Buffer, area: Rect, context: &Context) -> u16 {
    let (look, legend) = (context.look, legend(&context.words));
    let (black, white) = look.pick(("● •", "○ ◦"), ("X x", "O o"));
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
    for y in (area.y + 1..area.bottom()).take(2) {
        buf.set_style(Rect::new(area.x + 2, y, 3, 1).intersection(buf.area), look.filled(true));
    }
    lines.len() as u16 + 1
}

/// Where each point comes from, both players side by side.
pub(crate) fn tally_table(buf: &mut Buffer, area: Rect, view: &View, tally: &[Vec<Counter>; 2], context: &Context) {
    let look = context.look;
    let column = |player: Player| area.right() - if player == Player::Black { 22 } else { 11 };
    for player in Player::BOTH {
        let cell = Rect::new(column(player), area.y, 11, 1);
        paint::right(buf, cell, &paint::cut(&name(&context.words, view, player), 10), look.style(Role::Soft));
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
