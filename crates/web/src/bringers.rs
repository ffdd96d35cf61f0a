//! What each household has brought, whatever names its browsers went by: who sends no cookie is somebody new each time, and would push out
//! what others keep.
//!
//! It is counted from the beginning of the program on; what lay in the store before is its owners' to bound.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use store::{PaperId, Room};

use crate::household::Household;

/// So many papers are remembered. Beyond that, the household that has brought nothing for the longest is forgotten.
const MOST: usize = 100_000;

/// Papers of one kind, by who brought them.
#[derive(Debug, Default)]
pub(crate) struct Bringers {
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    households: HashMap<Household, Brought>,
    count: usize,
    /// Counts what is brought, to tell who was there last.
    clock: u64,
}

/// What a household brought, the oldest first.
#[derive(Debug, Default)]
struct Brought {
    papers: VecDeque<Piece>,
    bytes: u64,
    last: u64,
}

/// A paper that was brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) id: PaperId,
    pub(crate) owner: String,
    pub(crate) bytes: u64,
}

impl Bringers {
    /// Whether a household has room for one more of so many bytes.
    pub(crate) fn may(&self, whose: Household, bytes: u64, room: Room) -> bool {
        self.lock().households.get(&whose).is_none_or(|brought| {
            (brought.papers.len() as u64) < room.papers && brought.bytes.saturating_add(bytes) <= room.bytes
        })
    }

    /// Notes one more, and says which of the same household have to make room for it: those that were brought first. The new one stays
    /// in any case.
    pub(crate) fn bring(&self, whose: Household, piece: Piece, room: Room) -> Vec<Piece> {
        let mut all = self.lock();
        all.clock += 1;
        let now = all.clock;
        let brought = all.households.entry(whose).or_default();
        brought.last = now;
        brought.bytes += piece.bytes;
        brought.papers.push_back(piece);
        let mut gone = Vec::new();
        while brought.papers.len() > 1 && (brought.papers.len() as u64 > room.papers || brought.bytes > room.bytes) {
            let oldest = brought.papers.pop_front().expect("there are two");
            brought.bytes -= oldest.bytes;
            gone.push(oldest);
        }
        all.count = all.count + 1 - gone.len();
        all.forget_beyond(MOST);
        gone
    }

    /// A paper is no more.
    pub(crate) fn drop(&self, whose: Household, id: PaperId) {
        let mut all = self.lock();
        let Some(brought) = all.households.get_mut(&whose) else { return };
        let Some(at) = brought.papers.iter().position(|piece| piece.id == id) else { return };
        let bytes = brought.papers.remove(at).map_or(0, |piece| piece.bytes);
        brought.bytes -= bytes;
        all.count -= 1;
    }

    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl All {
    fn forget_beyond(&mut self, most: usize) {
        while self.count > most {
            let quiet = self.households.iter().min_by_key(|(_, brought)| brought.last).map(|(whose, _)| *whose);
            let Some(brought) = quiet.and_then(|whose| self.households.remove(&whose)) else { return };
            self.count -= brought.papers.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn household(last: u8) -> Household {
        Household::of([10, 0, 0, last].into())
    }

    fn piece(bytes: u64) -> Piece {
        Piece { id: PaperId::random().expect("a name"), owner: "somebody new".to_owned(), bytes }
    }

    #[test]
    fn the_oldest_of_the_same_household_make_room() {
        let bringers = Bringers::default();
        let room = Room { papers: 3, bytes: 100 };
        let [first, second, third] = [piece(10), piece(10), piece(10)];
        for kept in [&first, &second, &third] {
            assert_eq!(bringers.bring(household(1), kept.clone(), room), []);
        }
        assert!(!bringers.may(household(1), 1, room) && bringers.may(household(2), 100, room));
        assert_eq!(bringers.bring(household(2), piece(100), room), [], "others have their own");
        assert_eq!(bringers.bring(household(1), piece(10), room), [first]);
        bringers.drop(household(1), second.id);
        assert!(bringers.may(household(1), 80, room) && !bringers.may(household(1), 81, room));
        assert_eq!(bringers.bring(household(1), piece(90), room), [third], "as many as the bytes want");
        assert_eq!(bringers.bring(household(1), piece(1000), room).len(), 2, "the new one stays in any case");
    }

    #[test]
    fn who_was_quiet_the_longest_is_forgotten_first() {
        let bringers = Bringers::default();
        let room = Room { papers: 9, bytes: 9 };
        for last in [1, 2, 3, 1] {
            bringers.bring(household(last), piece(1), room);
        }
        let mut all = bringers.lock();
        assert_eq!(all.count, 4);
        all.forget_beyond(3);
        assert_eq!((all.count, all.households.contains_key(&household(2))), (3, false));
    }
}
