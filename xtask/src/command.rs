//! Commands that could be typed by hand.

use std::process::Command;

/// Runs a program and says what it runs; whether that went well.
pub(crate) fn run(program: &str, args: &[&str]) -> bool {
    run_with(program, args, &[])
}

/// The same with variables.
pub(crate) fn run_with(program: &str, args: &[&str], variables: &[(&str, &str)]) -> bool {
    eprintln!("$ {program} {}", args.join(" "));
    match Command::new(program).args(args).envs(variables.iter().copied()).status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("{program} cannot be run: {error}");
            false
        }
    }
}

/// What a program writes, if it does as it is told.
pub(crate) fn output_of(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output();
    match output {
        Ok(output) if output.status.success() => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            eprintln!("{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim_end());
            None
        }
        Err(error) => {
            eprintln!("{program} cannot be run: {error}");
            None
        }
    }
}
