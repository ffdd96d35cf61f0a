//! Records that were sent to be looked at, as they were read once. They are kept in memory, the last used longest, and never more
//! than a limit: who wants to keep one goes on from it, which makes it a game.

use std::sync::Arc;

use store::GameId;
use table::records::{Recovered, recover};
use table::{Message, Review};

use crate::household::Household;
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household; and the same once more for
/// games that began with a record.
const MOST: usize = 500;
const MOST_BYTES: usize = 48 << 20;
const MOST_BYTES_EACH: usize = 12 << 20;
/// About what a node takes in memory, with its place among others.
const NODE_BYTES: usize = 200;

/// The records.
#[derive(Debug)]
pub(crate) struct Records {
    kept: Lru<GameId, Brought>,
    /// Games within the records that they began with, by how many events they have.
    games: Lru<(GameId, u64), Review>,
}

/// A record that was read.
#[derive(Clone, Debug)]
pub(crate) struct Brought {
    /// The record, at its beginning.
    pub(crate) review: Review,
    /// What was passed over, if the file was damaged.
    pub(crate) damage: Vec<Message>,
    /// How long the file was.
    pub(crate) bytes: usize,
}

/// A record as it was sent.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Upload {
    /// The file's name, which may say the format.
    pub(crate) name: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

impl Upload {
    /// Reads it, if it has no more than so many nodes. Takes up to half a second for each megabyte, and twice that where it is
    /// damaged.
    pub(crate) fn read(&self, most_nodes: usize) -> Result<Brought, Message> {
        let Recovered { record, damage } = recover(most_nodes, &self.bytes, self.name.as_deref())?;
        Ok(Brought { review: Review::of_record(record), damage, bytes: self.bytes.len() })
    }
}

impl Default for Records {
    fn default() -> Records {
        Records {
            kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH),
            games: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH),
        }
    }
}

impl Records {
    /// Remembers a record under a key that nobody guesses.
    pub(crate) fn keep(&self, owner: Household, brought: Brought) -> Result<GameId, store::Error> {
        let key = GameId::random()?;
        let bytes = 2 * brought.bytes + NODE_BYTES * brought.review.node_count();
        self.kept.keep(key, owner, bytes, brought);
        Ok(key)
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

    /// The record of this key, if it is still there.
    pub(crate) fn find(&self, key: GameId) -> Option<Arc<Brought>> {
        self.kept.find(&key)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_game_that_began_with_a_record_is_read_once_for_as_many_events_as_it_has() {
        let upload = Upload { name: None, bytes: b"(;GM[1]SZ[5];B[aa];W[bb])".to_vec() };
        let review = upload.read(9).expect("a record").review;
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
        let nodes = brought.review.node_count();
        assert_eq!(nodes, 3);
        assert!(upload.read(2).is_err(), "too many nodes");
        let half = (MOST_BYTES_EACH / 2 - NODE_BYTES * nodes) / 2;
        for (bytes, both_stay) in [(half, true), (half + 1, false)] {
            let records = Records::default();
            let owner = Household::of([10, 0, 0, 1].into());
            let keep = || records.keep(owner, Brought { bytes, ..brought.clone() }).expect("a key");
            let (first, second) = (keep(), keep());
            assert_eq!(records.find(first).is_some(), both_stay, "{bytes}");
            assert_eq!(records.find(second).expect("the last one").review.node_count(), nodes);
        }
    }
}
