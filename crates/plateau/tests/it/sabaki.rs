//! Sabaki's own controller with the program as its engine.
//!
//! `PLATEAU_SABAKI` names the folder of the npm package `@sabaki/gtp`; without it this test returns early, unless `PLATEAU_REQUIRE_PEERS` is
//! set.

use std::process::{Command, Stdio};

use crate::program::finish;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/sabaki.mjs");

#[test]
fn sabaki_analyses_and_plays() {
    let Some(package) = std::env::var_os("PLATEAU_SABAKI") else {
        assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "PLATEAU_SABAKI must be set");
        return eprintln!("PLATEAU_SABAKI is not set: passed over");
    };
    let mut node = Command::new("node");
    node.arg(SCRIPT).arg(package).arg(env!("CARGO_BIN_EXE_plateau")).stdin(Stdio::null());
    let run = finish(&mut node);
    assert_eq!((run.code, run.out.trim()), (0, "done true"), "{}", run.err);
}
