//! A file of puzzles: a line that says what it is, and a line for each.

use std::error::Error;
use std::fmt;
use std::sync::LazyLock;

use search::Supply;
use table::Kind;

use super::asked::{Puzzle, Unfit};

/// The puzzles of one game, from the easiest on. A puzzle is known by its number, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    kind: Kind,
    /// The checksum of its text: other puzzles have another.
    id: String,
    /// Each begins with the rating, so that looking for one reads no other.
    puzzles: Vec<(u16, String)>,
}

/// What the first line begins with; another version has another number.
const HEAD: &str = "plateau-puzzles 1";

impl Collection {
    /// The puzzles that the program ships with.
    pub fn shipped(kind: Kind) -> &'static Collection {
        static GO: LazyLock<Collection> = LazyLock::new(|| read(Kind::Go));
        static OTHELLO: LazyLock<Collection> = LazyLock::new(|| read(Kind::Othello));
        static ALIGNE4: LazyLock<Collection> = LazyLock::new(|| read(Kind::Aligne4));
        match kind {
            Kind::Go => &GO,
            Kind::Othello => &OTHELLO,
            Kind::Aligne4 => &ALIGNE4,
        }
    }

    /// The file of the puzzles that the program ships with.
    pub fn file(kind: Kind) -> &'static Supply {
        static GO: Supply = search::supply!("go-puzzles.txt", "../../puzzles/go.txt");
        static OTHELLO: Supply = search::supply!("othello-puzzles.txt", "../../puzzles/othello.txt");
        static ALIGNE4: Supply = search::supply!("aligne4-puzzles.txt", "../../puzzles/aligne4.txt");
        match kind {
            Kind::Go => &GO,
            Kind::Othello => &OTHELLO,
            Kind::Aligne4 => &ALIGNE4,
        }
    }

    /// These puzzles of one game.
    pub fn new(kind: Kind, puzzles: impl IntoIterator<Item = Puzzle>) -> Collection {
        let puzzles = puzzles.into_iter().map(|puzzle| (puzzle.rating, puzzle.to_string()));
        let puzzles: Vec<(u16, String)> = puzzles.collect();
        Collection { kind, id: checksum(&body(&puzzles)), puzzles }
    }

    /// Which game.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// By what these puzzles are told from those of another version.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzle with this number, from 1.
    pub fn puzzle(&self, number: usize) -> Option<Puzzle> {
        let (_, text) = self.puzzles.get(number.checked_sub(1)?)?;
        Puzzle::read(self.kind, text).ok()
    }

    /// The rating of the puzzle with this number, without reading the puzzle.
    pub fn rating(&self, number: usize) -> Option<u16> {
        Some(self.puzzles.get(number.checked_sub(1)?)?.0)
    }

    /// Reads a file; a damaged one is refused, also if each of its lines could be read.
    pub fn read(text: &str) -> Result<Collection, Damaged> {
        let (first, body) = text.split_once('\n').ok_or(Damaged::Head)?;
        let rest = first.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix(' ')).ok_or(Damaged::Head)?;
        let words: Vec<&str> = rest.split(' ').collect();
        let [kind, count, sum] = words.as_slice() else { return Err(Damaged::Head) };
        let kind: Kind = kind.parse().map_err(|_| Damaged::Head)?;
        if *sum != checksum(body) || *count != body.lines().count().to_string() {
            return Err(Damaged::Sum);
        }
        let read = |(at, line): (usize, &str)| {
            let puzzle = Puzzle::read(kind, line).map_err(|unfit| Damaged::Puzzle { number: at + 1, unfit })?;
            Ok((puzzle.rating, line.to_owned()))
        };
        let puzzles = body.lines().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Collection { kind, id: checksum(body), puzzles })
    }
}

/// What the program ships with is read as any other file.
fn read(kind: Kind) -> Collection {
    let text = std::str::from_utf8(Collection::file(kind).bytes()).expect("a text");
    let collection =
        Collection::read(text).unwrap_or_else(|damaged| panic!("the shipped puzzles of {kind}: {damaged}"));
    assert_eq!(collection.kind, kind, "each game has its file");
    collection
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEAD} {} {} {}\n{}", self.kind, self.puzzles.len(), self.id, body(&self.puzzles))
    }
}

/// What stands below the first line.
fn body(puzzles: &[(u16, String)]) -> String {
    puzzles.iter().map(|(_, text)| format!("{text}\n")).collect()
}

/// FNV-1a with 64 bits (Fowler, Noll, Vo): against damage, not against forgery.
fn checksum(text: &str) -> String {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// Why a file of puzzles is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damaged {
    /// It does not begin as one, or as one of another version.
    Head,
    /// The checksum or the number of puzzles is another one.
    Sum,
    /// A line is no puzzle.
    Puzzle {
        /// Its number, from 1.
        number: usize,
        /// Why.
        unfit: Unfit,
    },
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::Head => write!(f, "this is no file of puzzles of this version ({HEAD} …)"),
            Damaged::Sum => f.write_str("the file is damaged: its checksum does not fit"),
            Damaged::Puzzle { number, unfit } => write!(f, "puzzle {number}: {unfit}"),
        }
    }
}

impl Error for Damaged {}
