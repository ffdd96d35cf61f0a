//! What goes through an export or an import, counted and hashed, so that both ends can be compared.

use std::io::{self, BufRead, Write};

use sha2::{Digest, Sha256};

use crate::console::Console;

/// What a text of an export holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    games: u64,
    events: u64,
    papers: u64,
    /// Of the whole text.
    hash: String,
}

impl Tally {
    /// A sentence with all of it.
    pub(super) fn say(&self, id: &str, console: &Console<'_>) -> String {
        let count = |count: u64| (count as i64).into();
        console.say(
            id,
            &[
                ("games", count(self.games)),
                ("events", count(self.events)),
                ("papers", count(self.papers)),
                ("hash", self.hash.as_str().into()),
            ],
        )
    }

    /// Whether there is as much of everything, and more of something.
    pub(super) fn holds_more_than(&self, other: &Tally) -> bool {
        let counts = |tally: &Tally| [tally.games, tally.events, tally.papers];
        self != other && counts(self).iter().zip(counts(other)).all(|(own, others)| *own >= others)
    }
}

/// Counts as the text goes by.
#[derive(Default)]
struct Count {
    hash: Sha256,
    /// The line that has begun, as far as it tells what it is.
    line: Vec<u8>,
    games: u64,
    events: u64,
    papers: u64,
}

/// The longest beginning of a line that is counted.
const LONGEST: usize = b"event\t".len();

impl Count {
    fn take_in(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LONGEST.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                self.games += u64::from(self.line.starts_with(b"game\t"));
                self.events += u64::from(self.line.starts_with(b"event\t"));
                self.papers += u64::from(self.line.starts_with(b"paper\t"));
                self.line.clear();
            }
        }
    }

    fn tally(self) -> Tally {
        let hash = self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Tally { games: self.games, events: self.events, papers: self.papers, hash }
    }
}

/// A text that is written.
pub(super) struct Written<'a> {
    out: &'a mut dyn Write,
    count: Count,
}

impl<'a> Written<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Written<'a> {
        Written { out, count: Count::default() }
    }

    pub(super) fn tally(self) -> Tally {
        self.count.tally()
    }
}

impl Write for Written<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.out.write(bytes)?;
        self.count.take_in(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A text that is read.
pub(super) struct Read<'a> {
    from: &'a mut dyn BufRead,
    count: Count,
}

impl<'a> Read<'a> {
    pub(super) fn new(from: &'a mut dyn BufRead) -> Read<'a> {
        Read { from, count: Count::default() }
    }

    pub(super) fn tally(self) -> Tally {
        self.count.tally()
    }
}

impl io::Read for Read<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Read<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.from.fill_buf()
    }

    /// What is taken out of the buffer is what was read.
    fn consume(&mut self, length: usize) {
        if let Ok(buffer) = self.from.fill_buf() {
            self.count.take_in(&buffer[..length.min(buffer.len())]);
        }
        self.from.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "plateau\t3\ngame\t1\t5\nevent\t7 play f5 0\nevent\t8 play d6 0\npaper\tx\ntext\tgame\t\nend\n";

    #[test]
    fn both_ends_count_the_same_in_pieces_of_any_size() {
        let mut out = Vec::new();
        let mut written = Written::new(&mut out);
        written.write_all(TEXT.as_bytes()).expect("written");
        let tally = written.tally();
        assert_eq!((tally.games, tally.events, tally.papers), (1, 2, 1));
        assert_eq!(out, TEXT.as_bytes());
        for size in 1..TEXT.len() {
            let mut from = io::BufReader::with_capacity(size, TEXT.as_bytes());
            let mut read = Read::new(&mut from);
            let mut line = Vec::new();
            while read.read_until(b'\n', &mut line).expect("read") > 0 {}
            assert_eq!((read.tally(), line.as_slice()), (tally.clone(), TEXT.as_bytes()), "{size}");
        }
    }

    #[test]
    fn a_change_anywhere_is_seen() {
        let tally = |text: &str| {
            let mut count = Count::default();
            count.take_in(text.as_bytes());
            count.tally()
        };
        assert_ne!(tally(TEXT), tally(&TEXT.replace("f5", "f4")));
        assert!(tally(&format!("{TEXT}game\t2\n")).holds_more_than(&tally(TEXT)));
        assert!(!tally(TEXT).holds_more_than(&tally(TEXT)) && !tally("").holds_more_than(&tally(TEXT)));
    }
}
