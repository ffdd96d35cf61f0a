//! The options; each holds at once and is remembered.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use words::Lang;

use super::{Keys, heading, walk};
use crate::app::{Context, Next};
use crate::look::Role;
use crate::{Background, Event, Options, paint};

pub(crate) struct OptionsScreen {
    at: usize,
}

const LINES: [&str; 7] = [
    "tui-option-language",
    "tui-option-theme",
    "tui-option-sound",
    "tui-option-coordinates",
    "tui-option-confirm",
    "tui-option-animation",
    "tui-option-territory",
];

impl OptionsScreen {
    pub(crate) fn new() -> OptionsScreen {
        OptionsScreen { at: 0 }
    }

    fn change(&self, context: &mut Context) {
        let mut options = context.options.clone();
        match LINES[self.at] {
            "tui-option-language" => options.lang = if options.lang == Lang::En { Lang::Fr } else { Lang::En },
            "tui-option-theme" => {
                options.theme = match options.theme {
                    None => Some(Background::Light),
                    Some(Background::Light) => Some(Background::Dark),
                    Some(Background::Dark) => None,
                };
            }
            id => {
                let switch = switch(&mut options, id);
                *switch = !*switch;
            }
        }
        context.choose(options);
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) if walk(&mut self.at, LINES.len(), key) => {}
            Event::Key(key) => match key.code {
                KeyCode::Left | KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ' | 'h' | 'l') => {
                    self.change(context);
                }
                KeyCode::Esc | KeyCode::Char('q') => return Next::Home,
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
        heading(buf, area, &context.say("tui-options-title"), context);
        let form = form(area);
        for (index, id) in LINES.iter().enumerate() {
            let y = form.y + 2 * index as u16;
            let chosen = index == self.at;
            let style = |plain| look.style(if chosen { Role::Accent } else { plain });
            paint::text(buf, form.x, y, 26, &context.say(id), style(Role::Soft));
            let (before, after) = if chosen { look.pick(("◂ ", " ▸"), ("< ", " >")) } else { ("  ", "") };
            let value = format!("{before}{}{after}", value(&context.options, id, context));
            paint::text(buf, form.x + 28, y, form.width - 28, &value, style(Role::Ink));
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (vec![("↑↓", "tui-key-move"), ("←→", "tui-key-change"), ("Esc", "tui-key-back")], Vec::new())
}

fn switch<'a>(options: &'a mut Options, id: &str) -> &'a mut bool {
    match id {
        "tui-option-sound" => &mut options.sound,
        "tui-option-coordinates" => &mut options.coordinates,
        "tui-option-confirm" => &mut options.confirm,
        "tui-option-animation" => &mut options.animation,
        _ => &mut options.territory,
    }
}

fn value(options: &Options, id: &str, context: &Context) -> String {
    context.say(match id {
        "tui-option-language" if options.lang == Lang::En => "tui-lang-en",
        "tui-option-language" => "tui-lang-fr",
        "tui-option-theme" => match options.theme {
            None => "tui-option-theme-auto",
            Some(Background::Light) => "tui-option-theme-light",
            Some(Background::Dark) => "tui-option-theme-dark",
        },
        id if *switch(&mut options.clone(), id) => "tui-option-on",
        _ => "tui-option-off",
    })
}

fn form(area: Rect) -> Rect {
    paint::middle(area, 56, 2 * LINES.len() as u16)
}
