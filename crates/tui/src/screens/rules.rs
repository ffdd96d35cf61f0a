//! The rules of the games, with diagrams.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use table::Kind;

use super::{Keys, heading};
use crate::context::{Context, Door, Next};
use crate::look::Role;
use crate::pages::{PageLine, rules_lines};
use crate::{Event, paint};

pub(crate) struct Rules {
    game: usize,
    /// The first line that is shown.
    top: usize,
}

impl Rules {
    pub(crate) fn new(kind: Kind) -> Rules {
        Rules { game: Kind::ALL.iter().position(|other| *other == kind).unwrap_or(0), top: 0 }
    }

    fn scroll(&mut self, context: &Context, by: isize) {
        let page = page_area(context.size);
        let last = lines(Kind::ALL[self.game], page.width, context).len().saturating_sub(page.height as usize);
        self.top = self.top.saturating_add_signed(by).min(last);
    }

    fn turn(&mut self, by: usize) {
        (self.game, self.top) = ((self.game + by) % Kind::ALL.len(), 0);
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let height = page_area(context.size).height as isize;
        match event {
            Event::Key(key) => match key.code {
                KeyCode::Up | KeyCode::Char('k') => self.scroll(context, -1),
                KeyCode::Down | KeyCode::Char('j') => self.scroll(context, 1),
                KeyCode::PageUp => self.scroll(context, -height),
                KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(context, height),
                KeyCode::Home => self.top = 0,
                KeyCode::End => self.scroll(context, isize::MAX),
                KeyCode::Right | KeyCode::Tab | KeyCode::Char('l') => self.turn(1),
                KeyCode::Left | KeyCode::BackTab | KeyCode::Char('h') => self.turn(Kind::ALL.len() - 1),
                KeyCode::Char(digit @ '1'..='3') => (self.game, self.top) = (digit as usize - '1' as usize, 0),
                KeyCode::Enter => return Next::to(Door::Lesson(Kind::ALL[self.game])),
                KeyCode::Esc | KeyCode::Char('q') => return Next::back(),
                _ => {}
            },
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.scroll(context, -3),
                MouseEventKind::ScrollDown => self.scroll(context, 3),
                _ => {}
            },
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (look, page) = (context.look, page_area(area));
        let names: Vec<String> = Kind::ALL
            .iter()
            .enumerate()
            .map(
                |(index, game)| {
                    if index == self.game { format!("[ {} ]", game.name()) } else { format!("  {}  ", game.name()) }
                },
            )
            .collect();
        heading(buf, area, &names.join("   "), context);
        let lines = lines(Kind::ALL[self.game], page.width, context);
        let top = self.top.min(lines.len().saturating_sub(1));
        for (line, y) in lines.iter().skip(top).zip(page.y..page.bottom()) {
            let role = if line.is_heading { Role::Accent } else { Role::Ink };
            paint::text(buf, page.x, y, page.width, &line.text, look.style(role));
        }
        let last = lines.len().saturating_sub(page.height as usize);
        if let Some(percent) = (100 * self.top.min(last)).checked_div(last) {
            let percent = format!("{percent} %");
            let line = Rect { y: area.bottom() - 2, height: 1, ..page };
            paint::right(buf, line, &percent, look.style(Role::Soft));
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    let keys = [
        ("↑↓", "key-scroll"),
        ("Space", "key-page"),
        ("←→", "setup-game"),
        ("Enter", "key-lesson"),
        ("Esc", "key-back"),
    ];
    (keys.to_vec(), Vec::new())
}

fn page_area(area: Rect) -> Rect {
    let width = (area.width - 4).min(84);
    Rect::new(area.x + (area.width - width) / 2, area.y + 3, width, area.height - 6)
}

/// A page as lines of this width.
fn lines(kind: Kind, width: u16, context: &Context) -> Vec<PageLine> {
    rules_lines(kind, context.words.lang(), width, context.look.charset)
}
