#![no_main]

use study::puzzle::{Collection, Progress, Puzzle};
use table::Kind;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // What can be read is written as it was, and asking it breaks nothing.
    for kind in Kind::ALL {
        if let Ok(puzzle) = Puzzle::read(kind, text) {
            assert_eq!(Puzzle::read(kind, &puzzle.to_string()).as_ref(), Ok(&puzzle));
            let _ = puzzle.check();
        }
    }
    if let Ok(collection) = Collection::read(text) {
        assert_eq!(Collection::read(&collection.to_string()), Ok(collection));
    }
    let _ = Progress::read(text, &Collection::shipped);
});
