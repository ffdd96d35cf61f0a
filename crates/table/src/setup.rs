//! What is settled before the first move, and how it is written down.

use std::borrow::Cow;
use std::fmt;

use plateau_core::{Expected, ParseError, Player};

use crate::clock::TimeControl;
use crate::event::{read_seat, without_breaks};
use crate::{Message, Playable, Seat, Who};

/// What is settled before the first move.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup<G> {
    /// The game, with its rules.
    pub game: G,
    /// Who plays, Black first.
    pub seats: [Seat; 2],
    /// The time for each player.
    pub control: TimeControl,
    /// The position to start from, if it is not the game's first.
    pub start: Option<String>,
}

impl<G: Playable> Setup<G> {
    /// Two people at one board, without a clock.
    pub fn new(game: G) -> Setup<G> {
        let seat = || Seat { name: String::new(), who: Who::Person };
        Setup { game, seats: [seat(), seat()], control: TimeControl::Unlimited, start: None }
    }

    /// The position before the first move.
    pub fn position(&self) -> Result<G::Position, ParseError> {
        self.start.as_deref().map_or_else(|| Ok(self.game.start()), |text| self.game.position(text))
    }
}

/// A game whose agreement can be written as `KEY VALUE` lines and read back.
pub trait Written: Sized {
    /// The lines.
    fn lines(&self) -> Vec<(&'static str, String)>;
    /// Takes one line in; `None` if the key is not the game's.
    fn read_line(&mut self, key: &str, value: &str) -> Option<Result<(), Message>>;
}

/// Writes lines of `KEY VALUE`: the game and its agreement, the seats, the clock, the start.
pub(crate) fn write_setup<G: Playable + Written>(setup: &Setup<G>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "game {}", G::KIND)?;
    for (key, value) in setup.game.lines() {
        writeln!(f, "{key} {value}")?;
    }
    for player in Player::BOTH {
        let Seat { name, who } = &setup.seats[player];
        writeln!(f, "{player} {}\t{}", without_breaks(&who.to_string()), without_breaks(name))?;
    }
    writeln!(f, "clock {}", setup.control)?;
    if let Some(start) = &setup.start {
        writeln!(f, "start {start}")?;
    }
    Ok(())
}

/// Reads the lines after `game ID`, for a game that begins as its default.
pub(crate) fn read_setup<G: Playable + Written + Default>(text: &str) -> Result<Setup<G>, Message> {
    const KEY: Expected = Expected { id: "setup-key", phrase: "a part of a game's set-up" };
    let mut setup = Setup::new(G::default());
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        if let Ok(player) = key.parse::<Player>() {
            setup.seats[player] = read_seat(value)?;
        } else if key == "clock" {
            setup.control = value.parse()?;
        } else if key == "start" {
            setup.game.position(value)?;
            setup.start = Some(value.to_owned());
        } else {
            let refused = || Message::from(ParseError { at: 0, expected: KEY, found: key.chars().next() });
            setup.game.read_line(key, value).unwrap_or_else(|| Err(refused()))?;
        }
    }
    Ok(setup)
}

/// A set-up of Go as it is written now. Those of earlier versions hold the komi of an even game beside
/// `compensation instead-of-komi`, which with handicap was half a point and one for each stone and not that komi.
pub(crate) fn with_komi_of_today(text: &str) -> Cow<'_, str> {
    const BEFORE: &str = "compensation instead-of-komi";
    if !text.lines().any(|line| line == BEFORE) {
        return Cow::Borrowed(text);
    }
    let handicap = text.lines().find_map(|line| read_handicap(line.strip_prefix("handicap ")?).ok());
    let stones = handicap.map_or(0, go::Handicap::stones);
    let line_of_today = |line: &str| match line {
        BEFORE => format!("compensation {}\n", go::Compensation::InKomi),
        line if stones > 0 && line.starts_with("komi ") => {
            format!("komi {}\n", go::Rules::default().usual_komi(stones))
        }
        line => format!("{line}\n"),
    };
    Cow::Owned(text.lines().map(line_of_today).collect())
}

impl Written for go::Game {
    fn lines(&self) -> Vec<(&'static str, String)> {
        let rules = self.rules();
        let handicap = match self.handicap() {
            go::Handicap::None => "none".to_owned(),
            go::Handicap::Fixed(stones) => format!("fixed:{stones}"),
            go::Handicap::Free(stones) => format!("free:{stones}"),
        };
        let yes_no = |yes| if yes { "yes" } else { "no" }.to_owned();
        vec![
            ("size", self.size().to_string()),
            ("scoring", rules.scoring.to_string()),
            ("ko", rules.ko.to_string()),
            ("suicide", yes_no(rules.suicide)),
            ("komi", rules.komi.to_string()),
            ("compensation", rules.compensation.to_string()),
            ("everything-alive", yes_no(rules.everything_alive)),
            ("handicap", handicap),
        ]
    }

    fn read_line(&mut self, key: &str, value: &str) -> Option<Result<(), Message>> {
        Some(read_go_line(*self, key, value).transpose()?.map(|game| *self = game))
    }
}

/// The game with one part changed; nothing if there is no such part.
fn read_go_line(game: go::Game, key: &str, value: &str) -> Result<Option<go::Game>, Message> {
    let (mut size, mut rules, mut handicap) = (game.size(), *game.rules(), game.handicap());
    match key {
        "size" => size = value.parse()?,
        // A whole rule set by its name, for those who write a set-up; what is kept has every part by itself.
        "rules" => rules = value.parse()?,
        "scoring" => rules.scoring = value.parse()?,
        "ko" => rules.ko = value.parse()?,
        "suicide" => rules.suicide = read_yes_no(value)?,
        "komi" => rules.komi = value.parse()?,
        "compensation" => rules.compensation = value.parse()?,
        "everything-alive" => rules.everything_alive = read_yes_no(value)?,
        "handicap" => handicap = read_handicap(value)?,
        _ => return Ok(None),
    }
    go::Game::new(size, rules, handicap).map(Some).map_err(|invalid| Message::refusal(&invalid))
}

fn read_yes_no(text: &str) -> Result<bool, ParseError> {
    const YES_NO: Expected = Expected { id: "yes-no", phrase: "yes or no" };
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(ParseError { at: 0, expected: YES_NO, found: text.chars().next() }),
    }
}

fn read_handicap(text: &str) -> Result<go::Handicap, ParseError> {
    const HANDICAP: Expected = Expected { id: "go-handicap", phrase: "none, fixed:N or free:N" };
    let read = || match text.split_once(':') {
        None if text == "none" => Some(go::Handicap::None),
        Some(("fixed", stones)) => Some(go::Handicap::Fixed(stones.parse().ok()?)),
        Some(("free", stones)) => Some(go::Handicap::Free(stones.parse().ok()?)),
        _ => None,
    };
    read().ok_or(ParseError { at: 0, expected: HANDICAP, found: text.chars().next() })
}

impl Written for othello::Game {
    fn lines(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn read_line(&mut self, _key: &str, _value: &str) -> Option<Result<(), Message>> {
        None
    }
}

impl Written for aligne4::Game {
    fn lines(&self) -> Vec<(&'static str, String)> {
        vec![("variant", self.rules.to_string())]
    }

    fn read_line(&mut self, key: &str, value: &str) -> Option<Result<(), Message>> {
        (key == "variant").then(|| {
            self.rules = value.parse()?;
            Ok(())
        })
    }
}
