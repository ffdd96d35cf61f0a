use crate::Position;

/// A line of play with the way back: a first position, the moves since, and a place among them where one stands.
///
/// Undo and redo for people. Only the place one stands at is kept as a position; any other is found by playing the moves
/// again, which takes microseconds and saves a server with a thousand games the gigabytes that their positions would take.
/// Searches, which go back millions of times a second, copy a position and forget it instead.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<P: Position> {
    start: P,
    moves: Vec<P::Move>,
    /// How many of `moves` are played; the rest can be redone.
    played: usize,
    position: P,
    /// Positions that were changed without a move, by the number of moves before them, in order.
    amended: Vec<(usize, P)>,
}

impl<P: Position> Line<P> {
    /// A line with no move yet.
    pub fn new(start: P) -> Line<P> {
        let position = start.clone();
        Line { start, moves: Vec::new(), played: 0, position, amended: Vec::new() }
    }

    /// The first position.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The position one stands at.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The moves that led here.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// The position after the first `ply` moves, if that many are played or can be redone.
    pub fn position_at(&self, ply: usize) -> Option<P> {
        if ply > self.moves.len() {
            return None;
        }
        let mut position = self.start.clone();
        for reached in 0..=ply {
            self.step(&mut position, reached);
        }
        Some(position)
    }

    /// Shows every position of the line from the first on, those that can be redone included.
    pub fn visit(&self, mut see: impl FnMut(&P)) {
        let mut position = self.start.clone();
        for reached in 0..=self.moves.len() {
            self.step(&mut position, reached);
            see(&position);
        }
    }

    /// From the position one ply before to the one after `reached` plies.
    fn step(&self, position: &mut P, reached: usize) {
        if let Some(before) = reached.checked_sub(1) {
            position.play_legal(self.moves[before]);
        }
        if let Some((_, amended)) = self.amended.iter().find(|(at, _)| *at == reached) {
            position.clone_from(amended);
        }
    }

    /// Plays on from here and forgets what could have been redone; an illegal move changes nothing.
    pub fn play(&mut self, mv: P::Move) -> Result<(), P::Illegal> {
        self.position.play(mv)?;
        self.forget_the_rest();
        self.moves.push(mv);
        self.played += 1;
        Ok(())
    }

    /// Changes the position one stands at without a move, as when play goes on after it had ended, and forgets what could
    /// have been redone.
    pub fn amend(&mut self, position: P) {
        self.forget_the_rest();
        self.amended.retain(|(at, _)| *at != self.played);
        self.amended.push((self.played, position.clone()));
        self.position = position;
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<P::Move> {
        let before = self.played.checked_sub(1)?;
        self.position = self.position_at(before)?;
        self.played = before;
        Some(self.moves[before])
    }

    /// Plays the next move that was taken back and returns it.
    pub fn redo(&mut self) -> Option<P::Move> {
        let mv = *self.moves.get(self.played)?;
        self.position = self.position_at(self.played + 1)?;
        self.played += 1;
        Some(mv)
    }

    fn forget_the_rest(&mut self) {
        self.moves.truncate(self.played);
        self.amended.retain(|(at, _)| *at <= self.played);
    }
}
