//! The home screen: the menu.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use store::{Deck, HERE, Which};
use table::Kind;

use super::{Keys, walk};
use crate::Event;
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::paint;
use crate::puzzles::Puzzles;

pub(crate) struct Home {
    at: usize,
    unfinished: usize,
    /// Mistakes of one's own that are due.
    due: u64,
}

const ENTRIES: [&str; 9] = [
    "home-play",
    "home-continue",
    "home-rules",
    "home-results",
    "home-deck",
    "puzzle-all",
    "home-load",
    "home-options",
    "home-exit",
];

impl Home {
    pub(crate) fn new(context: &Context) -> Home {
        let unfinished = context.games(Which::Unfinished).map_or(0, |games| games.len());
        let due = Deck::new(&*context.desk.store, HERE).due(context.desk.now_ms()).unwrap_or_default();
        Home { at: 0, unfinished, due }
    }

    /// What was begun or finished meanwhile is counted anew.
    pub(crate) fn come_back(&mut self, context: &Context) {
        *self = Home { at: self.at, ..Home::new(context) };
    }

    fn open(&self, context: &Context) -> Next {
        match ENTRIES[self.at] {
            "home-play" => Next::to(Door::SetUp),
            "home-continue" => Next::to(Door::List(Which::Unfinished)),
            "home-rules" => Next::to(Door::Rules(Kind::Go)),
            "home-results" => Next::to(Door::List(Which::Finished)),
            "home-deck" => Next::to(Door::Deck),
            "puzzle-all" => Next::to(Door::Puzzles(Puzzles::of(&*context.desk.store, Kind::Go))),
            "home-load" => Next::to(Door::Open),
            "home-options" => Next::to(Door::Options),
            _ => Next::Exit,
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) if walk(&mut self.at, ENTRIES.len(), key) => Next::Stay,
            Event::Key(key) => match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => self.open(context),
                KeyCode::Char('q') | KeyCode::Esc => Next::Exit,
                KeyCode::Char(digit @ '1'..='9') => {
                    self.at = digit as usize - '1' as usize;
                    self.open(context)
                }
                _ => Next::Stay,
            },
            Event::Mouse(mouse) => {
                let menu = menu(context.size);
                let line = (mouse.row.saturating_sub(menu.y) / 2) as usize;
                if menu.contains((mouse.column, mouse.row).into()) && line < ENTRIES.len() {
                    self.at = line;
                    if matches!(mouse.kind, MouseEventKind::Down(_)) {
                        return self.open(context);
                    }
                }
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, menu) = (context.look, menu(area));
        let line = |y| Rect { y, height: 1, ..area };
        let title = look.pick("○ ● ○   P l a t e a u   ● ○ ●", "O X O   P l a t e a u   X O X");
        paint::centred(buf, line(menu.y - 4), title, look.style(Role::Strong));
        paint::centred(buf, line(menu.y - 2), &context.say("home-line"), look.style(Role::Soft));
        for (index, id) in ENTRIES.iter().enumerate() {
            let mut entry = context.say(id);
            if *id == "home-continue" && self.unfinished > 0 {
                entry += &format!(" ({})", self.unfinished);
            }
            if *id == "home-deck" && self.due > 0 {
                entry += &format!(" ({})", self.due);
            }
            let style = look.style(if index == self.at { Role::Chosen } else { Role::Ink });
            let place = Rect::new(menu.x, menu.y + 2 * index as u16, menu.width, 1);
            if index == self.at {
                buf.set_style(place, style);
            }
            paint::centred(buf, place, &entry, style);
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (vec![("↑↓", "key-move"), ("Enter", "key-choose"), ("q", "home-exit")], Vec::new())
}

fn menu(area: Rect) -> Rect {
    let menu = paint::middle(area, 30, 2 * ENTRIES.len() as u16);
    Rect { y: menu.y + 2, ..menu }
}
