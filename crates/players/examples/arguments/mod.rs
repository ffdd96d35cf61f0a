//! What the measuring programs of this folder share: how they take their words, and how they say what is wrong.

use std::process::ExitCode;

/// Runs a program with the words of the command line. What is wrong goes to the error output.
pub(crate) fn run_with(run: impl FnOnce(&[&str]) -> Result<(), String>) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// The number at this place among the words, or what it is unless said.
pub(crate) fn number(words: &[&str], place: usize, default: u64, usage: &str) -> Result<u64, String> {
    words.get(place).map_or(Ok(default), |word| word.parse().map_err(|_| format!("{word:?} is no number; {usage}")))
}
