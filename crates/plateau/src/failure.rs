//! Everything that can go wrong, as a message for the person and an exit code for the script.

use std::io;
use std::process::ExitCode;

use plateau_core::ParseError;
use players::Unavailable;
use words::Words;

use crate::usage;

/// What was given on the command line, as a message shows it: nothing at all, as of a variable of the shell that is not set, would leave a gap.
pub(crate) fn shown(given: &str) -> &str {
    if given.is_empty() { "''" } else { given }
}

/// A failure: what to say and how to exit.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line is wrong, in a way that the grammar cannot see: exit code 2.
    Usage(String),
    /// The grammar refuses the command line (2), or it asked for help or version (0): clap writes that itself.
    Clap(clap::Error),
    /// The answer is no, as for a file with an illegal move: exit code 1.
    No(String),
    /// A file or a position is bad: exit code 3.
    Input(String),
    /// An engine failed, ours or another: exit code 4.
    Engine(String),
    /// A person stopped the program by Ctrl-C, after everything that was done is told: 128 and the number of the signal.
    Interrupted,
    /// A signal ended the terminal screen: 128 and its number.
    Signal(i32),
    /// The output cannot be written. A closed pipe is no failure: the reader has seen enough.
    Output(io::Error),
}

impl Failure {
    /// A text that is no position, with the place and what was expected there, in the person's language.
    pub(crate) fn position(text: &str, error: &ParseError, words: &Words) -> Failure {
        let problem = explain(error, words);
        let args = [("text", shown(text).into()), ("problem", problem.into())];
        Failure::Input(words.say("error-position", &args))
    }

    /// A seat that nobody can take: a wrong wish, or an engine that cannot be used.
    pub(crate) fn seat(why: &Unavailable, words: &Words) -> Failure {
        let said = tui::say(words, &why.message());
        if matches!(why, Unavailable::External(_)) { Failure::Engine(said) } else { Failure::Usage(said) }
    }

    /// Writes the message to standard error and tells the exit code.
    pub(crate) fn report(self, words: &Words) -> ExitCode {
        let (message, code) = match self {
            Failure::Clap(error) => {
                let Some(said) = usage::explain(&error, words) else {
                    // Help asked for goes to standard output; a closed pipe there is nobody's problem.
                    let _ = error.print();
                    return ExitCode::from(error.exit_code() as u8);
                };
                (said, 2)
            }
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(error) => (words.say("error-output", &[("problem", error.to_string().into())]), 1),
            Failure::Signal(signal) => return ExitCode::from(128u8.wrapping_add(signal as u8)),
            Failure::Interrupted => return ExitCode::from(130),
            Failure::No(message) => (message, 1),
            Failure::Engine(message) => (message, 4),
            Failure::Usage(message) => (message, 2),
            Failure::Input(message) => (message, 3),
        };
        eprintln!("plateau: {}: {message}", words.say("error", &[]));
        ExitCode::from(code)
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Clap(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// A parse error in the person's language.
fn explain(error: &ParseError, words: &Words) -> String {
    let expected = words.say(&format!("expected-{}", error.expected.id), &[]);
    let column = ("column", error.column().into());
    match error.found {
        Some(found) => {
            let found = found.escape_debug().to_string();
            words.say("error-column", &[column, ("expected", expected.into()), ("found", found.into())])
        }
        None => words.say("error-column-end", &[column, ("expected", expected.into())]),
    }
}
