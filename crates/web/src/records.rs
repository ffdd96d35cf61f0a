//! Records that were brought to be looked at: the store has them as they were brought, and this remembers those that were read last.

use std::sync::Arc;

use store::{Brought, GameId, PaperId, Room};
use table::Review;

use crate::bringers::{Bringers, Piece};
use crate::household::Household;
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household; and the same once more for
/// games that began with a record.
const MOST: usize = 500;
const MOST_BYTES: usize = 48 << 20;
const MOST_BYTES_EACH: usize = 12 << 20;
/// About what a node takes in memory, with its place among others.
const NODE_BYTES: usize = 200;
/// About what a game takes besides, with the position that is shown of it.
const GAME_BYTES: usize = 8 << 10;

/// The records.
#[derive(Debug)]
pub(crate) struct Records {
    kept: Lru<PaperId, Brought>,
    /// Games within the records that they began with, by how many events they have.
    games: Lru<(GameId, u64), Review>,
    bringers: Bringers,
}

impl Default for Records {
    fn default() -> Records {
        Records {
            kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH),
            games: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH),
            bringers: Bringers::default(),
        }
    }
}

impl Records {
    /// Notes that a household brings a file; those that it brought before and that have to make room for it.
    pub(crate) fn bring(&self, whose: Household, piece: Piece, room: Room) -> Vec<Piece> {
        self.bringers.bring(whose, piece, room)
    }

    /// Remembers a file that was read.
    pub(crate) fn keep(&self, id: PaperId, owner: Household, brought: Brought) -> Arc<Brought> {
        let nodes: usize = brought.games.iter().map(Review::node_count).sum();
        let bytes = 2 * brought.bytes + NODE_BYTES * nodes + GAME_BYTES * brought.games.len();
        self.kept.keep(id, owner, bytes, brought)
    }

    /// A game within the record of so many bytes that it began with: read once, for as many events as it has.
    pub(crate) fn game(
        &self,
        game: (GameId, u64),
        owner: Household,
        bytes: usize,
        read: impl FnOnce() -> Review,
    ) -> Arc<Review> {
        self.games.find(&game).unwrap_or_else(|| {
            let review = read();
            let bytes = 2 * bytes + NODE_BYTES * review.node_count();
            self.games.keep(game, owner, bytes, review)
        })
    }

    /// Forgets a file.
    pub(crate) fn forget(&self, id: PaperId) {
        self.kept.forget(&id);
    }

    /// The file of this name, if it is remembered.
    pub(crate) fn find(&self, key: PaperId) -> Option<Arc<Brought>> {
        self.kept.find(&key)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use store::Upload;

    use super::*;

    #[test]
    fn a_game_that_began_with_a_record_is_read_once_for_as_many_events_as_it_has() {
        let upload = Upload { name: None, bytes: b"(;GM[1]SZ[5];B[aa];W[bb])".to_vec() };
        let review = upload.read(9).expect("a record").games.remove(0);
        let (records, owner) = (Records::default(), Household::of([10, 0, 0, 1].into()));
        let [one, other] = [(); 2].map(|()| GameId::random().expect("a name"));
        let reads = Cell::new(0);
        let read = |game| {
            records.game(game, owner, 10, || {
                reads.set(reads.get() + 1);
                review.clone()
            });
            reads.get()
        };
        assert_eq!([(one, 2), (one, 2), (one, 3), (other, 3), (one, 3)].map(read), [1, 1, 2, 3, 3]);
    }

    #[test]
    fn a_record_counts_by_its_bytes_and_its_nodes() {
        let upload = Upload { name: None, bytes: b"(;GM[1]SZ[5];B[aa];W[bb])".to_vec() };
        let brought = upload.read(9).expect("a record");
        let nodes = brought.games[0].node_count();
        assert_eq!(nodes, 3);
        assert!(upload.read(2).is_err(), "too many nodes");
        let half = (MOST_BYTES_EACH / 2 - NODE_BYTES * nodes - GAME_BYTES) / 2;
        for (bytes, both_stay) in [(half, true), (half + 1, false)] {
            let records = Records::default();
            let owner = Household::of([10, 0, 0, 1].into());
            let keep = || {
                let id = PaperId::random().expect("a name");
                records.keep(id, owner, Brought { bytes, ..brought.clone() });
                id
            };
            let (first, second) = (keep(), keep());
            assert_eq!(records.find(first).is_some(), both_stay, "{bytes}");
            assert_eq!(records.find(second).expect("the last one").games[0].node_count(), nodes);
        }
    }
}
