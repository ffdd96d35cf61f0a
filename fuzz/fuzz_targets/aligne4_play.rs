#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // The first byte chooses the variant.
    let [variant, moves @ ..] = data else { return };
    let rules = aligne4::Rules::ALL[*variant as usize % aligne4::Rules::ALL.len()];
    testkit::fuzz::play_indices(&aligne4::Game::new(rules), moves);
});
