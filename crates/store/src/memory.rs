//! A store in memory, for one person: what a browser keeps games with while there is no server.
//!
//! Nothing of it is on a disk. Whoever has one asks after each step what has [changed](Memory::changes) and keeps that, a text under a key,
//! wherever they can; all of these texts [open](Memory::open) it again. A change that is refused leaves everything as it was: it is made on
//! a copy, which shares with the old state whatever stays the same, and by that it is also known what has changed.

mod state;

use std::fmt;
use std::io::{BufRead, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use table::event::Event;
use table::{AnyTable, End};

use self::state::State;
use crate::{
    Append, Error, GameId, Imported, Loaded, Noted, Page, Paper, PaperId, PaperPage, PaperQuery, Query, Room, Shelf,
    Store, Summary, Token,
};

/// Games and papers in memory.
pub struct Memory {
    states: Mutex<States>,
}

struct States {
    now: State,
    /// What has been told of.
    told: State,
}

/// Something that is other than when it was last asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Under which key it is kept.
    pub key: String,
    /// As [`text`](crate::text); nothing if it is gone.
    pub text: Option<String>,
}

/// What keys of judgements begin with.
const JUDGEMENT: &str = "judgement ";

impl Change {
    /// Whether it would only have to be thought again if it were lost. Nobody needs to wait until it is safe.
    pub fn can_be_thought_again(&self) -> bool {
        self.key.starts_with(JUDGEMENT)
    }
}

impl Memory {
    /// With what earlier changes have left under their keys.
    pub fn open<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Memory, Error> {
        let mut state = State::default();
        for text in texts {
            state.import(&mut text.as_bytes())?;
        }
        state.sort();
        Ok(Memory::of(state))
    }

    fn of(state: State) -> Memory {
        Memory { states: Mutex::new(States { told: state.clone(), now: state }) }
    }

    /// What has changed since this was last asked.
    pub fn changes(&self) -> Result<Vec<Change>, Error> {
        let mut states = self.lock();
        let changes = states.now.changes_since(&states.told)?;
        states.told = states.now.clone();
        Ok(changes)
    }

    fn lock(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, ask: impl FnOnce(&State) -> T) -> T {
        ask(&self.lock().now)
    }

    /// Changes the state, wholly or not at all.
    fn write<T>(&self, change: impl FnOnce(&mut State) -> Result<T, Error>) -> Result<T, Error> {
        let mut states = self.lock();
        let mut next = states.now.clone();
        let done = change(&mut next)?;
        states.now = next;
        Ok(done)
    }
}

/// An empty one.
impl Default for Memory {
    fn default() -> Memory {
        Memory::of(State::default())
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

impl Store for Memory {
    fn begin(&self, game: GameId, table: &AnyTable, at_ms: u64, with: &[Append]) -> Result<(), Error> {
        self.write(|state| {
            state.begin(game, table, at_ms)?;
            with.iter().try_for_each(|one| state.append(one))
        })
    }

    fn append(&self, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error> {
        let one = Append { game, from, events: events.to_vec(), end: end.copied(), notes: Vec::new(), claim: None };
        self.write(|state| state.append(&one))
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        Ok(batch.iter().map(|one| self.write(|state| state.append(one))).collect())
    }

    fn load(&self, game: GameId) -> Result<Loaded, Error> {
        self.read(|state| state.game(game)?.load())
    }

    fn events(&self, game: GameId, from: u64) -> Result<Vec<Event>, Error> {
        self.read(|state| state.game(game)?.events(from))
    }

    fn list(&self, query: &Query) -> Result<Page, Error> {
        Ok(self.read(|state| state.list(query)))
    }

    fn delete(&self, game: GameId) -> Result<(), Error> {
        self.write(|state| state.delete(game))
    }

    fn notes(&self, game: GameId) -> Result<Vec<(String, String)>, Error> {
        self.read(|state| Ok(state.game(game)?.notes()))
    }

    fn set_notes(&self, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error> {
        self.write(|state| {
            let game = state.game_mut(game)?;
            notes.iter().try_for_each(|(key, value)| game.set_note(key, *value))
        })
    }

    fn noted(&self, query: &Noted<'_>) -> Result<Vec<Summary>, Error> {
        Ok(self.read(|state| state.noted(query)))
    }

    fn option(&self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.read(|state| state.option(key)))
    }

    fn options(&self) -> Result<Vec<(String, String)>, Error> {
        Ok(self.read(State::options))
    }

    fn set_option(&self, key: &str, value: Option<&str>) -> Result<(), Error> {
        self.write(|state| state.set_option(key, value))
    }

    fn names(&self, limit: u32) -> Result<Vec<String>, Error> {
        Ok(self.read(|state| state.names(limit)))
    }

    fn remember_name(&self, name: &str, at_ms: u64) -> Result<(), Error> {
        if name.is_empty() { Ok(()) } else { self.write(|state| state.remember_name(name, at_ms)) }
    }

    fn forget_name(&self, name: &str) -> Result<(), Error> {
        self.write(|state| {
            state.forget_name(name);
            Ok(())
        })
    }

    fn judgement(&self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.read(|state| state.judgement(key)))
    }

    fn keep_judgement(&self, key: &str, text: &str) -> Result<(), Error> {
        self.write(|state| state.keep_judgement(key, text))
    }

    fn paper(&self, id: PaperId) -> Result<Option<Paper>, Error> {
        Ok(self.read(|state| state.paper(id)))
    }

    fn keep_papers(&self, papers: &[Paper]) -> Result<(), Error> {
        self.write(|state| papers.iter().try_for_each(|paper| state.keep_paper(paper)))
    }

    fn papers(&self, query: &PaperQuery) -> Result<PaperPage, Error> {
        Ok(self.read(|state| state.papers(query)))
    }

    fn drop_paper(&self, owner: &str, id: PaperId) -> Result<(), Error> {
        self.write(|state| state.drop_paper(owner, id))
    }

    fn thin_out(&self, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Error> {
        self.write(|state| Ok(state.thin_out(shelf, owner, room)))
    }

    fn add_token(&self, token: &Token, most: u64) -> Result<bool, Error> {
        self.write(|state| state.add_token(token, most))
    }

    fn token(&self, hash: &str) -> Result<Option<Token>, Error> {
        Ok(self.read(|state| state.find_token(|token| token.hash == hash)))
    }

    fn token_named(&self, name: &str) -> Result<Option<Token>, Error> {
        Ok(self.read(|state| state.find_token(|token| token.name == name)))
    }

    fn tokens(&self, owner: &str) -> Result<Vec<Token>, Error> {
        Ok(self.read(|state| state.tokens_of(owner)))
    }

    fn drop_token(&self, owner: &str, name: &str) -> Result<bool, Error> {
        self.write(|state| Ok(state.drop_token(owner, name)))
    }

    fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.read(|state| state.export(out))
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        self.write(|state| state.import(from))
    }

    /// Memory that is damaged cannot be told from memory that is not.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}
