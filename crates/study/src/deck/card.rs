use std::fmt;

use plateau_core::Player;
use table::{AnyWay, Kind, Message, Review, records};

use super::Schedule;
use crate::{Motif, Phase, Unreadable};

/// A position in which somebody went wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// The way to the position, as the text of a record: the rules, what was set up, the moves.
    pub record: String,
    /// What it is about.
    pub theme: Theme,
    /// The move that was a mistake, in the game's notation.
    pub played: String,
    /// What it lost, in the game's unit.
    pub lost: f32,
    /// Where it comes from, if that is still known.
    pub source: Option<Source>,
    /// When it is asked.
    pub schedule: Schedule,
}

/// What a card is about: all that a list says of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Theme {
    /// The game.
    pub kind: Kind,
    /// Who is to move.
    pub player: Player,
    /// The part of the game.
    pub phase: Phase,
    /// What the better move does, where that has a name.
    pub motif: Option<Motif>,
}

/// A card as it is put into a deck: its position was read, and has a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// What the position is called, and what the card is about; [`Theme::read`] reads the latter.
    pub title: String,
    /// The card.
    pub card: Card,
}

impl Entry {
    /// A card whose position can be asked; or why it cannot.
    pub fn new(card: Card) -> Result<Entry, Message> {
        Ok(Entry { title: card.title(&card.way()?), card })
    }
}

/// A place in a game that was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The game, as its store calls it.
    pub game: String,
    /// The node of the position.
    pub node: u32,
}

/// A card is no longer than this: a record of some thousand moves.
const MOST_BYTES: usize = 64 << 10;

/// How texts of cards begin: what they are, and how they are written.
const HEAD: &str = "card 1";

impl Card {
    /// The position: the last one of a way.
    pub fn way(&self) -> Result<AnyWay, Message> {
        let mut review = Review::of_record(records::read(self.record.as_bytes(), Some("card.sgf"))?);
        review.go_to(review.steps().last);
        let way = review.way()?;
        if way.is_forced(way.len() - 1) || way.kind() != self.theme.kind || way.turn(way.len() - 1) != self.theme.player
        {
            return Err(Message::new("deck-nothing-asked"));
        }
        Ok(way)
    }

    /// A name by which the same position is known again, and what a list says of the card.
    fn title(&self, way: &AnyWay) -> String {
        // FNV-1a: nobody has to be kept from finding another position with the same name in one's own deck.
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let place = way.text(way.len() - 1).bytes().fold(0xcbf2_9ce4_8422_2325, hash);
        format!("{} {place:016x}", self.theme)
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Result<Card, Unreadable> {
        if text.len() > MOST_BYTES {
            return Err(Unreadable);
        }
        let (head, record) = text.split_once("\nrecord\n").ok_or(Unreadable)?;
        let mut lines = head.lines();
        if lines.next() != Some(HEAD) {
            return Err(Unreadable);
        }
        let (mut theme, mut played, mut lost, mut source, mut schedule) = (None, None, None, None, None);
        for line in lines {
            let (name, value) = line.split_once(' ').ok_or(Unreadable)?;
            match name {
                "theme" => theme = Some(Theme::read(value)?),
                "played" if !value.is_empty() && value.len() <= LONGEST_MOVE => played = Some(value.to_owned()),
                "lost" => lost = value.parse().ok().filter(|lost: &f32| lost.is_finite()),
                "from" => {
                    let (game, node) = value.split_once(' ').ok_or(Unreadable)?;
                    let is_name =
                        |text: &str| text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                    let node = node.parse().map_err(|_| Unreadable)?;
                    source = is_name(game).then(|| Source { game: game.to_owned(), node });
                }
                "schedule" => schedule = Some(Schedule::read(value)?),
                _ => return Err(Unreadable),
            }
        }
        Ok(Card {
            record: record.to_owned(),
            theme: theme.ok_or(Unreadable)?,
            played: played.ok_or(Unreadable)?,
            lost: lost.ok_or(Unreadable)?,
            source,
            schedule: schedule.ok_or(Unreadable)?,
        })
    }
}

/// No game writes longer moves.
const LONGEST_MOVE: usize = 8;

/// As lines of names and values, and the record after the last of them.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\ntheme {}\nplayed {}\nlost {:.2}", self.theme, self.played, self.lost)?;
        if let Some(Source { game, node }) = &self.source {
            writeln!(f, "from {game} {node}")?;
        }
        write!(f, "schedule {}\nrecord\n{}", self.schedule, self.record)
    }
}

/// As words: the game, who is to move, the part of the game, and the motif or `-`.
impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Theme { kind, player, phase, motif } = self;
        write!(f, "{kind} {player} {} {}", phase.name(), motif.map_or("-", Motif::name))
    }
}

impl Theme {
    /// Reads what [`Display`](fmt::Display) writes; what follows, as in the title of a card, is passed over.
    pub fn read(text: &str) -> Result<Theme, Unreadable> {
        let mut words = text.split(' ');
        let mut word = || words.next().ok_or(Unreadable);
        let kind = word()?.parse().map_err(|_| Unreadable)?;
        let player = word()?.parse().map_err(|_| Unreadable)?;
        let name = word()?;
        let phase = Phase::ALL.into_iter().find(|phase| phase.name() == name).ok_or(Unreadable)?;
        let motif = match word()? {
            "-" => None,
            name => Some(Motif::ALL.into_iter().find(|motif| motif.name() == name).ok_or(Unreadable)?),
        };
        Ok(Theme { kind, player, phase, motif })
    }
}
