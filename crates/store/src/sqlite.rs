//! Games in one `SQLite` file.
//!
//! The write-ahead log with `synchronous=FULL` makes a commit durable before it returns; a transaction that was not committed
//! leaves no trace. So a process can be killed at any moment, and the next one to open the file finds every event
//! that was acknowledged. Writers begin with `BEGIN IMMEDIATE`: they queue up, and none fails half-way for want of a lock.

mod alone;
mod ground;
mod open;
mod session;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use self::alone::Alone;
use self::ground::Ground;
use self::session::Session;
use crate::sql::{Database, Sql, games, to_sql};
use crate::{Append, Claim, Error, GameId, Leases, NodeId, Store};

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

    fn explain(&self, error: &rusqlite::Error) -> Error {
        explain(&self.path, error)
    }

    fn session<T>(
        &self,
        behavior: TransactionBehavior,
        run: impl FnOnce(&mut Session<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut connection = self.lock();
        if matches!(behavior, TransactionBehavior::Immediate) {
            // Before, so that nothing is written into a file that is gone; after, so that nothing is taken for kept that is.
            self.ground.as_ref().map_or(Ok(()), Ground::check_writable)?;
        }
        let transaction = connection.transaction_with_behavior(behavior).map_err(|error| self.explain(&error))?;
        let answer = run(&mut Session::new(&transaction, &self.path))?;
        // Of one that only reads there is nothing to be kept.
        transaction.commit().map_err(|error| self.explain(&error))?;
        self.stand()?;
        Ok(answer)
    }
}

impl Database for Sqlite {
    fn read<T>(&self, ask: impl FnOnce(&mut dyn Sql) -> Result<T, Error>) -> Result<T, Error> {
        self.session(TransactionBehavior::Deferred, |session| ask(session))
    }

    fn write<T>(&self, change: impl FnOnce(&mut dyn Sql) -> Result<T, Error>) -> Result<T, Error> {
        self.session(TransactionBehavior::Immediate, |session| change(session))
    }

    fn append_all(&self, batch: &[Append]) -> Result<Vec<Result<(), Error>>, Error> {
        self.session(TransactionBehavior::Immediate, |session| {
            let mut answers = Vec::with_capacity(batch.len());
            for one in batch {
                answers.push(match session.apart(|session| games::append(session, one))? {
                    // What the database itself refuses, a full disk, it refuses for all.
                    Err(error) if !error.is_refusal() => return Err(error),
                    answer => answer,
                });
            }
            Ok(answers)
        })
    }

    fn check(&self) -> Result<(), Error> {
        let answer = self.session(TransactionBehavior::Deferred, |session| session.integrity())?;
        if answer == "ok" { Ok(()) } else { Err(Error::Damaged { place: place(&self.path), problem: answer }) }
    }
}

/// A file is one server's, which has every game in it.
impl Leases for Sqlite {
    fn renew(&self, _: NodeId, _: Duration) -> Result<(), Error> {
        Ok(())
    }

    fn claim(&self, node: NodeId, game: GameId) -> Result<Claim, Error> {
        self.events(game, u64::MAX)?;
        Ok(Claim { game, node, epoch: 0, is_takeover: false })
    }

    fn release(&self, _: &Claim) -> Result<(), Error> {
        Ok(())
    }

    fn leave(&self, _: NodeId) -> Result<(), Error> {
        Ok(())
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
