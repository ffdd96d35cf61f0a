//! The program on processors of every age, which QEMU plays: passed over where that is not installed, unless `PLATEAU_REQUIRE_PEERS` is set.
//! `PLATEAU_PROGRAM` names another build of it, such as the one that is packaged.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::bench::SIGNATURES;
use crate::program::finish;

const QEMU: &str = "qemu-x86_64";

/// Of 2006: it cannot count the bits of a word, and has no vectors of more than two.
const OLD: &str = "core2duo";

/// The program on such a processor, if there is a QEMU to play it.
fn plateau_on(processor: &str) -> Option<Command> {
    if Command::new(QEMU).arg("--version").output().is_err() {
        assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "{QEMU} is not installed");
        eprintln!("passed over: {QEMU} is not installed");
        return None;
    }
    let program = std::env::var_os("PLATEAU_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_plateau").into());
    let mut command = Command::new(QEMU);
    command.args(["-cpu", processor]).arg(program);
    Some(command)
}

#[test]
fn the_program_starts_on_every_processor() {
    // The oldest with 64 bits; one without AVX, one without AVX2, one with everything.
    for processor in ["qemu64", OLD, "Nehalem", "IvyBridge", "max"] {
        let Some(mut plateau) = plateau_on(processor) else { return };
        let run = finish(plateau.arg("--version"));
        assert_eq!((run.code, run.out.starts_with("plateau ")), (0, true), "{processor}: {}", run.err);
    }
}

/// What the fixed workloads find out is the same without any of the instructions that make them fast.
#[test]
fn an_old_processor_finds_out_the_same() {
    for game in ["go", "othello", "aligne4"] {
        let Some(mut plateau) = plateau_on(OLD) else { return };
        let mut bench = plateau.args(["bench", game, "--json"]).stdout(Stdio::piped()).spawn().expect("QEMU is there");
        let expected: Vec<&str> = SIGNATURES.iter().filter(|signed| signed.0 == game).map(|signed| signed.1).collect();
        let lines = BufReader::new(bench.stdout.take().expect("it is piped")).lines();
        let mut lines = lines
            .map(|line| serde_json::from_str::<serde_json::Value>(&line.expect("text")).expect("a JSON object a line"));
        let ways = lines.next().expect("a line");
        assert_eq!([&ways["instructions"], &ways["network_path"]], ["portable", "lanes"], "{game}");
        // Then come searches over networks, which have no signature and would take this processor an hour.
        let signatures: Vec<String> = lines
            .take(expected.len())
            .map(|object| object["signature"].as_str().expect("a signature").to_string())
            .collect();
        bench.kill().expect("it is a child of this process");
        bench.wait().expect("it is a child of this process");
        assert_eq!(signatures, expected, "{game}");
    }
}
