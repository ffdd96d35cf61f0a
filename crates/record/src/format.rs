//! The formats and their names.

use core::fmt;

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
    /// All of them.
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::Ggf, Format::Transcript, Format::Obf, Format::Plain, Format::Wthor];

    /// The ending that files of several formats have, so that only the content tells which.
    pub const SHARED_ENDING: &'static str = "txt";

    /// The endings of its files, the usual one first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Sgf => &["sgf"],
            Format::Ggf => &["ggf"],
            Format::Transcript => &["oth", "transcript"],
            Format::Obf => &["obf"],
            Format::Plain => &["plain"],
            Format::Wthor => &["wtb"],
        }
    }

    /// The message id of its name.
    pub const fn id(self) -> &'static str {
        match self {
            Format::Sgf => "format-sgf",
            Format::Ggf => "format-ggf",
            Format::Transcript => "format-transcript",
            Format::Obf => "format-obf",
            Format::Plain => "format-plain",
            Format::Wthor => "format-wthor",
        }
    }

    /// The format that the ending of a file name stands for. `.txt` may be several, so it is left to the content.
    pub fn from_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_its = |format: &Format| format.endings().iter().any(|own| ending.eq_ignore_ascii_case(own));
        Format::ALL.into_iter().find(is_its)
    }

    /// Whether a file of this name may hold games.
    pub fn is_named(name: &str) -> bool {
        let is_shared = |(_, ending): (&str, &str)| ending.eq_ignore_ascii_case(Format::SHARED_ENDING);
        Format::from_name(name).is_some() || name.rsplit_once('.').is_some_and(is_shared)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn every_ending_names_its_format() {
        for format in Format::ALL {
            for ending in format.endings() {
                assert_eq!(Format::from_name(&format!("game.{}", ending.to_uppercase())), Some(format));
                assert!(Format::is_named(&format!("a.b.{ending}")));
            }
        }
        assert!(Format::is_named("game.txt") && Format::from_name("game.txt").is_none());
        for name in ["game", "game.pdf", "sgf", ""] {
            assert!(!Format::is_named(name), "{name}");
        }
    }
}
