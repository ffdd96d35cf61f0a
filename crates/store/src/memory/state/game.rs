//! A game in memory: its set-up and its events as lines, and what a list says of it.

use std::collections::BTreeMap;

use table::event::Event;
use table::{AnyTable, End, Kind};

use crate::change::Change;
use crate::limit::{within_limit, without_nul};
use crate::text::{self, Writer};
use crate::{Error, GameId, Loaded, Summary};

#[derive(Clone)]
pub(in crate::memory) struct Game {
    pub(in crate::memory) id: GameId,
    setup: String,
    lines: Vec<String>,
    notes: BTreeMap<String, String>,
    summary: Summary,
}

impl Game {
    pub(in crate::memory) fn new(id: GameId, setup: &str, created_ms: u64) -> Result<Game, Error> {
        // As it will be read: control characters in a name have become blanks.
        let table: AnyTable = within_limit(setup)?.parse().map_err(|_| Error::Unreadable { game: id, event: 0 })?;
        let mut seats = table.seats().clone();
        for seat in &mut seats {
            seat.name = without_nul(&seat.name).into_owned();
        }
        let kind = table.kind();
        let summary = Summary { id, kind, seats, moves: 0, events: 0, created_ms, touched_ms: created_ms, end: None };
        Ok(Game { id, setup: without_nul(setup).into_owned(), lines: Vec::new(), notes: BTreeMap::new(), summary })
    }

    /// A game out of an export.
    pub(in crate::memory) fn told(told: &text::Game) -> Result<Game, Error> {
        let mut game = Game::new(told.id, &told.setup, told.created_ms)?;
        game.append(0, &told.events, told.end.as_ref())?;
        told.notes.iter().try_for_each(|(key, value)| game.set_note(key, Some(value)))?;
        Ok(game)
    }

    pub(in crate::memory) fn kind(&self) -> Kind {
        self.summary.kind
    }

    pub(in crate::memory) fn is_over(&self) -> bool {
        self.summary.end.is_some()
    }

    pub(in crate::memory) fn created_ms(&self) -> u64 {
        self.summary.created_ms
    }

    pub(in crate::memory) fn touched_ms(&self) -> u64 {
        self.summary.touched_ms
    }

    pub(in crate::memory) fn summary(&self) -> Summary {
        self.summary.clone()
    }

    /// The number of the next event.
    pub(in crate::memory) fn next_event(&self) -> u64 {
        self.lines.len() as u64
    }

    pub(in crate::memory) fn append(&mut self, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error> {
        let change = Change::new(self.id, from, events, end)?;
        if from != self.next_event() {
            return Err(Error::Conflict { game: self.id, expected: from, found: self.next_event() });
        }
        self.lines.extend(change.lines);
        let summary = &mut self.summary;
        summary.events = self.lines.len() as u64;
        summary.moves = summary.moves.saturating_add_signed(change.moves);
        summary.touched_ms = summary.touched_ms.max(change.touched_ms);
        summary.end = change.end;
        for (place, seat) in summary.seats.iter_mut().zip(change.seats) {
            if let Some(mut seat) = seat {
                seat.name = without_nul(&seat.name).into_owned();
                *place = seat;
            }
        }
        Ok(())
    }

    pub(in crate::memory) fn load(&self) -> Result<Loaded, Error> {
        let setup = self.setup.parse().map_err(|_| Error::Unreadable { game: self.id, event: 0 })?;
        Ok(Loaded { summary: self.summary(), setup, events: self.events(0)? })
    }

    pub(in crate::memory) fn events(&self, from: u64) -> Result<Vec<Event>, Error> {
        let first = usize::try_from(from).unwrap_or(usize::MAX);
        let read = |(number, line): (u64, &String)| {
            line.parse().map_err(|_| Error::Unreadable { game: self.id, event: number })
        };
        (0..).zip(&self.lines).skip(first).map(read).collect()
    }

    pub(in crate::memory) fn note(&self, key: &str) -> Option<&str> {
        self.notes.get(&*without_nul(key)).map(String::as_str)
    }

    pub(in crate::memory) fn notes(&self) -> Vec<(String, String)> {
        self.notes.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    pub(in crate::memory) fn set_note(&mut self, key: &str, value: Option<&str>) -> Result<(), Error> {
        let key = without_nul(within_limit(key)?).into_owned();
        match value {
            Some(value) => drop(self.notes.insert(key, without_nul(within_limit(value)?).into_owned())),
            None => drop(self.notes.remove(&key)),
        }
        Ok(())
    }

    pub(in crate::memory) fn write(&self, writer: &mut Writer<'_>) -> Result<(), Error> {
        writer.game(&self.id.to_string(), self.summary.created_ms, &self.setup)?;
        self.notes.iter().try_for_each(|(key, value)| writer.note(key, value))?;
        self.lines.iter().try_for_each(|line| writer.event(line))?;
        match &self.summary.end {
            Some(end) => writer.end_of_game(&end.ending.to_string(), end.points().as_ref()),
            None => Ok(()),
        }
    }
}
