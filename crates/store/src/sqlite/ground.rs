//! Whether the files that were opened are still those at their place, and may still be written.
//!
//! `SQLite` goes on writing to a file that was deleted or replaced, and says that all is well; nothing of it would be found again. It
//! goes on, too, when the right to write was taken away, up to the restart that then fails. So with each transaction one
//! looks whether the database and its log are still where they were, and as open as the next one to open them needs them, which costs
//! about ten microseconds.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::place;
use crate::Error;

/// The database and its log as they were opened.
#[derive(Debug)]
pub(super) struct Ground {
    database: (PathBuf, Option<Identity>),
    log: (PathBuf, OnceLock<Identity>),
}

/// What tells a file from another that has its name.
type Identity = (u64, u64);

impl Ground {
    pub(super) fn new(path: &Path) -> Ground {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Ground { database: (path.to_owned(), identity(path).ok()), log: (log.into(), OnceLock::new()) }
    }

    /// Whether everything is where it was: what was read is what is there, and what was written will be found.
    pub(super) fn check(&self) -> Result<(), Error> {
        let (database, was) = &self.database;
        // A system that cannot tell files apart does not let them be taken away while they are open, either.
        if was.is_some() {
            self.compare(identity(database), *was)?;
        }
        let (log, was) = &self.log;
        match (was.get(), identity(log)) {
            (Some(was), is) => self.compare(is, Some(*was)),
            // It is made with the first transaction.
            (None, Ok(is)) => self.compare(Ok(is), Some(*was.get_or_init(|| is))),
            (None, Err(_)) => Ok(()),
        }
    }

    /// Whether, besides, everything may be written that the next one to open the database must write.
    pub(super) fn check_writable(&self) -> Result<(), Error> {
        self.check()?;
        let (database, log) = (&self.database.0, &self.log.0);
        let folder = database.parent().unwrap_or(database);
        let has_log = self.log.1.get().is_some();
        let is_open = may_write(database) && may_write(folder) && (!has_log || may_write(log));
        if is_open { Ok(()) } else { Err(self.closed()) }
    }

    fn compare(&self, is: io::Result<Identity>, was: Option<Identity>) -> Result<(), Error> {
        match is {
            Ok(is) if Some(is) == was => Ok(()),
            Err(problem) if problem.kind() == io::ErrorKind::PermissionDenied => Err(self.closed()),
            _ => Err(Error::Gone { place: place(&self.database.0) }),
        }
    }

    fn closed(&self) -> Error {
        Error::ReadOnly { place: place(&self.database.0) }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Identity> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Asked without opening the file: to close it again would drop the locks that `SQLite` has on it.
#[cfg(unix)]
fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS).is_ok()
}

/// Where there is no such question, the next transaction finds out.
#[cfg(not(unix))]
fn may_write(_: &Path) -> bool {
    true
}
