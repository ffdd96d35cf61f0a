use std::borrow::Cow;
use std::io::{BufRead, Write};
use std::sync::Arc;

use table::event::Event;
use table::{AnySetup, AnyTable, End, Kind, Seat};

use crate::{Claim, Error, GameId, Leases, Paper, PaperId, PaperPage, PaperQuery, Room, Shelf, Token};

/// The longest text that is kept: an event, a set-up, an option, a name.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// So many judgements are kept: a hundred long games of Go, some hundred megabytes at most.
pub const JUDGEMENTS: u64 = 50_000;

/// Where games are kept.
///
/// Every call is a transaction of its own: it happens whole and is durable when it returns, or it returns an error and nothing
/// has happened. Several processes may use the same store at once, where its backend allows that.
///
/// Texts are compared and sorted by their bytes, whatever the language of a database. The suite in `conformance` holds a
/// store to what is said here.
pub trait Store: Send + Sync {
    /// A new game of this name with the set-up of this table, and all that is kept with it: its first events and notes, and what
    /// other games have to know of it; all or none. Control characters in its names become blanks, as in events. If
    /// there is a game of that name it is a [conflict](Error::Conflict), as an [append](Store::append) to it can be.
    fn begin(&self, game: GameId, table: &AnyTable, at_ms: u64, with: &[Append]) -> Result<(), Error>;

    /// A new game without events or notes.
    fn create(&self, table: &AnyTable, at_ms: u64) -> Result<GameId, Error> {
        let game = GameId::random()?;
        self.begin(game, table, at_ms, &[])?;
        Ok(game)
    }

    /// Adds events, all or none, if each can be read again and the next event of the game still has the number `from`; else it is a
    /// [conflict](Error::Conflict), and [`Store::events`] has what is new. `end` is how the game stands after them: over, or
    /// not, since an undo opens it again. Without events this only sets the end.
    fn append(&self, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error>;

    /// Several games' events at once, which costs the disk no more than one game's. Each is kept or refused by itself with
    /// its notes, as by [`Store::append`]; an error for the whole means that none was kept.
    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error>;

    /// A game with all its events.
    fn load(&self, game: GameId) -> Result<Loaded, Error>;

    /// The events from this number on; none beyond the last.
    fn events(&self, game: GameId, from: u64) -> Result<Vec<Event>, Error>;

    /// A page of games, the last touched first, and of those touched at once the last begun.
    fn list(&self, query: &Query) -> Result<Page, Error>;

    /// Removes a game with all its events and notes.
    fn delete(&self, game: GameId) -> Result<(), Error>;

    /// What somebody has noted about a game beside its events, by key: whose seats they are, where it is listed.
    fn notes(&self, game: GameId) -> Result<Vec<(String, String)>, Error>;

    /// Notes something about a game, or forgets it; all or none.
    fn set_notes(&self, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error>;

    /// The games of which something is noted, the last touched first.
    fn noted(&self, query: &Noted<'_>) -> Result<Vec<Summary>, Error>;

    /// The value of an option, if it has been set.
    fn option(&self, key: &str) -> Result<Option<String>, Error>;

    /// All options that have been set, by key.
    fn options(&self) -> Result<Vec<(String, String)>, Error>;

    /// Sets an option, or forgets it.
    fn set_option(&self, key: &str, value: Option<&str>) -> Result<(), Error>;

    /// Names of players, the last used first, and of those used at once by name.
    fn names(&self, limit: u32) -> Result<Vec<String>, Error>;

    /// Remembers that a player used this name; the latest time counts. An empty one is nobody's.
    fn remember_name(&self, name: &str, at_ms: u64) -> Result<(), Error>;

    /// Forgets a name.
    fn forget_name(&self, name: &str) -> Result<(), Error>;

    /// What a machine thought of something, by key, if it was kept and has not given way since.
    fn judgement(&self, key: &str) -> Result<Option<String>, Error>;

    /// Keeps what a machine thought, or thinks now instead. There is room for [`JUDGEMENTS`], in memory for fewer: the oldest give way. They can be thought
    /// again, so they are no part of an [export](Store::export).
    fn keep_judgement(&self, key: &str, text: &str) -> Result<(), Error>;

    /// A paper, if there is one of this name.
    fn paper(&self, id: PaperId) -> Result<Option<Paper>, Error>;

    /// Keeps papers, all or none. One of version 0 is new. Any other replaces the paper of its name if that is still of this version, and
    /// of this owner and shelf, which with the time when it was made never change. Each is kept as the next version.
    ///
    /// It is [outdated](Error::Outdated) if another version is kept, and there is [no such paper](Error::NoSuchPaper) if it is gone or
    /// another's.
    fn keep_papers(&self, papers: &[Paper]) -> Result<(), Error>;

    /// Keeps one.
    fn keep_paper(&self, paper: &Paper) -> Result<(), Error> {
        self.keep_papers(std::slice::from_ref(paper))
    }

    /// A page of somebody's papers without their texts, in the order that the [query](PaperQuery::due_by) says.
    fn papers(&self, query: &PaperQuery) -> Result<PaperPage, Error>;

    /// Removes a paper of this owner.
    fn drop_paper(&self, owner: &str, id: PaperId) -> Result<(), Error>;

    /// Removes the papers of a shelf, an owner's or everybody's, that have lain untouched the longest and for which there is no
    /// room; how many. The last touched remain.
    fn thin_out(&self, shelf: Shelf, owner: Option<&str>, room: Room) -> Result<u64, Error>;

    /// Keeps a token, unless there is one of its name or with its hash, or its owner has `most` already; whether it did.
    fn add_token(&self, token: &Token, most: u64) -> Result<bool, Error>;

    /// The token whose secret has this hash, if there is one.
    fn token(&self, hash: &str) -> Result<Option<Token>, Error>;

    /// The token of this name, if there is one.
    fn token_named(&self, name: &str) -> Result<Option<Token>, Error>;

    /// Somebody's tokens, by name.
    fn tokens(&self, owner: &str) -> Result<Vec<Token>, Error>;

    /// Takes a token of this owner away; whether there was one.
    fn drop_token(&self, owner: &str, name: &str) -> Result<bool, Error>;

    /// Writes everything down as [`text`](crate::text).
    fn export(&self, out: &mut dyn Write) -> Result<(), Error>;

    /// Adds what such a text holds, all or none: one that cannot be read, or with events that do not follow from each other,
    /// is refused. What is here already stays as it is: games and papers with the same id, options, names.
    fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error>;

    /// Looks at everything, and says so if it is damaged. Takes long where there are many games.
    fn check(&self) -> Result<(), Error>;

    /// Where it stands which server has which game, if several can use it at once: whoever serves games must claim them there.
    fn leases(self: Arc<Self>) -> Option<Arc<dyn Leases>> {
        None
    }
}

/// Events to be added to a game: what [`Store::append`] takes, as one thing that can wait in a queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the first event.
    pub from: u64,
    /// The events.
    pub events: Vec<Event>,
    /// How the game stands after them.
    pub end: Option<End>,
    /// What is noted about the game together with them, or forgotten: kept if they are, and not otherwise.
    pub notes: Vec<Note>,
    /// The claim of whoever adds them, where several servers share a store: once another has [claimed](crate::Leases::claim) the game, it
    /// is [lost](Error::Lost) and nothing is kept.
    pub claim: Option<Claim>,
}

/// Something to be noted about a game, by key, or to be forgotten.
pub type Note = (Cow<'static, str>, Option<String>);

/// What a list says of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The game's name in the store.
    pub id: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// Who plays, Black first.
    pub seats: [Seat; 2],
    /// How many moves have been made and not taken back.
    pub moves: u64,
    /// How many events there are: the number of the next one.
    pub events: u64,
    /// When it began, in milliseconds since 1970.
    pub created_ms: u64,
    /// When the latest event happened, or when it began.
    pub touched_ms: u64,
    /// How it ended, if it did.
    pub end: Option<End>,
}

/// A game as it was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// What a list says of it.
    pub summary: Summary,
    /// What was settled before the first move.
    pub setup: AnySetup,
    /// Everything that happened since.
    pub events: Vec<Event>,
}

impl Loaded {
    /// The table that the events add up to. Its clock stands.
    pub fn table(&self) -> Result<AnyTable, Error> {
        let unreadable = |event| Error::Unreadable { game: self.summary.id, event };
        let mut table = self.setup.clone().table().map_err(|_| unreadable(0))?;
        for (number, event) in (0..).zip(&self.events) {
            table.apply(event).map_err(|_| unreadable(number))?;
        }
        Ok(table)
    }
}

/// Which games a list shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query {
    /// Those that are over, or those that are not.
    pub which: Which,
    /// Of this kind only.
    pub kind: Option<Kind>,
    /// How many are left out at the beginning.
    pub skip: u64,
    /// How many are shown.
    pub limit: u32,
}

/// Whether games are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Games that can be continued.
    Unfinished,
    /// Games with a result.
    Finished,
}

impl Query {
    const LIMIT: u32 = 100;

    /// Games that can be continued, a hundred of them.
    pub fn unfinished() -> Query {
        Query { which: Which::Unfinished, kind: None, skip: 0, limit: Query::LIMIT }
    }

    /// Games with a result, a hundred of them.
    pub fn finished() -> Query {
        Query { which: Which::Finished, ..Query::unfinished() }
    }

    /// Of this kind only.
    #[must_use]
    pub fn of(self, kind: Kind) -> Query {
        Query { kind: Some(kind), ..self }
    }

    /// This page of so many games, from 0.
    #[must_use]
    pub fn page(self, number: u64, limit: u32) -> Query {
        Query { skip: number.saturating_mul(u64::from(limit)), limit, ..self }
    }
}

/// Of which games something is noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noted<'a> {
    /// Under which key.
    pub key: &'a str,
    /// What.
    pub value: &'a str,
    /// Only those that are over, or only those that are not.
    pub which: Option<Which>,
    /// Only those that were touched before this time, in milliseconds since 1970.
    pub before_ms: Option<u64>,
    /// How many are shown.
    pub limit: u32,
}

impl<'a> Noted<'a> {
    /// All games of which this is noted, so many of them.
    pub fn new(key: &'a str, value: &'a str, limit: u32) -> Noted<'a> {
        Noted { key, value, which: None, before_ms: None, limit }
    }
}

/// A part of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The games.
    pub games: Vec<Summary>,
    /// How many there are on all pages.
    pub total: u64,
}

/// What an import brought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Imported {
    /// Games that were added.
    pub games: u64,
    /// Games that were here already.
    pub known_games: u64,
    /// Papers that were added.
    pub papers: u64,
    /// Papers that were here already.
    pub known_papers: u64,
}
