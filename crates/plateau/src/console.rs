//! The way out: answers on standard output, in the person's language, with or without colours.

use std::io::{self, IsTerminal, Write};

use words::{Arg, Words};

use crate::failure::Failure;
use crate::settings::{Color, Settings};

/// Where a command writes its answer.
pub(crate) struct Console<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) words: &'a Words,
    styled: bool,
    out: io::Stdout,
}

impl<'a> Console<'a> {
    pub(crate) fn new(settings: &'a Settings, words: &'a Words) -> Console<'a> {
        let out = io::stdout();
        let styled = match settings.color.value {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => out.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty()),
        };
        Console { settings, words, styled, out }
    }

    /// Writes a text as it is.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes())?;
        Ok(self.out.flush()?)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.write(&format!("{text}\n"))
    }

    /// Writes one JSON object on a line.
    pub(crate) fn json(&mut self, object: &serde_json::Value) -> Result<(), Failure> {
        self.line(&object.to_string())
    }

    /// A sentence in the person's language.
    pub(crate) fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.words.say(id, args)
    }

    /// A text in bold where that can be shown.
    pub(crate) fn bold(&self, text: &str) -> String {
        if self.styled { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}
