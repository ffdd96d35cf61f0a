//! The formats and their names.

use std::fmt;

/// A file format for records or positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// SGF, for all three games.
    Sgf,
    /// The Generic Game Format of Othello servers.
    Ggf,
    /// Othello moves one after the other, a game on a line.
    Transcript,
    /// Othello positions, one on a line, with the scores of moves.
    Obf,
    /// Two names and then a two-digit number on each line: an Othello game of older programs.
    Plain,
    /// The tournament database of the French Othello federation.
    Wthor,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Sgf => "SGF",
            Format::Ggf => "GGF",
            Format::Transcript => "a transcript",
            Format::Obf => "OBF",
            Format::Plain => "the plain text format",
            Format::Wthor => "WTHOR",
        })
    }
}

impl Format {
    /// The format that the ending of a file name stands for. `.txt` may be several, so it is left to the content.
    pub fn from_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "sgf" => Some(Format::Sgf),
            "ggf" => Some(Format::Ggf),
            "obf" => Some(Format::Obf),
            "wtb" => Some(Format::Wthor),
            "oth" | "transcript" => Some(Format::Transcript),
            "plain" => Some(Format::Plain),
            _ => None,
        }
    }
}
