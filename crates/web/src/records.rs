//! Records that were sent to be looked at, as they were read once. They are kept in memory, the last used longest, and never more
//! than a limit: who wants to keep one goes on from it, which makes it a game.

use std::sync::Arc;

use store::GameId;
use table::records::read_up_to;
use table::{Message, Review};

use crate::household::Household;
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household.
const MOST: usize = 500;
const MOST_BYTES: usize = 96 << 20;
const MOST_BYTES_EACH: usize = 24 << 20;
/// About what a node takes in memory, with its place among others.
const NODE_BYTES: usize = 200;

/// The records.
#[derive(Debug)]
pub(crate) struct Records {
    kept: Lru<GameId, Review>,
}

/// A record as it was sent.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Upload {
    /// The file's name, which may say the format.
    pub(crate) name: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

impl Upload {
    /// Reads it, if it has no more than so many nodes. Takes up to half a second for each megabyte.
    pub(crate) fn read(&self, most_nodes: usize) -> Result<Review, Message> {
        Ok(Review::of_record(read_up_to(most_nodes, &self.bytes, self.name.as_deref())?))
    }
}

impl Default for Records {
    fn default() -> Records {
        Records { kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH) }
    }
}

impl Records {
    /// Remembers a record that was read from so many bytes, under a key that nobody guesses.
    pub(crate) fn keep(&self, owner: Household, record: Review, bytes: usize) -> Result<GameId, store::Error> {
        let key = GameId::random()?;
        let bytes = 2 * bytes + NODE_BYTES * record.node_count();
        self.kept.keep(key, owner, bytes, record);
        Ok(key)
    }

    /// The record of this key, at its beginning, if it is still there.
    pub(crate) fn find(&self, key: GameId) -> Option<Arc<Review>> {
        self.kept.find(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_counts_by_its_bytes_and_its_nodes() {
        let upload = Upload { name: None, bytes: b"(;GM[1]SZ[5];B[aa];W[bb])".to_vec() };
        let record = upload.read(9).expect("a record");
        let nodes = record.node_count();
        assert_eq!(nodes, 3);
        assert!(upload.read(2).is_err(), "too many nodes");
        let half = (MOST_BYTES_EACH / 2 - NODE_BYTES * nodes) / 2;
        for (bytes, both_stay) in [(half, true), (half + 1, false)] {
            let records = Records::default();
            let owner = Household::of([10, 0, 0, 1].into());
            let keep = || records.keep(owner, record.clone(), bytes).expect("a key");
            let (first, second) = (keep(), keep());
            assert_eq!(records.find(first).is_some(), both_stay, "{bytes}");
            assert_eq!(records.find(second).expect("the last one").node_count(), nodes);
        }
    }
}
