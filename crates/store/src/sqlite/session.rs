//! A transaction in the file.

use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, ToSql, Transaction, params, params_from_iter};

use super::{explain, place};
use crate::sql::{Each, Row, Sql, Value, to_sql};
use crate::{Claim, Error};

/// A transaction, and where it takes place.
pub(super) struct Session<'a> {
    transaction: &'a Transaction<'a>,
    path: &'a Path,
}

impl<'a> Session<'a> {
    pub(super) fn new(transaction: &'a Transaction<'a>, path: &'a Path) -> Session<'a> {
        Session { transaction, path }
    }

    /// Does something of which nothing stays if it fails, whatever becomes of the rest.
    pub(super) fn apart<T>(
        &mut self,
        run: impl FnOnce(&mut Session<'a>) -> Result<T, Error>,
    ) -> Result<Result<T, Error>, Error> {
        self.run("SAVEPOINT apart")?;
        let answer = run(self);
        if answer.is_err() {
            self.run("ROLLBACK TO apart")?;
        }
        self.run("RELEASE apart")?;
        Ok(answer)
    }

    /// What the database says of itself once it has looked at all of it.
    pub(super) fn integrity(&self) -> Result<String, Error> {
        let answer = self.transaction.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
        answer.map_err(|error| self.explain(&error))
    }

    fn run(&self, statement: &str) -> Result<(), Error> {
        self.transaction.execute_batch(statement).map_err(|error| self.explain(&error))
    }

    fn prepare(&self, statement: &str) -> Result<CachedStatement<'a>, Error> {
        self.transaction.prepare_cached(statement).map_err(|error| self.explain(&error))
    }

    fn explain(&self, error: &rusqlite::Error) -> Error {
        explain(self.path, error)
    }
}

impl Sql for Session<'_> {
    fn execute(&mut self, statement: &str, values: &[Value<'_>]) -> Result<u64, Error> {
        let changed = self.prepare(statement)?.execute(params_from_iter(values));
        Ok(changed.map_err(|error| self.explain(&error))? as u64)
    }

    fn query(&mut self, statement: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<(), Error> {
        let explain = |error: rusqlite::Error| self.explain(&error);
        let mut prepared = self.prepare(statement)?;
        let mut rows = prepared.query(params_from_iter(values)).map_err(explain)?;
        while let Some(row) = rows.next().map_err(explain)? {
            each(&Found { row, path: self.path })?;
        }
        Ok(())
    }

    fn insert_lines(&mut self, serial: i64, from: u64, lines: &[String]) -> Result<(), Error> {
        let mut insert = self.prepare("INSERT INTO events (game, number, line) VALUES (?1, ?2, ?3)")?;
        (from..).zip(lines).try_for_each(|(number, line)| {
            insert.execute(params![serial, to_sql(number), line]).map(|_| ()).map_err(|error| self.explain(&error))
        })
    }

    fn holds(&mut self, _: &Claim) -> Result<bool, Error> {
        Ok(true)
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Nothing => ValueRef::Null,
            Value::Number(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

struct Found<'a> {
    row: &'a rusqlite::Row<'a>,
    path: &'a Path,
}

impl Row for Found<'_> {
    fn maybe_number(&self, column: usize) -> Result<Option<i64>, Error> {
        self.row.get(column).map_err(|error| explain(self.path, &error))
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, Error> {
        self.row.get(column).map_err(|error| explain(self.path, &error))
    }

    fn damaged(&self, problem: String) -> Error {
        Error::Damaged { place: place(self.path), problem }
    }
}
