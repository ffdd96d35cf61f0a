#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::fuzz::read_position(&othello::Game, data);
    testkit::fuzz::read_move::<othello::Position>(data);
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = othello::Square::parse_number(text);
    }
});
