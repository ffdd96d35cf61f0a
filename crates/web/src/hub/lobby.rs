//! The games that can be joined or watched by whoever comes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::{GameId, NodeId};
use table::{AnySetup, Seat};
use tokio::sync::watch;

use crate::elsewhere::Elsewhere;

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
    /// What other servers have.
    elsewhere: Elsewhere<Vec<Entry>>,
    changes: watch::Sender<u64>,
}

impl Lobby {
    pub(super) fn new() -> Arc<Lobby> {
        Arc::new(Lobby { entries: Mutex::default(), elsewhere: Elsewhere::default(), changes: watch::Sender::new(0) })
    }

    /// Those with a free seat first, then those in play; each the newest first, and no more than a page can show.
    pub fn entries(&self) -> Vec<Entry> {
        let mut all = self.own();
        // A game that moves may be in two lists for a moment.
        self.elsewhere.each(|list| {
            for entry in list {
                if !all.iter().any(|known| known.id == entry.id) {
                    all.push(entry.clone());
                }
            }
        });
        first(all)
    }

    /// The same of this server alone.
    pub(crate) fn own(&self) -> Vec<Entry> {
        first(self.lock().values().cloned().collect())
    }

    /// What another server has now.
    pub(crate) fn hear(&self, node: NodeId, list: Vec<Entry>) {
        if self.elsewhere.hear(node, list) {
            self.changes.send_modify(|change| *change += 1);
        }
    }

    /// Forgets what those have said who have said nothing for so long.
    pub(crate) fn forget_silent(&self, patience: Duration) {
        if self.elsewhere.forget_silent(patience) {
            self.changes.send_modify(|change| *change += 1);
        }
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

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those that a page shows, in their order.
fn first(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| (!entry.open.contains(&true), std::cmp::Reverse(entry.since_ms), entry.id));
    entries.truncate(SHOWN);
    entries
}
