//! Whether the files that were opened are still those at their place.
//!
//! `SQLite` goes on writing to a file that was deleted or replaced, and says that all is well; nothing of it would be found again. So
//! after each transaction one looks whether the database and its log are still where they were, which costs two microseconds.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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
        Ground { database: (path.to_owned(), identity(path)), log: (log.into(), OnceLock::new()) }
    }

    /// Whether everything is where it was.
    pub(super) fn holds(&self) -> bool {
        let (database, was) = &self.database;
        // A system that cannot tell files apart does not let them be taken away while they are open, either.
        was.is_none_or(|was| identity(database) == Some(was)) && self.log_holds()
    }

    fn log_holds(&self) -> bool {
        let (log, was) = &self.log;
        match (was.get(), identity(log)) {
            (Some(was), is) => is == Some(*was),
            // It is made with the first transaction.
            (None, Some(is)) => was.set(is).is_ok() || was.get() == Some(&is),
            (None, None) => true,
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    None
}
