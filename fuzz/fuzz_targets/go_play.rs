#![no_main]

use go::{Game, Handicap, RULE_SETS, Size};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // The first two bytes choose the rules, a small board, where captures and repetitions come soon, and the handicap.
    let [rules, board, moves @ ..] = data else { return };
    let (_, rules) = RULE_SETS[*rules as usize % RULE_SETS.len()];
    let size = Size::new(1 + board % 6).expect("a size that exists");
    let handicap = if *board < 128 { Handicap::None } else { Handicap::Free(2) };
    let game = Game::new(size, rules, handicap).unwrap_or(Game::even(size, rules));
    testkit::fuzz::play_indices(&game, moves);
});
