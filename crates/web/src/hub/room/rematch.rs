//! Another game of the same two.

use plateau_core::Player;
use store::GameId;

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
    #[must_use = "it is to be noted"]
    pub(super) fn offer(&mut self, by: Player) -> Vec<(&'static str, Option<String>)> {
        (self.offered_by, self.declined_by) = (Some(by), None);
        vec![(OFFER, Some(by.to_string())), (DECLINED, None)]
    }

    /// The other does not want it.
    #[must_use = "it is to be noted"]
    pub(super) fn decline(&mut self) -> Vec<(&'static str, Option<String>)> {
        self.declined_by = self.offered_by.take().map(Player::opponent);
        vec![(OFFER, None), (DECLINED, self.declined_by.map(|by| by.to_string()))]
    }

    /// It is made.
    #[must_use = "it is to be noted"]
    pub(super) fn begin(&mut self, next: GameId) -> Vec<(&'static str, Option<String>)> {
        (self.next, self.offered_by) = (Some(next), None);
        vec![(NEXT, Some(next.to_string())), (OFFER, None)]
    }
}
