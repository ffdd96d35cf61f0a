//! On a processor that the program was not built for, it says so. Such a one is played by QEMU: passed over where that is not
//! installed, unless `PLATEAU_REQUIRE_PEERS` is set.

use std::process::Command;

use crate::program::finish;

const QEMU: &str = "qemu-x86_64";

#[test]
fn an_old_processor_is_told_apart_before_it_stumbles() {
    if Command::new(QEMU).arg("--version").output().is_err() {
        assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "{QEMU} is not installed");
        return eprintln!("passed over: {QEMU} is not installed");
    }
    // The first has no AVX2, the second has no AVX at all, the third has everything.
    for (processor, code) in [("IvyBridge", 1), ("Nehalem", 1), ("max", 0)] {
        let run = finish(Command::new(QEMU).args(["-cpu", processor, env!("CARGO_BIN_EXE_plateau"), "--version"]));
        assert_eq!(run.code, code, "{processor}: {}", run.err);
        let lines: Vec<&str> = run.err.lines().filter(|line| line.starts_with("plateau")).collect();
        assert_eq!(lines.len(), if code == 0 { 0 } else { 2 }, "a sentence in each language: {}", run.err);
        assert_eq!(run.out.starts_with("plateau "), code == 0, "{processor}: {}", run.out);
    }
}
