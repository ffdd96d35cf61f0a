//! Games in a database of `PostgreSQL`.
//!
//! One connection writes and a few read. A batch of events is one statement and so one way there and back, however many games are
//! in it. A connection that breaks is replaced; what became of a statement that was under way then is looked up, not guessed:
//! whoever writes holds a lock of its session, so once the next connection has that lock the one before is done, either way.
//!
//! Nothing here waits for ever ([`Patience`]). A session whose line is silent is left, and ended from the next one.

mod batch;
mod connection;
mod leases;
mod line;
mod pool;
mod schema;
mod tls;
mod url;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use self::connection::Connection;
use self::pool::Pool;
pub use self::url::Url;
use crate::sql::{Database, Sql};
use crate::{Access, Append, Error, Leases, Tenure};

/// How long a server that is starting again, a connection to spare, or somebody who holds a lock, is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often one looks whether the wait is over.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// How long a statement may take, and its answer be on its way.
#[derive(Clone, Copy, Debug)]
struct Patience {
    statement: Duration,
}

impl Patience {
    /// For those whose visitors wait, and whose stay must be renewed in time.
    const OF_SERVERS: Patience = Patience { statement: Tenure::ANSWER.saturating_sub(Patience::WAY) };
    /// For what looks through everything, or changes all tables.
    const OF_TOOLS: Patience = Patience { statement: Duration::from_secs(60) };
    /// What is left for the way there and back: that it took too long is for the database to say, if it can.
    const WAY: Duration = Duration::from_millis(500);

    fn of(access: Access) -> Patience {
        match access {
            Access::Alone | Access::Together => Patience::OF_SERVERS,
            Access::Beside => Patience::OF_TOOLS,
        }
    }

    fn statement(self) -> Duration {
        self.statement
    }

    fn answer(self) -> Duration {
        self.statement + Patience::WAY
    }
}

/// A store in a database of `PostgreSQL`.
pub struct Postgres {
    url: Url,
    patience: Patience,
    /// Nothing while it cannot be reached.
    writer: Mutex<Option<Connection>>,
    readers: Pool,
    /// By which a stay is renewed: it must not end because all others wait. Nothing until there is one.
    keeper: Mutex<Option<Connection>>,
    lock: Lock,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("place", &self.url.place()).finish_non_exhaustive()
    }
}

/// The lock that the session of a writer holds.
#[derive(Clone, Copy, Debug)]
enum Lock {
    /// That of the only server there may be.
    Alone,
    /// That of one of several servers, none of which is alone, and one of its own.
    Together(i64),
    /// One of its own, which nobody else asks for: it tells that the session before is over.
    Own(i64),
}

impl Postgres {
    /// Opens the database, and makes its tables if there are none. A database that is not understood (of a newer version, with the
    /// tables of another program) is refused and left as it is.
    pub fn open(url: &Url) -> Result<Postgres, Error> {
        Postgres::open_for(url, Access::Beside)
    }

    /// The same for the only server, or one of several: the only one keeps in memory whose games are whose, and those who are several
    /// ask, so that there is never one of each kind.
    pub fn open_for(url: &Url, access: Access) -> Result<Postgres, Error> {
        let mut own = [0; 8];
        getrandom::fill(&mut own)?;
        let own = i64::from_ne_bytes(own);
        let lock = match access {
            Access::Alone => Lock::Alone,
            Access::Together => Lock::Together(own),
            Access::Beside => Lock::Own(own),
        };
        schema::prepare(&mut Connection::open(url, Patience::OF_TOOLS)?)?;
        let patience = Patience::of(access);
        let mut writer = Connection::open(url, patience)?;
        take(&mut writer, lock)?;
        let readers = Pool::new(url.clone(), patience);
        let (url, writer) = (url.clone(), Mutex::new(Some(writer)));
        Ok(Postgres { url, patience, writer, readers, keeper: Mutex::default(), lock })
    }

    /// Where it is, without the password.
    pub fn place(&self) -> &str {
        self.url.place()
    }

    fn writer(&self) -> MutexGuard<'_, Option<Connection>> {
        // Whoever panicked left a connection in the middle of a transaction, which is seen by its next user.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection that can be written to. If there was one until now, the server may be starting again and is waited for; if there was
    /// none, somebody has waited already.
    fn reach<'a>(&self, writer: &'a mut Option<Connection>) -> Result<&'a mut Connection, Error> {
        let was_there = writer.is_some();
        if writer.as_ref().is_none_or(|connection| !connection.is_usable()) {
            // Its session must be over before the next one can have its lock.
            *writer = None;
            let until = Instant::now() + if was_there { PATIENCE } else { Duration::ZERO };
            let mut connection = Connection::open_again(&self.url, self.patience, until)?;
            take(&mut connection, self.lock)?;
            *writer = Some(connection);
        }
        Ok(writer.as_mut().expect("there is one now"))
    }
}

/// Takes the lock of a writer, which ends with its connection. If it is one's own, a session that nobody hears any more still has it.
fn take(connection: &mut Connection, lock: Lock) -> Result<(), Error> {
    let begin = Instant::now();
    while !connection.try_lock(lock)? {
        if let Lock::Together(own) | Lock::Own(own) = lock {
            connection.end_session_with(own)?;
        }
        if begin.elapsed() >= PATIENCE {
            let place = connection.place().to_owned();
            return Err(match lock {
                Lock::Alone | Lock::Together(_) => Error::InUse { place },
                Lock::Own(_) => Error::Busy { place },
            });
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    Ok(())
}

impl Database for Postgres {
    fn read<T>(&self, ask: impl FnOnce(&mut dyn Sql) -> Result<T, Error>) -> Result<T, Error> {
        let mut connection = self.readers.begin("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")?;
        connection.finish(|session| ask(session))
    }

    fn write<T>(&self, change: impl FnOnce(&mut dyn Sql) -> Result<T, Error>) -> Result<T, Error> {
        let mut writer = self.writer();
        // The first word tells whether the connection is still there, before anything depends on it.
        if self.reach(&mut writer)?.begin("BEGIN").is_err() {
            self.reach(&mut writer)?.begin("BEGIN")?;
        }
        writer.as_mut().expect("one was reached").finish(|session| change(session))
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        let mut writer = self.writer();
        match batch::append_all(self.reach(&mut writer)?, batch) {
            Err(_) if writer.as_ref().is_none_or(|connection| !connection.is_usable()) => {
                batch::append_unless_there(self.reach(&mut writer)?, batch)
            }
            answers => answers,
        }
    }

    /// What lies on its disk is for `PostgreSQL` to look after; what can be seen from here is that every game has its events.
    fn check(&self) -> Result<(), Error> {
        const MISSING: &str = "SELECT games.id FROM games LEFT JOIN events ON events.game = games.serial
                               GROUP BY games.serial, games.id, games.events
                               HAVING count(events.number) <> games.events LIMIT 1";
        self.read(|sql| {
            sql.query(MISSING, &[], &mut |row| {
                let game = row.maybe_text(0)?.unwrap_or_default();
                Err(row.damaged(format!("events of game {game} are missing")))
            })
        })
    }

    fn leases(self: Arc<Self>) -> Option<Arc<dyn Leases>> {
        Some(self)
    }
}
