use plateau_core::Position as _;

use super::{IllegalOf, MoveOf, NodeId, Record, Recorded};

/// A place in a record with the position there.
///
/// It borrows nothing, so the record can be changed while one stands in it; every step is told which record it is in. Going
/// back plays the line again from the beginning, which is exact whatever the moves did.
#[derive(Clone, PartialEq, Debug)]
pub struct Cursor<G: Recorded> {
    node: NodeId,
    position: G::Position,
}

impl<G: Recorded> Cursor<G> {
    /// Stands at the root.
    pub fn new(record: &Record<G>) -> Cursor<G> {
        Cursor::at(record, NodeId::ROOT)
    }

    /// Stands at a node.
    pub fn at(record: &Record<G>, node: NodeId) -> Cursor<G> {
        Cursor { node, position: record.position_at(node) }
    }

    /// Where one stands.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The position there.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Goes on into a variation, 0 for the main line, and says whether there is such a one.
    pub fn forward(&mut self, record: &Record<G>, variation: usize) -> bool {
        let Some(&child) = record.node(self.node).children().get(variation) else { return false };
        let _ = record.step(&mut self.position, child);
        self.node = child;
        true
    }

    /// Goes back one node, and says whether there was one.
    pub fn back(&mut self, record: &Record<G>) -> bool {
        let Some(parent) = record.node(self.node).parent() else { return false };
        *self = Cursor::at(record, parent);
        true
    }

    /// Goes on to the end of the line.
    pub fn to_end(&mut self, record: &Record<G>) {
        while self.forward(record, 0) {}
    }

    /// Plays a move: follows the variation that has it, or adds one. An illegal move changes nothing.
    pub fn play(&mut self, record: &mut Record<G>, mv: MoveOf<G>) -> Result<(), IllegalOf<G>> {
        let player = self.position.turn();
        self.position.play(mv)?;
        let has_move = |&&child: &&NodeId| record.node(child).mv == Some((player, mv));
        self.node = match record.node(self.node).children().iter().find(has_move) {
            Some(&child) => child,
            None => record.add(self.node, Some((player, mv))),
        };
        Ok(())
    }

    /// How many moves led here.
    pub fn ply(&self, record: &Record<G>) -> usize {
        record.path(self.node).iter().filter(|&&node| record.node(node).mv.is_some()).count()
    }
}
