//! Records that were brought to be looked at: the store has them as they were brought, and this remembers those that were read last.

use std::sync::Arc;

use store::{GameId, Paper, PaperId, Room, Shelf};
use table::records::{Recovered, recover};
use table::{Message, Review};

use crate::bringers::{Bringers, Piece};
use crate::household::Household;
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household; and the same once more for
/// games that began with a record.
const MOST: usize = 500;
const MOST_BYTES: usize = 48 << 20;
const MOST_BYTES_EACH: usize = 12 << 20;
/// About what a node takes in memory, with its place among others.
const NODE_BYTES: usize = 200;
/// About what a game takes besides, with the position that is shown of it.
const GAME_BYTES: usize = 8 << 10;

/// The records.
#[derive(Debug)]
pub(crate) struct Records {
    kept: Lru<PaperId, Brought>,
    /// Games within the records that they began with, by how many events they have.
    games: Lru<(GameId, u64), Review>,
    bringers: Bringers,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub(crate) struct Brought {
    /// Its games, each at its beginning; at least one.
    pub(crate) games: Vec<Review>,
    /// What was passed over, if the file was damaged.
    pub(crate) damage: Vec<Message>,
    /// How long the file was.
    pub(crate) bytes: usize,
}

/// A record as it was sent.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Upload {
    /// The file's name, which may say the format.
    pub(crate) name: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// So many games of a file are shown; whoever has more of them has a collection, and a program for it.
const MOST_GAMES: usize = 500;

impl Upload {
    /// Reads it, if it has no more than so many nodes. Takes up to half a second for each megabyte, and twice that where it is
    /// damaged.
    pub(crate) fn read(&self, most_nodes: usize) -> Result<Brought, Message> {
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
    pub(crate) fn paper(&self, owner: &str, brought: &Brought, now_ms: u64) -> Result<Paper, store::Error> {
        let mut paper = Paper::new(owner, Shelf::Record, now_ms)?;
        paper.heading.title = brought.title(self.name.as_deref());
        paper.text = self.text();
        Ok(paper)
    }

    /// All of it as text: how its bytes are written, its name, and its bytes. What is no text is written as if each byte were a letter.
    pub(crate) fn text(&self) -> String {
        let name = self.name.as_deref().unwrap_or_default().replace(['\n', '\r'], " ");
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => format!("text {name}\n{text}"),
            Err(_) => format!("bytes {name}\n{}", self.bytes.iter().map(|&byte| char::from(byte)).collect::<String>()),
        }
    }

    /// Reads what [`Upload::text`] writes; nothing if it is something else.
    pub(crate) fn from_text(text: &str) -> Option<Upload> {
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
    pub(crate) fn title(&self, file: Option<&str>) -> String {
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

impl Default for Records {
    fn default() -> Records {
        Records {
            kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH),
            games: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH),
            bringers: Bringers::default(),
        }
    }
}

impl Records {
    /// Notes that a household brings a file; those that it brought before and that have to make room for it.
    pub(crate) fn bring(&self, whose: Household, piece: Piece, room: Room) -> Vec<Piece> {
        self.bringers.bring(whose, piece, room)
    }

    /// Remembers a file that was read.
    pub(crate) fn keep(&self, id: PaperId, owner: Household, brought: Brought) -> Arc<Brought> {
        let nodes: usize = brought.games.iter().map(Review::node_count).sum();
        let bytes = 2 * brought.bytes + NODE_BYTES * nodes + GAME_BYTES * brought.games.len();
        self.kept.keep(id, owner, bytes, brought)
    }

    /// A game within the record of so many bytes that it began with: read once, for as many events as it has.
    pub(crate) fn game(
        &self,
        game: (GameId, u64),
        owner: Household,
        bytes: usize,
        read: impl FnOnce() -> Review,
    ) -> Arc<Review> {
        self.games.find(&game).unwrap_or_else(|| {
            let review = read();
            let bytes = 2 * bytes + NODE_BYTES * review.node_count();
            self.games.keep(game, owner, bytes, review)
        })
    }

    /// Forgets a file.
    pub(crate) fn forget(&self, id: PaperId) {
        self.kept.forget(&id);
    }

    /// The file of this name, if it is remembered.
    pub(crate) fn find(&self, key: PaperId) -> Option<Arc<Brought>> {
        self.kept.find(&key)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_game_that_began_with_a_record_is_read_once_for_as_many_events_as_it_has() {
        let upload = Upload { name: None, bytes: b"(;GM[1]SZ[5];B[aa];W[bb])".to_vec() };
        let review = upload.read(9).expect("a record").games.remove(0);
        let (records, owner) = (Records::default(), Household::of([10, 0, 0, 1].into()));
        let [one, other] = [(); 2].map(|()| GameId::random().expect("a name"));
        let reads = Cell::new(0);
        let read = |game| {
            records.game(game, owner, 10, || {
                reads.set(reads.get() + 1);
                review.clone()
            });
            reads.get()
        };
        assert_eq!([(one, 2), (one, 2), (one, 3), (other, 3), (one, 3)].map(read), [1, 1, 2, 3, 3]);
    }

    #[test]
    fn a_record_counts_by_its_bytes_and_its_nodes() {
        let upload = Upload { name: None, bytes: b"(;GM[1]SZ[5];B[aa];W[bb])".to_vec() };
        let brought = upload.read(9).expect("a record");
        let nodes = brought.games[0].node_count();
        assert_eq!(nodes, 3);
        assert!(upload.read(2).is_err(), "too many nodes");
        let half = (MOST_BYTES_EACH / 2 - NODE_BYTES * nodes - GAME_BYTES) / 2;
        for (bytes, both_stay) in [(half, true), (half + 1, false)] {
            let records = Records::default();
            let owner = Household::of([10, 0, 0, 1].into());
            let keep = || {
                let id = PaperId::random().expect("a name");
                records.keep(id, owner, Brought { bytes, ..brought.clone() });
                id
            };
            let (first, second) = (keep(), keep());
            assert_eq!(records.find(first).is_some(), both_stay, "{bytes}");
            assert_eq!(records.find(second).expect("the last one").games[0].node_count(), nodes);
        }
    }
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
