//! A first lesson: step by step, on a board.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use study::lesson::{Attempt, steps};
use table::view::{Surface, View};
use table::{Kind, Message};

use super::Keys;
use super::hand::{Hand, Told};
use super::layout::{Layout, sentence};
use crate::cards::{self, Side};
use crate::context::{Context, Next};
use crate::look::Role;
use crate::{Event, board, paint};

pub(crate) struct LessonScreen {
    attempt: Attempt,
    hand: Hand,
    /// What came of the last move, and a move that is shown.
    said: Option<Message>,
    shown: Option<String>,
}

impl LessonScreen {
    pub(crate) fn new(kind: Kind) -> LessonScreen {
        LessonScreen::at(Attempt::new(kind, 0).expect("every lesson has a first step"))
    }

    fn at(attempt: Attempt) -> LessonScreen {
        let hand = Hand::over(&attempt.view(None));
        LessonScreen { attempt, hand, said: None, shown: None }
    }

    /// Another step, if there is one.
    fn go_to(&mut self, step: Option<usize>) {
        if let Some(attempt) = step.and_then(|step| Attempt::new(self.attempt.kind(), step)) {
            *self = LessonScreen::at(attempt);
        }
    }

    fn view(&self) -> View {
        let mut view = self.attempt.view(self.shown.clone());
        // What came of a move takes the place of what is to be done: on a small terminal there is no other.
        view.sentences = vec![self.said.clone().unwrap_or_else(|| self.attempt.task())];
        view
    }

    fn take(&mut self, told: Option<Told>) {
        let tried = match told {
            None => return,
            Some(Told::Refused(why)) => Err(why),
            Some(Told::Move(text)) => self.attempt.play(&text),
        };
        self.shown = None;
        self.said = Some(tried.map_or_else(|why| why, |came| self.attempt.said(came)));
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => return self.key(key),
            Event::Mouse(mouse) if !self.attempt.is_done() => {
                let told = self.hand.mouse(context, &self.view(), *mouse);
                self.take(told);
            }
            _ => {}
        }
        Next::Stay
    }

    fn key(&mut self, key: &KeyEvent) -> Next {
        let step = self.attempt.step();
        match key.code {
            KeyCode::Esc if !self.hand.typed.is_empty() => self.hand.typed.clear(),
            KeyCode::Esc => return Next::back(),
            KeyCode::PageDown => self.go_to(Some(step + 1)),
            KeyCode::PageUp => self.go_to(step.checked_sub(1)),
            KeyCode::Enter | KeyCode::Char(' ') if self.attempt.is_done() => {
                if step + 1 == steps(self.attempt.kind()) {
                    return Next::back();
                }
                self.go_to(Some(step + 1));
            }
            _ if self.attempt.is_done() => {}
            KeyCode::Char('!') => {
                self.shown = self.attempt.answer();
                let told = self.shown.as_deref().map(|mv| self.attempt.kind().told_move(mv));
                self.said = told.map(|mv| Message::new("lesson-shown").with("move", mv));
            }
            KeyCode::Char('p') if self.hand.typed.is_empty() && self.view().can.pass => {
                self.take(Some(Told::Move("pass".to_owned())));
            }
            code => {
                let told = self.hand.key(&self.view(), code);
                self.take(told);
            }
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, view) = (context.look, self.view());
        let layout = Layout::new(&view, area, context.options.coordinates, self.hand.cursor);
        sentence(buf, layout.sentence, &view, context, None);
        if let Some(geometry) = &layout.board {
            board::paint(buf, geometry, &view.board, look, (!self.attempt.is_done()).then_some(self.hand.cursor));
        }
        let piece = self.hand.typed.chars().next().filter(|_| view.board.surface == Surface::Aligne4);
        for (player, area) in Player::BOTH.into_iter().zip([layout.left, layout.right]) {
            cards::draw(buf, area, &Side { view: &view, player, thinking: None, piece }, context);
        }
        let of = steps(self.attempt.kind()) as i64;
        let place = [("step", (self.attempt.step() as i64 + 1).into()), ("of", of.into())];
        let note = match self.hand.typed.as_str() {
            "" => context.words.say("lesson-step", &place),
            typed => format!("> {typed}"),
        };
        paint::centred(buf, layout.note, &note, look.style(Role::Accent));
    }

    /// The keys that work here.
    pub(crate) fn keys(&self) -> Keys {
        let is_last = self.attempt.step() + 1 == steps(self.attempt.kind());
        let mut keys = if self.attempt.is_done() {
            vec![("Enter", if is_last { "key-back" } else { "lesson-next" })]
        } else {
            vec![("↑↓←→", "key-move"), ("Enter", "key-try"), ("!", "key-answer")]
        };
        if !self.attempt.is_done() && self.view().can.pass {
            keys.push(("p", "page-pass"));
        }
        keys.extend([("PgDn", "lesson-next"), ("Esc", "key-back")]);
        (keys, Vec::new())
    }
}
