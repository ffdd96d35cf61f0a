//! What can go wrong with an external engine.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use search::Failure;

/// Why an external engine gave no answer. [`Display`](fmt::Display) gives a lower-case sentence, with the last lines of its
/// standard error where they may tell the cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The command line has no word, or an open quotation.
    CommandLine(String),
    /// The program could not be started.
    Start {
        /// The program.
        program: String,
        /// What the operating system said.
        why: String,
    },
    /// The program ended.
    Died {
        /// How, in the operating system's words.
        status: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// No answer came in time.
    TimedOut {
        /// What was asked.
        command: String,
        /// How long was waited.
        after: Duration,
        /// The end of its standard error.
        stderr: String,
    },
    /// What came is no GTP.
    Garbage {
        /// What was asked.
        command: String,
        /// The line that is no answer.
        line: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// An answer of more bytes than any answer needs.
    Flood {
        /// What was asked.
        command: String,
    },
    /// The engine said no.
    Refused {
        /// What was asked.
        command: String,
        /// Its answer.
        answer: String,
    },
    /// The engine lacks a command that every engine must have.
    Lacks(&'static str),
    /// The engine's move is against the rules.
    IllegalMove {
        /// The move.
        text: String,
        /// The rule.
        why: String,
        /// Its id.
        reason_id: &'static str,
    },
    /// The engine's answer to a request for a move is no move.
    NotAMove(String),
    /// There is no way to show the engine this position.
    CannotSetUp,
    /// The search was stopped by our side. The engine goes on thinking, and its answer will be thrown away.
    Stopped,
}

impl EngineError {
    /// The message id.
    pub const fn id(&self) -> &'static str {
        match self {
            EngineError::CommandLine(_) => "engine-command-line",
            EngineError::Start { .. } => "engine-start",
            EngineError::Died { .. } => "engine-died",
            EngineError::TimedOut { .. } => "engine-timed-out",
            EngineError::Garbage { .. } => "engine-garbage",
            EngineError::Flood { .. } => "engine-flood",
            EngineError::Refused { .. } => "engine-refused",
            EngineError::Lacks(_) => "engine-lacks-command",
            EngineError::IllegalMove { .. } => "engine-illegal-move",
            EngineError::NotAMove(_) => "engine-not-a-move",
            EngineError::CannotSetUp => "engine-cannot-set-up",
            EngineError::Stopped => "engine-stopped",
        }
    }

    /// What fills the gaps of the sentence with that id.
    fn details(&self) -> Vec<(&'static str, String)> {
        let said = |stderr: &str| ("said", stderr.trim().to_owned());
        match self {
            EngineError::CommandLine(text) => vec![("command", text.clone())],
            EngineError::Start { program, why } => vec![("program", program.clone()), ("problem", why.clone())],
            EngineError::Died { status, stderr } => vec![("status", status.clone()), said(stderr)],
            EngineError::TimedOut { command, after, stderr } => {
                vec![("command", command.clone()), ("seconds", format!("{:.1}", after.as_secs_f64())), said(stderr)]
            }
            EngineError::Garbage { command, line, stderr } => {
                vec![("command", command.clone()), ("line", line.clone()), said(stderr)]
            }
            EngineError::Flood { command } => vec![("command", command.clone())],
            EngineError::Refused { command, answer } => vec![("command", command.clone()), ("answer", answer.clone())],
            EngineError::Lacks(command) => vec![("command", (*command).to_owned())],
            EngineError::IllegalMove { text, reason_id, .. } => {
                vec![("move", text.clone()), ("reason", (*reason_id).to_owned())]
            }
            EngineError::NotAMove(text) => vec![("answer", text.clone())],
            EngineError::CannotSetUp | EngineError::Stopped => Vec::new(),
        }
    }

    /// Whether nothing more can be expected of the running program.
    pub(crate) const fn is_fatal(&self) -> bool {
        match self {
            EngineError::CommandLine(_)
            | EngineError::Start { .. }
            | EngineError::Died { .. }
            | EngineError::TimedOut { .. }
            | EngineError::Garbage { .. }
            | EngineError::Flood { .. }
            | EngineError::Lacks(_) => true,
            EngineError::Refused { .. }
            | EngineError::IllegalMove { .. }
            | EngineError::NotAMove(_)
            | EngineError::CannotSetUp
            | EngineError::Stopped => false,
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::CommandLine(text) => write!(f, "this is no command line: {text:?}"),
            EngineError::Start { program, why } => write!(f, "{program} could not be started: {why}"),
            EngineError::Died { status, .. } => write!(f, "the engine ended ({status})"),
            EngineError::TimedOut { command, after, .. } => {
                write!(f, "the engine did not answer {command:?} within {:.1} s", after.as_secs_f64())
            }
            EngineError::Garbage { command, line, .. } => {
                write!(f, "the engine answered {command:?} with something that is not GTP: {line:?}")
            }
            EngineError::Flood { command } => write!(f, "the engine's answer to {command:?} has no end"),
            EngineError::Refused { command, answer } => write!(f, "the engine refused {command:?}: {answer}"),
            EngineError::Lacks(command) => write!(f, "the engine does not know the command {command:?}"),
            EngineError::IllegalMove { text, why, .. } => write!(f, "the engine played an illegal move, {text}: {why}"),
            EngineError::NotAMove(text) => write!(f, "the engine answered {text:?} instead of a move"),
            EngineError::CannotSetUp => f.write_str("the engine cannot be shown this position"),
            EngineError::Stopped => f.write_str("the engine was told to stop"),
        }?;
        match self {
            EngineError::Died { stderr, .. }
            | EngineError::TimedOut { stderr, .. }
            | EngineError::Garbage { stderr, .. }
                if !stderr.trim().is_empty() =>
            {
                write!(f, "; it said: {}", stderr.trim())
            }
            _ => Ok(()),
        }
    }
}

impl Error for EngineError {}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        Failure { id: error.id(), message: error.to_string(), details: error.details() }
    }
}
