use alloc::vec::Vec;

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

    /// Where play went on although it had ended, on the way here: after how many moves, and who moved then.
    pub fn resumptions(&self) -> &[(usize, Player)] {
        &self.resumed[..self.resumed.partition_point(|(at, _)| *at <= self.played)]
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

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::format;
    use alloc::string::{String, ToString};
    use core::fmt;
    use core::str::FromStr;

    use super::*;
    use crate::{Expected, Outcome, ParseError, Reason};
    use Player::{Black, White};

    /// A talk: each says a number in turn, never the one just said, and it is over when both have said zero. Its position
    /// is all that was said, so that no two ways to talk are taken for the same.
    #[derive(Clone, PartialEq, Debug)]
    struct Talk {
        said: Vec<String>,
        turn: Player,
        silent: u8,
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct Say(u8);

    #[derive(Clone, PartialEq, Eq, Debug)]
    struct SaidAlready;

    impl fmt::Display for Say {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl FromStr for Say {
        type Err = ParseError;

        fn from_str(text: &str) -> Result<Say, ParseError> {
            let refused = |_| ParseError { at: 0, expected: Expected { id: "say", phrase: "a number" }, found: None };
            text.parse().map(Say).map_err(refused)
        }
    }

    impl fmt::Display for SaidAlready {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("just said")
        }
    }

    impl core::error::Error for SaidAlready {}

    impl Reason for SaidAlready {
        fn id(&self) -> &'static str {
            "said-already"
        }
    }

    impl fmt::Display for Talk {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.said.join(" "))
        }
    }

    impl Position for Talk {
        type Move = Say;
        type Illegal = SaidAlready;

        fn turn(&self) -> Player {
            self.turn
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.silent >= 2).then_some(Outcome::Draw)
        }

        fn all_moves(&self) -> impl Iterator<Item = Say> {
            (0..=9).map(Say)
        }

        fn legal_moves(&self) -> impl Iterator<Item = Say> {
            self.all_moves().filter(|&mv| self.check(mv).is_ok())
        }

        fn check(&self, Say(number): Say) -> Result<(), SaidAlready> {
            let is_new = number == 0 || self.said.last().is_none_or(|last| !last.ends_with(&number.to_string()));
            if is_new && !self.is_over() { Ok(()) } else { Err(SaidAlready) }
        }

        fn play_legal(&mut self, Say(number): Say) {
            self.said.push(format!("{}{number}", if self.turn == Black { 'b' } else { 'w' }));
            self.silent = if number == 0 { self.silent + 1 } else { 0 };
            self.turn = self.turn.opponent();
        }

        fn resumed(&self, turn: Player) -> Talk {
            let said = self.said.iter().cloned().chain(["on".to_owned()]).collect();
            // After White's nine there is nothing more to say.
            let silent = if self.said.ends_with(&["w9".to_owned()]) { 2 } else { 0 };
            Talk { said, turn, silent }
        }

        fn key(&self) -> u64 {
            self.said.len() as u64
        }
    }

    fn course(moves: &[u8]) -> Course<Talk> {
        let mut course = Course::new(Talk { said: Vec::new(), turn: Black, silent: 0 });
        for &mv in moves {
            course.play(Say(mv)).expect("legal");
        }
        course
    }

    fn text(course: &Course<Talk>) -> String {
        course.position().to_string()
    }

    #[test]
    fn any_position_of_a_course_can_be_asked_for() {
        let mut course = course(&[1, 2, 3]);
        course.undo();
        for (ply, expected) in ["", "b1", "b1 w2", "b1 w2 b3"].into_iter().enumerate() {
            assert_eq!(course.position_at(ply).expect("a position").to_string(), expected);
        }
        assert_eq!(course.position_at(4), None);
        assert_eq!(
            (text(&course).as_str(), course.moves(), course.movers()),
            ("b1 w2", &[Say(1), Say(2)][..], &[Black, White][..])
        );
    }

    #[test]
    fn a_refused_move_forgets_nothing() {
        let mut course = course(&[1, 2, 3]);
        assert_eq!(course.undo(), Some(Say(3)));
        let before = course.clone();
        assert_eq!(course.play(Say(2)), Err(SaidAlready));
        assert!(!course.go_to(4));
        assert_eq!(course, before);
        assert_eq!((course.redo(), course.redo()), (Some(Say(3)), None));
        course.go_to(1);
        course.play(Say(5)).expect("legal");
        assert_eq!((text(&course).as_str(), course.redo()), ("b1 w5", None), "another way on");
    }

    #[test]
    fn where_play_went_on_it_goes_on_again_on_the_way_back_and_forth() {
        let mut course = course(&[0, 0]);
        assert!(course.position().is_over());
        assert!(course.resume(White));
        course.play(Say(4)).expect("it goes on");
        course.play(Say(5)).expect("it goes on");
        assert!(course.resume(White), "a record may let a player move twice");
        course.play(Say(6)).expect("it goes on");
        let all = ["", "b0", "b0 w0 on", "b0 w0 on w4", "b0 w0 on w4 b5 on", "b0 w0 on w4 b5 on w6"];
        for order in [[5, 4, 3, 2, 1, 0], [0, 5, 1, 4, 2, 3], [2, 2, 3, 0, 1, 5]] {
            for ply in order {
                assert!(course.go_to(ply));
                assert_eq!(text(&course), all[ply], "{order:?}");
                assert_eq!(course.position_at(ply).as_ref(), Some(course.position()));
            }
        }
        assert_eq!(course.movers(), [Black, White, White, Black, White]);
        course.go_to(2);
        course.play(Say(7)).expect("it goes on here still");
        assert_eq!(text(&course), "b0 w0 on w7");
        course.go_to(1);
        course.play(Say(3)).expect("legal");
        course.play(Say(8)).expect("legal");
        course.go_to(2);
        assert_eq!(text(&course), "b0 w3", "that play once went on elsewhere is forgotten");
    }

    #[test]
    fn a_course_can_go_on_before_its_first_move() {
        let mut course = course(&[]);
        assert!(course.resume(White));
        course.play(Say(1)).expect("legal");
        assert_eq!(text(&course), "on w1");
        course.undo();
        assert_eq!((text(&course), course.position_at(0)), ("on".to_owned(), Some(course.position().clone())));
        course.redo();
        assert_eq!(text(&course), "on w1");
    }

    #[test]
    fn where_play_cannot_go_on_nothing_changes() {
        let mut course = course(&[1, 9, 3]);
        course.undo();
        let before = course.clone();
        assert!(!course.resume(Black), "it would be over still");
        assert_eq!(course, before);
    }
}
