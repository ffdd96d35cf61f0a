//! Everything that a store holds, as text: for backups, for moving to another machine or another kind of store, and for
//! looking at with one's own eyes.
//!
//! The text is UTF-8, made of lines, and a line of fields that are parted by tabs. The first field says what the line is.
//! Inside a field a backslash is written `\\`, a tab `\t`, a line feed `\n` and a carriage return `\r`.
//!
//! ```text
//! plateau  3                             the first line: the number of this format; 1 had no papers and 2 no tokens, and are read as well
//! option   KEY  VALUE                    an option
//! name     USED_MS  NAME                 a player's name, and when it was last used (milliseconds since 1970)
//! token    NAME  OWNER  HASH  SCOPES  MADE_MS
//!                                        what lets a program play, and of its secret only the hash
//! game     ID  CREATED_MS                a game; the lines up to the next game are about it:
//! setup    LINE                          a line of its set-up, as `AnyTable` reads it
//! note     KEY  VALUE                    something noted about it
//! event    LINE                          an event, in order, as `table::event::Event` reads it
//! result   TEXT  [BLACK  WHITE]          how it ended, if it did, and the points where they are counted
//! paper    ID  OWNER  SHELF  VERSION  MADE_MS  TOUCHED_MS  DUE_MS  TITLE
//!                                        a paper; DUE_MS is empty if it is never due. The lines that follow are its text:
//! text     PART                          a part of it, no longer than the longest text of anything else
//! judgement  KEY  TEXT                   what a machine thought of a position. No store exports any, since they can be thought again; a store
//!                                        in memory tells of its own so
//! end                                    the last line, so that a text which was cut off is seen as such
//! ```

use std::io::{BufRead, BufWriter, Read, Write};

use plateau_core::Expected;
use table::event::Event;
use table::{AnyTable, End};

use crate::{Error, GameId, Heading, MAX_PAPER_BYTES, MAX_TEXT_BYTES, Paper, Token};

const FORMAT: &str = "3";
const READABLE: [&str; 3] = ["1", "2", FORMAT];
/// A text of the longest allowed size, with every character escaped, and a few fields around it.
const MAX_LINE_BYTES: u64 = 4 * MAX_TEXT_BYTES as u64;

/// More than anybody notes about a game.
const MAX_NOTES: usize = 1000;

const FIRST_LINE: Expected =
    Expected { id: "export-first-line", phrase: "the first line of an export, 'plateau' and a number up to 3" };
const LINE: Expected = Expected { id: "export-line", phrase: "a line of an export" };
const SETUP: Expected = Expected { id: "export-setup", phrase: "a game with a set-up that can be read" };
const EVENT: Expected = Expected { id: "export-event", phrase: "an event that follows from those before it" };
const RESULT: Expected = Expected { id: "export-result", phrase: "a result after a game that is over" };
const END: Expected = Expected { id: "export-end", phrase: "the line 'end'" };

/// One thing in an export.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Entry {
    Option { key: String, value: String },
    Name { used_ms: u64, name: String },
    Judgement { key: String, text: String },
    Token(Token),
    Game(Game),
    Paper(Paper),
}

/// A game in an export.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Game {
    pub(crate) id: GameId,
    pub(crate) created_ms: u64,
    pub(crate) setup: String,
    pub(crate) notes: Vec<(String, String)>,
    pub(crate) events: Vec<Event>,
    pub(crate) end: Option<End>,
}

/// Writes an export.
pub(crate) struct Writer<'a> {
    out: BufWriter<&'a mut dyn Write>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Result<Writer<'a>, Error> {
        let mut writer = Writer { out: BufWriter::new(out) };
        writer.line(&["plateau", FORMAT])?;
        Ok(writer)
    }

    pub(crate) fn option(&mut self, key: &str, value: &str) -> Result<(), Error> {
        self.line(&["option", key, value])
    }

    pub(crate) fn name(&mut self, used_ms: u64, name: &str) -> Result<(), Error> {
        self.line(&["name", &used_ms.to_string(), name])
    }

    pub(crate) fn judgement(&mut self, key: &str, text: &str) -> Result<(), Error> {
        self.line(&["judgement", key, text])
    }

    pub(crate) fn token(&mut self, token: &Token) -> Result<(), Error> {
        let Token { name, owner, hash, scopes, made_ms } = token;
        self.line(&["token", name, owner, hash, scopes, &made_ms.to_string()])
    }

    pub(crate) fn game(&mut self, id: &str, created_ms: u64, setup: &str) -> Result<(), Error> {
        self.line(&["game", id, &created_ms.to_string()])?;
        setup.lines().try_for_each(|line| self.line(&["setup", line]))
    }

    pub(crate) fn note(&mut self, key: &str, value: &str) -> Result<(), Error> {
        self.line(&["note", key, value])
    }

    pub(crate) fn event(&mut self, line: &str) -> Result<(), Error> {
        self.line(&["event", line])
    }

    pub(crate) fn end_of_game(&mut self, result: &str, points: Option<&[String; 2]>) -> Result<(), Error> {
        match points {
            Some([black, white]) => self.line(&["result", result, black, white]),
            None => self.line(&["result", result]),
        }
    }

    pub(crate) fn paper(&mut self, paper: &Paper) -> Result<(), Error> {
        let Heading { id, owner, shelf, title, version, made_ms, touched_ms, due_ms } = &paper.heading;
        let due = due_ms.map(|due_ms| due_ms.to_string()).unwrap_or_default();
        let [id, version, made, touched] =
            [id.to_string(), version.to_string(), made_ms.to_string(), touched_ms.to_string()];
        self.line(&["paper", &id, owner, shelf.id(), &version, &made, &touched, &due, title])?;
        parts(&paper.text).try_for_each(|part| self.line(&["text", part]))
    }

    pub(crate) fn finish(mut self) -> Result<(), Error> {
        self.line(&["end"])?;
        self.out.flush().map_err(|problem| transfer(&problem))
    }

    fn line(&mut self, fields: &[&str]) -> Result<(), Error> {
        let fields: Vec<String> = fields.iter().map(|field| escape(field)).collect();
        writeln!(self.out, "{}", fields.join("\t")).map_err(|problem| transfer(&problem))
    }
}

/// A text in pieces that are no longer than other texts may be.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let longest = rest.len().min(MAX_TEXT_BYTES);
        let end = (0..=longest).rev().find(|&at| rest.is_char_boundary(at))?;
        let part;
        (part, rest) = rest.split_at(end);
        (!part.is_empty()).then_some(part)
    })
}

/// A number of points as [`End::points`] writes it; nothing if it is none.
pub(crate) fn half_points(text: &str) -> Option<i32> {
    let half_points = 2.0 * text.parse::<f64>().ok()?;
    (half_points.fract() == 0.0 && half_points.abs() < 1e6).then_some(half_points as i32)
}

fn transfer(problem: &std::io::Error) -> Error {
    Error::Transfer { problem: problem.to_string() }
}

fn escape(text: &str) -> String {
    text.replace('\0', " ").replace('\\', r"\\").replace('\t', r"\t").replace('\n', r"\n").replace('\r', r"\r")
}

/// Nothing if a backslash is followed by none of the four.
fn unescape(field: &str) -> Option<String> {
    let mut text = String::with_capacity(field.len());
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}

/// Reads an export, one entry after the other, and lets nothing through that could not be played on.
pub(crate) struct Reader<'a> {
    from: &'a mut dyn BufRead,
    line: u64,
    open: Option<Open>,
    ended: bool,
}

/// What the lines that are being read are about.
#[allow(clippy::large_enum_variant, reason = "there is one of it, which changes with every line")]
enum Open {
    /// A game, and the table that they have come to.
    Game(Game, Option<AnyTable>),
    Paper(Paper),
}

impl<'a> Reader<'a> {
    pub(crate) fn new(from: &'a mut dyn BufRead) -> Result<Reader<'a>, Error> {
        let mut reader = Reader { from, line: 0, open: None, ended: false };
        match reader.fields(FIRST_LINE)?.as_slice() {
            [first, format] if first == "plateau" && READABLE.contains(&format.as_str()) => Ok(reader),
            _ => Err(reader.refuse(FIRST_LINE)),
        }
    }

    /// The next entry; nothing after the last.
    pub(crate) fn next(&mut self) -> Result<Option<Entry>, Error> {
        while !self.ended {
            let fields = self.fields(END)?;
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            if let Some(entry) = self.take_in(&fields)? {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    /// Takes a line in; an entry if that completes one.
    fn take_in(&mut self, fields: &[&str]) -> Result<Option<Entry>, Error> {
        match *fields {
            ["setup", line] => self.take_in_setup(line),
            ["note", key, value] => self.take_in_note(key, value),
            ["event", line] => self.take_in_event(line),
            ["result", result] => self.take_in_end(result, None),
            ["result", result, black, white] => self.take_in_end(result, Some([black, white])),
            ["option", key, value] if self.open.is_none() => {
                Ok(Some(Entry::Option { key: key.to_owned(), value: value.to_owned() }))
            }
            ["name", used, name] if self.open.is_none() => {
                Ok(Some(Entry::Name { used_ms: self.number(used)?, name: name.to_owned() }))
            }
            ["judgement", key, text] if self.open.is_none() => {
                Ok(Some(Entry::Judgement { key: key.to_owned(), text: text.to_owned() }))
            }
            ["token", name, owner, hash, scopes, made] if self.open.is_none() => {
                let [name, owner, hash, scopes] = [name, owner, hash, scopes].map(str::to_owned);
                Ok(Some(Entry::Token(Token { name, owner, hash, scopes, made_ms: self.number(made)? })))
            }
            ["game", id, created] => {
                let id = id.parse().map_err(|_| self.refuse(LINE))?;
                let created_ms = self.number(created)?;
                let game =
                    Game { id, created_ms, setup: String::new(), notes: Vec::new(), events: Vec::new(), end: None };
                self.close(Some(Open::Game(game, None)))
            }
            ["paper", id, owner, shelf, version, made, touched, due, title] => {
                let heading = Heading {
                    id: id.parse().map_err(|_| self.refuse(LINE))?,
                    owner: owner.to_owned(),
                    shelf: shelf.parse().map_err(|_| self.refuse(LINE))?,
                    title: title.to_owned(),
                    version: self.number(version)?.max(1),
                    made_ms: self.number(made)?,
                    touched_ms: self.number(touched)?,
                    due_ms: if due.is_empty() { None } else { Some(self.number(due)?) },
                };
                self.close(Some(Open::Paper(Paper { heading, text: String::new() })))
            }
            ["text", part] => self.take_in_text(part),
            ["end"] => {
                self.ended = true;
                self.close(None)
            }
            _ => Err(self.refuse(LINE)),
        }
    }

    fn take_in_setup(&mut self, line: &str) -> Result<Option<Entry>, Error> {
        match &mut self.open {
            Some(Open::Game(game, None)) if game.setup.len() + line.len() < MAX_TEXT_BYTES => {
                game.setup = format!("{}{line}\n", game.setup);
                Ok(None)
            }
            _ => Err(self.refuse(LINE)),
        }
    }

    fn take_in_text(&mut self, part: &str) -> Result<Option<Entry>, Error> {
        match &mut self.open {
            Some(Open::Paper(paper)) if paper.text.len() + part.len() <= MAX_PAPER_BYTES => {
                paper.text.push_str(part);
                Ok(None)
            }
            _ => Err(self.refuse(LINE)),
        }
    }

    fn take_in_note(&mut self, key: &str, value: &str) -> Result<Option<Entry>, Error> {
        match &mut self.open {
            Some(Open::Game(game, _)) if game.notes.len() < MAX_NOTES => {
                game.notes.push((key.to_owned(), value.to_owned()));
                Ok(None)
            }
            _ => Err(self.refuse(LINE)),
        }
    }

    fn take_in_event(&mut self, line: &str) -> Result<Option<Entry>, Error> {
        let event: Event = line.parse().map_err(|_| self.refuse(EVENT))?;
        self.settle_setup()?;
        let taken = match &mut self.open {
            Some(Open::Game(game, Some(table))) if game.end.is_none() => {
                table.apply(&event).ok().map(|()| game.events.push(event))
            }
            _ => None,
        };
        taken.map(|()| None).ok_or_else(|| self.refuse(EVENT))
    }

    /// The result as it was told when the game ended: it must be over.
    fn take_in_end(&mut self, result: &str, points: Option<[&str; 2]>) -> Result<Option<Entry>, Error> {
        self.settle_setup()?;
        let ending = result.parse().map_err(|_| self.refuse(LINE))?;
        let half_points = match points.map(|both| both.map(half_points)) {
            Some([Some(black), Some(white)]) => Some([black, white]),
            Some(_) => return Err(self.refuse(LINE)),
            None => None,
        };
        match &mut self.open {
            Some(Open::Game(game, Some(table))) if game.end.is_none() && table.end().is_some() => {
                game.end = Some(End { ending, half_points });
                Ok(None)
            }
            _ => Err(self.refuse(RESULT)),
        }
    }

    /// The set-up of the open game is complete: it must make a table.
    fn settle_setup(&mut self) -> Result<(), Error> {
        let refused = self.refuse(SETUP);
        if let Some(Open::Game(game, table @ None)) = &mut self.open {
            *table = Some(game.setup.parse().map_err(|_| refused)?);
        }
        Ok(())
    }

    /// Begins with the next game or paper, if there is one; the one before is complete.
    fn close(&mut self, next: Option<Open>) -> Result<Option<Entry>, Error> {
        self.settle_setup()?;
        Ok(std::mem::replace(&mut self.open, next).map(|before| match before {
            Open::Game(mut game, table) => {
                game.end = game.end.or_else(|| table?.end());
                Entry::Game(game)
            }
            Open::Paper(paper) => Entry::Paper(paper),
        }))
    }

    fn fields(&mut self, expected: Expected) -> Result<Vec<String>, Error> {
        self.line += 1;
        let mut bytes = Vec::new();
        self.from.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).map_err(|problem| transfer(&problem))?;
        let text = bytes.strip_suffix(b"\n").and_then(|bytes| std::str::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| self.refuse(if bytes.is_empty() { END } else { expected }))?;
        // An export that went through another system may have its line ends.
        let text = text.strip_suffix('\r').unwrap_or(text);
        text.split('\t').map(|field| unescape(field).ok_or_else(|| self.refuse(LINE))).collect()
    }

    fn number(&self, text: &str) -> Result<u64, Error> {
        text.parse().map_err(|_| self.refuse(LINE))
    }

    fn refuse(&self, expected: Expected) -> Error {
        Error::Import { line: self.line, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_halves_and_nothing_else() {
        for (text, read) in [
            ("17.5", Some(35)),
            ("0", Some(0)),
            ("-3", Some(-6)),
            ("", None),
            ("1.25", None),
            ("499999.5", Some(999_999)),
            ("500000", None),
            ("1e300", None),
            ("x", None),
        ] {
            assert_eq!(half_points(text), read, "{text}");
        }
    }

    #[test]
    fn every_text_can_be_a_field() {
        for text in ["", "a", "\\", "\\n", "a\tb\nc\rd\\", "é\u{2028}"] {
            assert_eq!(unescape(&escape(text)).as_deref(), Some(text));
            assert!(!escape(text).contains(['\t', '\n', '\r']));
        }
        for field in ["\\", "\\x"] {
            assert_eq!(unescape(field), None, "{field}");
        }
    }
}
