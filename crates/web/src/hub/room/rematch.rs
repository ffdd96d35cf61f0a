//! Another game of the same two.

use plateau_core::Player;
use store::{GameId, Note};

use super::ledger::Notes;

const NEXT: &str = "rematch";
const OFFER: &str = "rematch-offer";

/// Who offers another game, and where it is once both want it. It comes after the last event, so it is noted beside them.
#[derive(Default)]
pub(super) struct Rematch {
    offered_by: Option<Player>,
    next: Option<GameId>,
}

impl Rematch {
    pub(super) fn new(notes: &Notes) -> Rematch {
        let offered_by = notes.find(OFFER).and_then(|name| name.parse().ok());
        Rematch { offered_by, next: notes.find(NEXT).and_then(|id| id.parse().ok()) }
    }

    pub(super) fn offered_by(&self) -> Option<Player> {
        self.offered_by
    }

    pub(super) fn next(&self) -> Option<GameId> {
        self.next
    }

    /// Somebody offers it.
    pub(super) fn offered(&self, by: Player) -> Rematch {
        Rematch { offered_by: Some(by), next: self.next }
    }

    /// It is made.
    pub(super) fn begun(next: GameId) -> Rematch {
        Rematch { offered_by: None, next: Some(next) }
    }

    /// As it is noted.
    pub(super) fn notes(&self) -> Vec<Note> {
        let (offer, next) = (self.offered_by.map(|by| by.to_string()), self.next.map(|next| next.to_string()));
        vec![(OFFER, offer), (NEXT, next)]
    }
}
