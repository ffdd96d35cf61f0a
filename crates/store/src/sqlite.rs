//! Games in one `SQLite` file.
//!
//! The write-ahead log with `synchronous=FULL` makes a commit durable before it returns; a transaction that was not committed
//! leaves no trace. So a process can be killed at any moment, and the next one to open the file finds every event
//! that was acknowledged. Writers begin with `BEGIN IMMEDIATE`: they queue up, and none fails half-way for want of a lock.

mod alone;
mod ground;
mod open;
mod papers;
mod transfer;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use table::event::{Action, Event};
use table::{AnyTable, End, Ending, Kind, Seat, Who};

use self::alone::Alone;
use self::ground::Ground;
use crate::text::half_points;
use crate::{
    Append, Error, GameId, Imported, JUDGEMENTS, Loaded, MAX_TEXT_BYTES, Page, Paper, PaperId, PaperPage, PaperQuery,
    Query, Room, Shelf, Store, Summary, Which,
};

/// A store in an `SQLite` file.
#[derive(Debug)]
pub struct Sqlite {
    connection: Mutex<Connection>,
    path: PathBuf,
    /// Nothing for one that is no file.
    ground: Option<Ground>,
    /// Dropped after the connection is closed.
    _alone: Option<Alone>,
}

impl Sqlite {
    /// Opens the file, or makes it, with its folder. A file that is not understood (of a newer version, of another
    /// program, damaged) is refused and left as it is.
    pub fn open(path: &Path) -> Result<Sqlite, Error> {
        let path = std::path::absolute(path)
            .map_err(|problem| Error::CannotOpen { place: place(path), problem: problem.to_string() })?;
        let connection = open::open(&path)?;
        let ground = Some(Ground::new(&path));
        Ok(Sqlite { connection: Mutex::new(connection), path, ground, _alone: None })
    }

    /// The same for a server, of which there can be one at a time for a file: it keeps in memory whose the seats are. Others who
    /// play with the file, as on the terminal, do not mind.
    pub fn open_alone(path: &Path) -> Result<Sqlite, Error> {
        let store = Sqlite::open(path)?;
        let alone = Alone::new(&store.path)?;
        Ok(Sqlite { _alone: Some(alone), ..store })
    }

    /// A store that is gone with the process: for tests, and for games that nobody wants to keep.
    pub fn in_memory() -> Result<Sqlite, Error> {
        let connection = open::in_memory()?;
        Ok(Sqlite { connection: Mutex::new(connection), path: open::MEMORY.into(), ground: None, _alone: None })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets this connection grow the database to this size and no further; beyond it, it is [full](Error::Full). For a
    /// server that must not fill its disk.
    pub fn limit_size(&self, bytes: u64) -> Result<(), Error> {
        let connection = self.lock();
        let set = || {
            let page_bytes: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            connection.pragma_update_and_check(None, "max_page_count", to_sql(bytes) / page_bytes, |_| Ok(()))
        };
        set().map_err(|error| self.explain(&error))
    }

    /// Copies the whole database as it is at this moment into a new file, while others go on using it. The copy is complete and on
    /// the disk when it has its name.
    pub fn back_up(&self, to: &Path) -> Result<(), Error> {
        let cannot = |problem: std::io::Error| Error::Transfer { problem: format!("{}: {problem}", to.display()) };
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        // Neither a file of that name nor one that was left half done is written over.
        if to.try_exists().map_err(cannot)? {
            return Err(cannot(std::io::ErrorKind::AlreadyExists.into()));
        }
        open::make_private(&part).map_err(cannot)?;
        let copied = {
            let connection = self.lock();
            connection.execute("VACUUM INTO ?1", [place(&part)]).map_err(|error| self.explain(&error))
        };
        let kept = copied.and_then(|_| {
            self.stand()?;
            std::fs::File::open(&part).and_then(|file| file.sync_all()).map_err(cannot)?;
            std::fs::rename(&part, to).map_err(cannot)
        });
        if kept.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        kept
    }

    /// Whether what is written and read is still what is at its place.
    fn stand(&self) -> Result<(), Error> {
        self.ground.as_ref().map_or(Ok(()), Ground::check)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // Whoever panicked dropped its transaction, which rolled it back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks something of the database as it is at one moment.
    fn read<T>(&self, ask: impl FnOnce(&Connection) -> Result<T, Failure>) -> Result<T, Error> {
        let mut connection = self.lock();
        let run = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
            ask(&transaction)
        };
        let answer = run().map_err(|failure| self.settle(failure))?;
        self.stand()?;
        Ok(answer)
    }

    /// Changes the database, wholly or not at all.
    fn write<T>(&self, change: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>) -> Result<T, Error> {
        let mut connection = self.lock();
        // Before, so that nothing is written into a file that is gone; after, so that nothing is taken for kept that is.
        self.ground.as_ref().map_or(Ok(()), Ground::check_writable)?;
        let run = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let answer = change(&transaction)?;
            transaction.commit()?;
            Ok(answer)
        };
        let answer = run().map_err(|failure| self.settle(failure))?;
        self.stand()?;
        Ok(answer)
    }

    fn settle(&self, failure: Failure) -> Error {
        match failure {
            Failure::Known(error) => error,
            Failure::Sql(error) => self.explain(&error),
        }
    }

    fn explain(&self, error: &rusqlite::Error) -> Error {
        explain(&self.path, error)
    }
}

/// What goes wrong inside a transaction.
#[derive(Debug)]
enum Failure {
    Known(Error),
    Sql(rusqlite::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Known(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Sql(error)
    }
}

/// What an error of `SQLite` means to whoever plays.
fn explain(path: &Path, error: &rusqlite::Error) -> Error {
    let (place, problem) = (place(path), error.to_string());
    let extended_code = error.sqlite_error().map(|error| error.extended_code);
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::Full { place },
        // The memory that processes share is a file, too, which a full disk does not let grow.
        Some(ErrorCode::SystemIoFailure) if extended_code == Some(SQLITE_IOERR_SHMSIZE) => Error::Full { place },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Error::ReadOnly { place },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            Error::Busy { place }
        }
        Some(ErrorCode::CannotOpen) => Error::CannotOpen { place, problem },
        // No code: a value of the wrong type, a text that is no UTF-8; not what this program wrote.
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) | None => Error::Damaged { place, problem },
        Some(_) => Error::Disk { place, problem },
    }
}

/// How errors call the place of a database.
fn place(path: &Path) -> String {
    path.display().to_string()
}

/// `SQLite`'s integers are signed; what is beyond them (a time in 292 million years) becomes the largest.
fn to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn within_limit(text: &str) -> Result<&str, Error> {
    if text.len() > MAX_TEXT_BYTES { Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES }) } else { Ok(text) }
}

const SUMMARY: &str = "id, game, black_who, black_name, white_who, white_name, moves, events, created_ms, touched_ms, \
                       result, black_points, white_points";

fn read_summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    let number = |column| row.get::<_, i64>(column).map(|number| number.max(0) as u64);
    // One strange seat must not hide all the other games; whoever opens the game is told.
    let seat = |who, name| {
        let who = row.get::<_, String>(who)?.parse().unwrap_or(Who::Person);
        Ok::<_, rusqlite::Error>(Seat { name: row.get(name)?, who })
    };
    let end = match row.get::<_, Option<String>>(10)? {
        Some(result) => {
            let points = |column| {
                Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(column)?.as_deref().and_then(half_points))
            };
            let half_points = points(11)?.zip(points(12)?).map(<[_; 2]>::from);
            Some(End { ending: result.parse().unwrap_or(Ending::Unknown), half_points })
        }
        None => None,
    };
    Ok(Summary {
        id: row.get::<_, String>(0)?.parse().map_err(|_| rusqlite::Error::InvalidQuery)?,
        kind: row.get::<_, String>(1)?.parse().map_err(|_| rusqlite::Error::InvalidQuery)?,
        seats: [seat(2, 3)?, seat(4, 5)?],
        moves: number(6)?,
        events: number(7)?,
        created_ms: number(8)?,
        touched_ms: number(9)?,
        end,
    })
}

/// The row of a game, and the number of its next event.
fn find(connection: &Connection, game: GameId) -> Result<(i64, u64), Failure> {
    let mut select = connection.prepare_cached("SELECT serial, events FROM games WHERE id = ?1")?;
    let found =
        select.query_row([game.to_string()], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64))).optional()?;
    Ok(found.ok_or(Error::NoSuchGame { game })?)
}

fn insert_game(sql: &Transaction<'_>, id: GameId, table: &AnyTable, setup: &str, at_ms: u64) -> Result<i64, Failure> {
    let [black, white] = table.seats();
    sql.execute(
        "INSERT INTO games (id, game, setup, black_who, black_name, white_who, white_name, created_ms, touched_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
        params![
            id.to_string(),
            table.kind().id(),
            within_limit(setup)?,
            black.who.to_string(),
            black.name,
            white.who.to_string(),
            white.name,
            to_sql(at_ms)
        ],
    )?;
    Ok(sql.last_insert_rowid())
}

fn insert_events(
    sql: &Transaction<'_>,
    (game, serial): (GameId, i64),
    from: u64,
    events: &[Event],
    end: Option<&End>,
) -> Result<(), Failure> {
    let mut insert = sql.prepare_cached("INSERT INTO events (game, number, line) VALUES (?1, ?2, ?3)")?;
    let mut moves = 0i64;
    for (number, event) in (from..).zip(events) {
        let line = event.to_string();
        // What could not be read again must not be taken for kept.
        line.parse::<Event>().map_err(|_| Error::Unreadable { game, event: number })?;
        insert.execute(params![serial, to_sql(number), within_limit(&line)?])?;
        match &event.action {
            Action::Play { .. } => moves += 1,
            Action::Undo { plies } => moves -= i64::from(*plies),
            Action::Redo { plies } => moves += i64::from(*plies),
            Action::Sit(player, seat) => {
                let names = format!("UPDATE games SET {player}_who = ?2, {player}_name = ?3 WHERE serial = ?1");
                sql.execute(&names, params![serial, seat.who.to_string(), seat.name])?;
            }
            _ => {}
        }
    }
    let touched_ms = events.iter().map(|event| event.at_ms).max().unwrap_or(0);
    let points = end.and_then(End::points);
    let mut update = sql.prepare_cached(
        "UPDATE games SET events = ?2, moves = max(0, moves + ?3), touched_ms = max(touched_ms, ?4),
                          result = ?5, black_points = ?6, white_points = ?7
         WHERE serial = ?1",
    )?;
    update.execute(params![
        serial,
        to_sql(from + events.len() as u64),
        moves,
        to_sql(touched_ms),
        end.map(|end| end.ending.to_string()),
        points.as_ref().map(|[black, _]| black),
        points.as_ref().map(|[_, white]| white),
    ])?;
    Ok(())
}

/// Adds events to a game, if the next one still has the number it was meant to have; the game's row.
fn append(sql: &Transaction<'_>, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<i64, Failure> {
    let (serial, found) = find(sql, game)?;
    if found != from {
        return Err(Error::Conflict { game, expected: from, found }.into());
    }
    insert_events(sql, (game, serial), from, events, end)?;
    Ok(serial)
}

fn append_with_notes(sql: &Transaction<'_>, one: &Append) -> Result<(), Failure> {
    let Append { game, from, events, end, notes } = one;
    let serial = append(sql, *game, *from, events, end.as_ref())?;
    notes.iter().try_for_each(|(key, value)| set_note(sql, serial, key, value.as_deref()))
}

/// Notes something, or forgets it.
fn set_note(sql: &Transaction<'_>, serial: i64, key: &str, value: Option<&str>) -> Result<(), Failure> {
    let Some(value) = value else {
        sql.execute("DELETE FROM notes WHERE game = ?1 AND key = ?2", params![serial, key])?;
        return Ok(());
    };
    insert_note(sql, serial, key, value)
}

fn insert_note(sql: &Transaction<'_>, serial: i64, key: &str, value: &str) -> Result<(), Failure> {
    sql.execute(
        "INSERT INTO notes (game, key, value) VALUES (?1, ?2, ?3) ON CONFLICT (game, key) DO UPDATE SET value = ?3",
        params![serial, within_limit(key)?, within_limit(value)?],
    )?;
    Ok(())
}

/// The events of a game from a number on. There must be as many as the game says.
fn read_events(
    connection: &Connection,
    game: GameId,
    serial: i64,
    from: u64,
    until: u64,
) -> Result<Vec<Event>, Failure> {
    let mut select =
        connection.prepare("SELECT number, line FROM events WHERE game = ?1 AND number >= ?2 ORDER BY number")?;
    let mut rows = select.query(params![serial, to_sql(from)])?;
    let mut events = Vec::new();
    for number in from..until {
        let unreadable = || Error::Unreadable { game, event: number };
        let row = rows.next()?.ok_or_else(unreadable)?;
        if row.get::<_, i64>(0)? != to_sql(number) {
            return Err(unreadable().into());
        }
        events.push(row.get::<_, String>(1)?.parse().map_err(|_| unreadable())?);
    }
    Ok(events)
}

impl Store for Sqlite {
    fn begin(&self, game: GameId, table: &AnyTable, at_ms: u64, with: &[Append]) -> Result<(), Error> {
        let setup = table.setup().to_string();
        // As it will be read: control characters in a name have become blanks.
        let table = setup.parse().map_err(|_| Error::Unreadable { game, event: 0 })?;
        self.write(|sql| {
            match find(sql, game) {
                Ok((_, found)) => return Err(Error::Conflict { game, expected: 0, found }.into()),
                Err(Failure::Known(Error::NoSuchGame { .. })) => {}
                Err(failure) => return Err(failure),
            }
            insert_game(sql, game, &table, &setup, at_ms)?;
            with.iter().try_for_each(|one| append_with_notes(sql, one))
        })
    }

    fn append(&self, game: GameId, from: u64, events: &[Event], end: Option<&End>) -> Result<(), Error> {
        self.write(|sql| append(sql, game, from, events, end).map(|_| ()))
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        self.write(|sql| {
            let mut answers = Vec::with_capacity(batch.len());
            for one in batch {
                sql.execute_batch("SAVEPOINT one")?;
                let answer = append_with_notes(sql, one);
                if answer.is_err() {
                    sql.execute_batch("ROLLBACK TO one")?;
                }
                sql.execute_batch("RELEASE one")?;
                answers.push(match answer {
                    Ok(()) => Ok(()),
                    Err(Failure::Known(refusal)) => Err(refusal),
                    // What the database itself refuses, a full disk, it refuses for all.
                    Err(Failure::Sql(error)) => return Err(error.into()),
                });
            }
            Ok(answers)
        })
    }

    fn load(&self, game: GameId) -> Result<Loaded, Error> {
        self.read(|sql| {
            let (serial, _) = find(sql, game)?;
            let select = format!("SELECT {SUMMARY}, setup FROM games WHERE serial = ?1");
            let (summary, setup) =
                sql.query_row(&select, [serial], |row| Ok((read_summary(row)?, row.get::<_, String>(13)?)))?;
            let setup = setup.parse().map_err(|_| Error::Unreadable { game, event: 0 })?;
            let events = read_events(sql, game, serial, 0, summary.events)?;
            Ok(Loaded { summary, setup, events })
        })
    }

    fn events(&self, game: GameId, from: u64) -> Result<Vec<Event>, Error> {
        self.read(|sql| {
            let (serial, until) = find(sql, game)?;
            read_events(sql, game, serial, from, until)
        })
    }

    fn list(&self, query: &Query) -> Result<Page, Error> {
        let Query { which, kind, skip, limit } = query;
        let game = kind.map(Kind::id);
        let unfinished = *which == Which::Unfinished;
        let filter = "(result IS NULL) = ?1 AND (?2 IS NULL OR game = ?2)";
        self.read(|sql| {
            let count = format!("SELECT count(*) FROM games WHERE {filter}");
            let total: i64 = sql.query_row(&count, params![unfinished, game], |row| row.get(0))?;
            let mut select = sql.prepare(&format!(
                "SELECT {SUMMARY} FROM games WHERE {filter} ORDER BY touched_ms DESC, serial DESC LIMIT ?3 OFFSET ?4"
            ))?;
            let games = select.query_map(params![unfinished, game, limit, to_sql(*skip)], read_summary)?;
            Ok(Page { games: games.collect::<Result<_, _>>()?, total: total as u64 })
        })
    }

    fn delete(&self, game: GameId) -> Result<(), Error> {
        self.write(|sql| match sql.execute("DELETE FROM games WHERE id = ?1", [game.to_string()])? {
            0 => Err(Error::NoSuchGame { game }.into()),
            _ => Ok(()),
        })
    }

    fn notes(&self, game: GameId) -> Result<Vec<(String, String)>, Error> {
        self.read(|sql| {
            let (serial, _) = find(sql, game)?;
            let mut select = sql.prepare_cached("SELECT key, value FROM notes WHERE game = ?1 ORDER BY key")?;
            let notes = select.query_map([serial], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(notes.collect::<Result<_, _>>()?)
        })
    }

    fn set_notes(&self, game: GameId, notes: &[(&str, Option<&str>)]) -> Result<(), Error> {
        self.write(|sql| {
            let (serial, _) = find(sql, game)?;
            notes.iter().try_for_each(|(key, value)| set_note(sql, serial, key, *value))
        })
    }

    fn noted(&self, key: &str, value: &str, limit: u32) -> Result<Vec<Summary>, Error> {
        self.read(|sql| {
            let mut select = sql.prepare(&format!(
                "SELECT {SUMMARY} FROM games
                 WHERE serial IN (SELECT game FROM notes WHERE key = ?1 AND value = ?2)
                 ORDER BY touched_ms DESC, serial DESC LIMIT ?3"
            ))?;
            let games = select.query_map(params![key, value, limit], read_summary)?;
            Ok(games.collect::<Result<_, _>>()?)
        })
    }

    fn option(&self, key: &str) -> Result<Option<String>, Error> {
        let select = "SELECT value FROM options WHERE key = ?1";
        self.read(|sql| Ok(sql.query_row(select, [key], |row| row.get(0)).optional()?))
    }

    fn options(&self) -> Result<Vec<(String, String)>, Error> {
        self.read(|sql| {
            let mut select = sql.prepare("SELECT key, value FROM options ORDER BY key")?;
            let options = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(options.collect::<Result<_, _>>()?)
        })
    }

    fn set_option(&self, key: &str, value: Option<&str>) -> Result<(), Error> {
        self.write(|sql| {
            match value {
                Some(value) => sql.execute(
                    "INSERT INTO options (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
                    [within_limit(key)?, within_limit(value)?],
                )?,
                None => sql.execute("DELETE FROM options WHERE key = ?1", [key])?,
            };
            Ok(())
        })
    }

    fn names(&self, limit: u32) -> Result<Vec<String>, Error> {
        self.read(|sql| {
            let mut select = sql.prepare("SELECT name FROM names ORDER BY used_ms DESC, name LIMIT ?1")?;
            let names = select.query_map([limit], |row| row.get(0))?;
            Ok(names.collect::<Result<_, _>>()?)
        })
    }

    fn remember_name(&self, name: &str, at_ms: u64) -> Result<(), Error> {
        if name.is_empty() {
            return Ok(());
        }
        self.write(|sql| {
            sql.execute(
                "INSERT INTO names (name, used_ms) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET used_ms = max(used_ms, ?2)",
                params![within_limit(name)?, to_sql(at_ms)],
            )?;
            Ok(())
        })
    }

    fn forget_name(&self, name: &str) -> Result<(), Error> {
        self.write(|sql| {
            sql.execute("DELETE FROM names WHERE name = ?1", [name])?;
            Ok(())
        })
    }

    fn judgement(&self, key: &str) -> Result<Option<String>, Error> {
        self.read(|sql| {
            let mut find = sql.prepare_cached("SELECT text FROM judgements WHERE key = ?1")?;
            Ok(find.query_row([key], |row| row.get(0)).optional()?)
        })
    }

    fn keep_judgement(&self, key: &str, text: &str) -> Result<(), Error> {
        let (key, text) = (within_limit(key)?, within_limit(text)?);
        self.write(|sql| {
            sql.prepare_cached("INSERT OR REPLACE INTO judgements (key, text) VALUES (?1, ?2)")?
                .execute([key, text])?;
            let oldest = sql.last_insert_rowid() - to_sql(JUDGEMENTS);
            sql.prepare_cached("DELETE FROM judgements WHERE serial <= ?1")?.execute([oldest])?;
            Ok(())
        })
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

    fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.read(|sql| transfer::export(sql, out))
    }

    fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        self.write(|sql| transfer::import(sql, from))
    }

    fn check(&self) -> Result<(), Error> {
        let answer: String = self.read(|sql| Ok(sql.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?))?;
        if answer == "ok" { Ok(()) } else { Err(Error::Damaged { place: place(&self.path), problem: answer }) }
    }
}
