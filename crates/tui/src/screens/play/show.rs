//! What a game looks like.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::Message;
use table::view::{Stage, Surface, View};

use super::super::layout::{Layout, sentence};
use super::{Boxed, Play};
use crate::board;
use crate::cards::{self, Side};
use crate::context::{Context, key_name};
use crate::look::Role;
use crate::{paint, say};

/// Shows all that is said, where the lines above the board are too short for it.
pub(super) const SAID_KEY: char = 'v';

/// The cell under the mouse.
pub(super) fn cell_at(play: &Play, context: &Context, x: u16, y: u16) -> Option<usize> {
    layout(play, context, context.size).board?.cell_at(x, y)
}

/// The piece of the reserve under the mouse, if it may be taken.
pub(super) fn reserved_at(play: &Play, context: &Context, x: u16, y: u16) -> Option<char> {
    let view = &play.shown;
    let area = cards::reserve_area(view, layout(play, context, context.size).left)?;
    let at = |figure| cards::reserve_slot(area, figure).contains((x, y).into());
    let found = view.board.reserve.iter().find(|reserved| at(reserved.figure));
    found.filter(|reserved| reserved.legal).map(|reserved| reserved.figure.code)
}

fn layout(play: &Play, context: &Context, area: Rect) -> Layout {
    Layout::new(&play.shown, area, context.options.coordinates, play.cursor)
}

pub(super) fn draw(play: &Play, context: &Context, buf: &mut Buffer, area: Rect) {
    let (view, look) = (play.view(), context.look);
    let layout = layout(play, context, area);
    // At the end the key leads to the review, and the box says the rest.
    sentence(buf, layout.sentence, &view, context, view.end.is_none().then_some(SAID_KEY));
    if let Some(geometry) = &layout.board {
        let live = view.stage != Stage::Ended;
        let cursor = live && play.cursor_shown && !play.is_moving() && !play.is_watched();
        let cursor = cursor.then_some(play.cursor);
        board::paint(buf, geometry, &view.board, look, cursor);
    }
    for (player, area) in plateau_core::Player::BOTH.into_iter().zip([layout.left, layout.right]) {
        let thinking = (play.is_moving() && view.players[player].to_move).then(|| play.best_so_far());
        cards::draw(buf, area, &Side { view: &view, player, thinking, piece: play.piece }, context);
    }
    note(play, context, buf, layout.note);
    match (&play.dialog, play.boxed) {
        (Some(dialog), _) => dialog.draw(context, buf, area),
        (None, Some(Boxed::End)) => end_box(&view, context, buf, area),
        (None, Some(Boxed::Said)) => said_box(&view, context, buf, area),
        (None, None) => {}
    }
}

/// All that is said above the board, one sentence below the other, in a box over it.
fn said_box(view: &View, context: &Context, buf: &mut Buffer, area: Rect) {
    let width = area.width.min(90) - 8;
    let said = view.sentences.iter().map(|message| say(&context.words, message));
    let lines: Vec<String> = said.flat_map(|sentence| paint::wrap(&sentence, width)).collect();
    let outside = paint::middle(area, width + 4, (lines.len() as u16 + 2).min(area.height));
    paint::wipe(buf, outside);
    let look = context.look;
    let inside = paint::frame(buf, outside, &context.say("said-title"), look.style(Role::Accent), look);
    for (line, y) in lines.iter().zip(inside.top()..inside.bottom()) {
        paint::text(buf, inside.x + 1, y, width, line, look.style(Role::Ink));
    }
}

/// As many lines as the longest note has in the smallest terminal.
const NOTE_ROWS: usize = 4;

fn note(play: &Play, context: &Context, buf: &mut Buffer, area: Rect) {
    let typed = play.letter.map_or_else(|| play.typed.clone(), |(letter, _)| letter.to_string());
    if !typed.is_empty() {
        let typed = format!("> {}{}", typed.trim_start_matches(':'), context.look.pick("▏", "_"));
        paint::centred(buf, area, &typed, context.look.style(Role::Accent));
    } else if play.attendant.is_busy() && !play.is_moving() {
        let said = cards::thinking(play.best_so_far(), context);
        paint::centred(buf, area, &said, context.look.style(Role::Accent));
    } else if let Some(note) = said(play, context) {
        let lines = paint::wrap(&note, area.width.saturating_sub(2));
        // A long one covers what is above for as long as it stands there: half a reason would be worse.
        let rows = lines.len().min(NOTE_ROWS) as u16;
        let area = Rect { y: area.y + 1 - rows, height: rows, ..area };
        if rows > 1 {
            paint::wipe(buf, area);
        }
        for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
            paint::centred(buf, Rect { y, height: 1, ..area }, line, context.look.style(Role::Accent));
        }
    }
}

/// What is told below the board: what was last told, or what comes next.
fn said(play: &Play, context: &Context) -> Option<String> {
    let piece = |code: char| {
        let piece = Message::new(format!("aligne4-piece-{code}"));
        // Where only a piece is asked for, it is given; else it wants a cell.
        let wants_cell = play.shown.board.cells.iter().any(|cell| cell.legal);
        let id = if wants_cell { "aligne4-place" } else { "aligne4-hand-over" };
        say(&context.words, &Message::new(id).with("piece", piece))
    };
    let stopped = || play.attendant.is_paused().then(|| context.say("machine-stopped"));
    play.note.clone().or_else(|| play.piece.map(piece)).or_else(stopped)
}

/// The result, with the count side by side.
fn end_box(view: &View, context: &Context, buf: &mut Buffer, area: Rect) {
    let (Some(end), tally) = (&view.end, &view.tally) else { return };
    let points = end.points();
    let (words, look) = (&context.words, context.look);
    // What wins in Aligne 4, and then who won.
    let verdicts: Vec<String> = view.sentences.iter().map(|message| say(words, message)).collect();
    let told = if view.board.won.is_empty() { 1 } else { 2 };
    let verdicts = &verdicts[verdicts.len().saturating_sub(told)..];
    let rows = tally.as_ref().map_or(0, |tally| tally[0].len().max(tally[1].len()) as u16 + 2);
    let points_row = u16::from(tally.is_none() && points.is_some());
    let width = verdicts.iter().map(|verdict| paint::width(verdict)).max().unwrap_or(0).max(56) + 4;
    let outside = paint::middle(area, width, rows + points_row + 6 + verdicts.len() as u16);
    paint::wipe(buf, outside);
    let inside = paint::frame(buf, outside, &context.say("end-title"), look.style(Role::Accent), look);
    let line = |y: u16| Rect { y, height: 1, ..inside };
    let mut y = inside.y + 1;
    for verdict in verdicts {
        paint::centred(buf, line(y), &paint::cut(verdict, inside.width), look.style(Role::Strong));
        y += 1;
    }
    if let Some(tally) = tally {
        y += 1;
        cards::tally_table(
            buf,
            Rect { y, x: inside.x + 2, width: inside.width - 4, height: rows },
            view,
            tally,
            context,
        );
        y += rows - 1;
    } else if let Some([black, white]) = points {
        y += 1;
        paint::centred(buf, line(y), &format!("{black} – {white}"), look.style(Role::Ink));
    }
    // Where nothing was counted, the sentence says it all.
    if view.board.surface != Surface::Aligne4 {
        paint::centred(buf, line(y + 1), &say(words, &end.told(view.kind)), look.style(Role::Accent));
    }
    let keys = [("n", "key-rematch"), ("v", "key-review"), ("s", "key-save"), ("Esc", "key-back")];
    let keys = keys.map(|(key, id)| (key_name(key, context), context.say(id)));
    paint::keys(buf, line(inside.bottom() - 1), &keys, look);
}
