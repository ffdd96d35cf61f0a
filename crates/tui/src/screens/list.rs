//! Games that can be continued, and games that are over.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEventKind};
use ratatui::layout::Rect;
use store::{Kept, Summary, Which};
use table::Kind;

use super::{Asked, Dialog, Keys, heading, walk};
use crate::console::{results_line, seat_name};
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::{Event, Sitting, paint, say};

pub(crate) struct List {
    which: Which,
    games: Vec<Summary>,
    at: usize,
    dialog: Option<Dialog>,
    problem: Option<String>,
}

impl List {
    pub(crate) fn new(context: &Context, which: Which) -> List {
        let (games, problem) = match context.games(which) {
            Ok(games) => (games, None),
            Err(why) => (Vec::new(), Some(say(&context.words, &why))),
        };
        List { which, games, at: 0, dialog: None, problem }
    }

    /// What was played or looked at meanwhile may stand elsewhere now.
    pub(crate) fn come_back(&mut self, context: &Context) {
        let chosen = self.games.get(self.at).map(|listed| listed.id);
        let again = List::new(context, self.which);
        let at = again.games.iter().position(|listed| Some(listed.id) == chosen).unwrap_or(self.at);
        *self = List { at: at.min(again.games.len().saturating_sub(1)), ..again };
    }

    fn open(&mut self, context: &mut Context) -> Next {
        let Some(listed) = self.games.get(self.at) else { return Next::Stay };
        let opened = match self.which {
            Which::Finished => Kept::open(&*context.desk.store, listed.id)
                .and_then(|kept| kept.review(&*context.desk.store))
                .map(Door::Review)
                .map_err(|error| error.message()),
            Which::Unfinished => Sitting::open(&context.desk, listed.id).map(|sitting| Door::Play(sitting, None)),
        };
        match opened {
            Ok(door) => Next::to(door),
            Err(why) => {
                self.problem = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    fn delete(&mut self, context: &Context) {
        let Some(listed) = self.games.get(self.at) else { return };
        let deleted = context.desk.store.delete(listed.id).map_err(|error| error.message());
        *self = List { at: self.at, ..List::new(context, self.which) };
        self.at = self.at.min(self.games.len().saturating_sub(1));
        if let Err(why) = deleted {
            self.problem = Some(say(&context.words, &why));
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => self.key(context, key),
            Event::Mouse(mouse) => {
                let (area, first) = (rows_area(context.size), self.first(rows_area(context.size).height));
                let line = first + mouse.row.saturating_sub(area.y) as usize;
                if mouse.row < area.y || line >= self.games.len() || !matches!(mouse.kind, MouseEventKind::Down(_)) {
                    return Next::Stay;
                }
                if self.at == line {
                    return self.open(context);
                }
                self.at = line;
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    fn key(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        if let Some(dialog) = &mut self.dialog {
            let (asked, answer) = (dialog.asks, dialog.answer(key));
            if let Some(yes) = answer {
                self.dialog = None;
                if yes && asked == Asked::Delete {
                    self.delete(context);
                }
            }
            return Next::Stay;
        }
        if walk(&mut self.at, self.games.len(), key) {
            return Next::Stay;
        }
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') => self.open(context),
            KeyCode::Char('d') | KeyCode::Delete if !self.games.is_empty() => {
                self.dialog = Some(Dialog::delete());
                Next::Stay
            }
            KeyCode::Esc | KeyCode::Char('q') => Next::back(),
            _ => Next::Stay,
        }
    }

    /// The first line that is shown, so that the chosen one is.
    fn first(&self, height: u16) -> usize {
        (self.at + 1).saturating_sub(height as usize)
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, rows) = (context.look, rows_area(area));
        let finished = self.which == Which::Finished;
        let title = if finished { "results-title" } else { "continue-title" };
        heading(buf, area, &context.say(title), context);
        if self.games.is_empty() {
            let id = if finished { "results-none" } else { "continue-none" };
            let said = self.problem.clone().unwrap_or_else(|| context.say(id));
            paint::centred(buf, paint::middle(area, area.width, 1), &said, look.style(Role::Soft));
            return;
        }
        let shown = self.games.iter().enumerate().skip(self.first(rows.height)).take(rows.height as usize);
        for ((index, listed), y) in shown.zip(rows.y..) {
            let style = look.style(if index == self.at { Role::Chosen } else { Role::Ink });
            let line = Rect { y, height: 1, ..rows };
            if index == self.at {
                buf.set_style(line, style);
            }
            paint::text(buf, line.x + 1, y, 10, &table::date(listed.touched_ms), style);
            paint::text(buf, line.x + 13, y, 9, listed.kind.name(), style);
            let last = self.last_column(listed, context);
            let width = line.width.saturating_sub(25 + paint::width(&last) + 2);
            paint::text(buf, line.x + 24, y, width, &paint::cut(&against(listed, context), width), style);
            paint::right(buf, Rect { width: line.width - 1, ..line }, &last, style);
        }
        if let Some(problem) = &self.problem {
            let line = Rect { y: area.bottom() - 2, height: 1, ..area };
            paint::centred(buf, line, problem, look.style(Role::Accent));
        }
        if let Some(dialog) = &self.dialog {
            dialog.draw(context, buf, area);
        }
    }

    fn last_column(&self, listed: &Summary, context: &Context) -> String {
        match listed.end {
            Some(end) if self.which == Which::Finished => say(&context.words, &end.told(listed.kind)),
            _ => context.words.say("list-moves", &[("moves", (listed.moves as i64).into())]),
        }
    }

    pub(crate) fn keys(&self) -> Keys {
        let mut keys = vec![("↑↓", "key-move"), ("Enter", "key-open"), ("d", "key-delete")];
        if self.games.is_empty() {
            keys.clear();
        }
        keys.push(("Esc", "key-back"));
        (keys, Vec::new())
    }
}

/// Who plays whom; with the discs of a finished game of Othello as its results list has them.
fn against(listed: &Summary, context: &Context) -> String {
    let names = Player::BOTH.map(|player| seat_name(&context.words, listed.kind, &listed.seats[player], player));
    match listed.end.and_then(|end| end.points()) {
        Some(points) if listed.kind == Kind::Othello => results_line(&names, &points),
        _ => {
            let [black, white] = names;
            context.words.say("list-against", &[("black", black.into()), ("white", white.into())])
        }
    }
}

fn rows_area(area: Rect) -> Rect {
    let width = area.width.min(100) - 4;
    Rect::new(area.x + (area.width - width) / 2, area.y + 3, width, area.height - 6)
}
