//! Another game of the same two.

use plateau_core::Player;
use store::GameId;

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
    #[must_use = "it is to be noted"]
    pub(super) fn offer(&mut self, by: Player) -> Vec<(&'static str, Option<String>)> {
        self.offered_by = Some(by);
        vec![(OFFER, Some(by.to_string()))]
    }

    /// The other does not want it.
    #[must_use = "it is to be noted"]
    pub(super) fn decline(&mut self) -> Vec<(&'static str, Option<String>)> {
        self.offered_by = None;
        vec![(OFFER, None)]
    }

    /// It is made.
    #[must_use = "it is to be noted"]
    pub(super) fn begin(&mut self, next: GameId) -> Vec<(&'static str, Option<String>)> {
        (self.next, self.offered_by) = (Some(next), None);
        vec![(NEXT, Some(next.to_string())), (OFFER, None)]
    }
}
