//! A folder for a test's databases.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use store::Sqlite;

/// A folder of one's own, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("plateau-store-{}-{number}", std::process::id()));
        std::fs::create_dir(&path).expect("a new folder");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Where the database is.
    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("data").join("plateau.db")
    }

    pub(crate) fn open(&self) -> Sqlite {
        Sqlite::open(&self.database()).expect("a database")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
