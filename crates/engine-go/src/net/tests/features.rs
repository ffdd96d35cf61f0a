use go::{Move, Player};
use plateau_core::{Dihedral, Position as _, Symmetric as _};

use super::played;
use crate::net::Input;

const FIGHT: [&str; 14] = ["D4", "C3", "E3", "E5", "D5", "C5", "C4", "B4", "D6", "F4", "F3", "G3", "G4", "pass"];

#[test]
fn a_turned_input_is_the_input_of_the_turned_position() {
    // With a ko that has just been taken.
    let moves = ["D5", "F6", "E6", "F4", "E4", "G5", "J9", "E5", "F5"];
    for (width, moves) in [(7, &FIGHT[..]), (9, &moves[..])] {
        let position = played(width, "chinese", "7.5", moves);
        for symmetry in Dihedral::ALL {
            let turned = Input::of(&position.transformed(symmetry), Dihedral::IDENTITY);
            let seen = Input::of(&position, symmetry);
            assert_eq!(seen.words(), turned.words(), "{symmetry:?}");
            assert_eq!(seen.globals().map(f32::to_bits), turned.globals().map(f32::to_bits), "{symmetry:?}");
        }
    }
}

#[test]
fn komi_is_what_white_gets_on_top_of_the_area() {
    let komi = |rules: &str, komi: &str, moves: &[&str]| {
        let position = played(5, rules, komi, moves);
        let seen = Input::of(&position, Dihedral::IDENTITY).globals()[0] * 15.0;
        // In half points, so that numbers can be compared.
        (if position.turn() == Player::White { 2.0 * seen } else { -2.0 * seen }).round() as i32
    };
    assert_eq!(komi("chinese", "7.5", &[]), 15);
    assert_eq!(komi("chinese", "7.5", &["C3"]), 15);
    // Whoever fills the last neutral point has one stone more than in a territory count, with even chances.
    assert_eq!(komi("japanese", "6.5", &[]), 14);
    assert_eq!(komi("japanese", "6.5", &["C3"]), 14);
    // A pass gives the opponent a stone more on the board, which territory does not count.
    assert_eq!(komi("japanese", "6.5", &["C3", "pass"]), 16);
    // White took a stone: one more for White where prisoners are counted as well, and none where territory is.
    let taken = ["A1", "B1", "C3", "A2"];
    assert_eq!(komi("japanese", "6.5", &taken), 14);
    assert_eq!(komi("sum", "7.5", &taken), 17);
}

/// Whether the last move and the one before it are shown as passes.
fn passes(input: &Input) -> [bool; 2] {
    [1, 2].map(|global| input.globals()[global] > 0.5)
}

#[test]
fn who_goes_on_after_two_passes_shows_no_history() {
    let position = played(7, "chinese", "7.5", &["D4", "pass", "pass"]).resumed(Player::White);
    let input = Input::of(&position, Dihedral::IDENTITY);
    assert_eq!(passes(&input), [false, false]);
    assert!(input.words().iter().all(|word| word >> 7 == 0));
    let mut next = position.clone();
    next.play("C3".parse::<Move>().unwrap()).unwrap();
    assert_eq!(passes(&Input::of(&next, Dihedral::IDENTITY)), [false, true]);
}
