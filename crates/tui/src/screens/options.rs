//! The options; each holds at once and is remembered.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Rect;
use store::preferences::{Switch, ThemeChoice};
use words::Lang;

use super::{Keys, heading, walk};
use crate::context::{Context, Next};
use crate::look::Role;
use crate::{Event, paint};

pub(crate) struct OptionsScreen {
    at: usize,
}

/// A line of the screen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Language,
    Theme,
    Switch(Switch),
}

const LINES: [Row; 2 + Switch::ALL.len()] = {
    let mut lines = [Row::Language; 2 + Switch::ALL.len()];
    lines[1] = Row::Theme;
    let mut at = 0;
    while at < Switch::ALL.len() {
        lines[2 + at] = Row::Switch(Switch::ALL[at]);
        at += 1;
    }
    lines
};

impl Row {
    fn label(self) -> &'static str {
        match self {
            Row::Language => "option-language",
            Row::Theme => "option-theme",
            Row::Switch(Switch::Sound) => "option-sound",
            Row::Switch(Switch::Coordinates) => "option-coordinates",
            Row::Switch(Switch::Confirm) => "option-confirm",
            Row::Switch(Switch::Animation) => "option-animation",
            Row::Switch(Switch::Territory) => "option-territory",
        }
    }

    /// The id of what is chosen there now.
    fn value(self, context: &Context) -> &'static str {
        match self {
            Row::Language => match context.words.lang() {
                Lang::En => "lang-en",
                Lang::Fr => "lang-fr",
            },
            Row::Theme => match context.options.theme {
                ThemeChoice::Auto => "option-theme-auto",
                ThemeChoice::Light => "option-theme-light",
                ThemeChoice::Dark => "option-theme-dark",
                ThemeChoice::Plain => "theme-plain",
                ThemeChoice::Contrast => "theme-contrast",
                ThemeChoice::Print => "theme-print",
            },
            Row::Switch(switch) if context.options.is_on(switch) => "option-on",
            Row::Switch(_) => "option-off",
        }
    }
}

impl OptionsScreen {
    pub(crate) fn new() -> OptionsScreen {
        OptionsScreen { at: 0 }
    }

    fn change(&self, context: &mut Context) {
        let mut options = context.options.clone();
        match LINES[self.at] {
            Row::Language => {
                options.lang = Some(match context.words.lang() {
                    Lang::En => Lang::Fr,
                    Lang::Fr => Lang::En,
                });
            }
            // A terminal has these; what the browser has besides is shown and can be left.
            Row::Theme => {
                options.theme = match options.theme {
                    ThemeChoice::Auto => ThemeChoice::Light,
                    ThemeChoice::Light => ThemeChoice::Dark,
                    _ => ThemeChoice::Auto,
                };
            }
            Row::Switch(switch) => *options.switch_mut(switch) ^= true,
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
        heading(buf, area, &context.say("options-title"), context);
        let form = form(area);
        for (index, line) in LINES.iter().enumerate() {
            let y = form.y + 2 * index as u16;
            let chosen = index == self.at;
            let style = |plain| look.style(if chosen { Role::Accent } else { plain });
            paint::text(buf, form.x, y, 26, &context.say(line.label()), style(Role::Soft));
            let (before, after) = if chosen { look.pick(("◂ ", " ▸"), ("< ", " >")) } else { ("  ", "") };
            let value = format!("{before}{}{after}", context.say(line.value(context)));
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
