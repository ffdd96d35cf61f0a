//! What the libraries show to the outside, as lists in [`FOLDER`]: nothing of it changes unseen, and nothing that others use goes away without a
//! version that says so.
//!
//! The names come from rustdoc's JSON, the declarations from the sources that it points to, so that a list reads as the source does. cargo-semver-checks
//! looks closer, but has to be built first: after ten minutes of two cores that had other work, too, it was at its 185th crate, and not at its last. This
//! takes ten seconds of a core.

mod list;

use std::fs;
use std::path::{Path, PathBuf};

use self::list::List;
use crate::command::{output_of, run_with};

/// The crates that are for others, too.
const LIBRARIES: [&str; 5] = ["plateau-core", "plateau-go", "plateau-othello", "plateau-aligne4", "plateau-record"];

/// Where the lists are kept.
const FOLDER: &str = "xtask/interfaces";

/// Where they are made: apart, since the compiler is told by a variable that it may write JSON, and would build everything anew with it.
const TARGET: &str = "target/interface";

/// Whether the lists say what is there, and whether the version says what has changed since the last release.
pub(crate) fn check() -> bool {
    let release = last_release();
    LIBRARIES.iter().all(|library| {
        let Some(now) = listed(library) else { return false };
        let text = fs::read_to_string(file(library)).unwrap_or_default();
        is_kept(library, &List::read(&text), &now)
            && release.as_deref().is_none_or(|tag| keeps_promises(library, tag, &now))
    })
}

/// Writes the lists anew.
pub(crate) fn accept() -> bool {
    LIBRARIES.iter().all(|library| {
        let path = file(library);
        let write =
            |now: List| fs::write(&path, now.to_string()).map_err(|error| eprintln!("{}: {error}", path.display()));
        listed(library).is_some_and(|now| write(now).is_ok())
    })
}

/// Nothing but what the list has, and all of it.
fn is_kept(library: &str, kept: &List, now: &List) -> bool {
    let (gone, new) = (kept.without(now), now.without(kept));
    for line in &gone {
        println!("- {line}");
    }
    for line in &new {
        println!("+ {line}");
    }
    let is_kept = gone.is_empty() && new.is_empty();
    if !is_kept {
        println!(
            "{library} shows something else than {} has: `cargo xtask interface --accept` writes it",
            file(library).display()
        );
    }
    is_kept
}

/// Whoever used the last release can use this one, or its number says that this may not be.
fn keeps_promises(library: &str, tag: &str, now: &List) -> bool {
    let Some(text) = output_of("git", &["show", &format!("{tag}:{FOLDER}/{library}.txt")]) else { return false };
    let before = List::read(&text);
    let breaks = now.breaks(&before);
    if breaks.is_empty() || before.may_break(now) {
        return true;
    }
    for line in breaks {
        println!("! {line}");
    }
    println!(
        "{library} breaks what {tag} promised, and is still {}: raise the version, or keep the promise",
        now.version
    );
    false
}

/// The tag of the last release in the history that this clone has.
fn last_release() -> Option<String> {
    let tags = output_of("git", &["tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname"])?;
    let tag = tags.lines().next().map(str::to_owned);
    if tag.is_none() {
        eprintln!("there has been no release: every interface may change, if its list does");
    }
    tag
}

fn file(library: &str) -> PathBuf {
    Path::new(FOLDER).join(format!("{library}.txt"))
}

/// What a library shows now.
fn listed(library: &str) -> Option<List> {
    let args = ["rustdoc", "--quiet", "--locked", "--lib", "--package", library, "--target-dir", TARGET, "--"];
    let json = ["-Zunstable-options", "--output-format=json"];
    if !run_with("cargo", &[&args[..], &json].concat(), &[("RUSTC_BOOTSTRAP", "1")]) {
        return None;
    }
    let name = crate_name(library)?;
    let path = Path::new(TARGET).join("doc").join(format!("{name}.json"));
    let read = || Ok::<_, std::io::Error>(serde_json::from_slice(&fs::read(&path)?)?);
    let documentation = read().map_err(|error| eprintln!("{}: {error}", path.display())).ok()?;
    Some(List::of(library, &documentation))
}

/// The name by which programs know a library.
fn crate_name(library: &str) -> Option<String> {
    let metadata = output_of("cargo", &["metadata", "--format-version", "1", "--no-deps", "--offline"])?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).ok()?;
    let package = metadata["packages"].as_array()?.iter().find(|package| package["name"] == library)?;
    let target = package["targets"].as_array()?.iter().find(|target| target["kind"][0] == "lib")?;
    Some(target["name"].as_str()?.replace('-', "_"))
}
