#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| testkit::fuzz::play_indices(&othello::Game, data));
