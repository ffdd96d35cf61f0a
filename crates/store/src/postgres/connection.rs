//! A connection, and a transaction on it.

use std::collections::HashMap;
use std::error::Error as _;
use std::time::Instant;

use tokio_postgres::error::{DbError, Severity, SqlState};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{self as postgres, Client, Statement};

use super::line::{Line, Trouble};
use super::{BETWEEN_LOOKS, Lock, Patience, Url, tls};
use crate::sql::{Each, Row, Sql, Value, to_sql};
use crate::{Claim, Error};

/// Settled for each session, with how long a statement may take: one that takes longer has met somebody who does not let go. What breaks the line
/// without a word is noticed within half a minute at the other end, since locks last as long as a session.
const SESSION: &str = "SET idle_in_transaction_session_timeout = '60s';
                       SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
                       SELECT set_config('synchronous_commit', 'on', false)
                       WHERE current_setting('synchronous_commit') = 'off';
                       SET statement_timeout = ";

/// Marks locks as this program's: `Plat`.
const APPLICATION: i32 = 0x506c_6174;

/// A connection to the database.
pub(super) struct Connection {
    line: Line,
    /// By their text.
    statements: HashMap<String, Statement>,
    place: String,
    /// Whether a transaction has begun and not ended.
    is_open: bool,
    /// Whether the other end is gone, or says nothing.
    is_broken: bool,
}

impl Connection {
    pub(super) fn open(url: &Url, patience: Patience) -> Result<Connection, Error> {
        let place = url.place().to_owned();
        let cannot = |problem: String| Error::CannotOpen { place: place.clone(), problem };
        let tls = tls::connector(url).map_err(cannot)?;
        let first = format!("{SESSION}{}", patience.statement().as_millis());
        let line = Line::open(url.config(), tls, patience.answer(), &first);
        let line = line.map_err(|trouble| cannot(problem(&trouble)))?;
        Ok(Connection { line, statements: HashMap::new(), place, is_open: false, is_broken: false })
    }

    /// The same for one that was there before, and may be starting again; it is tried until then, and once in any case.
    pub(super) fn open_again(url: &Url, patience: Patience, until: Instant) -> Result<Connection, Error> {
        loop {
            match Connection::open(url, patience) {
                Err(Error::CannotOpen { .. }) if Instant::now() < until => std::thread::sleep(BETWEEN_LOOKS),
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

    /// Asks something that has one answer. What went wrong may be that there is no connection any more.
    fn ask<T>(&mut self, ask: impl AsyncFnOnce(&Client) -> Result<T, postgres::Error>) -> Result<T, Error> {
        self.line.ask(ask).map_err(|trouble| self.fail(&trouble))
    }

    fn fail(&mut self, trouble: &Trouble) -> Error {
        // What has no answer of the server is no answer; and its last word may be that it leaves.
        let said = trouble.said().map(DbError::parsed_severity);
        self.is_broken |= matches!(said, None | Some(Some(Severity::Fatal | Severity::Panic)));
        explain(&self.place, trouble)
    }

    pub(super) fn try_lock(&mut self, lock: Lock) -> Result<bool, Error> {
        const ALONE: &str = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))";
        const TOGETHER: &str =
            "SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema())) AND pg_try_advisory_lock($2)";
        self.ask(async |client| {
            let row = match lock {
                Lock::Alone => client.query_one(ALONE, &[&APPLICATION]).await,
                Lock::Together(key) => client.query_one(TOGETHER, &[&APPLICATION, &key]).await,
                Lock::Own(key) => client.query_one("SELECT pg_try_advisory_lock($1)", &[&key]).await,
            };
            row?.try_get(0)
        })
    }

    /// Ends the session, other than this one, that has the lock of this name.
    pub(super) fn end_session_with(&mut self, key: i64) -> Result<(), Error> {
        const END: &str = "SELECT pg_terminate_backend(pid) FROM pg_locks
                           WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_backend_pid()
                           AND classid::bigint << 32 | objid::bigint = $1";
        self.rows(END, &[&key]).map(|_| ())
    }

    /// Lets nobody else do the same until the transaction ends.
    pub(super) fn lock_schema(&mut self) -> Result<(), Error> {
        let lock = "SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))";
        self.ask(async |client| client.execute(lock, &[&(APPLICATION + 1)]).await).map(|_| ())
    }

    /// Runs statements without gaps.
    pub(super) fn say(&mut self, statements: &str) -> Result<(), Error> {
        self.ask(async |client| client.batch_execute(statements).await)
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
        self.ask(async |client| client.query(&prepared, values).await)
    }

    fn prepare(&mut self, statement: &str) -> Result<Statement, Error> {
        if let Some(prepared) = self.statements.get(statement) {
            return Ok(prepared.clone());
        }
        // Statements for any database have their gaps as `?1`.
        let text = statement.replace('?', "$");
        let prepared = self.ask(async |client| client.prepare(&text).await)?;
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
        self.connection.ask(async |client| client.execute(&prepared, &values).await)
    }

    fn query(&mut self, statement: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<(), Error> {
        let prepared = self.connection.prepare(statement)?;
        let rows = self.connection.ask(async |client| client.query_raw(&prepared, values).await)?;
        let mut rows = Box::pin(rows);
        loop {
            match self.connection.line.next(&mut rows) {
                Ok(Some(row)) => each(&Found { row: &row, place: &self.connection.place })?,
                Ok(None) => return Ok(()),
                Err(trouble) => return Err(self.connection.fail(&trouble)),
            }
        }
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

impl Trouble {
    /// What the server says, if it says anything.
    fn said(&self) -> Option<&DbError> {
        match self {
            Trouble::Said(error) => error.as_db_error(),
            Trouble::Silence(_) | Trouble::System(_) => None,
        }
    }
}

/// What trouble with `PostgreSQL` means to whoever plays.
fn explain(place: &str, trouble: &Trouble) -> Error {
    let (place, problem) = (place.to_owned(), problem(trouble));
    match trouble.said().map(DbError::code) {
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
fn problem(trouble: &Trouble) -> String {
    match (trouble, trouble.said()) {
        (_, Some(said)) => said.message().to_owned(),
        (Trouble::Said(error), None) => match error.source() {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        },
        (Trouble::Silence(patience), _) => format!("it has not answered for {patience:?}"),
        (Trouble::System(error), _) => error.to_string(),
    }
}
