//! A connection, and a transaction on it.

use std::collections::HashMap;
use std::error::Error as _;
use std::time::{Duration, Instant};

use postgres::error::{DbError, Severity, SqlState};
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Statement};

use super::{BETWEEN_LOOKS, Lock, Url, tls};
use crate::sql::{Each, Row, Sql, Value, to_sql};
use crate::{Claim, Error};

/// Settled for each session. A statement that takes longer than this has met somebody who does not let go. What breaks the line without
/// a word is noticed within half a minute at either end, since locks last as long as a session.
const SESSION: &str = "SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s';
                       SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
                       SELECT set_config('synchronous_commit', 'on', false)
                       WHERE current_setting('synchronous_commit') = 'off'";

/// Marks locks as this program's: `Plat`.
const APPLICATION: i32 = 0x506c_6174;

/// A connection to the database.
pub(super) struct Connection {
    client: Client,
    /// By their text.
    statements: HashMap<String, Statement>,
    place: String,
    /// Whether a transaction has begun and not ended.
    is_open: bool,
    /// Whether the other end is gone.
    is_broken: bool,
}

impl Connection {
    pub(super) fn open(url: &Url) -> Result<Connection, Error> {
        let place = url.place().to_owned();
        let cannot = |problem: String| Error::CannotOpen { place: place.clone(), problem };
        let tls = tls::connector(url).map_err(cannot)?;
        let mut client = url.config().connect(tls).map_err(|error| cannot(problem(&error)))?;
        client.batch_execute(SESSION).map_err(|error| explain(&place, &error))?;
        Ok(Connection { client, statements: HashMap::new(), place, is_open: false, is_broken: false })
    }

    /// The same for one that was there before, and may be starting again.
    pub(super) fn open_again(url: &Url, patience: Duration) -> Result<Connection, Error> {
        let begin = Instant::now();
        loop {
            match Connection::open(url) {
                Err(Error::CannotOpen { .. }) if begin.elapsed() < patience => std::thread::sleep(BETWEEN_LOOKS),
                Err(Error::CannotOpen { place, problem }) => return Err(Error::Disk { place, problem }),
                answer => return answer,
            }
        }
    }

    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Whether it can be used for another transaction, as far as is known.
    pub(super) fn is_usable(&self) -> bool {
        !self.is_open && !self.is_broken
    }

    /// What went wrong, which may be that there is no connection any more.
    fn fail(&mut self, error: &postgres::Error) -> Error {
        // What has no answer of the server is no answer; and its last word may be that it leaves.
        let said = error.as_db_error().map(DbError::parsed_severity);
        self.is_broken |= matches!(said, None | Some(Some(Severity::Fatal | Severity::Panic)));
        explain(&self.place, error)
    }

    pub(super) fn try_lock(&mut self, lock: Lock) -> Result<bool, Error> {
        const ALONE: &str = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))";
        const TOGETHER: &str =
            "SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema())) AND pg_try_advisory_lock($2)";
        let row = match lock {
            Lock::Alone => self.client.query_one(ALONE, &[&APPLICATION]),
            Lock::Together(key) => self.client.query_one(TOGETHER, &[&APPLICATION, &key]),
            Lock::Own(key) => self.client.query_one("SELECT pg_try_advisory_lock($1)", &[&key]),
        };
        row.and_then(|row| row.try_get(0)).map_err(|error| self.fail(&error))
    }

    /// Lets nobody else do the same until the transaction ends.
    pub(super) fn lock_schema(&mut self) -> Result<(), Error> {
        let lock = "SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))";
        self.client.execute(lock, &[&(APPLICATION + 1)]).map(|_| ()).map_err(|error| self.fail(&error))
    }

    /// Runs statements without gaps.
    pub(super) fn say(&mut self, statements: &str) -> Result<(), Error> {
        self.client.batch_execute(statements).map_err(|error| self.fail(&error))
    }

    /// Begins a transaction, which [`Connection::finish`] or [`Connection::within`] ends.
    pub(super) fn begin(&mut self, how: &str) -> Result<(), Error> {
        self.say(how)?;
        self.is_open = true;
        Ok(())
    }

    /// Does what is to be done in the transaction that has begun, and ends it: kept if all went well, and otherwise nothing of it.
    pub(super) fn finish<T>(&mut self, run: impl FnOnce(&mut Session<'_>) -> Result<T, Error>) -> Result<T, Error> {
        self.within(|connection| run(&mut Session { connection }))
    }

    /// The same for what only this database understands.
    pub(super) fn within<T>(&mut self, run: impl FnOnce(&mut Connection) -> Result<T, Error>) -> Result<T, Error> {
        assert!(self.is_open, "a transaction has begun");
        let answer = run(self);
        let end = if answer.is_ok() { "COMMIT" } else { "ROLLBACK" };
        let ended = self.say(end);
        // One that could not even be ended is not used again.
        self.is_open = ended.is_err();
        answer.and_then(|answer| ended.map(|()| answer))
    }

    /// Runs a statement with gaps of its own types (`$1`, …), outside a transaction or in one.
    pub(super) fn rows(
        &mut self,
        statement: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<postgres::Row>, Error> {
        let prepared = self.prepare(statement)?;
        self.client.query(&prepared, values).map_err(|error| self.fail(&error))
    }

    fn prepare(&mut self, statement: &str) -> Result<Statement, Error> {
        if let Some(prepared) = self.statements.get(statement) {
            return Ok(prepared.clone());
        }
        // Statements for any database have their gaps as `?1`.
        let prepared = self.client.prepare(&statement.replace('?', "$")).map_err(|error| self.fail(&error))?;
        self.statements.insert(statement.to_owned(), prepared.clone());
        Ok(prepared)
    }
}

/// A transaction that has begun.
pub(super) struct Session<'a> {
    connection: &'a mut Connection,
}

impl Sql for Session<'_> {
    fn execute(&mut self, statement: &str, values: &[Value<'_>]) -> Result<u64, Error> {
        let prepared = self.connection.prepare(statement)?;
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        self.connection.client.execute(&prepared, &values).map_err(|error| self.connection.fail(&error))
    }

    fn query(&mut self, statement: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<(), Error> {
        let prepared = self.connection.prepare(statement)?;
        let Connection { client, place, .. } = &mut *self.connection;
        let answer = client.query_raw(&prepared, values).and_then(|mut rows| {
            while let Some(row) = rows.next()? {
                if let Err(error) = each(&Found { row: &row, place }) {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        });
        answer.map_err(|error| self.connection.fail(&error))?
    }

    fn insert_lines(&mut self, serial: i64, from: u64, lines: &[String]) -> Result<(), Error> {
        const INSERT: &str = "INSERT INTO events (game, number, line)
                              SELECT $1, $2 + place - 1, line FROM unnest($3::text[]) WITH ORDINALITY AS added (line, place)";
        if lines.is_empty() {
            return Ok(());
        }
        self.connection.rows(INSERT, &[&serial, &to_sql(from), &lines]).map(|_| ())
    }

    fn holds(&mut self, claim: &Claim) -> Result<bool, Error> {
        // Whoever claims it meanwhile waits until this transaction is over.
        const HOLDS: &str = "SELECT FROM games WHERE id = $1 AND node = $2 AND epoch = $3 FOR UPDATE";
        let Claim { game, node, epoch, is_takeover: _ } = claim;
        let rows = self.connection.rows(HOLDS, &[&game.to_string(), &node.to_string(), &to_sql(*epoch)])?;
        Ok(!rows.is_empty())
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Nothing => Ok(IsNull::Yes),
            Value::Number(number) => number.to_sql_checked(kind, out),
            Value::Text(text) => text.as_ref().to_sql_checked(kind, out),
        }
    }

    /// Which it is depends on the value, which is asked when it is known.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

struct Found<'a> {
    row: &'a postgres::Row,
    place: &'a str,
}

impl Row for Found<'_> {
    fn maybe_number(&self, column: usize) -> Result<Option<i64>, Error> {
        let number = match *self.row.columns()[column].type_() {
            Type::INT4 => self.row.try_get::<_, Option<i32>>(column).map(|number| number.map(i64::from)),
            _ => self.row.try_get(column),
        };
        number.map_err(|error| self.damaged(error.to_string()))
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, Error> {
        self.row.try_get(column).map_err(|error| self.damaged(error.to_string()))
    }

    fn damaged(&self, problem: String) -> Error {
        Error::Damaged { place: self.place.to_owned(), problem }
    }
}

/// What an error of `PostgreSQL` means to whoever plays.
fn explain(place: &str, error: &postgres::Error) -> Error {
    let (place, problem) = (place.to_owned(), problem(error));
    match error.code() {
        Some(&SqlState::DISK_FULL) => Error::Full { place },
        Some(&SqlState::INSUFFICIENT_PRIVILEGE | &SqlState::READ_ONLY_SQL_TRANSACTION) => Error::ReadOnly { place },
        Some(
            &SqlState::T_R_DEADLOCK_DETECTED
            | &SqlState::T_R_SERIALIZATION_FAILURE
            | &SqlState::LOCK_NOT_AVAILABLE
            | &SqlState::QUERY_CANCELED,
        ) => Error::Busy { place },
        // The tables were there when the database was opened.
        Some(&SqlState::UNDEFINED_TABLE | &SqlState::UNDEFINED_COLUMN) => Error::Gone { place },
        Some(&SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED) => Error::Damaged { place, problem },
        _ => Error::Disk { place, problem },
    }
}

/// What the server says, or what keeps it from saying anything.
fn problem(error: &postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) => said.message().to_owned(),
        None => error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}")),
    }
}
