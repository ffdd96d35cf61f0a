//! The suite that every game must pass, for all four variants; and the bodies of the fuzz targets on seeded bytes.

use aligne4::{Game, Position, Rules};
use fastrand::Rng;
use testkit::conformance::{Effort, check};
use testkit::fuzz;

#[test]
fn every_variant_keeps_the_contract() {
    for rules in Rules::ALL {
        check(&Game::new(rules), Effort { games: 60, max_plies: 40, seed: 4 });
    }
}

#[test]
fn nothing_panics_on_random_input() {
    const ALPHABET: &[u8] = b"0123456789abcdefABC..../// \xc3\xa9x";
    let mut rng = Rng::with_seed(16);
    for _ in 0..4000 {
        let bytes: Vec<u8> = (0..rng.usize(..120)).map(|_| rng.u8(..)).collect();
        let text: Vec<u8> = (0..rng.usize(..24)).map(|_| ALPHABET[rng.usize(..ALPHABET.len())]).collect();
        fuzz::read_move::<Position>(&text);
        for game in Rules::ALL.map(Game::new) {
            fuzz::play_indices(&game, &bytes);
            fuzz::read_position(&game, &text);
        }
    }
}
