//! Comparing with golden files.

use std::fs;
use std::path::Path;

/// Holds that the text is that of the golden file, or writes the file if the variable `BLESS` is set.
pub(crate) fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, text).expect("the golden file can be written");
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    assert!(golden == text, "{name} differs; it should be\n{golden}\nand is\n{text}");
}
