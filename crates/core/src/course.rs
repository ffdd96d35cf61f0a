use crate::{Player, Position};

/// A course of play with the way back: a first position, the moves since, and a place among them where one stands.
///
/// Undo and redo for people. Only the place one stands at is kept as a position; any other is found by playing the moves
/// again, which takes microseconds and saves a server with a thousand games the gigabytes that their positions would take.
/// Searches, which go back millions of times a second, copy a position and forget it instead.
#[derive(Clone, PartialEq, Debug)]
pub struct Course<P: Position> {
    start: P,
    moves: Vec<P::Move>,
    /// Who made each of `moves`.
    movers: Vec<Player>,
    /// How many of `moves` are played; the rest can be redone.
    played: usize,
    position: P,
    /// Where play went on although it had ended, by the number of moves before it, in order, and who moved then.
    resumed: Vec<(usize, Player)>,
}

impl<P: Position> Course<P> {
    /// A course with no move yet.
    pub fn new(start: P) -> Course<P> {
        let position = start.clone();
        Course { start, moves: Vec::new(), movers: Vec::new(), played: 0, position, resumed: Vec::new() }
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

    /// Who made each of the moves that led here.
    pub fn movers(&self) -> &[Player] {
        &self.movers[..self.played]
    }

    /// How many moves there are, those that can be redone included.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// The position after the first `ply` moves, if that many are played or can be redone.
    pub fn position_at(&self, ply: usize) -> Option<P> {
        (ply <= self.moves.len()).then(|| {
            let mut position = self.start.clone();
            self.resume_at(&mut position, 0);
            self.play_on(&mut position, 0, ply);
            position
        })
    }

    /// Takes a position that is `from` moves from the start to where `to` moves lead.
    fn play_on(&self, position: &mut P, from: usize, to: usize) {
        for ply in from..to {
            position.play_legal(self.moves[ply]);
            self.resume_at(position, ply + 1);
        }
    }

    fn resume_at(&self, position: &mut P, ply: usize) {
        let first = self.resumed.partition_point(|(at, _)| *at < ply);
        for (_, turn) in self.resumed[first..].iter().take_while(|(at, _)| *at == ply) {
            *position = position.resumed(*turn);
        }
    }

    /// Plays on from here and forgets what could have been redone; an illegal move changes nothing.
    pub fn play(&mut self, mv: P::Move) -> Result<(), P::Illegal> {
        let mover = self.position.turn();
        self.position.play(mv)?;
        self.forget_the_rest();
        self.moves.push(mv);
        self.movers.push(mover);
        self.played += 1;
        Ok(())
    }

    /// Lets play go on here although it had ended, or with another player to move than it was, and forgets what could have
    /// been redone. Whether that can be; if not, nothing has changed.
    pub fn resume(&mut self, turn: Player) -> bool {
        let resumed = self.position.resumed(turn);
        if resumed.is_over() || resumed.turn() != turn {
            return false;
        }
        self.forget_the_rest();
        self.resumed.push((self.played, turn));
        self.position = resumed;
        true
    }

    /// Goes to where so many moves lead, back or forth, and says whether there are that many.
    pub fn go_to(&mut self, ply: usize) -> bool {
        if ply > self.moves.len() {
            return false;
        }
        let (mut position, from) =
            if ply >= self.played { (self.position.clone(), self.played) } else { (self.start.clone(), 0) };
        if from == 0 && self.played > 0 {
            self.resume_at(&mut position, 0);
        }
        self.play_on(&mut position, from, ply);
        (self.position, self.played) = (position, ply);
        true
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<P::Move> {
        let before = self.played.checked_sub(1)?;
        self.go_to(before).then(|| self.moves[before])
    }

    /// Plays the next move that was taken back and returns it.
    pub fn redo(&mut self) -> Option<P::Move> {
        let mv = *self.moves.get(self.played)?;
        self.go_to(self.played + 1).then_some(mv)
    }

    fn forget_the_rest(&mut self) {
        self.moves.truncate(self.played);
        self.movers.truncate(self.played);
        self.resumed.truncate(self.resumed.partition_point(|(at, _)| *at <= self.played));
    }
}
