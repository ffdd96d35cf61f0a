//! Another game of the same two.

use plateau_core::Player;
use store::{GameId, Note};

use super::ledger::Notes;

const NEXT: &str = "rematch";
const OFFER: &str = "rematch-offer";
const DECLINED: &str = "rematch-declined";

/// Who offers another game, and where it is once both want it. It comes after the last event, so it is noted beside them.
#[derive(Default)]
pub(super) struct Rematch {
    offered_by: Option<Player>,
    declined_by: Option<Player>,
    next: Option<GameId>,
}

impl Rematch {
    pub(super) fn new(notes: &Notes) -> Rematch {
        let player = |key| notes.find(key).and_then(|name| name.parse().ok());
        Rematch {
            offered_by: player(OFFER),
            declined_by: player(DECLINED),
            next: notes.find(NEXT).and_then(|id| id.parse().ok()),
        }
    }

    pub(super) fn offered_by(&self) -> Option<Player> {
        self.offered_by
    }

    pub(super) fn next(&self) -> Option<GameId> {
        self.next
    }

    /// Who did not want it. It is not offered to them again, but they may change their mind.
    pub(super) fn declined_by(&self) -> Option<Player> {
        self.declined_by
    }

    /// Somebody offers it.
    pub(super) fn offered(&self, by: Player) -> Rematch {
        Rematch { offered_by: Some(by), declined_by: None, next: self.next }
    }

    /// The other does not want it.
    pub(super) fn declined(&self) -> Rematch {
        Rematch { offered_by: None, declined_by: self.offered_by.map(Player::opponent), next: self.next }
    }

    /// It is made.
    pub(super) fn begun(next: GameId) -> Rematch {
        Rematch { offered_by: None, declined_by: None, next: Some(next) }
    }

    /// As it is noted.
    pub(super) fn notes(&self) -> Vec<Note> {
        let name = |player: Option<Player>| player.map(|player| player.to_string());
        let next = self.next.map(|next| next.to_string());
        vec![(OFFER.into(), name(self.offered_by)), (DECLINED.into(), name(self.declined_by)), (NEXT.into(), next)]
    }
}
