use crate::Position;

/// A line of play with the way back: the positions from the first to the last, and a place in between where one stands.
///
/// Undo and redo for people. It keeps a copy of every position, so that going back is exact by construction; searches,
/// which go back millions of times a second, copy a position and forget it instead.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<P: Position> {
    /// One more than `moves`.
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// How many of `moves` are played; the rest can be redone.
    played: usize,
}

impl<P: Position> Line<P> {
    /// A line with no move yet.
    pub fn new(start: P) -> Line<P> {
        Line { positions: vec![start], moves: Vec::new(), played: 0 }
    }

    /// The position one stands at.
    pub fn position(&self) -> &P {
        &self.positions[self.played]
    }

    /// The moves that led here.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// The position after the first `ply` moves, if that many are played or can be redone.
    pub fn position_at(&self, ply: usize) -> Option<&P> {
        self.positions.get(ply)
    }

    /// Plays on from here and forgets what could have been redone; an illegal move changes nothing.
    pub fn play(&mut self, mv: P::Move) -> Result<(), P::Illegal> {
        let mut next = self.position().clone();
        next.play(mv)?;
        self.moves.truncate(self.played);
        self.positions.truncate(self.played + 1);
        self.moves.push(mv);
        self.positions.push(next);
        self.played += 1;
        Ok(())
    }

    /// Changes the position one stands at without a move, as when play goes on after it had ended, and forgets what could
    /// have been redone.
    pub fn amend(&mut self, position: P) {
        self.moves.truncate(self.played);
        self.positions.truncate(self.played);
        self.positions.push(position);
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.played = self.played.checked_sub(1)?;
        Some(self.moves[self.played])
    }

    /// Plays the next move that was taken back and returns it.
    pub fn redo(&mut self) -> Option<P::Move> {
        let mv = *self.moves.get(self.played)?;
        self.played += 1;
        Some(mv)
    }
}
