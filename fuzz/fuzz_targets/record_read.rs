#![no_main]

use record::{Format, ReadOptions};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // Whatever opens must write and open again with the same games.
    let Ok(contents) = record::read(data, None, &ReadOptions::RECOVER) else { return };
    for game in &contents.records {
        let written = record::write_one(game, Format::Sgf).expect("every game can be written as SGF");
        let again = record::read_as(written.as_bytes(), Format::Sgf, &ReadOptions::RECOVER).expect("our own SGF opens");
        assert_eq!(again.records.len(), 1);
    }
});
