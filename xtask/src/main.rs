//! Checks for contributors, in one command: `cargo xtask ci`.
//!
//! `cargo xtask` alone lists the tasks. Each is a list of commands that could be typed by hand; the first that fails ends it.

mod browser;
mod command;
mod compare;
mod dist;
mod interface;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use crate::command::{output_of, run, run_with};
use crate::compare::compare;

/// Where the fuzz targets are; they are built apart from the workspace.
const FUZZ: &str = "fuzz/Cargo.toml";

/// How long each fuzz target runs when all are run.
const FUZZ_SECONDS: &str = "5";

/// What rustc must add to a program so that libFuzzer sees which branches an input takes. Stable options, so that no nightly
/// toolchain is needed.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions -Ccodegen-units=1 --cfg fuzzing";

fn main() -> ExitCode {
    env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the workspace is there");
    let args: Vec<String> = env::args().skip(1).collect();
    let passed = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => lint() && test() && fuzz_all(FUZZ_SECONDS),
        ["lint"] => lint(),
        ["fuzz"] => fuzz_all(FUZZ_SECONDS),
        ["fuzz", "--build"] => fuzz_build(),
        ["fuzz", target] => fuzz(target, "0"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        ["interface"] => interface::check(),
        ["interface", "--accept"] => interface::accept(),
        ["browser"] => browser::make(),
        ["dist"] => dist::make(),
        ["dist", "--try"] => dist::make_and_try(),
        ["dist", "--rehearse"] => dist::rehearse(),
        ["dist", "--twice"] => dist::make_twice(),
        ["compare", rounds, first, second, ref args @ ..] => compare(rounds, [first, second], args),
        _ => {
            eprintln!(
                "cargo xtask ci                     all checks: lint, the tests, a bounded run of every fuzz target\n\
                 cargo xtask lint                   format, clippy without warnings, documentation, the libraries' interfaces\n\
                 cargo xtask fuzz                   every fuzz target for {FUZZ_SECONDS} seconds\n\
                 cargo xtask fuzz --build           builds them and runs none\n\
                 cargo xtask fuzz TARGET [SECONDS]  one target, until stopped or for so long\n\
                 cargo xtask interface              what the libraries show, against the lists in xtask/interfaces and the last release\n\
                 cargo xtask interface --accept     those lists, written anew\n\
                 cargo xtask browser                the program that a browser plays with where there is no server\n\
                 cargo xtask dist                   what people install, in target/dist: the static program, a Debian package,\n\
                 \u{20}                                  a container image, checksums, the list of what is in them\n\
                 cargo xtask dist --try             the same, tried in a clean root without a network (as root, on Debian)\n\
                 cargo xtask dist --rehearse        that trial alone, with a program that is built quickly, for CI\n\
                 cargo xtask dist --twice           the program once more, from another folder: the same bits?\n\
                 cargo xtask compare ROUNDS PROGRAM PROGRAM [ARGUMENTS]  processor time of two builds, in turns"
            );
            return ExitCode::from(2);
        }
    };
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn lint() -> bool {
    run("cargo", &["fmt", "--all", "--check"])
        && run("cargo", &["fmt", "--manifest-path", FUZZ, "--check"])
        && run("cargo", &["clippy", "--workspace", "--all-targets", "--release", "--", "-D", "warnings"])
        && run_with("cargo", &["doc", "--workspace", "--no-deps", "--release"], &[("RUSTDOCFLAGS", "-D warnings")])
        && interface::check()
}

fn test() -> bool {
    run("cargo", &["test", "--workspace", "--release"])
}

fn fuzz_all(seconds: &str) -> bool {
    let source = std::fs::read_to_string(FUZZ).expect("the fuzz crate is there");
    let targets: Vec<&str> = source.split("[[bin]]").skip(1).filter_map(name_in).collect();
    assert!(!targets.is_empty(), "no fuzz target found in {FUZZ}");
    // All at once, which keeps every core busy.
    fuzz_build() && targets.into_iter().all(|target| fuzz(target, seconds))
}

fn fuzz_build() -> bool {
    fuzz_cargo("build", &["--bins"])
}

/// Has cargo build or run fuzz targets.
fn fuzz_cargo(command: &str, rest: &[&str]) -> bool {
    // Naming the target, even if it is this machine, keeps the coverage options away from build scripts.
    let host = host();
    let args = [command, "--release", "--manifest-path", FUZZ, "--target", &host];
    run_with("cargo", &[&args, rest].concat(), &[("RUSTFLAGS", COVERAGE)])
}

/// The value of the first `name = "…"`.
fn name_in(section: &str) -> Option<&str> {
    section.split("name = \"").nth(1)?.split('"').next()
}

fn fuzz(target: &str, seconds: &str) -> bool {
    let corpus = format!("fuzz/corpus/{target}");
    let artifacts = format!("fuzz/artifacts/{target}/");
    for folder in [&corpus, &artifacts] {
        std::fs::create_dir_all(folder).expect("the fuzz folder can be written");
    }
    let time = format!("-max_total_time={seconds}");
    let artifacts = format!("-artifact_prefix={artifacts}");
    fuzz_cargo("run", &["--bin", target, "--", &corpus, &time, &artifacts])
}

/// The triple of the machine this runs on, as rustc names it.
fn host() -> String {
    let text = output_of("rustc", &["-vV"]).expect("rustc can be run");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}
