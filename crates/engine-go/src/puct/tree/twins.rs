//! Positions that were come to before by other moves.
//!
//! The tree stays a tree: each node has one way that leads to it, with the history that superko asks for. But what was found out about a
//! position need not be found out again. A node that is reached for the first time looks for its twin, the first node with the same
//! position, and takes over its priors and the mean of its visits instead of asking the evaluator.

use super::{Id, ROOT};

/// For each position the first node that stood for it, by its key. Where two keys share a place, the later one has it.
#[derive(Debug)]
pub(super) struct Twins {
    places: Vec<Id>,
}

/// Nobody looks for the root.
const NOBODY: Id = ROOT;

impl Twins {
    /// Places for so many nodes.
    pub(super) fn new(places: usize) -> Twins {
        Twins { places: vec![NOBODY; places] }
    }

    /// Who had the place of this key last: its twin, or somebody with another key.
    pub(super) fn at(&self, key: u64) -> Option<Id> {
        Some(self.places[self.place(key)]).filter(|&id| id != NOBODY)
    }

    /// Gives the place to a node.
    pub(super) fn put(&mut self, key: u64, id: Id) {
        let place = self.place(key);
        self.places[place] = id;
    }

    fn place(&self, key: u64) -> usize {
        (key % self.places.len() as u64) as usize
    }

    /// Bytes that it takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Id>()
    }
}
