//! The program that a browser plays with where there is no server.

use std::env;
use std::path::{Path, PathBuf};

use crate::command::{output_of, run, run_with};

/// What it is built for; `.cargo/config.toml` says with which instructions.
const TARGET: &str = "wasm32-unknown-unknown";

/// By this variable the server is told where the program is when it is built (`crates/pages/build.rs`).
pub(crate) const VARIABLE: &str = "PLATEAU_BROWSER";

/// Builds it, and says how to build a server with it.
pub(crate) fn make() -> bool {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let Some(program) = build(Path::new("."), &target, &[]) else { return false };
    println!("{VARIABLE}={} cargo build --release", program.display());
    true
}

/// Builds the source in a folder into a target folder, with these options of the compiler besides; where the program is then.
pub(crate) fn build(source: &Path, target: &Path, options: &[&str]) -> Option<PathBuf> {
    let library = output_of("rustc", &["--print", "target-libdir", "--target", TARGET])?;
    if !Path::new(library.trim()).is_dir() && !run("rustup", &["target", "add", TARGET]) {
        return None;
    }
    let (manifest, target) = (source.join("Cargo.toml"), std::path::absolute(target).ok()?);
    let args = ["rustc", "--locked", "--release", "--package", "plateau-offline", "--target", TARGET];
    let (options, folder) = (options.join(" "), target.display().to_string());
    let variables =
        [("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", options.as_str()), ("CARGO_TARGET_DIR", &folder)];
    let rest = ["--manifest-path", manifest.to_str()?, "--lib", "--crate-type", "cdylib"];
    let built = run_with("cargo", &[&args[..], &rest].concat(), &variables);
    built.then(|| target.join(TARGET).join("release/offline.wasm"))
}
