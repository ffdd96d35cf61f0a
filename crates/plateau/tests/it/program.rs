//! Runs the binary in a clean environment.

use std::process::{Command, Output, Stdio};

/// What a run gave.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program with these arguments, without any setting from outside.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    for name in ["PLATEAU_LANG", "PLATEAU_DATABASE", "PLATEAU_NATS", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    // A path that cannot exist: below a file.
    command.env("PLATEAU_CONFIG", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml.none"));
    command.args(args).stdin(Stdio::null());
    command
}

pub(crate) fn run(args: &[&str]) -> Run {
    finish(&mut command(args))
}

pub(crate) fn finish(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: status.code().expect("the program ends by itself"), out: text(stdout), err: text(stderr) }
}
