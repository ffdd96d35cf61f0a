//! A line of Othello as files have it: moves one after the other, with or without the passes.

use othello::{Game, Illegal, Move, Position, Square};
use plateau_core::{Player, Position as _};

use crate::tree::{NodeId, Record};

/// A record that grows at its end.
pub(crate) struct OthelloLine {
    pub(crate) record: Record<Game>,
    node: NodeId,
    position: Position,
}

impl OthelloLine {
    /// From the usual start.
    pub(crate) fn new() -> OthelloLine {
        OthelloLine { record: Record::new(Game), node: NodeId::ROOT, position: Position::START }
    }

    /// From any position.
    pub(crate) fn from_position(position: Position) -> OthelloLine {
        OthelloLine { record: Record::starting_at(Game, &position), node: NodeId::ROOT, position }
    }

    /// Plays a move, after the pass that must come before it if the file left it out.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        let must_pass = self.position.check(Move::Pass).is_ok();
        if must_pass && mv != Move::Pass {
            self.push(Move::Pass);
        }
        self.position.check(mv)?;
        self.push(mv);
        Ok(())
    }

    /// Plays a move of this player.
    pub(crate) fn play_as(&mut self, player: Player, mv: Move) -> Result<(), Illegal> {
        // A player who moves twice in a row does so because the other had to pass, or else breaks the rules.
        if player != self.position.turn() {
            self.position.check(Move::Pass)?;
            self.push(Move::Pass);
        }
        self.position.check(mv)?;
        self.push(mv);
        Ok(())
    }

    /// The node of the last move.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// The position after it.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    fn push(&mut self, mv: Move) {
        self.node = self.record.add(self.node, Some((self.position.turn(), mv)));
        self.position.play_legal(mv);
    }
}

/// The moves of the main line with a disc on the board.
pub(crate) fn squares(record: &Record<Game>) -> impl Iterator<Item = Square> + '_ {
    record.main_moves().filter_map(|(_, mv)| mv.square())
}
