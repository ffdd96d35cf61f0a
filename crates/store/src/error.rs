use std::fmt;
use std::path::PathBuf;

use plateau_core::Expected;
use table::{Message, Value};

use crate::GameId;

/// Why something could not be kept or found again. Nothing has been changed then: what was there before is there still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The file cannot be opened or made.
    CannotOpen {
        /// The database.
        path: PathBuf,
        /// What the system says.
        problem: String,
    },
    /// The file can be read but not written.
    ReadOnly {
        /// The database.
        path: PathBuf,
    },
    /// The file was written by a later version of this program.
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        version: i64,
        /// The last version that this program knows.
        known: i64,
    },
    /// The file is a database of another program.
    Foreign {
        /// The database.
        path: PathBuf,
    },
    /// The file is no database, or a broken one.
    Damaged {
        /// The database.
        path: PathBuf,
        /// What was seen.
        problem: String,
    },
    /// There is no room left.
    Full {
        /// The database.
        path: PathBuf,
    },
    /// Another process has been writing for too long.
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// The system could not read or write the file.
    Disk {
        /// The database.
        path: PathBuf,
        /// What the system says.
        problem: String,
    },
    /// Somebody else was faster: the game has other events than the caller thinks. Load what is new, and decide again.
    Conflict {
        /// The game.
        game: GameId,
        /// The number that the caller's first event was to have.
        expected: u64,
        /// The number that the next event would have.
        found: u64,
    },
    /// There is no such game.
    NoSuchGame {
        /// The game.
        game: GameId,
    },
    /// An event cannot be read, or does not follow from those before; the set-up itself, if the event is the first.
    Unreadable {
        /// The game.
        game: GameId,
        /// The event's number, from zero.
        event: u64,
    },
    /// A text is too long to be kept.
    TooLong {
        /// How long it may be.
        limit_bytes: usize,
    },
    /// A text to be imported is not as [`text`](crate::text) describes it.
    Import {
        /// The line, from 1.
        line: u64,
        /// What should stand there.
        expected: Expected,
    },
    /// The text to be imported cannot be read, or the export cannot be written.
    Transfer {
        /// What the system says.
        problem: String,
    },
    /// The system gives no random numbers.
    NoRandom {
        /// What it says.
        problem: String,
    },
}

impl Error {
    /// All ids, for the tests of translations.
    pub const IDS: [&'static str; 15] = [
        "store-cannot-open",
        "store-read-only",
        "store-newer",
        "store-foreign",
        "store-damaged",
        "store-full",
        "store-busy",
        "store-disk",
        "store-conflict",
        "store-no-such-game",
        "store-unreadable",
        "store-too-long",
        "store-import",
        "store-transfer",
        "store-no-random",
    ];

    /// The name of this error, which never changes.
    pub fn id(&self) -> &'static str {
        let place = match self {
            Error::CannotOpen { .. } => 0,
            Error::ReadOnly { .. } => 1,
            Error::Newer { .. } => 2,
            Error::Foreign { .. } => 3,
            Error::Damaged { .. } => 4,
            Error::Full { .. } => 5,
            Error::Busy { .. } => 6,
            Error::Disk { .. } => 7,
            Error::Conflict { .. } => 8,
            Error::NoSuchGame { .. } => 9,
            Error::Unreadable { .. } => 10,
            Error::TooLong { .. } => 11,
            Error::Import { .. } => 12,
            Error::Transfer { .. } => 13,
            Error::NoRandom { .. } => 14,
        };
        Error::IDS[place]
    }

    /// The sentence for people, in their language.
    pub fn message(&self) -> Message {
        let message = Message::new(self.id());
        let path_text = |path: &PathBuf| Value::Text(path.display().to_string());
        match self {
            Error::CannotOpen { path, problem } | Error::Damaged { path, problem } | Error::Disk { path, problem } => {
                message.with("path", path_text(path)).with("problem", problem.as_str())
            }
            Error::ReadOnly { path } | Error::Foreign { path } | Error::Full { path } | Error::Busy { path } => {
                message.with("path", path_text(path))
            }
            Error::Newer { path, version, known } => {
                message.with("path", path_text(path)).with("version", *version).with("known", *known)
            }
            Error::Conflict { game, expected, found } => {
                message.with("game", game.to_string()).with("expected", *expected as i64).with("found", *found as i64)
            }
            Error::NoSuchGame { game } => message.with("game", game.to_string()),
            Error::Unreadable { game, event } => message.with("game", game.to_string()).with("event", *event as i64),
            Error::TooLong { limit_bytes } => message.with("limit", *limit_bytes as i64),
            Error::Import { line, expected } => {
                let expected = Message::new(format!("expected-{}", expected.id));
                message.with("line", *line as i64).with("expected", expected)
            }
            Error::Transfer { problem } | Error::NoRandom { problem } => message.with("problem", problem.as_str()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::CannotOpen { path, problem } => {
                write!(f, "{} cannot be opened: {problem}; choose another folder for the games", path.display())
            }
            Error::ReadOnly { path } => {
                write!(f, "{} and its folder must be writable; change that, or choose another folder", path.display())
            }
            Error::Newer { path, version, known } => write!(
                f,
                "{} was written by a newer plateau (format {version}, this one knows {known}); update the program",
                path.display()
            ),
            Error::Foreign { path } => {
                write!(f, "{} is a database of another program; choose another file for the games", path.display())
            }
            Error::Damaged { path, problem } => write!(
                f,
                "{} is no database or is damaged ({problem}); it was left as it is; move it away to start afresh, or put a copy back",
                path.display()
            ),
            Error::Full { path } => {
                write!(f, "no room left for {}; free some space and try again", path.display())
            }
            Error::Busy { path } => {
                write!(f, "another process is writing to {}; try again", path.display())
            }
            Error::Disk { path, problem } => {
                write!(f, "{} cannot be read or written: {problem}; check the disk and try again", path.display())
            }
            Error::Conflict { game, expected, found } => write!(
                f,
                "game {game} went on elsewhere (event {expected} was to be written, {found} is next); load it again"
            ),
            Error::NoSuchGame { game } => write!(f, "there is no game {game}; it may have been deleted"),
            Error::Unreadable { game, event } => write!(
                f,
                "game {game} cannot be read from event {event} on; export the games to look at it, or delete it"
            ),
            Error::TooLong { limit_bytes } => write!(f, "a text of more than {limit_bytes} bytes; shorten it"),
            Error::Import { line, expected } => {
                write!(f, "line {line}: expected {}; nothing was imported", expected.phrase)
            }
            Error::Transfer { problem } => {
                write!(f, "the export cannot be read or written: {problem}; check the file and try again")
            }
            Error::NoRandom { problem } => {
                write!(f, "the system gives no random numbers: {problem}; try again later")
            }
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_of_each() -> Vec<Error> {
        let path = || PathBuf::from("games.db");
        let problem = || "it is broken".to_owned();
        let game: GameId = "00000000000000000000000007".parse().expect("an id");
        let expected = Expected { id: "export-line", phrase: "a line of an export" };
        vec![
            Error::CannotOpen { path: path(), problem: problem() },
            Error::ReadOnly { path: path() },
            Error::Newer { path: path(), version: 9, known: 1 },
            Error::Foreign { path: path() },
            Error::Damaged { path: path(), problem: problem() },
            Error::Full { path: path() },
            Error::Busy { path: path() },
            Error::Disk { path: path(), problem: problem() },
            Error::Conflict { game, expected: 3, found: 4 },
            Error::NoSuchGame { game },
            Error::Unreadable { game, event: 3 },
            Error::TooLong { limit_bytes: 100 },
            Error::Import { line: 3, expected },
            Error::Transfer { problem: problem() },
            Error::NoRandom { problem: problem() },
        ]
    }

    #[test]
    fn every_error_has_an_id_of_its_own_and_says_what_to_do() {
        let errors = one_of_each();
        assert_eq!(errors.iter().map(Error::id).collect::<Vec<_>>(), Error::IDS);
        for error in errors {
            let text = error.to_string();
            assert!(!text.starts_with(char::is_uppercase), "{text}");
            assert!(text.contains(';'), "what is wrong; what to do: {text}");
            for (gap, value) in error.message().gaps {
                let value = match value {
                    Value::Text(text) => text,
                    Value::Number(number) => number.to_string(),
                    Value::Message(message) => message.id.replace("expected-export-line", "a line of an export"),
                    Value::Player(player) => player.to_string(),
                    Value::List(messages) => panic!("no error says a list: {messages:?}"),
                };
                assert!(text.contains(&value), "{gap} is in both: {text}");
            }
        }
    }
}
