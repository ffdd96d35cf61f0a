use std::fmt;

use plateau_core::Expected;
use table::Message;

use crate::{GameId, NodeId, PaperId};

/// Why something could not be kept or found again. Nothing has been changed then: what was there before is there still.
///
/// A `place` is where a store keeps its data, as people would write it: the path of a file, or the address of a server, which
/// is shown and logged and so never has a password in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The store cannot be opened or made, or not be reached.
    CannotOpen {
        /// Where the store is.
        place: String,
        /// What the system says.
        problem: String,
    },
    /// The store can be read but not written.
    ReadOnly {
        /// Where the store is.
        place: String,
    },
    /// The store was written by a later version of this program.
    Newer {
        /// Where the store is.
        place: String,
        /// Its version.
        version: i64,
        /// The last version that this program knows.
        known: i64,
    },
    /// The store is of another program.
    Foreign {
        /// Where the store is.
        place: String,
    },
    /// What is there is no store, or a broken one.
    Damaged {
        /// Where the store is.
        place: String,
        /// What was seen.
        problem: String,
    },
    /// There is no room left.
    Full {
        /// Where the store is.
        place: String,
    },
    /// What was opened is not there any more: it was moved away, deleted or replaced while it was in use.
    Gone {
        /// Where the store was.
        place: String,
    },
    /// A server uses the store, and there can be only one.
    InUse {
        /// Where the store is.
        place: String,
    },
    /// Another process has been writing for too long.
    Busy {
        /// Where the store is.
        place: String,
    },
    /// The system could not read or write the store.
    Disk {
        /// Where the store is.
        place: String,
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
    /// Another server has the game. Ask that one.
    Held {
        /// The game.
        game: GameId,
        /// The server.
        node: NodeId,
    },
    /// Another server has taken the game over. Forget what is known of it, and load it again if it is wanted.
    Lost {
        /// The game.
        game: GameId,
    },
    /// Somebody else was faster: the paper is another than the caller thinks. Load it again, and change that one.
    Outdated {
        /// The paper.
        paper: PaperId,
        /// The version that the caller has changed; 0 for a new paper.
        expected: u64,
        /// The version that is kept.
        found: u64,
    },
    /// There is no such paper, or it is somebody else's.
    NoSuchPaper {
        /// The paper.
        paper: PaperId,
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
    pub const IDS: [&'static str; 21] = [
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
        "store-gone",
        "store-in-use",
        "store-outdated",
        "store-no-such-paper",
        "store-held",
        "store-lost",
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
            Error::Gone { .. } => 15,
            Error::InUse { .. } => 16,
            Error::Outdated { .. } => 17,
            Error::NoSuchPaper { .. } => 18,
            Error::Held { .. } => 19,
            Error::Lost { .. } => 20,
        };
        Error::IDS[place]
    }

    /// Whether it is what was asked that cannot be done. Otherwise it is the store that cannot do it at the moment, nor anything else.
    pub fn is_refusal(&self) -> bool {
        match self {
            Error::Conflict { .. }
            | Error::Held { .. }
            | Error::Lost { .. }
            | Error::NoSuchGame { .. }
            | Error::Outdated { .. }
            | Error::NoSuchPaper { .. }
            | Error::Unreadable { .. }
            | Error::TooLong { .. }
            | Error::Import { .. } => true,
            Error::CannotOpen { .. }
            | Error::ReadOnly { .. }
            | Error::Newer { .. }
            | Error::Foreign { .. }
            | Error::Damaged { .. }
            | Error::Full { .. }
            | Error::Gone { .. }
            | Error::InUse { .. }
            | Error::Busy { .. }
            | Error::Disk { .. }
            | Error::Transfer { .. }
            | Error::NoRandom { .. } => false,
        }
    }

    /// The sentence for people, in their language.
    pub fn message(&self) -> Message {
        let message = Message::new(self.id());
        match self {
            Error::CannotOpen { place, problem }
            | Error::Damaged { place, problem }
            | Error::Disk { place, problem } => message.with("place", place.as_str()).with("problem", problem.as_str()),
            Error::ReadOnly { place }
            | Error::Foreign { place }
            | Error::Full { place }
            | Error::Busy { place }
            | Error::Gone { place }
            | Error::InUse { place } => message.with("place", place.as_str()),
            Error::Newer { place, version, known } => {
                message.with("place", place.as_str()).with("version", *version).with("known", *known)
            }
            Error::Conflict { game, expected, found } => {
                message.with("game", game.to_string()).with("expected", *expected as i64).with("found", *found as i64)
            }
            Error::Outdated { paper, expected, found } => {
                message.with("paper", paper.to_string()).with("expected", *expected as i64).with("found", *found as i64)
            }
            Error::NoSuchPaper { paper } => message.with("paper", paper.to_string()),
            Error::NoSuchGame { game } | Error::Held { game, .. } | Error::Lost { game } => {
                message.with("game", game.to_string())
            }
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
            Error::CannotOpen { place, problem } => write!(
                f,
                "the database at {place} cannot be opened: {problem}; see to that, or choose another place for the games"
            ),
            Error::ReadOnly { place } => write!(
                f,
                "the database at {place} must be writable, a file's folder too; change that, or choose another place"
            ),
            Error::Newer { place, version, known } => write!(
                f,
                "the database at {place} was written by a newer plateau (format {version}, this one knows {known}); \
                 update the program"
            ),
            Error::Foreign { place } => {
                write!(f, "the database at {place} is another program's; choose another place for the games")
            }
            Error::Damaged { place, problem } => write!(
                f,
                "what is at {place} is no database or is damaged ({problem}); it was left as it is; move it away to start \
                 afresh, or put a copy back"
            ),
            Error::Full { place } => {
                write!(f, "no room left for the database at {place}; free some space and try again")
            }
            Error::Busy { place } => {
                write!(f, "another process is writing to the database at {place}; try again")
            }
            Error::Gone { place } => write!(
                f,
                "the database at {place} was moved, deleted or replaced while it was in use; put it back, then start again"
            ),
            Error::InUse { place } => {
                write!(f, "a server uses the database at {place} already; stop that one first, or choose another place")
            }
            Error::Disk { place, problem } => write!(
                f,
                "the database at {place} cannot be read or written: {problem}; check its disk or the connection and try again"
            ),
            Error::Conflict { game, expected, found } => write!(
                f,
                "game {game} went on elsewhere (event {expected} was to be written, {found} is next); load it again"
            ),
            Error::Outdated { paper, expected, found } => write!(
                f,
                "{paper} was changed elsewhere (version {expected} was to be replaced, {found} is kept); load it again"
            ),
            Error::NoSuchPaper { paper } => write!(f, "there is no {paper} of yours; it may have been deleted"),
            Error::Held { game, .. } => write!(f, "game {game} is with another server; ask that one, or try again"),
            Error::Lost { game } => write!(f, "game {game} was taken over by another server; load it again"),
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

impl From<getrandom::Error> for Error {
    fn from(problem: getrandom::Error) -> Error {
        Error::NoRandom { problem: problem.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use table::Value;

    use super::*;

    fn one_of_each(place: &str) -> Vec<Error> {
        let place = || place.to_owned();
        let problem = || "it is broken".to_owned();
        let game: GameId = "00000000000000000000000007".parse().expect("an id");
        let paper: PaperId = "00000000000000000000000008".parse().expect("an id");
        let expected = Expected { id: "export-line", phrase: "a line of an export" };
        vec![
            Error::CannotOpen { place: place(), problem: problem() },
            Error::ReadOnly { place: place() },
            Error::Newer { place: place(), version: 9, known: 1 },
            Error::Foreign { place: place() },
            Error::Damaged { place: place(), problem: problem() },
            Error::Full { place: place() },
            Error::Busy { place: place() },
            Error::Disk { place: place(), problem: problem() },
            Error::Conflict { game, expected: 3, found: 4 },
            Error::NoSuchGame { game },
            Error::Unreadable { game, event: 3 },
            Error::TooLong { limit_bytes: 100 },
            Error::Import { line: 3, expected },
            Error::Transfer { problem: problem() },
            Error::NoRandom { problem: problem() },
            Error::Gone { place: place() },
            Error::InUse { place: place() },
            Error::Outdated { paper, expected: 3, found: 4 },
            Error::NoSuchPaper { paper },
            Error::Held { game, node: NodeId::of_number(9) },
            Error::Lost { game },
        ]
    }

    #[test]
    fn every_error_has_an_id_of_its_own_and_says_what_to_do_wherever_the_store_is() {
        for place in ["/home/ada/games.db", "postgres://plateau@db.example:5432/games"] {
            let errors = one_of_each(place);
            assert_eq!(errors.iter().map(Error::id).collect::<Vec<_>>(), Error::IDS);
            errors.iter().for_each(check_sentence);
        }
    }

    fn check_sentence(error: &Error) {
        let text = error.to_string();
        assert!(!text.starts_with(char::is_uppercase), "{text}");
        assert!(text.contains(';'), "what is wrong; what to do: {text}");
        for (gap, value) in error.message().gaps {
            let value = match value {
                Value::Text(text) => text,
                Value::Number(number) => number.to_string(),
                Value::Message(message) => message.id.replace("expected-export-line", "a line of an export"),
                Value::Side(side) => side.to_string(),
                Value::List(messages) => unreachable!("no error lists sentences: {messages:?}"),
            };
            assert!(text.contains(&value), "{gap} is in both: {text}");
        }
    }
}
