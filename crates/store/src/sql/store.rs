use std::io::{BufRead, Write};
use std::sync::Arc;

use table::event::Event;
use table::{AnyTable, End};

use super::{Database, beside, games, papers, tokens, transfer};
use crate::{
    Append, Error, GameId, Imported, Leases, Loaded, Noted, Page, Paper, PaperId, PaperPage, PaperQuery, Query, Room,
    Shelf, Store, Summary, Token,
};

impl<D: Database> Store for D {
    fn begin(&self, game: GameId, table: &AnyTable, at_ms: u64, with: &[Append]) -> Result<(), Error> {
        self.write(|sql| games::begin(sql, game, table, at_ms, with))
    }

    fn append(&self, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error> {
        let append = Append { game, from, events: events.to_vec(), end: end.copied(), notes: Vec::new(), claim: None };
        Database::append_all(self, &[append])?.pop().unwrap_or(Ok(()))
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        Database::append_all(self, batch)
    }

    fn load(&self, game: GameId) -> Result<Loaded, Error> {
        self.read(|sql| games::load(sql, game))
    }

    fn events(&self, game: GameId, from: u64) -> Result<Vec<Event>, Error> {
        self.read(|sql| games::events(sql, game, from))
    }

    fn list(&self, query: &Query) -> Result<Page, Error> {
        self.read(|sql| games::list(sql, query))
    }

    fn delete(&self, game: GameId) -> Result<(), Error> {
        self.write(|sql| games::delete(sql, game))
    }

    fn notes(&self, game: GameId) -> Result<Vec<(String, String)>, Error> {
        self.read(|sql| games::notes(sql, game))
    }

    fn set_notes(&self, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error> {
        self.write(|sql| games::set_notes(sql, game, notes))
    }

    fn noted(&self, query: &Noted<'_>) -> Result<Vec<Summary>, Error> {
        self.read(|sql| games::noted(sql, query))
    }

    fn option(&self, key: &str) -> Result<Option<String>, Error> {
        self.read(|sql| beside::option(sql, key))
    }

    fn options(&self) -> Result<Vec<(String, String)>, Error> {
        self.read(beside::options)
    }

    fn set_option(&self, key: &str, value: Option<&str>) -> Result<(), Error> {
        self.write(|sql| beside::set_option(sql, key, value))
    }

    fn names(&self, limit: u32) -> Result<Vec<String>, Error> {
        self.read(|sql| beside::names(sql, limit))
    }

    fn remember_name(&self, name: &str, at_ms: u64) -> Result<(), Error> {
        if name.is_empty() { Ok(()) } else { self.write(|sql| beside::remember_name(sql, name, at_ms)) }
    }

    fn forget_name(&self, name: &str) -> Result<(), Error> {
        self.write(|sql| beside::forget_name(sql, name))
    }

    fn judgement(&self, key: &str) -> Result<Option<String>, Error> {
        self.read(|sql| beside::judgement(sql, key))
    }

    fn keep_judgement(&self, key: &str, text: &str) -> Result<(), Error> {
        self.write(|sql| beside::keep_judgement(sql, key, text))
    }

    fn paper(&self, id: PaperId) -> Result<Option<Paper>, Error> {
        self.read(|sql| papers::find(sql, id))
    }

    fn keep_papers(&self, papers: &[Paper]) -> Result<(), Error> {
        self.write(|sql| papers.iter().try_for_each(|paper| papers::keep(sql, paper)))
    }

    fn papers(&self, query: &PaperQuery) -> Result<PaperPage, Error> {
        self.read(|sql| papers::list(sql, query))
    }

    fn drop_paper(&self, owner: &str, id: PaperId) -> Result<(), Error> {
        self.write(|sql| papers::drop(sql, owner, id))
    }

    fn thin_out(&self, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Error> {
        self.write(|sql| papers::thin_out(sql, shelf, owner, room))
    }

    fn add_token(&self, token: &Token, most: u64) -> Result<bool, Error> {
        self.write(|sql| tokens::add(sql, token, most))
    }

    fn token(&self, hash: &str) -> Result<Option<Token>, Error> {
        self.read(|sql| tokens::find(sql, hash))
    }

    fn token_named(&self, name: &str) -> Result<Option<Token>, Error> {
        self.read(|sql| tokens::named(sql, name))
    }

    fn tokens(&self, owner: &str) -> Result<Vec<Token>, Error> {
        self.read(|sql| tokens::of(sql, owner))
    }

    fn drop_token(&self, owner: &str, name: &str) -> Result<bool, Error> {
        self.write(|sql| tokens::drop(sql, owner, name))
    }

    fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.read(|sql| transfer::export(sql, out))
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        self.write(|sql| transfer::import(sql, from))
    }

    fn check(&self) -> Result<(), Error> {
        Database::check(self)
    }

    fn leases(self: Arc<Self>) -> Option<Arc<dyn Leases>> {
        Database::leases(self)
    }
}
