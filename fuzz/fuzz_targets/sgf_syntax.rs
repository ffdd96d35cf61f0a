#![no_main]

use record::ReadOptions;
use record::sgf::syntax::Collection;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // The lossless layer gives back what it was given.
    if let Ok(collection) = Collection::parse(data, &ReadOptions::default()) {
        assert_eq!(collection.to_bytes(), data);
    }
});
