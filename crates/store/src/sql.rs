//! A store in a database that understands SQL, written once for all of them.
//!
//! [`Database`] is what tells one from another: how a transaction is made, how a batch of events gets into it with the fewest
//! steps. Everything else, which statements there are and what their rows mean, is here, in words that `SQLite` and `PostgreSQL`
//! both understand; gaps are written `?1`, `?2`, …. Start reading at the implementation of [`Store`](crate::Store) in `sql/store.rs`.
//!
//! Where a text of any length is looked up, its beginning is named besides: an index of `PostgreSQL` is by that.
//!
//! No statement depends on a lock that only one of them has: whatever must not have changed in between is a condition of the
//! statement that changes it, and how many rows that found is the answer.

mod beside;
pub(crate) mod games;
mod papers;
mod store;
mod tokens;
mod transfer;

use std::borrow::Cow;
use std::sync::Arc;

use table::Who;

use crate::limit::without_nul;
use crate::{Append, Claim, Error, GameId, Leases, PaperId};

/// A database that games can be kept in.
pub(crate) trait Database: Send + Sync {
    /// Asks something of the database as it is at one moment.
    fn read<T>(&self, ask: impl FnOnce(&mut dyn Sql) -> Result<T, Error>) -> Result<T, Error>;

    /// Changes the database, wholly or not at all.
    fn write<T>(&self, change: impl FnOnce(&mut dyn Sql) -> Result<T, Error>) -> Result<T, Error>;

    /// As [`Store::append_all`](crate::Store::append_all).
    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error>;

    /// As [`Store::check`](crate::Store::check).
    fn check(&self) -> Result<(), Error>;

    /// As [`Store::leases`](crate::Store::leases).
    fn leases(self: Arc<Self>) -> Option<Arc<dyn Leases>> {
        None
    }
}

/// A transaction that has begun.
pub(crate) trait Sql {
    /// Runs a statement, and says how many rows it changed.
    fn execute(&mut self, statement: &str, values: &[Value<'_>]) -> Result<u64, Error>;

    /// Runs a statement, and shows each row that it answers with.
    fn query(&mut self, statement: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<(), Error>;

    /// Puts in the lines of events, numbered from this number on, of the game with this serial number.
    fn insert_lines(&mut self, serial: i64, from: u64, lines: &[String]) -> Result<(), Error>;

    /// Whether a claim still holds, and will until the transaction is over.
    fn holds(&mut self, claim: &Claim) -> Result<bool, Error>;
}

/// What is done with a row.
pub(crate) type Each<'a> = dyn FnMut(&dyn Row) -> Result<(), Error> + 'a;

impl dyn Sql + '_ {
    /// The first row, if there is one.
    fn first<T>(
        &mut self,
        statement: &str,
        values: &[Value<'_>],
        read: impl Fn(&dyn Row) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        Ok(self.all(statement, values, read)?.into_iter().next())
    }

    /// Changes the row there is, or makes it. What else writes may make it first, and then it is changed after all.
    fn put(&mut self, update: &str, insert: &str, values: &[Value<'_>]) -> Result<(), Error> {
        if self.execute(update, values)? == 0 && self.execute(insert, values)? == 0 {
            self.execute(update, values)?;
        }
        Ok(())
    }

    /// All rows.
    fn all<T>(
        &mut self,
        statement: &str,
        values: &[Value<'_>],
        read: impl Fn(&dyn Row) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut found = Vec::new();
        self.query(statement, values, &mut |row| {
            found.push(read(row)?);
            Ok(())
        })?;
        Ok(found)
    }
}

/// What a statement answers with.
pub(crate) trait Row {
    /// A number, if there is one in this column.
    fn maybe_number(&self, column: usize) -> Result<Option<i64>, Error>;

    /// A text, if there is one in this column.
    fn maybe_text(&self, column: usize) -> Result<Option<String>, Error>;

    /// The error of a row that this program has not written.
    fn damaged(&self, problem: String) -> Error;
}

impl dyn Row + '_ {
    fn number(&self, column: usize) -> Result<u64, Error> {
        Ok(self.there(column, self.maybe_number(column)?)?.max(0) as u64)
    }

    fn text(&self, column: usize) -> Result<String, Error> {
        self.there(column, self.maybe_text(column)?)
    }

    /// A text that means something.
    fn parsed<T: std::str::FromStr>(&self, column: usize) -> Result<T, Error> {
        let text = self.text(column)?;
        text.parse().map_err(|_| self.damaged(format!("'{text}' in column {column}")))
    }

    fn there<T>(&self, column: usize, value: Option<T>) -> Result<T, Error> {
        value.ok_or_else(|| self.damaged(format!("nothing in column {column}")))
    }
}

fn pair(row: &dyn Row) -> Result<(String, String), Error> {
    Ok((row.text(0)?, row.text(1)?))
}

/// What fills a gap in a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value<'a> {
    Nothing,
    Number(i64),
    Text(Cow<'a, str>),
}

/// The integers of databases are signed; what is beyond them (a time in 292 million years) becomes the largest.
pub(crate) fn to_sql(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Values for the gaps of a statement, in order.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::Value::from($value)),*] };
}
use values;

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Number(number)
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Number(to_sql(number))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(without_nul(text))
    }
}

impl From<&Who> for Value<'_> {
    fn from(who: &Who) -> Self {
        Value::Text(who.to_string().into())
    }
}

impl From<GameId> for Value<'_> {
    fn from(game: GameId) -> Self {
        Value::Text(game.to_string().into())
    }
}

impl From<PaperId> for Value<'_> {
    fn from(paper: PaperId) -> Self {
        Value::Text(paper.to_string().into())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Nothing, Into::into)
    }
}
