//! Whose the seats are.

use pages::Seats;
use plateau_core::Player;
use table::AnyTable;

use super::ledger::Notes;
use crate::hub::key::Key;
use crate::hub::shared::{CHALLENGE_TO, SEAT_NOTES};
use crate::hub::terms::Viewer;

/// Whose the seats are: on a server they belong to secrets, on one's own machine to whoever is there.
pub(super) struct Seating {
    local: bool,
    keys: [Option<Key>; 2],
    /// Who was asked to take the seat that is left: it is for nobody else.
    asked: Option<Key>,
}

impl Seating {
    pub(super) fn new(local: bool, notes: &Notes) -> Seating {
        let key = |note| notes.find(note).and_then(|text| text.parse().ok());
        Seating { local, keys: SEAT_NOTES.map(key), asked: key(CHALLENGE_TO) }
    }

    pub(super) fn key(&self, player: Player) -> Option<Key> {
        self.keys[player]
    }

    pub(super) fn give(&mut self, player: Player, key: Key) {
        self.keys[player] = Some(key);
        self.asked = None;
    }

    pub(super) fn asked(&self) -> Option<Key> {
        self.asked
    }

    /// Whether a seat that is left may be taken by this one.
    pub(super) fn is_for(&self, key: Key) -> bool {
        self.asked.is_none_or(|asked| asked == key)
    }

    /// Those who sit here, and who was asked to.
    pub(super) fn concerned(&self) -> impl Iterator<Item = Key> {
        self.keys.into_iter().chain([self.asked]).flatten()
    }

    /// Whether a person can still sit down there.
    pub(super) fn is_open(&self, table: &AnyTable, player: Player) -> bool {
        !self.local && table.seats()[player].who.is_person() && self.keys[player].is_none()
    }

    /// Whether everybody is there who is to play.
    pub(super) fn is_complete(&self, table: &AnyTable) -> bool {
        !Player::BOTH.into_iter().any(|player| self.is_open(table, player))
    }

    /// The seats that a viewer may act for.
    pub(super) fn seats_of(&self, table: &AnyTable, viewer: &Viewer) -> Seats {
        let owns = |player: Player| {
            let is_theirs = self.local || viewer.key.is_some() && self.keys[player] == viewer.key;
            is_theirs && table.seats()[player].who.is_person()
        };
        Seats { black: owns(Player::Black), white: owns(Player::White) }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use crate::household::Household;

    use super::*;
    use crate::hub::key::Secret;

    #[test]
    fn a_seat_is_open_until_it_is_given_and_belongs_to_its_key_alone() {
        let table: AnyTable = "game othello\nwhite level:1\n".parse().expect("a table");
        let mut seating = Seating::new(false, &Notes::default());
        let key = || Secret::random().expect("randomness").key();
        let (hers, other) = (key(), key());
        let viewer = |key| Viewer { key, household: Household::of(IpAddr::V4(Ipv4Addr::LOCALHOST)) };
        let open = |seating: &Seating| Player::BOTH.map(|player| seating.is_open(&table, player));
        assert_eq!((open(&seating), seating.is_complete(&table)), ([true, false], false));
        assert_eq!(seating.seats_of(&table, &viewer(None)), Seats::default(), "no key is nobody's");
        seating.give(Player::Black, hers);
        assert_eq!((open(&seating), seating.is_complete(&table)), ([false, false], true));
        assert_eq!(seating.seats_of(&table, &viewer(Some(hers))), Seats { black: true, white: false });
        for key in [None, Some(other)] {
            assert_eq!(seating.seats_of(&table, &viewer(key)), Seats::default());
        }
        let local = Seating::new(true, &Notes::default());
        assert!(local.is_complete(&table));
        assert_eq!(
            local.seats_of(&table, &viewer(None)),
            Seats { black: true, white: false },
            "the machine's is nobody's"
        );
    }
}
