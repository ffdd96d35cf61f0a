//! A finished game, or a record, looked at move by move. Nothing here changes what was kept; who plays on from a position
//! begins a new game with the moves that led to it.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use table::Review;
use table::view::{Mark, View, Wanted};

use super::Keys;
use super::layout::{Layout, sentence};
use crate::cards::{self, Side};
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::{Event, Sitting, board, paint, say};

pub(crate) struct ReviewScreen {
    review: Review,
    note: Option<String>,
    territory: bool,
}

impl ReviewScreen {
    /// At the end of the main line.
    pub(crate) fn new(context: &Context, mut review: Review) -> ReviewScreen {
        review.go_to(review.steps().last);
        ReviewScreen { review, note: None, territory: context.options.territory }
    }

    fn view(&self) -> View {
        self.review.view(&Wanted { territory: self.territory, hint: None })
    }

    /// A new game from here, with the same seats.
    fn play_on(&mut self, context: &mut Context) -> Next {
        match Sitting::replay(&context.desk, &self.review.replay()) {
            Ok(sitting) => Next::to(Door::Play(sitting, None)),
            Err(why) => {
                self.note = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    fn go_to(&mut self, node: Option<u32>) {
        if let Some(node) = node {
            self.review.go_to(node);
            self.note = None;
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let steps = self.review.steps();
        match event {
            Event::Key(key) => match key.code {
                KeyCode::Left | KeyCode::Char('h' | 'u') | KeyCode::Backspace => self.go_to(steps.back),
                KeyCode::Right | KeyCode::Char('l' | ' ') => self.go_to(steps.on),
                KeyCode::PageUp | KeyCode::Up | KeyCode::Char('k') => self.go_to(steps.ten_back),
                KeyCode::PageDown | KeyCode::Down | KeyCode::Char('j') => self.go_to(steps.ten_on),
                KeyCode::Home => self.go_to(Some(steps.first)),
                KeyCode::End => self.go_to(Some(steps.last)),
                KeyCode::Char('t') => self.territory = !self.territory,
                KeyCode::Char('p') | KeyCode::Enter => return self.play_on(context),
                KeyCode::Esc | KeyCode::Char('q') => return Next::Home,
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.go_to(steps.back),
                MouseEventKind::ScrollDown => self.go_to(steps.on),
                _ => {}
            },
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let view = self.view();
        let layout = Layout::new(&view, area, context.options.coordinates, last_cell(&view));
        sentence(buf, layout.sentence, &view, context);
        if let Some(geometry) = &layout.board {
            board::paint(buf, geometry, &view.board, context.look, None);
        }
        for (player, area) in Player::BOTH.into_iter().zip([layout.left, layout.right]) {
            cards::draw(buf, area, &Side { view: &view, player, thinking: None, piece: None }, context);
        }
        let (at, of) = (i64::from(self.review.ply()), self.review.main_length() as i64);
        let position = context.words.say("review-place", &[("at", at.into()), ("of", of.into())]);
        let problem = self.review.problem().map(|why| say(&context.words, why));
        let said = problem.unwrap_or(position);
        paint::centred(buf, layout.note, self.note.as_ref().unwrap_or(&said), context.look.style(Role::Accent));
    }
}

/// Where the last move was played: there one looks.
fn last_cell(view: &View) -> usize {
    view.board.cells.iter().position(|cell| cell.marks.contains(&Mark::Last)).unwrap_or(0)
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (
        vec![
            ("←→", "key-step"),
            ("↑↓", "key-ten"),
            ("Home End", "key-first"),
            ("p", "key-play-on"),
            ("Esc", "key-back"),
            ("t", "key-territory"),
        ],
        Vec::new(),
    )
}
