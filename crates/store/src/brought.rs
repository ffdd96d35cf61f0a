//! Records that were brought to be looked at, as they lie on the shelf of whoever brought them: the bytes that came, and their name.

use table::records::{Recovered, recover};
use table::{Message, Review};

use crate::{Error, Paper, Shelf};

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Brought {
    /// Its games, each at its beginning; at least one.
    pub games: Vec<Review>,
    /// What was passed over, if the file was damaged.
    pub damage: Vec<Message>,
    /// How long the file was.
    pub bytes: usize,
}

/// A record as it was sent.
#[derive(PartialEq, Eq, Debug)]
pub struct Upload {
    /// The file's name, which may say the format.
    pub name: Option<String>,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// So many games of a file are shown; whoever has more of them has a collection, and a program for it.
const MOST_GAMES: usize = 500;

impl Upload {
    /// Reads it, if it has no more than so many nodes. Takes up to half a second for each megabyte, and twice that where it is
    /// damaged.
    pub fn read(&self, most_nodes: usize) -> Result<Brought, Message> {
        let Recovered { mut records, mut damage } = recover(most_nodes, &self.bytes, self.name.as_deref())?;
        if records.len() > MOST_GAMES {
            let told =
                Message::new("upload-more-games").with("shown", MOST_GAMES as i64).with("all", records.len() as i64);
            damage.push(told);
            records.truncate(MOST_GAMES);
        }
        let games = records.into_iter().map(Review::of_record).collect();
        Ok(Brought { games, damage, bytes: self.bytes.len() })
    }

    /// It as a paper of somebody's.
    pub fn paper(&self, owner: &str, brought: &Brought, now_ms: u64) -> Result<Paper, Error> {
        let mut paper = Paper::new(owner, Shelf::Record, now_ms)?;
        paper.heading.title = brought.title(self.name.as_deref());
        paper.text = self.text();
        Ok(paper)
    }

    /// All of it as text: how its bytes are written, its name, and its bytes. What is no text is written as if each byte were a letter.
    pub fn text(&self) -> String {
        let name = self.name.as_deref().unwrap_or_default().replace(['\n', '\r'], " ");
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => format!("text {name}\n{text}"),
            Err(_) => format!("bytes {name}\n{}", self.bytes.iter().map(|&byte| char::from(byte)).collect::<String>()),
        }
    }

    /// Reads what [`Upload::text`] writes; nothing if it is something else.
    pub fn from_text(text: &str) -> Option<Upload> {
        let (head, body) = text.split_once('\n')?;
        let (how, name) = head.split_once(' ')?;
        let bytes = match how {
            "text" => body.as_bytes().to_vec(),
            "bytes" => body.chars().map(|c| u8::try_from(c).ok()).collect::<Option<_>>()?,
            _ => return None,
        };
        Some(Upload { name: (!name.is_empty()).then(|| name.to_owned()), bytes })
    }
}

impl Brought {
    /// What a list calls it: its title, or who played, or the file.
    pub fn title(&self, file: Option<&str>) -> String {
        let info = self.games[0].info();
        let names: Vec<&str> = info.names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        let title = match (info.title.as_str(), names.as_slice()) {
            ("", []) => file.unwrap_or_default().to_owned(),
            ("", names) => names.join(" – "),
            (title, _) => title.to_owned(),
        };
        let title = if title.is_empty() { self.games[0].kind().name().to_owned() } else { title };
        title.chars().map(|c| if c.is_control() { ' ' } else { c }).take(TITLE_CHARS).collect()
    }
}

/// The longest title that a list has.
const TITLE_CHARS: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back_as_they_were_brought() {
        for (name, bytes) in [
            (Some("game.sgf"), &b"(;GM[1])"[..]),
            (None, b""),
            (Some("a b"), b"\n\r\0 \n"),
            (Some("archive.wtb"), b"\xff\x00\x80\n\x1f"),
            (None, "囲碁".as_bytes()),
        ] {
            let upload = Upload { name: name.map(str::to_owned), bytes: bytes.to_vec() };
            assert_eq!(Upload::from_text(&upload.text()), Some(upload));
        }
        for text in ["", "text", "text x", "other x\ny", "bytes x\n囲"] {
            assert_eq!(Upload::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_is_called_by_what_it_says() {
        for (file, sgf, title) in [
            (Some("a.sgf"), "(;GM[1]SZ[5]GN[Final]PB[Ada];B[aa])", "Final"),
            (Some("a.sgf"), "(;GM[1]SZ[5]PB[Ada]PW[Bo];B[aa])", "Ada – Bo"),
            (Some("a.sgf"), "(;GM[1]SZ[5];B[aa])", "a.sgf"),
            (None, "(;GM[2];B[fe])", "Othello"),
        ] {
            let upload = Upload { name: file.map(str::to_owned), bytes: sgf.as_bytes().to_vec() };
            assert_eq!(upload.read(9).expect(sgf).title(file), title);
        }
    }
}
