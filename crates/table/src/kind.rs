use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError, Player};
use record::Format;

use crate::{Message, Value};

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

    /// A move of the game's notation as a person is told it: a point or a square as it is, a piece in words.
    pub fn told_move(self, mv: &str) -> Value {
        match self {
            Kind::Go | Kind::Othello => mv.into(),
            Kind::Aligne4 => crate::games::aligne4::told_move(mv).map_or_else(|| mv.into(), Message::into),
        }
    }

    /// The endings of the files that a game of this kind can be saved in, the one that its players use first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Kind::Go | Kind::Aligne4 => &["sgf"],
            Kind::Othello => &["ggf", "sgf", "txt"],
        }
    }

    /// The format that a file of this name is written in: what its ending says, else what the game's players use.
    pub fn format(self, name: &str) -> Format {
        let is_text = name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("txt"));
        match (Format::from_name(name), self) {
            (Some(format), _) => format,
            (None, Kind::Othello) if is_text => Format::Transcript,
            (None, Kind::Othello) => Format::Ggf,
            (None, Kind::Go | Kind::Aligne4) => Format::Sgf,
        }
    }
}

/// How a side is called: by the colour of its stones, or, where the colours of the pieces are nobody's, by who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Who has the black stones.
    Black,
    /// Who has the white stones.
    White,
    /// Who begins.
    First,
    /// Who does not.
    Second,
}

impl Side {
    /// The message id of its name.
    pub const fn id(self) -> &'static str {
        match self {
            Side::Black => "side-black",
            Side::White => "side-white",
            Side::First => "side-first",
            Side::Second => "side-second",
        }
    }
}

/// As the sentences tell the sides apart.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Black => "black",
            Side::White => "white",
            Side::First => "first",
            Side::Second => "second",
        })
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
