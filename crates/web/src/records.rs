//! Records that were sent to be looked at. They are kept in memory, the last used longest, and never more than a limit: who
//! wants to keep one goes on from it, which makes it a game.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use store::GameId;

/// How many are remembered, and how much of them.
const MOST: usize = 500;
const MOST_BYTES: usize = 64 << 20;

/// The records, the last used first.
#[derive(Default, Debug)]
pub(crate) struct Records {
    kept: Mutex<VecDeque<(GameId, Arc<Upload>)>>,
}

/// A record as it was sent.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Upload {
    /// The file's name, which may say the format.
    pub(crate) name: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

impl Records {
    /// Remembers a record, under a key that nobody guesses.
    pub(crate) fn keep(&self, sent: Upload) -> Result<GameId, store::Error> {
        let key = GameId::random()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((key, Arc::new(sent)));
        let mut bytes = 0;
        let mut fits = |sent: &Upload| {
            bytes += sent.bytes.len();
            bytes <= MOST_BYTES
        };
        let count = kept.iter().take(MOST).take_while(|(_, sent)| fits(sent)).count().max(1);
        kept.truncate(count);
        Ok(key)
    }

    /// The record of this key, if it is still there.
    pub(crate) fn find(&self, key: GameId) -> Option<Arc<Upload>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(other, _)| *other == key)?;
        let found = kept.remove(at)?;
        let sent = Arc::clone(&found.1);
        kept.push_front(found);
        Some(sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_used_stay() {
        let records = Records::default();
        let send = |bytes: usize| records.keep(Upload { name: None, bytes: vec![0; bytes] }).expect("kept");
        let first = send(1);
        let second = send(2);
        for _ in 2..MOST {
            send(3);
        }
        assert_eq!(records.find(first).expect("there").bytes.len(), 1);
        send(4);
        assert!(records.find(second).is_none(), "the one that nobody looked at");
        assert!(records.find(first).is_some());
        let large = send(MOST_BYTES);
        assert!(records.find(first).is_none());
        assert!(records.find(large).is_some());
    }
}
