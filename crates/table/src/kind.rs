use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError, Player};
use record::Format;

use crate::{Message, Side};

/// Which games there are. A fourth one is a compile error in every place that must know it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Go.
    Go,
    /// Othello.
    Othello,
    /// Aligne 4.
    Aligne4,
}

impl Kind {
    /// All of them, in the order of the menus.
    pub const ALL: [Kind; 3] = [Kind::Go, Kind::Othello, Kind::Aligne4];

    /// As files, addresses and the command line call it.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Go => "go",
            Kind::Othello => "othello",
            Kind::Aligne4 => "aligne4",
        }
    }

    /// As people call it, in every language.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Go => "Go",
            Kind::Othello => "Othello",
            Kind::Aligne4 => "Aligne 4",
        }
    }

    /// A move as people of this game write it, for those who wrote something else.
    pub const fn example_move(self) -> &'static str {
        match self {
            Kind::Go => "D4",
            Kind::Othello => "f5",
            Kind::Aligne4 => "7b2",
        }
    }

    /// How a side is called in this game.
    pub const fn side(self, player: Player) -> Side {
        match (self, player) {
            (Kind::Go | Kind::Othello, Player::Black) => Side::Black,
            (Kind::Go | Kind::Othello, Player::White) => Side::White,
            (Kind::Aligne4, Player::Black) => Side::First,
            (Kind::Aligne4, Player::White) => Side::Second,
        }
    }

    /// Whether a pass has a number among the moves. Players of Othello number discs: a pass is forced and written nowhere.
    pub const fn numbers_passes(self) -> bool {
        match self {
            Kind::Go | Kind::Aligne4 => true,
            Kind::Othello => false,
        }
    }

    /// The endings of the files that a game of this kind can be saved in, the one that its players use first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Kind::Go | Kind::Aligne4 => &["sgf"],
            Kind::Othello => &["ggf", "sgf", "txt"],
        }
    }

    /// The format that a file of this name is written in: what its ending says; without one, what the game's players use. A
    /// refusal names the endings that there are.
    pub fn format(self, name: &str) -> Result<Format, Message> {
        let usual = || Format::from_name(&format!(".{}", self.endings()[0])).unwrap_or(Format::Sgf);
        let Some((_, ending)) = name.rsplit_once('.') else { return Ok(usual()) };
        let is_text = ending.eq_ignore_ascii_case(Format::SHARED_ENDING);
        match (Format::from_name(name), self) {
            (Some(format), _) => Ok(format),
            (None, Kind::Othello) if is_text => Ok(Format::Transcript),
            (None, _) => {
                let known: Vec<String> = self.endings().iter().map(|known| format!(".{known}")).collect();
                let refusal = Message::new("error-save-ending").with("ending", format!(".{ending}"));
                Err(refusal.with("game", self.name()).with("known", known.join(", ")))
            }
        }
    }
}

/// The [id](Kind::id).
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Kind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Kind, ParseError> {
        const KIND: Expected = Expected { id: "game-name", phrase: "go, othello or aligne4" };
        let named = Kind::ALL.into_iter().find(|kind| kind.id() == text);
        named.ok_or(ParseError { at: 0, expected: KIND, found: text.chars().next() })
    }
}
