//! A desk without a disk, an engine or a clock.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use plateau_core::Player;
use store::Sqlite;
use table::records::{self, AnyRecord};
use table::{AnyTable, Kind, Message, Who};
use tui::{Desk, Entry, Files, RandomThinker};

/// A game to be set up, part by part.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) kind: Kind,
    pub(crate) who: [Who; 2],
    pub(crate) names: [String; 2],
    pub(crate) clock: String,
    pub(crate) size: u8,
    pub(crate) komi: String,
    pub(crate) handicap: u8,
    pub(crate) free_handicap: bool,
    pub(crate) variant: String,
}

impl Plan {
    /// A person with Black against the machine at its first level.
    pub(crate) fn new(kind: Kind) -> Plan {
        Plan {
            kind,
            who: [Who::Person, Who::Level(1)],
            names: Default::default(),
            clock: "none".to_owned(),
            size: 9,
            komi: String::new(),
            handicap: 0,
            free_handicap: false,
            variant: "base".to_owned(),
        }
    }

    pub(crate) fn table(&self) -> AnyTable {
        let mut proposal = table::Proposal::new(self.kind);
        for ((seat, who), name) in proposal.seats.iter_mut().zip(&self.who).zip(&self.names) {
            (seat.who, seat.name) = (who.clone(), name.clone());
        }
        proposal.control = self.clock.parse().expect("a clock");
        proposal.go.size = self.size.to_string().parse().expect("a size");
        proposal.go.komi = (!self.komi.is_empty()).then(|| self.komi.parse().expect("a komi"));
        (proposal.go.handicap, proposal.go.free_handicap) = (self.handicap, self.free_handicap);
        proposal.variant = self.variant.parse().expect("a variant");
        proposal.setup().and_then(table::AnySetup::table).expect("a game")
    }
}

/// Files in memory.
#[derive(Default, Clone)]
pub(crate) struct Shelf(pub(crate) Rc<RefCell<Vec<(PathBuf, String)>>>);

impl Files for Shelf {
    fn save(&self, record: &AnyRecord, path: &Path) -> Result<(), Message> {
        let mut files = self.0.borrow_mut();
        files.retain(|(name, _)| name != path);
        files.push((path.to_owned(), records::write(record, path.to_str().expect("a name"))?));
        Ok(())
    }

    fn load(&self, path: &Path) -> Result<Vec<AnyRecord>, Message> {
        let files = self.0.borrow();
        let (_, text) = files.iter().find(|(name, _)| name == path).ok_or_else(|| Message::new("table-damaged"))?;
        records::read_all(text.as_bytes(), path.to_str(), &records::ArchiveNames::default())
    }

    fn folder(&self) -> PathBuf {
        PathBuf::from("/home/ada/games")
    }

    fn entries(&self, folder: &Path) -> Vec<Entry> {
        let below = |path: &Path| Some(path.strip_prefix(folder).ok()?.components().count());
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let files = self.0.borrow();
        let mut entries: Vec<Entry> =
            if folder == self.folder() { vec![Entry { name: "1992".to_owned(), is_folder: true }] } else { Vec::new() };
        let here = files.iter().filter(|(path, _)| below(path) == Some(1));
        entries.extend(here.map(|(path, _)| Entry { name: name(path), is_folder: false }));
        entries
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.borrow().iter().any(|(name, _)| name == path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        path == self.folder() || path == self.folder().join("1992")
    }
}

/// The sixth of September 2024, 12:00 in Greenwich.
pub(crate) const NOON_MS: u64 = 1_725_624_000_000;

pub(crate) fn desk() -> Desk {
    Desk {
        store: std::sync::Arc::new(Sqlite::in_memory().expect("memory")),
        machine: Box::new(RandomThinker::new(7)),
        files: Box::new(Shelf::default()),
        now_ms: Box::new(|| NOON_MS),
        toss: Box::new(|| Player::White),
    }
}

/// The games of a desk: those that can be continued, then those that are over.
pub(crate) fn games(desk: &Desk) -> [Vec<store::Summary>; 2] {
    [store::Query::unfinished(), store::Query::finished()].map(|query| desk.store.list(&query).expect("a list").games)
}
