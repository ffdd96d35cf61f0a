//! A store that fails on purpose.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use store::{
    Append, Error, GameId, Imported, Leases, Loaded, Noted, Page, Paper, PaperId, PaperPage, PaperQuery, Query, Room,
    Shelf, Sqlite, Store, Summary, Token,
};
use table::event::Event;
use table::{AnyTable, End};

/// A store in memory, or over another, whose disk can be full, which can break down over one game, and which can be written badly.
pub(crate) struct Faulty {
    kept: Arc<dyn Store>,
    mistake: Option<Mistake>,
    /// How many more transactions its disk has room for.
    room: AtomicU64,
    refused: AtomicU64,
    breaks_on_games: AtomicBool,
    /// The game whose next events it breaks down over.
    breaks_on: Mutex<Option<GameId>>,
}

/// How a store for several servers can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mistake {
    /// What is written does not depend on whose the game is.
    ForgetsClaims,
    /// It is told that events are kept before they are.
    AnswersBefore,
}

impl Faulty {
    pub(crate) fn new() -> Arc<Faulty> {
        Faulty::over(Arc::new(Sqlite::in_memory().expect("a store")), None)
    }

    pub(crate) fn over(kept: Arc<dyn Store>, mistake: Option<Mistake>) -> Arc<Faulty> {
        Arc::new(Faulty {
            kept,
            mistake,
            room: AtomicU64::new(u64::MAX),
            refused: AtomicU64::new(0),
            breaks_on_games: AtomicBool::new(false),
            breaks_on: Mutex::default(),
        })
    }

    pub(crate) fn fill(&self, full: bool) {
        self.leave_room(if full { 0 } else { u64::MAX });
    }

    /// After so many transactions more the disk is full.
    pub(crate) fn leave_room(&self, transactions: u64) {
        self.room.store(transactions, Relaxed);
    }

    /// What each transaction takes of it.
    fn take_room(&self) -> Result<(), Error> {
        let taken = self.room.fetch_update(Relaxed, Relaxed, |room| room.checked_sub(1));
        taken.map(|_| ()).map_err(|_| Error::Full { place: "games.db".to_owned() })
    }

    /// How many times it was asked in vain to keep events.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Relaxed)
    }

    /// Panics when it is next asked for a new game.
    pub(crate) fn break_on_games(&self) {
        self.breaks_on_games.store(true, Relaxed);
    }

    /// Panics when it is next asked to keep events of this game.
    pub(crate) fn break_on(&self, game: GameId) {
        *self.breaks_on.lock().expect("a lock") = Some(game);
    }
}

impl Store for Faulty {
    fn append(&self, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error> {
        self.take_room()?;
        self.kept.append(game, from, events, end)
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        let breaks = {
            let mut breaks_on = self.breaks_on.lock().expect("a lock");
            // Kept for as long as several games share the transaction: it is this game that it breaks over.
            let is_in = breaks_on.is_some_and(|game| batch.iter().any(|append| append.game == game));
            if is_in && batch.len() == 1 {
                *breaks_on = None;
            }
            is_in
        };
        assert!(!breaks, "the store breaks down over one game");
        let count = |_: &Error| {
            self.refused.fetch_add(1, Relaxed);
        };
        self.take_room().inspect_err(count)?;
        match self.mistake {
            None => self.kept.append_all(batch),
            Some(Mistake::ForgetsClaims) => {
                let unclaimed: Vec<Append> =
                    batch.iter().map(|append| Append { claim: None, ..append.clone() }).collect();
                self.kept.append_all(&unclaimed)
            }
            Some(Mistake::AnswersBefore) => Ok(vec![Ok(()); batch.len()]),
        }
    }

    fn begin(&self, game: GameId, table: &AnyTable, at_ms: u64, with: &[Append]) -> Result<(), Error> {
        assert!(!self.breaks_on_games.swap(false, Relaxed), "the store breaks down over a new game");
        self.take_room()?;
        self.kept.begin(game, table, at_ms, with)
    }

    fn load(&self, game: GameId) -> Result<Loaded, Error> {
        self.kept.load(game)
    }

    fn events(&self, game: GameId, from: u64) -> Result<Vec<Event>, Error> {
        self.kept.events(game, from)
    }

    fn list(&self, query: &Query) -> Result<Page, Error> {
        self.kept.list(query)
    }

    fn delete(&self, game: GameId) -> Result<(), Error> {
        self.take_room()?;
        self.kept.delete(game)
    }

    fn notes(&self, game: GameId) -> Result<Vec<(String, String)>, Error> {
        self.kept.notes(game)
    }

    fn set_notes(&self, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error> {
        self.take_room()?;
        self.kept.set_notes(game, notes)
    }

    fn noted(&self, query: &Noted<'_>) -> Result<Vec<Summary>, Error> {
        self.kept.noted(query)
    }

    fn option(&self, key: &str) -> Result<Option<String>, Error> {
        self.kept.option(key)
    }

    fn options(&self) -> Result<Vec<(String, String)>, Error> {
        self.kept.options()
    }

    fn set_option(&self, key: &str, value: Option<&str>) -> Result<(), Error> {
        self.take_room()?;
        self.kept.set_option(key, value)
    }

    fn names(&self, limit: u32) -> Result<Vec<String>, Error> {
        self.kept.names(limit)
    }

    fn remember_name(&self, name: &str, at_ms: u64) -> Result<(), Error> {
        self.take_room()?;
        self.kept.remember_name(name, at_ms)
    }

    fn forget_name(&self, name: &str) -> Result<(), Error> {
        self.take_room()?;
        self.kept.forget_name(name)
    }

    fn judgement(&self, key: &str) -> Result<Option<String>, Error> {
        self.kept.judgement(key)
    }

    fn keep_judgement(&self, key: &str, text: &str) -> Result<(), Error> {
        self.take_room()?;
        self.kept.keep_judgement(key, text)
    }

    fn paper(&self, id: PaperId) -> Result<Option<Paper>, Error> {
        self.kept.paper(id)
    }

    fn keep_papers(&self, papers: &[Paper]) -> Result<(), Error> {
        self.take_room()?;
        self.kept.keep_papers(papers)
    }

    fn papers(&self, query: &PaperQuery) -> Result<PaperPage, Error> {
        self.kept.papers(query)
    }

    fn drop_paper(&self, owner: &str, id: PaperId) -> Result<(), Error> {
        self.take_room()?;
        self.kept.drop_paper(owner, id)
    }

    fn thin_out(&self, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Error> {
        self.take_room()?;
        self.kept.thin_out(shelf, owner, room)
    }

    fn add_token(&self, token: &Token, most: u64) -> Result<bool, Error> {
        self.take_room()?;
        self.kept.add_token(token, most)
    }

    fn token(&self, hash: &str) -> Result<Option<Token>, Error> {
        self.kept.token(hash)
    }

    fn token_named(&self, name: &str) -> Result<Option<Token>, Error> {
        self.kept.token_named(name)
    }

    fn tokens(&self, owner: &str) -> Result<Vec<Token>, Error> {
        self.kept.tokens(owner)
    }

    fn drop_token(&self, owner: &str, name: &str) -> Result<bool, Error> {
        self.take_room()?;
        self.kept.drop_token(owner, name)
    }

    fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.kept.export(out)
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        self.take_room()?;
        self.kept.import(from)
    }

    fn check(&self) -> Result<(), Error> {
        self.kept.check()
    }

    fn leases(self: Arc<Self>) -> Option<Arc<dyn Leases>> {
        Arc::clone(&self.kept).leases()
    }
}
