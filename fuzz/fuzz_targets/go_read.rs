#![no_main]

use go::{Game, Komi, Move, RULE_SETS, Rules, Size};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    let (_, rules) = RULE_SETS[*choice as usize % RULE_SETS.len()];
    let size = Size::new(1 + choice % 25).expect("a size that exists");
    testkit::fuzz::read_position(&Game::even(size, rules), text);
    testkit::fuzz::read_move::<go::Position>(text);
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = (text.parse::<Komi>(), text.parse::<Rules>(), text.parse::<Size>(), Move::from_sgf(text, size));
    }
});
