//! The static program.

use std::env;
use std::path::{Path, PathBuf};

use super::{Build, output_of, run, run_with};
use crate::browser;

/// What it is built for: Linux on x86-64, with a C library of its own in it.
pub(super) const TARGET: &str = "x86_64-unknown-linux-musl";

/// Builds the source in a folder, and gives back where the program is.
pub(super) fn build(source: &Path, build: Build) -> Option<PathBuf> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| source.join("target"), PathBuf::from);
    build_into(source, &target, build)
}

/// The same with a target folder.
pub(super) fn build_into(source: &Path, target: &Path, build: Build) -> Option<PathBuf> {
    let source = source.canonicalize().map_err(|error| eprintln!("{}: {error}", source.display())).ok()?;
    if !installed()? {
        return None;
    }
    let target = std::path::absolute(target).ok()?;
    let manifest = source.join("Cargo.toml");
    let args = ["build", "--locked", "--release", "--package", "plateau", "--target", TARGET, "--manifest-path"];
    let maps = maps(&source, &target)?;
    let remapped: Vec<String> =
        maps.iter().map(|(folder, name)| format!("--remap-path-prefix={folder}={name}")).collect();
    let options: Vec<&str> = remapped.iter().map(String::as_str).collect();
    let mut variables = variables(&maps, &options, &target);
    match build {
        Build::Shipped => {
            let browser = browser::build(&source, &target, &options)?;
            variables.push((browser::VARIABLE, browser.display().to_string()));
        }
        // In the same folder, since what the build itself runs (macros, scripts) is the same as for any other.
        Build::Quick => variables.push(("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0".to_owned())),
    }
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let built = run_with("cargo", &[&args[..], &[manifest.to_str()?]].concat(), &variables);
    built.then(|| target.join(TARGET).join("release/plateau"))
}

/// The compiler of C programs for this target is Debian's; the standard library is rustup's.
fn installed() -> Option<bool> {
    let library = output_of("rustc", &["--print", "target-libdir", "--target", TARGET])?;
    Some(Path::new(library.trim()).is_dir() || run("rustup", &["target", "add", TARGET]))
}

/// No folder of this machine is named in the program, and nothing else of this machine or this moment: two builds have the same bits.
/// Pieces of an earlier build stay out of it. The names of functions, which a crash would tell, are left out to save a tenth.
fn variables(maps: &[(String, &'static str)], options: &[&str], target: &Path) -> Vec<(&'static str, String)> {
    let c: String = maps.iter().map(|(folder, name)| format!(" -ffile-prefix-map={folder}={name}")).collect();
    vec![
        ("RUSTFLAGS", format!("-Cstrip=symbols {}", options.join(" "))),
        ("CFLAGS_x86_64_unknown_linux_musl", c.trim_start().to_owned()),
        // mimalloc has the moment of its compilation in it. It is always the same one, since everything in C is compiled anew when it changes.
        ("SOURCE_DATE_EPOCH", "0".to_owned()),
        ("CARGO_TARGET_DIR", target.display().to_string()),
        ("CARGO_PROFILE_RELEASE_INCREMENTAL", "false".to_owned()),
    ]
}

/// The folders of this machine, and what they are called in the program.
fn maps(source: &Path, target: &Path) -> Option<[(String, &'static str); 4]> {
    let sysroot = output_of("rustc", &["--print", "sysroot"])?;
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    // Where two match, the last one counts: the target folder is mostly within the source.
    let folders =
        [(home.as_path(), "/cargo"), (Path::new(sysroot.trim()), "/rust"), (source, "/plateau"), (target, "/target")];
    Some(folders.map(|(folder, name)| (folder.display().to_string(), name)))
}
