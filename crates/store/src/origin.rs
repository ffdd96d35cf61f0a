use std::borrow::Cow;

use table::records::{self, AnyRecord};

use crate::{Error, GameId, Note, Store, text};

/// The record that a game began with, as text: reading it takes time, and not everybody who opens the game wants it.
///
/// It stands in notes about the game, as many as it needs: `origin`, `origin-1`, `origin-2`, …
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

const KEY: &str = "origin";
/// What the text is called where it is written and read, for its format.
const FILE: &str = "origin.sgf";

impl Origin {
    /// A record as text. Every record can be written as SGF.
    pub fn of(record: &AnyRecord) -> Origin {
        Origin(records::write(record, FILE).unwrap_or_default())
    }

    /// That of a game, if it has one.
    pub fn find(store: &dyn Store, game: GameId) -> Result<Option<Origin>, Error> {
        let part = |(key, text): (String, String)| match key.strip_prefix(KEY)? {
            "" => Some((0, text)),
            rest => Some((rest.strip_prefix('-')?.parse().ok()?, text)),
        };
        let mut parts: Vec<(usize, String)> = store.notes(game)?.into_iter().filter_map(part).collect();
        parts.sort_unstable_by_key(|(number, _)| *number);
        let text: String = parts.into_iter().map(|(_, text)| text).collect();
        Ok((!text.is_empty()).then_some(Origin(text)))
    }

    /// How it is noted about a game.
    pub fn notes(&self) -> impl Iterator<Item = Note> {
        text::parts(&self.0).enumerate().map(|(number, part)| (key(number), Some(part.to_owned())))
    }

    /// How long it is.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Reads it. One that cannot be read any more is none: the game has its own moves.
    pub fn read(&self) -> Option<AnyRecord> {
        records::read(self.0.as_bytes(), Some(FILE)).ok()
    }
}

fn key(part: usize) -> Cow<'static, str> {
    if part == 0 { Cow::Borrowed(KEY) } else { Cow::Owned(format!("{KEY}-{part}")) }
}
