#![no_main]

use protocol::kata::Request;

// Whatever is read has positions at all of its turns, unless the game is void.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for line in String::from_utf8_lossy(data).split('\n') {
        match Request::read(line) {
            Ok(reading) => {
                if let Request::Query(query) = reading.request {
                    for &turn in query.turns.keys().take(4) {
                        if let Some(position) = query.position(turn) {
                            assert_eq!(position.size(), query.size());
                        }
                    }
                }
            }
            Err(problem) => assert!(!problem.message.is_empty(), "{line:?}"),
        }
    }
});
