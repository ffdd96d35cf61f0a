//! A table's game told to somebody who has nothing but the set-up.

use super::{Phase, Table};
use crate::event::Action;
use crate::playable::Playable;

impl<G: Playable> Table<G> {
    /// What has to happen at a new table of this set-up until its board stands as it does here, with the same positions before it: the
    /// moves that were not taken back, where play went on after it had ended, what is marked. Clocks and offers are not told.
    pub fn retold(&self) -> Vec<Action> {
        let (moves, mut resumed) = (self.course.moves(), self.course.resumptions().iter().peekable());
        let mut actions = Vec::with_capacity(moves.len());
        for ply in 0..=moves.len() {
            while let Some((_, player)) = resumed.next_if(|(at, _)| *at == ply) {
                actions.push(Action::Resume(*player));
            }
            actions.extend(moves.get(ply).map(|mv| Action::Play { mv: mv.to_string(), spent_ms: 0 }));
        }
        if let Phase::Marking { marks, .. } = &self.phase
            && *marks != G::Marks::default()
        {
            actions.push(Action::Propose(self.setup.game.marked(self.position(), marks)));
        }
        actions
    }
}
