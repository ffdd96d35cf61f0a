//! The final of the world championship of 1992, Penloup 20–44 Juhem: its transcript leaves passes unwritten, as is usual.

use othello::{Illegal, Move, Position, Square};
use plateau_core::{Outcome, Player, Position as _, Scanner};

const TRANSCRIPT: &str = include_str!("world-championship-1992-penloup-juhem.txt");

#[test]
fn the_game_of_1992_replays_with_its_two_passes() {
    let mut scanner = Scanner::new(TRANSCRIPT.trim());
    let mut position = Position::START;
    let mut passes = Vec::new();
    for number in 1..=60 {
        let square = Square::scan(&mut scanner).expect("sixty squares");
        if position.check(Move::Place(square)) == Err(Illegal::MustPass) {
            passes.push((number, position.turn()));
            position.play(Move::Pass).expect("a pass is the only move");
        }
        position.play(Move::Place(square)).unwrap_or_else(|why| panic!("move {number}, {square}: {why}"));
    }
    scanner.end().expect("nothing after the last square");
    assert_eq!(passes, [(57, Player::Black), (58, Player::Black)]);
    assert_eq!(position.counts(), [20, 44]);
    assert_eq!(position.score(), [20, 44]);
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::White)));
}
