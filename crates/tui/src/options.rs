//! The options that a person has: the same on the screen and on the console.

use store::Preferences;
use store::preferences::{Switch, ThemeChoice};
use words::{Lang, Words};

/// An option.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    Language,
    Theme,
    Switch(Switch),
}

pub(crate) const LINES: [Row; 2 + Switch::ALL.len()] = {
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
    pub(crate) fn label(self) -> &'static str {
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
    pub(crate) fn value(self, words: &Words, options: &Preferences) -> &'static str {
        match self {
            Row::Language => match words.lang() {
                Lang::En => "lang-en",
                Lang::Fr => "lang-fr",
            },
            Row::Theme => match options.theme {
                ThemeChoice::Auto => "option-theme-auto",
                ThemeChoice::Light => "option-theme-light",
                ThemeChoice::Dark => "option-theme-dark",
                ThemeChoice::Plain => "theme-plain",
                ThemeChoice::Contrast => "theme-contrast",
                ThemeChoice::Print => "theme-print",
            },
            Row::Switch(switch) if options.is_on(switch) => "option-on",
            Row::Switch(_) => "option-off",
        }
    }

    /// Chooses the next that there is.
    pub(crate) fn change(self, words: &Words, options: &mut Preferences) {
        match self {
            Row::Language => {
                options.lang = Some(match words.lang() {
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
    }
}
