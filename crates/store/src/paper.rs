//! What a person keeps beside games.

use std::fmt;
use std::str::FromStr;

use crate::{Error, PaperId};

/// The longest text of a paper: as long as the longest record that one's own machine takes.
pub const MAX_PAPER_BYTES: usize = 16 << 20;

/// Whose the papers are on one's own machine, on the terminal and in the browser alike: no hash of a secret is this.
pub const HERE: &str = "here";

/// A text that somebody keeps: a study, a record that was brought, a card to be repeated, how they do at puzzles.
///
/// ```
/// use store::{HERE, Paper, PaperQuery, Shelf, Sqlite, Store};
///
/// let store = Sqlite::in_memory()?;
/// let mut paper = Paper::new(HERE, Shelf::Study, 1_000)?;
/// paper.heading.title = "My first opening".to_owned();
/// paper.text = "(;GM[1])".to_owned();
/// store.keep_paper(&paper)?;
///
/// let mine = store.papers(&PaperQuery::of(HERE, Shelf::Study))?;
/// let again = store.paper(mine.papers[0].id)?.expect("it is kept");
/// assert_eq!((again.heading.version, again.text), (1, paper.text.clone()));
/// assert_eq!(store.keep_paper(&paper).expect_err("version 0 again").id(), "store-outdated");
/// # Ok::<(), store::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paper {
    /// What a list says of it.
    pub heading: Heading,
    /// What stands on it: no more than [`MAX_PAPER_BYTES`].
    pub text: String,
}

/// What a list says of a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// Its name in the store.
    pub id: PaperId,
    /// Whose it is: the hash of a visitor's secret, or [`HERE`]. A store compares it and knows nothing of it.
    pub owner: String,
    /// What kind of paper it is.
    pub shelf: Shelf,
    /// What it is called.
    pub title: String,
    /// How many times it has been kept: 0 for one that never was.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: u64,
    /// When it was last changed, as whoever changed it says.
    pub touched_ms: u64,
    /// When it is to be looked at again, if ever.
    pub due_ms: Option<u64>,
}

impl Paper {
    /// An empty one with a name that nobody guesses. It is in no store yet.
    pub fn new(owner: &str, shelf: Shelf, now_ms: u64) -> Result<Paper, Error> {
        let heading = Heading {
            id: PaperId::random()?,
            owner: owner.to_owned(),
            shelf,
            title: String::new(),
            version: 0,
            made_ms: now_ms,
            touched_ms: now_ms,
            due_ms: None,
        };
        Ok(Paper { heading, text: String::new() })
    }
}

/// What kind of paper one is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shelf {
    /// A record that somebody works on.
    Study,
    /// A record that was brought, as it was brought.
    Record,
    /// Something to be repeated when it is due.
    Card,
    /// How somebody does at something.
    Progress,
}

impl Shelf {
    /// All of them.
    pub const ALL: [Shelf; 4] = [Shelf::Study, Shelf::Record, Shelf::Card, Shelf::Progress];

    /// Its name, which never changes.
    pub fn id(self) -> &'static str {
        match self {
            Shelf::Study => "study",
            Shelf::Record => "record",
            Shelf::Card => "card",
            Shelf::Progress => "progress",
        }
    }
}

impl fmt::Display for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// No shelf has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchShelf;

impl FromStr for Shelf {
    type Err = NoSuchShelf;

    fn from_str(text: &str) -> Result<Shelf, NoSuchShelf> {
        Shelf::ALL.into_iter().find(|shelf| shelf.id() == text).ok_or(NoSuchShelf)
    }
}

/// Which papers a list shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperQuery {
    /// Whose.
    pub owner: String,
    /// On which shelf.
    pub shelf: Shelf,
    /// Of exactly this title only.
    pub title: Option<String>,
    /// Only what is due at this time, the longest due first. Otherwise the last touched is first, and of those touched at once the last
    /// made.
    pub due_by: Option<u64>,
    /// How many are left out at the beginning.
    pub skip: u64,
    /// How many are shown.
    pub limit: u32,
}

impl PaperQuery {
    const LIMIT: u32 = 100;

    /// Somebody's papers on a shelf, a hundred of them.
    pub fn of(owner: &str, shelf: Shelf) -> PaperQuery {
        PaperQuery { owner: owner.to_owned(), shelf, title: None, due_by: None, skip: 0, limit: PaperQuery::LIMIT }
    }

    /// Of this title only.
    #[must_use]
    pub fn titled(self, title: &str) -> PaperQuery {
        PaperQuery { title: Some(title.to_owned()), ..self }
    }

    /// What is due at this time.
    #[must_use]
    pub fn due_by(self, now_ms: u64) -> PaperQuery {
        PaperQuery { due_by: Some(now_ms), ..self }
    }

    /// This page of so many papers, from 0.
    #[must_use]
    pub fn page(self, number: u64, limit: u32) -> PaperQuery {
        PaperQuery { skip: number.saturating_mul(u64::from(limit)), limit, ..self }
    }
}

/// A part of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaperPage {
    /// The papers.
    pub papers: Vec<Heading>,
    /// How many there are on all pages.
    pub total: u64,
    /// How many bytes their titles and texts have on all pages.
    pub bytes: u64,
}

/// How much may lie on a shelf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// So many papers.
    pub papers: u64,
    /// So many bytes of titles and texts.
    pub bytes: u64,
}
