//! The connections of those who read.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::connection::Connection;
use super::{PATIENCE, Patience, Url};
use crate::Error;

/// So many at most: a server has about as many threads that may wait for a database, and `PostgreSQL` a hundred connections for all.
const READERS: usize = 8;

/// Connections that are lent to one reader at a time.
pub(super) struct Pool {
    url: Url,
    patience: Patience,
    state: Mutex<State>,
    given_back: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Connection>,
    lent: usize,
}

impl Pool {
    pub(super) fn new(url: Url, patience: Patience) -> Pool {
        Pool { url, patience, state: Mutex::default(), given_back: Condvar::new() }
    }

    /// Begins a transaction on a connection. One that has broken meanwhile is replaced.
    pub(super) fn begin(&self, how: &str) -> Result<Lent<'_>, Error> {
        let until = Instant::now() + PATIENCE;
        loop {
            let (mut lent, is_new) = self.lend(until)?;
            match lent.begin(how) {
                Ok(()) => return Ok(lent),
                Err(error) if is_new => return Err(error),
                // What has befallen this one has befallen those that lie there, too: they are not tried one after the other.
                Err(_) => drop(std::mem::take(&mut self.lock().idle)),
            }
        }
    }

    fn lend(&self, until: Instant) -> Result<(Lent<'_>, bool), Error> {
        let is_all_lent = |state: &mut State| state.idle.is_empty() && state.lent >= READERS;
        let left = until.saturating_duration_since(Instant::now());
        let waited = self.given_back.wait_timeout_while(self.lock(), left, is_all_lent);
        let (mut state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Err(Error::Busy { place: self.url.place().to_owned() });
        }
        state.lent += 1;
        let mut lent = Lent { pool: self, connection: state.idle.pop() };
        drop(state);
        let is_new = lent.connection.is_none();
        if is_new {
            // If that fails it is given back as what it is: none.
            lent.connection = Some(Connection::open_again(&self.url, self.patience, until)?);
        }
        Ok((lent, is_new))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that somebody has.
pub(super) struct Lent<'a> {
    pool: &'a Pool,
    /// Nothing until it is opened.
    connection: Option<Connection>,
}

impl Deref for Lent<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("it is opened before it is lent")
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut Connection {
        self.connection.as_mut().expect("it is opened before it is lent")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let usable = self.connection.take().filter(Connection::is_usable);
        let mut state = self.pool.lock();
        state.lent -= 1;
        state.idle.extend(usable);
        drop(state);
        self.pool.given_back.notify_one();
    }
}
