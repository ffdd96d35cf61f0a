//! What every game promises, and that arbitrary input breaks nothing.

use othello::{Game, Position};
use testkit::conformance::{self, Effort};
use testkit::fuzz;

#[test]
fn othello_keeps_the_contract() {
    conformance::check(&Game, Effort { games: 24, max_plies: 130, seed: 1992 });
}

#[test]
fn arbitrary_bytes_break_no_promise() {
    let mut rng = fastrand::Rng::with_seed(7);
    let alphabet: Vec<char> = "XO-xo.*abhABH0189 pPsS/\té\u{1F600}".chars().collect();
    for _ in 0..1000 {
        let bytes: Vec<u8> = (0..rng.usize(..300)).map(|_| rng.u8(..)).collect();
        fuzz::play_indices(&Game, &bytes);
        let text: String = (0..rng.usize(..80)).map(|_| rng.choice(&alphabet).expect("some characters")).collect();
        fuzz::read_move::<Position>(text.as_bytes());
        fuzz::read_move::<Position>(&text.as_bytes()[..text.len().min(3)]);
        fuzz::read_position(&Game, text.as_bytes());
        let cells: String =
            (0..64).map(|_| rng.choice(['X', 'O', '-', '.', '*', 'x', 'o']).expect("some characters")).collect();
        fuzz::read_position(&Game, format!("{cells} {text}").as_bytes());
    }
}
