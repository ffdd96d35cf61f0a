//! A finished game, or a record, looked at move by move. Nothing here changes what was kept; who plays on from a position
//! begins a new game with the moves that led to it.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use table::event::{Action, Event as TableEvent};
use table::records::Replay;
use table::view::{View, Wanted};
use table::{AnyTable, Message};

use super::play::{Layout, Play, sentence};
use super::{Keys, Screen};
use crate::app::{Context, Next};
use crate::cards::{self, Side};
use crate::look::Role;
use crate::{Event, Kept, Sitting, board, paint, say};

pub(crate) struct Review {
    /// The table after each event, the first one before all.
    tables: Vec<AnyTable>,
    /// What happened between them.
    actions: Vec<Action>,
    at: usize,
    note: Option<String>,
    territory: bool,
}

impl Review {
    /// At its last event.
    pub(crate) fn new(context: &Context, kept: &Kept) -> Result<Review, Message> {
        let mut table: AnyTable = kept.setup.parse()?;
        let mut tables = vec![table.clone()];
        for event in &kept.events {
            table.apply(event)?;
            tables.push(table.clone());
        }
        let at = tables.len() - 1;
        let actions = kept.events.iter().map(|event| event.action.clone()).collect();
        Ok(Review { tables, actions, at, note: None, territory: context.options.territory })
    }

    /// A record, at its last move.
    pub(crate) fn loaded(context: &Context, replay: Replay) -> Result<Review, Message> {
        let events = replay.actions.into_iter().map(|action| TableEvent { at_ms: 0, action }).collect();
        Review::new(context, &Kept { setup: replay.setup, events })
    }

    fn view(&self) -> View {
        self.tables[self.at].view(&Wanted { territory: self.territory, hint: None }, 0)
    }

    /// A new game from here, with the same seats.
    fn play_on(&mut self, context: &mut Context) -> Next {
        // What led to the position; not how the game ended, nor who sat down later.
        let leads_here = |action: &&Action| {
            matches!(action, Action::Play { .. } | Action::Undo { .. } | Action::Redo { .. } | Action::Resume(_))
        };
        let actions = self.actions[..self.at].iter().filter(leads_here).cloned().collect();
        let replay = Replay { setup: self.tables[0].setup_text(), actions };
        match Sitting::replay(&context.desk, &replay) {
            Ok(sitting) => Next::to(Screen::Play(Box::new(Play::new(context, sitting)))),
            Err(why) => {
                self.note = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    fn step(&mut self, forward: bool, count: usize) {
        let last = self.tables.len() - 1;
        self.at = if forward { (self.at + count).min(last) } else { self.at.saturating_sub(count) };
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => match key.code {
                KeyCode::Left | KeyCode::Char('h' | 'u') | KeyCode::Backspace => self.step(false, 1),
                KeyCode::Right | KeyCode::Char('l' | ' ') => self.step(true, 1),
                KeyCode::PageUp | KeyCode::Up | KeyCode::Char('k') => self.step(false, 10),
                KeyCode::PageDown | KeyCode::Down | KeyCode::Char('j') => self.step(true, 10),
                KeyCode::Home => self.at = 0,
                KeyCode::End => self.at = self.tables.len() - 1,
                KeyCode::Char('t') => self.territory = !self.territory,
                KeyCode::Char('p') | KeyCode::Enter => return self.play_on(context),
                KeyCode::Esc | KeyCode::Char('q') => return Next::Home,
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.step(false, 1),
                MouseEventKind::ScrollDown => self.step(true, 1),
                _ => {}
            },
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let view = self.view();
        let layout = Layout::new(&view, area, context.options.coordinates);
        sentence(buf, layout.sentence, &view, context);
        if let Some(geometry) = &layout.board {
            board::paint(buf, geometry, &view.board, context.look, None);
        }
        for (player, area) in Player::BOTH.into_iter().zip([layout.left, layout.right]) {
            cards::draw(buf, area, &Side { view: &view, player, thinking: None, piece: None }, context);
        }
        let (at, of) = (self.at as i64, self.tables.len() as i64 - 1);
        let said = context.words.say("tui-review", &[("at", at.into()), ("of", of.into())]);
        paint::centred(buf, layout.note, self.note.as_ref().unwrap_or(&said), context.look.style(Role::Accent));
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (
        vec![
            ("←→", "tui-key-step"),
            ("↑↓", "tui-key-ten"),
            ("Home End", "tui-key-first"),
            ("p", "tui-key-play-on"),
            ("Esc", "tui-key-back"),
            ("t", "tui-key-territory"),
        ],
        Vec::new(),
    )
}
