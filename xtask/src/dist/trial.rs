//! The package in a clean root, in which nothing of this machine is seen, and no network.

use std::fs;
use std::path::Path;

use super::{FOLDER, run};

/// Whether the system lets us have a place of our own at all.
pub(super) fn is_possible() -> bool {
    run("unshare", &["--mount", "--net", "true"])
}

/// Lets `deploy/debian/try` do there what people do: install, play, serve, upgrade, remove.
pub(super) fn in_clean_root(files: &[&Path]) -> bool {
    let root = Path::new(FOLDER).join("root");
    if let Err(error) = fs::create_dir_all(&root) {
        eprintln!("{}: {error}", root.display());
        return false;
    }
    let paths: Vec<_> =
        [&root, Path::new("deploy/debian/try")].iter().chain(files).map(|path| path.to_string_lossy()).collect();
    let args: Vec<&str> =
        ["--mount", "deploy/debian/clean-root"].into_iter().chain(paths.iter().map(AsRef::as_ref)).collect();
    run("unshare", &args)
}
