//! The games that can be joined or watched by whoever comes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use store::GameId;
use table::{AnySetup, Seat};
use tokio::sync::watch;

/// What the lobby says of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The game.
    pub id: GameId,
    /// What was agreed.
    pub setup: AnySetup,
    /// Who sits there, Black first.
    pub seats: [Seat; 2],
    /// Which seats can be taken, Black's first.
    pub open: [bool; 2],
    /// How many moves have been made.
    pub moves: u64,
    /// How many watch besides the players.
    pub watchers: u32,
    /// When it was put here, in milliseconds since 1970.
    pub since_ms: u64,
}

/// How many games are shown.
const SHOWN: usize = 100;

/// The list. Rooms put themselves in while there is somebody in them, and take themselves out.
#[derive(Debug)]
pub struct Lobby {
    entries: Mutex<HashMap<GameId, Entry>>,
    changes: watch::Sender<u64>,
}

impl Lobby {
    pub(super) fn new() -> Arc<Lobby> {
        Arc::new(Lobby { entries: Mutex::default(), changes: watch::Sender::new(0) })
    }

    /// Those with a free seat first, then those in play; each the newest first, and no more than a page can show.
    pub fn entries(&self) -> Vec<Entry> {
        let entries = self.lock();
        let mut first: Vec<&Entry> = entries.values().collect();
        first.sort_by_key(|entry| (!entry.open.contains(&true), std::cmp::Reverse(entry.since_ms), entry.id));
        first.into_iter().take(SHOWN).cloned().collect()
    }

    /// A number that changes with the list.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Puts a game in, changes what is said of it, or takes it out.
    pub(super) fn set(&self, id: GameId, entry: Option<Entry>) {
        let mut entries = self.lock();
        let before = entries.get(&id);
        if before == entry.as_ref() {
            return;
        }
        match entry {
            Some(entry) => entries.insert(id, entry),
            None => entries.remove(&id),
        };
        drop(entries);
        self.changes.send_modify(|change| *change += 1);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
