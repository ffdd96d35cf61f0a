//! The pages about the libraries show programs that there are: what stands in them is a part of an example, which is built and tested.

use std::fs;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pieces of Rust in a page.
fn pieces(page: &str) -> Vec<&str> {
    page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The path of the example that a page links to, from the root of the workspace.
fn example(page: &str) -> Option<&str> {
    let link = page.split("](../../").skip(1).filter_map(|rest| rest.split(')').next());
    link.into_iter().find(|path| path.contains("/examples/"))
}

/// The pieces that an example does not have, line by line.
fn strange<'a>(page: &'a str, source: &str) -> Vec<&'a str> {
    pieces(page).into_iter().filter(|piece| !source.contains(&format!("\n{piece}"))).collect()
}

#[test]
fn what_the_pages_show_is_in_the_examples_and_these_are_tested() {
    let folder = workspace().join("docs/libraries");
    let pages: Vec<PathBuf> =
        fs::read_dir(folder).expect("there are pages").flatten().map(|entry| entry.path()).collect();
    assert!(pages.len() >= 3, "{pages:?}");
    for path in pages {
        let page = fs::read_to_string(&path).expect("a text");
        let example = example(&page).unwrap_or_else(|| panic!("{} links to its example", path.display()));
        let source = fs::read_to_string(workspace().join(example)).expect("the example is there");
        assert!(!pieces(&page).is_empty(), "{} shows something", path.display());
        assert_eq!(strange(&page, &source), [""; 0], "{} shows what {example} has not", path.display());
        let (folder, file) = example.split_once("/examples/").expect("it is an example");
        let manifest = fs::read_to_string(workspace().join(folder).join("Cargo.toml")).expect("a manifest");
        let name = file.strip_suffix(".rs").expect("a source");
        let is_tested = manifest.contains(&format!("[[example]]\nname = \"{name}\"\ntest = true\n"));
        assert!(is_tested && source.contains("#[test]"), "{example} is tested");
    }
}

#[test]
fn what_an_example_has_not_would_be_seen() {
    let page = "[a](../../crates/go/examples/a.rs)\n```rust\nlet a = 1;\n```\n\n```rust\nlet a = 2;\n```\n";
    assert_eq!(example(page), Some("crates/go/examples/a.rs"));
    assert_eq!(strange(page, "fn main() {\nlet a = 1;\n}\n"), ["let a = 2;\n"]);
}
