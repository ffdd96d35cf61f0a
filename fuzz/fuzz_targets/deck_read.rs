#![no_main]

use study::deck::{Entry, read_file, write_file};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(cards) = read_file(text) else { return };
    // What is written once is written alike ever after, and asking a card breaks nothing.
    let written = write_file(&cards);
    let again = read_file(&written).expect("what is written is read");
    assert_eq!(write_file(&again), written);
    for card in again {
        let _ = Entry::new(card);
    }
});
