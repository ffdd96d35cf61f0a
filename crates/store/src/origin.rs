use table::records::{self, AnyRecord};

use crate::{Error, GameId, MAX_TEXT_BYTES, Note, Store};

/// The record that a game began with, as text: reading it takes time, and not everybody who opens the game wants it.
///
/// It stands in notes about the game, as many as it needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

/// The notes that hold it, one part after the other: two megabytes, which is more than anybody has said about a game.
const KEYS: [&str; 32] = [
    "origin",
    "origin-1",
    "origin-2",
    "origin-3",
    "origin-4",
    "origin-5",
    "origin-6",
    "origin-7",
    "origin-8",
    "origin-9",
    "origin-10",
    "origin-11",
    "origin-12",
    "origin-13",
    "origin-14",
    "origin-15",
    "origin-16",
    "origin-17",
    "origin-18",
    "origin-19",
    "origin-20",
    "origin-21",
    "origin-22",
    "origin-23",
    "origin-24",
    "origin-25",
    "origin-26",
    "origin-27",
    "origin-28",
    "origin-29",
    "origin-30",
    "origin-31",
];

/// What the text is called where it is written and read, for its format.
const FILE: &str = "origin.sgf";

impl Origin {
    /// A record as text. Every record can be written as SGF.
    pub fn of(record: &AnyRecord) -> Origin {
        Origin(records::write(record, FILE).unwrap_or_default())
    }

    /// That of a game, if it has one.
    pub fn find(store: &dyn Store, game: GameId) -> Result<Option<Origin>, Error> {
        let notes = store.notes(game)?;
        let part = |wanted: &&str| notes.iter().find(|(key, _)| key == wanted).map(|(_, text)| text.as_str());
        let text: String = KEYS.iter().map_while(part).collect();
        Ok((!text.is_empty()).then_some(Origin(text)))
    }

    /// How it is noted about a game, of which nothing may be lost. One that is longer than all notes together is left: half of it could
    /// not be read, and the game has its own moves.
    pub fn notes(&self) -> Vec<Note> {
        let parts = self.parts();
        if parts.len() > KEYS.len() {
            return Vec::new();
        }
        KEYS.into_iter().zip(parts.into_iter().map(|part| Some(part.to_owned()))).collect()
    }

    /// Reads it. One that cannot be read any more is none: the game has its own moves.
    pub fn read(&self) -> Option<AnyRecord> {
        records::read(self.0.as_bytes(), Some(FILE)).ok()
    }

    /// The text in pieces that are no longer than a note may be.
    fn parts(&self) -> Vec<&str> {
        let (mut parts, mut rest) = (Vec::new(), self.0.as_str());
        while !rest.is_empty() {
            let longest = rest.len().min(MAX_TEXT_BYTES);
            let end = (1..=longest).rev().find(|&at| rest.is_char_boundary(at)).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            parts.push(part);
            rest = after;
        }
        parts
    }
}
