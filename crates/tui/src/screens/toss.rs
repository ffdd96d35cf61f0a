//! The toss: a ko is taken and taken again, and stops on a stone; the player gets that colour.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use table::{AnySetup, Proposal};

use super::{Keys, heading};
use crate::board::{self, Geometry};
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::{Event, Sitting, paint};

pub(crate) struct Toss {
    proposal: Proposal,
    drawn: Player,
    /// How often the ko is still to be taken.
    left: u32,
    /// Ticks until it is taken next; they grow.
    wait: u32,
    problem: Option<String>,
}

/// An even number of captures would end on the stone that it began with; the last ones are slow.
const CAPTURES: u32 = 12;

impl Toss {
    /// The person has the seat of Black in the proposal; the toss may change the seats.
    pub(crate) fn new(context: &Context, proposal: Proposal) -> Toss {
        let drawn = (context.desk.toss)();
        let left = if context.options.animation { CAPTURES } else { 0 };
        Toss { proposal, drawn, left, wait: 1, problem: None }
    }

    /// The stone that stands in the ko now.
    fn stone(&self) -> Player {
        if self.left.is_multiple_of(2) { self.drawn } else { self.drawn.opponent() }
    }

    fn start(&mut self, context: &mut Context) -> Next {
        let table = self.proposal.setup_with_first(self.drawn).and_then(AnySetup::table);
        match table.and_then(|table| Sitting::create(&context.desk, table)) {
            Ok(sitting) => Next::start(Door::Play(sitting, None)),
            Err(why) => {
                self.problem = Some(crate::say(&context.words, &why));
                Next::Stay
            }
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Tick if self.left > 0 => {
                self.wait -= 1;
                if self.wait == 0 {
                    self.left -= 1;
                    self.wait = 1 + (CAPTURES - self.left) / 4;
                }
                Next::Stay
            }
            Event::Key(key) if key.code == KeyCode::Esc => Next::back(),
            Event::Key(_) if self.left > 0 => {
                self.left = 0;
                Next::Stay
            }
            Event::Key(key) if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) => self.start(context),
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                if self.left == 0 {
                    return self.start(context);
                }
                self.left = 0;
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        heading(buf, area, &context.say("toss-title"), context);
        let board = board::ko_board(self.stone());
        let middle = paint::middle(area, 40, 14);
        if let Some(geometry) = Geometry::fit(&board, middle, false, 0) {
            board::paint(buf, &geometry, &board, context.look, None);
        }
        let said = if self.left > 0 {
            context.say("toss-running")
        } else {
            // One person alone is spoken to; otherwise it is player 1 who gets the colour.
            let [first, second] = &self.proposal.seats;
            let alone = first.who.is_person() && !second.who.is_person();
            let id = if alone { "toss-done" } else { "toss-first" };
            context.words.say(id, &[("player", self.proposal.kind.side(self.drawn).to_string().into())])
        };
        let role = if self.left > 0 { Role::Soft } else { Role::Accent };
        let line = Rect { y: area.bottom() - 4, height: 1, ..area };
        paint::centred(buf, line, self.problem.as_ref().unwrap_or(&said), context.look.style(role));
    }

    pub(crate) fn keys(&self) -> Keys {
        let enter = if self.left > 0 { "key-skip" } else { "key-start" };
        (vec![("Enter", enter), ("Esc", "key-back")], Vec::new())
    }
}
