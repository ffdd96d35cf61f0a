//! What happens at a table. The events are the truth: a table is what they add up to, so that saving, undo, resuming after a
//! crash, watching and replaying are one mechanism.
//!
//! An event is one line of text in the store and in exports, `TIME KIND DETAILS`. The details that are free text (a name, a
//! command line) come last and may hold anything but a line break.

use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError, Player, Scanner};

use crate::{Seat, Who};

/// Something that happened, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// What happened.
    pub action: Action,
}

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The player to move played, after thinking so long.
    Play {
        /// The move in the game's notation.
        mv: String,
        /// The time it took, as far as the clock ran.
        spent_ms: u64,
    },
    /// The table was left when the player to move had thought so long about this move.
    Think {
        /// The time it took, as far as the clock ran.
        spent_ms: u64,
    },
    /// So many moves were taken back.
    Undo {
        /// How many.
        plies: u32,
    },
    /// So many moves that had been taken back were played again.
    Redo {
        /// How many.
        plies: u32,
    },
    /// This player gave up.
    Resign(Player),
    /// This player's time ran out.
    Fall(Player),
    /// This player went away and did not come back.
    Forfeit(Player),
    /// The chain on this point was marked as dead, or as alive again.
    Mark(String),
    /// The marking was replaced by this one: a point of each dead chain, as the machine proposes it.
    Propose(Vec<String>),
    /// This player accepts the marking.
    Accept(Player),
    /// The marking was not accepted: play goes on, and this player moves.
    Resume(Player),
    /// This player offers something.
    Offer(Player, Offer),
    /// This player declines what the other offered.
    Decline(Player),
    /// The players agreed on a draw.
    AgreeDraw,
    /// Somebody else sat down in a seat.
    Sit(Player, Seat),
    /// Both players are there: the clock of the one who moves first runs from here.
    Start,
    /// Nobody came to play: the game was called off before it began.
    Cancel,
}

/// What one player can offer the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// That nobody wins.
    Draw,
    /// To take back the last move of the one who asks.
    Takeback,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.at_ms)?;
        match &self.action {
            Action::Play { mv, spent_ms } => write!(f, "play {mv} {spent_ms}"),
            Action::Think { spent_ms } => write!(f, "think {spent_ms}"),
            Action::Undo { plies } => write!(f, "undo {plies}"),
            Action::Redo { plies } => write!(f, "redo {plies}"),
            Action::Resign(player) => write!(f, "resign {player}"),
            Action::Fall(player) => write!(f, "fall {player}"),
            Action::Forfeit(player) => write!(f, "forfeit {player}"),
            Action::Mark(cell) => write!(f, "mark {cell}"),
            Action::Propose(cells) => write!(f, "propose {}", cells.join(" ")),
            Action::Accept(player) => write!(f, "accept {player}"),
            Action::Resume(player) => write!(f, "resume {player}"),
            Action::Offer(player, Offer::Draw) => write!(f, "offer-draw {player}"),
            Action::Offer(player, Offer::Takeback) => write!(f, "offer-takeback {player}"),
            Action::Decline(player) => write!(f, "decline {player}"),
            Action::AgreeDraw => f.write_str("agree-draw"),
            Action::Start => f.write_str("start"),
            Action::Cancel => f.write_str("cancel"),
            Action::Sit(player, Seat { name, who }) => {
                write!(f, "sit {player} {}\t{}", without_breaks(&who.to_string()), without_breaks(name))
            }
        }
    }
}

/// A free text as it can stand in a line.
pub(crate) fn without_breaks(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

const TIME: Expected = Expected { id: "event-time", phrase: "a time in milliseconds" };
const KIND: Expected = Expected { id: "event-kind", phrase: "the kind of an event" };
const WORD: Expected = Expected { id: "event-word", phrase: "a move or a cell" };
const NUMBER: Expected = Expected { id: "event-number", phrase: "a number" };

impl FromStr for Event {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Event, ParseError> {
        let mut words = Words { line, at: 0 };
        let at_ms = words.number(TIME)?;
        let kind = words.next(KIND)?;
        let action = match kind {
            "play" => Action::Play { mv: words.next(WORD)?.to_owned(), spent_ms: words.number(NUMBER)? },
            "think" => Action::Think { spent_ms: words.number(NUMBER)? },
            "undo" => Action::Undo { plies: words.small_number()? },
            "redo" => Action::Redo { plies: words.small_number()? },
            "resign" => Action::Resign(words.player()?),
            "fall" => Action::Fall(words.player()?),
            "forfeit" => Action::Forfeit(words.player()?),
            "mark" => Action::Mark(words.next(WORD)?.to_owned()),
            "propose" => Action::Propose(words.rest().split_whitespace().map(str::to_owned).collect()),
            "accept" => Action::Accept(words.player()?),
            "resume" => Action::Resume(words.player()?),
            "offer-draw" => Action::Offer(words.player()?, Offer::Draw),
            "offer-takeback" => Action::Offer(words.player()?, Offer::Takeback),
            "decline" => Action::Decline(words.player()?),
            "agree-draw" => Action::AgreeDraw,
            "start" => Action::Start,
            "cancel" => Action::Cancel,
            "sit" => Action::Sit(words.player()?, read_seat(words.rest())?),
            _ => return Err(Scanner::new(kind).refuse(KIND)),
        };
        Ok(Event { at_ms, action })
    }
}

/// `WHO` and `NAME`, parted by a tab.
pub(crate) fn read_seat(text: &str) -> Result<Seat, ParseError> {
    let (who, name) = text.split_once('\t').unwrap_or((text, ""));
    Ok(Seat { name: name.to_owned(), who: who.parse::<Who>()? })
}

/// The words of a line, one after the other.
struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// What has not been read yet.
    fn rest(&mut self) -> &'a str {
        let at = std::mem::replace(&mut self.at, self.line.len());
        &self.line[at..]
    }

    fn next(&mut self, expected: Expected) -> Result<&'a str, ParseError> {
        let rest = &self.line[self.at..];
        let word = rest.split(' ').next().unwrap_or_default();
        if word.is_empty() {
            let at = self.line[..self.at].chars().count();
            return Err(ParseError { at, expected, found: rest.chars().next() });
        }
        self.at = (self.at + word.len() + 1).min(self.line.len());
        Ok(word)
    }

    fn read<T>(&mut self, expected: Expected, read: impl Fn(&str) -> Option<T>) -> Result<T, ParseError> {
        let start = self.at;
        let word = self.next(expected)?;
        let at = self.line[..start].chars().count();
        read(word).ok_or_else(|| ParseError { at, expected, found: word.chars().next() })
    }

    fn number(&mut self, expected: Expected) -> Result<u64, ParseError> {
        self.read(expected, |word| word.parse().ok())
    }

    fn small_number(&mut self) -> Result<u32, ParseError> {
        self.read(NUMBER, |word| word.parse().ok())
    }

    fn player(&mut self) -> Result<Player, ParseError> {
        let before = self.line[..self.at].chars().count();
        self.next(KIND)?.parse().map_err(|error: ParseError| ParseError { at: before + error.at, ..error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_read_and_write_the_same() {
        let ada = Seat { name: "Ada L.".to_owned(), who: Who::Engine("gnugo --mode gtp".to_owned()) };
        for (action, line) in [
            (Action::Play { mv: "D4".to_owned(), spent_ms: 1500 }, "7 play D4 1500"),
            (Action::Think { spent_ms: 900 }, "7 think 900"),
            (Action::Undo { plies: 2 }, "7 undo 2"),
            (Action::Redo { plies: 1 }, "7 redo 1"),
            (Action::Resign(Player::Black), "7 resign black"),
            (Action::Fall(Player::White), "7 fall white"),
            (Action::Forfeit(Player::Black), "7 forfeit black"),
            (Action::Mark("C3".to_owned()), "7 mark C3"),
            (Action::Propose(vec!["A1".to_owned(), "B2".to_owned()]), "7 propose A1 B2"),
            (Action::Propose(Vec::new()), "7 propose "),
            (Action::Accept(Player::Black), "7 accept black"),
            (Action::Resume(Player::White), "7 resume white"),
            (Action::Offer(Player::White, Offer::Draw), "7 offer-draw white"),
            (Action::Offer(Player::Black, Offer::Takeback), "7 offer-takeback black"),
            (Action::Decline(Player::Black), "7 decline black"),
            (Action::AgreeDraw, "7 agree-draw"),
            (Action::Start, "7 start"),
            (Action::Cancel, "7 cancel"),
            (Action::Sit(Player::White, ada), "7 sit white engine:gnugo --mode gtp\tAda L."),
        ] {
            let event = Event { at_ms: 7, action };
            assert_eq!(event.to_string(), line);
            assert_eq!(line.parse().as_ref(), Ok(&event), "{line}");
        }
    }

    #[test]
    fn a_name_cannot_break_the_line() {
        let seat = Seat { name: "a\nb\tc".to_owned(), who: Who::Person };
        let line = Event { at_ms: 0, action: Action::Sit(Player::Black, seat) }.to_string();
        assert_eq!(line, "0 sit black human\ta b c");
    }

    #[test]
    fn a_damaged_line_is_refused_at_its_place() {
        for (line, column) in [
            ("", 1),
            ("x play D4 1", 1),
            ("7", 2),
            ("7 jump", 1),
            ("7 play", 7),
            ("7 play D4 x", 11),
            ("7 fall red", 8),
            ("7 fall blackish", 8),
        ] {
            let error = line.parse::<Event>().expect_err(line);
            assert_eq!(error.column(), column, "{line}: {error}");
        }
    }
}
