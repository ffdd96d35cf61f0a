//! The options; each holds at once and is remembered.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;

use super::{Keys, heading, walk};
use crate::context::{Context, Next};
use crate::look::Role;
use crate::options::LINES;
use crate::{Event, paint};

pub(crate) struct OptionsScreen {
    at: usize,
}

impl OptionsScreen {
    pub(crate) fn new() -> OptionsScreen {
        OptionsScreen { at: 0 }
    }

    fn change(&self, context: &mut Context) {
        let mut options = context.options.clone();
        LINES[self.at].change(&context.words, &mut options);
        context.choose(options);
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) if walk(&mut self.at, LINES.len(), key) => {}
            Event::Key(key) => match key.code {
                KeyCode::Left | KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ' | 'h' | 'l') => {
                    self.change(context);
                }
                KeyCode::Esc | KeyCode::Char('q') => return Next::back(),
                _ => {}
            },
            Event::Mouse(mouse) => {
                let form = form(context.size);
                let line = (mouse.row.saturating_sub(form.y) / 2) as usize;
                if mouse.row >= form.y && line < LINES.len() && matches!(mouse.kind, MouseEventKind::Down(_)) {
                    self.at = line;
                    self.change(context);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let look = context.look;
        heading(buf, area, &context.say("options-title"), context);
        let form = form(area);
        for (index, line) in LINES.iter().enumerate() {
            let y = form.y + 2 * index as u16;
            let chosen = index == self.at;
            let style = |plain| look.style(if chosen { Role::Accent } else { plain });
            paint::text(buf, form.x, y, 26, &context.say(line.label()), style(Role::Soft));
            let (before, after) = if chosen { look.pick(("◂ ", " ▸"), ("< ", " >")) } else { ("  ", "") };
            let value = format!("{before}{}{after}", context.say(line.value(&context.words, &context.options)));
            paint::text(buf, form.x + 28, y, form.width - 28, &value, style(Role::Ink));
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (vec![("↑↓", "key-move"), ("←→", "key-change"), ("Esc", "key-back")], Vec::new())
}

fn form(area: Rect) -> Rect {
    paint::middle(area, 56, 2 * LINES.len() as u16)
}
