#![no_main]

use search::{Limits, Random, Resources};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let random = Random::new(&Resources { seed: Some(1), ..Resources::default() });
    let mut session = protocol::nboard::Session::new("Plateau", Box::new(random), Limits::NONE);
    for line in String::from_utf8_lossy(data).split('\n') {
        let answer = session.handle(line);
        assert!(answer.is_empty() || answer.ends_with('\n'), "{line:?}: {answer:?}");
    }
});
