//! `KaTrain` 1.20 with the program as its engine: its own classes, without a window.
//!
//! `PLATEAU_KATRAIN` names a Python that has the package `katrain`; without it these tests return early, unless `PLATEAU_REQUIRE_PEERS` is
//! set.

use std::process::{Command, Stdio};

use crate::analysis::Listening;
use crate::program::finish;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/review_in_katrain.py");

/// The positions of the three games that the script opens.
const POSITIONS: &str = "62";

fn katrain(backend: &str, place: &str) -> Option<Command> {
    let python = std::env::var_os("PLATEAU_KATRAIN");
    assert!(python.is_some() || std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "PLATEAU_KATRAIN must be set");
    let mut command = Command::new(python.or_else(|| {
        eprintln!("PLATEAU_KATRAIN is not set: passed over");
        None
    })?);
    command.args([SCRIPT, backend, place]).stdin(Stdio::null());
    Some(command)
}

#[test]
fn katrain_reviews_games_with_an_engine_that_it_starts() {
    let Some(mut katrain) = katrain("custom", &format!("'{}' analysis --threads 2", env!("CARGO_BIN_EXE_plateau")))
    else {
        return;
    };
    let run = finish(&mut katrain);
    assert_eq!(run.code, 0, "{}\n{}", run.out, run.err);
    assert_eq!(run.out.lines().last(), Some(POSITIONS), "{}", run.err);
}

#[test]
fn katrain_reviews_games_with_an_engine_elsewhere() {
    if katrain("remote", "").is_none() {
        return;
    }
    let engine = Listening::start();
    let run = finish(&mut katrain("remote", &engine.address).expect("it was there a moment ago"));
    assert_eq!(run.code, 0, "{}\n{}", run.out, run.err);
    assert_eq!(run.out.lines().last(), Some(POSITIONS), "{}", run.err);
}
