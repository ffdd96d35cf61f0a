#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for rules in aligne4::Rules::ALL {
        testkit::fuzz::read_position(&aligne4::Game::new(rules), data);
    }
    testkit::fuzz::read_move::<aligne4::Position>(data);
});
