#![no_main]

use record::Options;
use record::sgf::syntax::Collection;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // The lossless layer gives back what it was given.
    if let Ok(collection) = Collection::parse(data, &Options::default()) {
        assert_eq!(collection.to_bytes(), data);
    }
});
