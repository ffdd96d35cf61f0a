use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use plateau_core::Expected;

use crate::Format;

/// What is wrong with a file, and where.
///
/// The same type serves as a warning: what did not keep a record from being read is in the list beside it. Every variant
/// has a stable [`id`](Error::id) under which a translation can have its own sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Something else stands where this was expected.
    Syntax {
        /// Where.
        place: Place,
        /// What would have been right.
        expected: Expected,
        /// What stands there; nothing at the end of the text.
        found: Option<char>,
    },
    /// A value that cannot be what its property says.
    Value {
        /// Where.
        place: Place,
        /// The property, or the name of the field.
        property: String,
        /// The value as written, cut short if it is long.
        value: String,
        /// What would have been right.
        expected: Expected,
    },
    /// A move that the rules forbid.
    Illegal {
        /// Where.
        place: Place,
        /// The move as the game writes it.
        mv: String,
        /// The id of the rule, as in `plateau_core::Reason`.
        reason_id: &'static str,
        /// The rule in English.
        reason: String,
    },
    /// The file is larger than the reader agreed to take.
    Limit {
        /// Where the limit was passed.
        place: Place,
        /// Which limit.
        limit: Limit,
        /// Its value.
        max: usize,
    },
    /// Bytes that mean nothing in the character set of the file.
    Charset {
        /// Where.
        place: Place,
        /// The name of the character set.
        charset: &'static str,
    },
    /// A game that is not one of ours.
    Game {
        /// Where.
        place: Place,
        /// What the file says it is.
        game: String,
    },
    /// A header of a binary file that contradicts the rest of it.
    Header {
        /// What would have been right.
        expected: Expected,
    },
    /// Nothing in the file tells which format it has.
    UnknownFormat,
    /// There is no game in the file.
    Empty,
    /// A format that cannot hold this record.
    Unwritable {
        /// The format.
        format: Format,
        /// What it has no room for, as a noun phrase.
        what: Expected,
    },
}

/// Which limit was passed; the limits themselves are in [`Limits`](crate::Limits).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The size of the file.
    Bytes,
    /// The number of nodes or moves.
    Nodes,
    /// Variations inside variations.
    Depth,
    /// The size of one value.
    ValueBytes,
    /// The number of games.
    Games,
}

impl Limit {
    fn phrase(self) -> &'static str {
        match self {
            Limit::Bytes => "bytes in a file",
            Limit::Nodes => "nodes in a file",
            Limit::Depth => "variations inside one another",
            Limit::ValueBytes => "bytes in a value",
            Limit::Games => "games in a file",
        }
    }
}

impl Error {
    /// The message id.
    pub fn id(&self) -> &'static str {
        match self {
            Error::Syntax { .. } => "record-syntax",
            Error::Value { .. } => "record-value",
            Error::Illegal { .. } => "record-illegal",
            Error::Limit { limit: Limit::Bytes, .. } => "record-limit-bytes",
            Error::Limit { limit: Limit::Nodes, .. } => "record-limit-nodes",
            Error::Limit { limit: Limit::Depth, .. } => "record-limit-depth",
            Error::Limit { limit: Limit::ValueBytes, .. } => "record-limit-value",
            Error::Limit { limit: Limit::Games, .. } => "record-limit-games",
            Error::Charset { .. } => "record-charset",
            Error::Game { .. } => "record-game",
            Error::Header { .. } => "record-header",
            Error::UnknownFormat => "record-format",
            Error::Empty => "record-empty",
            Error::Unwritable { .. } => "record-unwritable",
        }
    }

    /// Where in the file, if the error is about a place in it.
    pub fn place(&self) -> Option<Place> {
        match self {
            Error::Syntax { place, .. }
            | Error::Value { place, .. }
            | Error::Illegal { place, .. }
            | Error::Limit { place, .. }
            | Error::Charset { place, .. }
            | Error::Game { place, .. } => Some(*place),
            Error::Header { .. } | Error::UnknownFormat | Error::Empty | Error::Unwritable { .. } => None,
        }
    }

    /// A value as an error shows it: whole if it is short.
    pub(crate) fn shown(value: &str) -> String {
        const MOST: usize = 60;
        let mut shown: String = value.chars().take(MOST).collect();
        if shown.len() < value.len() {
            shown.push('…');
        }
        shown
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{place}: ")?;
        }
        match self {
            Error::Syntax { expected, found, .. } => {
                write!(f, "expected {}, ", expected.phrase)?;
                match found {
                    Some(found) => write!(f, "found {found:?}"),
                    None => f.write_str("found the end"),
                }
            }
            Error::Value { property, value, expected, .. } => {
                write!(f, "{property} is {value:?}, expected {}", expected.phrase)
            }
            Error::Illegal { mv, reason, .. } => write!(f, "illegal move {mv}: {reason}"),
            Error::Limit { limit, max, .. } => write!(f, "more than {max} {}", limit.phrase()),
            Error::Charset { charset, .. } => write!(f, "bytes that are not {charset}"),
            Error::Game { game, .. } => write!(f, "{game} is not a game that can be opened here"),
            Error::Header { expected } => write!(f, "the header is damaged: expected {}", expected.phrase),
            Error::UnknownFormat => f.write_str("the format cannot be told from the name or from the content"),
            Error::Empty => f.write_str("there is no game in the file"),
            Error::Unwritable { format, what } => write!(f, "{format} cannot hold {}", what.phrase),
        }
    }
}

impl core::error::Error for Error {}

/// A place in a text as people count: the first character is line 1, column 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Place {
    /// The first character.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place of a byte in a text, of which `self` is the place of the first.
    ///
    /// Characters are counted as in UTF-8. A line end is a line feed, or a carriage return that is not beside one.
    #[must_use]
    pub fn advanced(mut self, text: &[u8]) -> Place {
        // In one enormous line characters are not worth counting: a hostile file would make every warning slow.
        const LONGEST_LINE: usize = 1 << 16;
        // Files with the line ends of old Macs are rare, and cost more.
        let old_ends = if text.contains(&b'\r') {
            let alone = |at: &usize| text[*at] == b'\r' && text.get(at + 1) != Some(&b'\n');
            (0..text.len()).filter(alone).collect()
        } else {
            Vec::new()
        };
        let lines = text.split(|&byte| byte == b'\n').count() - 1 + old_ends.len();
        let mut from = 0;
        if lines > 0 {
            let last_feed = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            from = last_feed.max(old_ends.last().map_or(0, |at| at + 1));
            self = Place { line: self.line + lines, column: 1 };
        }
        let line = &text[from..];
        self.column += if line.len() > LONGEST_LINE {
            line.len()
        } else {
            line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
        };
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_of_every_system_and_characters() {
        let check = |text: &str, line, column| {
            assert_eq!(Place::START.advanced(text.as_bytes()), Place { line, column }, "{text:?}");
        };
        check("", 1, 1);
        check("ab", 1, 3);
        check("a\nbé", 2, 3);
        check("a\r\nb", 2, 2);
        check("a\rb\r", 3, 1);
    }

    #[test]
    fn a_long_value_is_cut_between_characters() {
        let shown = Error::shown(&"é".repeat(100));
        assert_eq!(shown.chars().count(), 61);
        assert_eq!(Error::shown("é"), "é");
    }
}
