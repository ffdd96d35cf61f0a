use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plateau_core::Player;
use players::thinker::Thinker;
use store::{Query, Store, Summary, Which};
use table::Message;
use table::records::AnyRecord;

/// What a face needs from outside.
pub struct Desk {
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// Who thinks for the machine.
    pub machine: Box<dyn Thinker>,
    /// How records are read and written.
    pub files: Box<dyn Files>,
    /// Milliseconds since 1970.
    pub now_ms: Box<dyn Fn() -> u64>,
    /// A fair coin: the colour that the toss gives.
    pub toss: Box<dyn Fn() -> Player>,
}

impl Desk {
    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        (self.now_ms)()
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Desk")
    }
}

/// So many games of a list are shown, the last touched first.
const MAX_LISTED: u32 = 1000;

/// Games that can be continued, or games that are over; the last touched first.
pub(crate) fn games(store: &dyn Store, which: Which) -> Result<Vec<Summary>, Message> {
    let query = Query { which, kind: None, skip: 0, limit: MAX_LISTED };
    store.list(&query).map(|page| page.games).map_err(|error| error.message())
}

/// Records as files.
pub trait Files {
    /// Writes the game's standard format, or the one that the name's ending asks for.
    fn save(&self, record: &AnyRecord, path: &Path) -> Result<(), Message>;

    /// Reads the records of a file, at least one.
    fn load(&self, path: &Path) -> Result<Vec<AnyRecord>, Message>;

    /// The folder that one begins in.
    fn folder(&self) -> PathBuf;

    /// The folders and the records of a folder, in the order in which they are shown; the way up is not among them.
    fn entries(&self, folder: &Path) -> Vec<Entry>;

    /// Whether something is there already.
    fn exists(&self, path: &Path) -> bool;

    /// Whether it is a folder.
    fn is_folder(&self, path: &Path) -> bool;
}

/// What a folder holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// Whether it is a folder itself.
    pub is_folder: bool,
}
