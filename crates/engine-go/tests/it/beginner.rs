use std::collections::BTreeSet;

use engine_go::Beginner;
use go::{Game, Move, Position};
use plateau_core::{Game as _, Position as _};
use search::{Choice, Engine, Limits, Resources, Stop};

use crate::position;

fn choice(position: &Position, seed: u64) -> Move {
    let mut player = Beginner::new(&Resources { seed: Some(seed), ..Resources::default() });
    let thought = player.think(position, &Limits::NONE, &Stop::new(), &mut |_| {}).expect("it always has an answer");
    match thought.choice {
        Choice::Play(mv) => mv,
        Choice::Resign => panic!("it never resigns"),
    }
}

/// Every move it may choose, as text.
fn choices(position: &Position) -> BTreeSet<String> {
    (0..60).map(|seed| choice(position, seed).to_string()).collect()
}

#[test]
fn it_does_what_its_rules_say_in_their_order() {
    for (size, what, text, expected) in [
        (5, "takes the chain in atari, not the one with two liberties", "OX.../.X.../...../...../....O X", &["A4"][..]),
        (5, "puts a chain with two liberties into atari", "O..../...../..X../...../..... X", &["A4", "B5"]),
        (
            7,
            "gives liberties to its own chain in atari",
            "......./......./...O.../..OXO../......./......./....... X",
            &["D3"],
        ),
    ] {
        let expected: BTreeSet<String> = expected.iter().map(|&point| point.to_owned()).collect();
        assert_eq!(choices(&position(size, text)), expected, "{what}");
    }
}

#[test]
fn it_does_not_run_where_running_gains_nothing() {
    // Black's stone in the corner is in atari, and A4 would leave it with one liberty again: it plays anywhere instead.
    let trapped = position(5, "XO.../.O.../.O.../...../..... X");
    assert!(choices(&trapped).len() > 5, "{:?}", choices(&trapped));
}

#[test]
fn it_fills_no_eye_of_its_own_and_passes_at_the_end() {
    let settled = position(5, ".X.XO/XXXXO/OOOOO/O.O.O/OOOOO X");
    assert_eq!(choices(&settled), BTreeSet::from(["pass".to_owned()]));
}

#[test]
fn free_handicap_stones_are_placed() {
    let game = Game::new(go::Size::NINE, go::Rules::default(), go::Handicap::Free(2)).expect("a handicap");
    let start = game.start();
    assert_eq!(start.check(choice(&start, 1)), Ok(()));
}
