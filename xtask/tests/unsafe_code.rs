//! The list of `unsafe` code in docs/unsafe-code.md, and the sources: the lint refuses it elsewhere, so the exceptions from the lint are the list.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module, by its path from the root of the workspace, and why it is excepted.
type Exception = (String, String);

/// The reasons of all exceptions in a source.
fn reasons(source: &str) -> Vec<String> {
    let exceptions = source.split("allow(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix("unsafe_code"));
    let reason = |rest: &str| {
        let rest = rest.trim_start_matches([',', ' ', '\n']).strip_prefix("reason = \"");
        rest.and_then(|rest| rest.split('"').next()).unwrap_or("none is given").to_owned()
    };
    exceptions.map(reason).collect()
}

/// The rows of the table.
fn listed(page: &str) -> BTreeSet<Exception> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        Some((cells.next()?.trim_end_matches('`').to_owned(), cells.next()?.to_owned()))
    };
    page.lines().filter_map(row).collect()
}

/// Every source below some folders.
fn sources(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                sources.push(path);
            }
        }
    }
    sources
}

#[test]
fn the_list_has_every_exception_with_its_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let paths = sources(["crates", "tools"].map(|folder| root.join(folder)).to_vec());
    assert!(paths.len() > 200, "the sources were read: {}", paths.len());
    let mut found = BTreeSet::new();
    for path in paths {
        let name = path.strip_prefix(&root).expect("it is there").to_string_lossy().replace('\\', "/");
        let source = fs::read_to_string(&path).expect("a source can be read");
        found.extend(reasons(&source).into_iter().map(|reason| (name.clone(), reason)));
    }
    let page = fs::read_to_string(root.join("docs/unsafe-code.md")).expect("the list is there");
    assert_eq!(listed(&page), found);
}

#[test]
fn an_exception_is_seen_on_one_line_and_on_several_and_without_a_reason() {
    let source = "#![allow(unsafe_code, reason = \"a\")]\n#[allow(\n    unsafe_code,\n    reason = \"b\"\n)]\n#[allow(unsafe_code)]\n#[allow(dead_code)]";
    assert_eq!(reasons(source), ["a", "b", "none is given"]);
    let rows = listed("| module | why |\n|---|---|\n| `crates/a.rs` | a | held |\n");
    assert_eq!(rows, BTreeSet::from([("crates/a.rs".to_owned(), "a".to_owned())]));
}
