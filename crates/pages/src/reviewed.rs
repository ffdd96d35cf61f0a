//! A game or a record that somebody looks through, as its page has it: where they are, and what is shown of it.

use std::sync::Arc;

use serde::Deserialize;
use store::{Brought, PaperId};
use study::Analysis;
use table::{AnyWay, Message, Review};

use crate::line::SHOWN;

/// A game or a record at one of its nodes, as a page.
#[derive(Clone, Debug)]
pub struct ReviewPage {
    /// The address of the record, without a query: `/game/ID/review`, `/record/KEY`.
    pub address: String,
    /// Where the files of the record are (`…/record.sgf`).
    pub files: String,
    /// Whether there is a page there to show it to others.
    pub is_shared: bool,
    /// What is looked through, and where one is.
    pub review: Review,
    /// What was passed over to read it, if it was damaged.
    pub damage: Vec<Message>,
    /// What the machine makes of it, if it was asked.
    pub study: Option<Study>,
    /// What is shown of that.
    pub looks: Looks,
    /// How far one looks along what the machine expects from here.
    pub step: Option<usize>,
    /// What became of the mistakes in it, for whoever looks.
    pub deck: InDeck,
    /// The games of the file, where it has several.
    pub games: Vec<BroughtGame>,
}

/// What is known of a game at this moment.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its positions.
    pub way: Arc<AnyWay>,
    /// What is known of them.
    pub analysis: Analysis,
    /// Whether more is being thought.
    pub is_growing: bool,
}

/// A game of a file, in the list of all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BroughtGame {
    /// Where it is shown.
    pub address: String,
    /// Who played.
    pub names: [String; 2],
    /// When.
    pub date: String,
    /// Whether it is the one on the page.
    pub is_shown: bool,
}

/// What becomes of the mistakes in a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum InDeck {
    /// Nothing: it is not known yet what they are.
    #[default]
    Unknown,
    /// So many of one's own went into one's deck.
    Own(usize),
    /// The players were others; one may take theirs.
    Others,
}

/// The games of a file that was brought, of which this one is shown.
pub fn games_of_file(id: PaperId, brought: &Brought, shown: usize) -> Vec<BroughtGame> {
    let entry = |(game, review): (usize, &Review)| BroughtGame {
        address: format!("/record/{id}.{}", game + 1),
        names: review.info().names.clone(),
        date: review.info().date.clone(),
        is_shown: game == shown,
    };
    brought.games.iter().enumerate().map(entry).collect()
}

/// Where a record or a study of this server is looked through by the server, told by where its file is: what a browser that cannot do it itself is shown.
pub fn review_of(record: &str) -> Option<String> {
    let (address, file) = record.rsplit_once('/')?;
    let mut parts = address.strip_prefix('/')?.split('/');
    let (what, name, None) = (parts.next()?, parts.next()?, parts.next()) else { return None };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    match what {
        _ if !is_name => None,
        "board" => (file == "study.sgf").then(|| format!("{address}?values=on")),
        _ if !file.starts_with("record.") => None,
        "game" => Some(format!("{address}/review?study=1")),
        "record" => Some(format!("{address}?study=1")),
        _ => None,
    }
}

/// Which game of which file is known by this key: a file's name, and behind a dot the number of the game from 1, if it is not the first.
pub fn game_of_file(key: &str) -> Option<(PaperId, usize)> {
    let (id, number) = key.split_once('.').unwrap_or((key, "1"));
    Some((id.parse().ok()?, number.parse::<usize>().ok()?.checked_sub(1)?))
}

/// A place in a game, as an address says it: the number of a node, and how it is looked at.
#[derive(Clone, Copy, Deserialize, Default, Debug)]
pub struct Place {
    /// The node.
    pub at: Option<u32>,
    /// How far one looks along what the machine expects from there.
    pub step: Option<usize>,
    /// The machine looks through the game.
    pub study: Option<u8>,
    owners: Option<u8>,
    best: Option<u8>,
    chance: Option<u8>,
    /// Which game of a file it is in, from 1.
    pub game: Option<u32>,
}

impl Place {
    /// This node, and nothing else.
    pub fn node(at: Option<u32>) -> Place {
        Place { at, ..Place::default() }
    }

    /// The review there; where it is if there is no such place.
    pub fn of(self, mut review: Review) -> Review {
        if let Some(node) = self.at {
            review.go_to(node);
        }
        review
    }

    /// What is shown of a review; what the machine makes of it, wherever it was asked.
    pub fn looks(self, study: Option<&Study>) -> Looks {
        let on = |switch: Option<u8>| switch == Some(1);
        Looks { study: study.is_some(), owners: on(self.owners), best: on(self.best), chance: on(self.chance) }
    }
}

impl ReviewPage {
    /// The page at another node, seen as this one.
    pub(crate) fn at(&self, node: u32) -> String {
        format!("{}?at={node}{}", self.address, self.looks.query())
    }

    /// The record as a file, in the format that its game is written in most.
    pub(crate) fn record(&self) -> String {
        format!("{}/record.{}", self.files, self.review.kind().endings()[0])
    }

    /// What else there is of the game: `/game/ID/try`, `/record/KEY/play-on`.
    pub(crate) fn beside(&self, what: &str) -> String {
        format!("{}/{what}", self.address.trim_end_matches("/review"))
    }
}

/// What is shown of a review: part of every address of its page, so that whoever has the address sees the same.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the page")]
pub struct Looks {
    /// The machine looks through the game.
    pub study: bool,
    /// Go: who will own what.
    pub owners: bool,
    /// The best moves stand on the board with what they are worth.
    pub best: bool,
    /// Chances instead of what somebody is ahead by.
    pub chance: bool,
}

impl Looks {
    /// As the query of an address goes on with it.
    pub(crate) fn query(self) -> String {
        let Looks { study, owners, best, chance } = self;
        let on = [(study, "study"), (owners, "owners"), (best, "best"), (chance, "chance")];
        on.into_iter().filter(|(is_on, _)| *is_on).map(|(_, name)| format!("&{name}=1")).collect()
    }

    /// The switches of a page, besides that of the study itself: the message id of each, whether it is on, and the looks with it turned
    /// the other way.
    pub(crate) fn switches(self) -> [(&'static str, bool, Looks); 3] {
        [
            ("looks-best", self.best, Looks { best: !self.best, ..self }),
            ("looks-chance", self.chance, Looks { chance: !self.chance, ..self }),
            ("looks-owners", self.owners, Looks { owners: !self.owners, ..self }),
        ]
    }
}

/// The play that the machine expects from a position, if it has any in mind.
pub(crate) fn expected(study: &Study, moment: usize) -> Option<AnyWay> {
    let line = &study.analysis.judgement(moment)?.best()?.line;
    let moves: Vec<&str> = line.iter().take(SHOWN).map(String::as_str).collect();
    study.way.branch(moment, &moves).ok()
}
