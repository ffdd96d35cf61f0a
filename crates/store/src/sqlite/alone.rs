//! One server at a time: a file that is locked while it runs. The lock dies with its process, however that ends.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::place;
use crate::Error;

/// The lock, as long as it lives.
#[derive(Debug)]
pub(super) struct Alone {
    _file: File,
    path: PathBuf,
}

impl Alone {
    /// Locks the database at this path for a server.
    pub(super) fn new(database: &Path) -> Result<Alone, Error> {
        let mut path = database.as_os_str().to_owned();
        path.push("-server");
        let path = PathBuf::from(path);
        let cannot = |problem: std::io::Error| Error::CannotOpen { place: place(&path), problem: problem.to_string() };
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(cannot)?;
            match file.try_lock() {
                // Whoever stopped just now may have taken away the file that was opened: then it keeps nobody out.
                Ok(()) if is_at(&file, &path) => return Ok(Alone { _file: file, path }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Error::InUse { place: place(database) }),
                Err(TryLockError::Error(problem)) => return Err(cannot(problem)),
            }
        }
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        // While it is still locked, so that nobody has it already. A file that stays locks nobody out.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |file: std::fs::Metadata| (file.dev(), file.ino());
    file.metadata().map(identity).ok() == std::fs::metadata(path).map(identity).ok()
}

/// Where an open file cannot be taken away, it is the one.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_another_in_its_place_is_not_at_it() {
        let path = std::env::temp_dir().join(format!("plateau-alone-{}", std::process::id()));
        let first = File::create(&path).expect("a file");
        assert!(is_at(&first, &path));
        std::fs::remove_file(&path).expect("removed");
        assert!(!is_at(&first, &path), "nothing is there");
        let second = File::create(&path).expect("a file");
        assert!(!is_at(&first, &path) && is_at(&second, &path));
        std::fs::remove_file(&path).expect("removed");
    }
}
