use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError, Player};

use crate::clock::Clock;
use crate::event::{Action, Event, Offer};
use crate::setup::read_setup;
use crate::view::{MoveView, View, Wanted};
use crate::{Command, Message, Seat, Table};

/// A table of any of the games. Where the games truly differ one matches on it, so that a fourth game is a compile error
/// in each such place; where they do not, it passes the question on.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyTable {
    /// Go, boxed: its positions are kilobytes where the others' are bytes.
    Go(Box<Table<go::Game>>),
    /// Othello.
    Othello(Table<othello::Game>),
    /// Aligne 4.
    Aligne4(Table<aligne4::Game>),
}

/// Asks the table inside, whichever game it is of.
macro_rules! each {
    ($any:expr, $table:ident => $answer:expr) => {
        match $any {
            AnyTable::Go($table) => $answer,
            AnyTable::Othello($table) => $answer,
            AnyTable::Aligne4($table) => $answer,
        }
    };
}

impl AnyTable {
    /// As [`Table::decide`].
    pub fn decide(&self, by: Player, command: &Command, now_ms: u64) -> Result<Vec<Action>, Message> {
        each!(self, table => table.decide(by, command, now_ms))
    }

    /// As [`Table::apply`].
    pub fn apply(&mut self, event: &Event) -> Result<(), Message> {
        each!(self, table => table.apply(event))
    }

    /// As [`Table::view`].
    pub fn view(&self, wanted: &Wanted, now_ms: u64) -> View {
        each!(self, table => table.view(wanted, now_ms))
    }

    /// As [`Table::turn`].
    pub fn turn(&self) -> Option<Player> {
        each!(self, table => table.turn())
    }

    /// As [`Table::moves`].
    pub fn moves(&self) -> Vec<MoveView> {
        each!(self, table => table.moves())
    }

    /// How many moves have been made and not taken back.
    pub fn moves_played(&self) -> u64 {
        each!(self, table => table.line().moves().len() as u64)
    }

    /// As [`Table::offer`].
    pub fn offer(&self) -> Option<(Player, Offer)> {
        each!(self, table => table.offer())
    }

    /// As [`Table::tick`].
    pub fn tick(&self, now_ms: u64) -> Option<Action> {
        each!(self, table => table.tick(now_ms))
    }

    /// As [`Table::leave`].
    pub fn leave(&self, now_ms: u64) -> Option<Action> {
        each!(self, table => table.leave(now_ms))
    }

    /// As [`Table::forfeit`].
    pub fn forfeit(&self, player: Player) -> Result<Action, Message> {
        each!(self, table => table.forfeit(player))
    }

    /// As [`Table::start_clock`].
    pub fn start_clock(&mut self, now_ms: u64) {
        each!(self, table => table.start_clock(now_ms));
    }

    /// As [`Table::stop_clock`].
    pub fn stop_clock(&mut self, now_ms: u64) {
        each!(self, table => table.stop_clock(now_ms));
    }

    /// As [`Table::clock`].
    pub fn clock(&self, player: Player, now_ms: u64) -> Option<Clock> {
        each!(self, table => table.clock(player, now_ms))
    }

    /// As [`Table::next_event`].
    pub fn next_event(&self) -> u64 {
        each!(self, table => table.next_event())
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat; 2] {
        each!(self, table => &table.setup().seats)
    }

    /// What was settled before the first move, as text that [`str::parse`] reads back into a table.
    pub fn setup_text(&self) -> String {
        each!(self, table => table.setup().to_string())
    }
}

const GAME: Expected = Expected { id: "setup-game", phrase: "game go, game othello or game aligne4" };

/// Reads the text of a set-up; the table has no events yet.
impl FromStr for AnyTable {
    type Err = Message;

    fn from_str(text: &str) -> Result<AnyTable, Message> {
        Ok(match text.lines().next() {
            Some("game go") => AnyTable::Go(Box::new(Table::new(read_setup(text)?)?)),
            Some("game othello") => AnyTable::Othello(Table::new(read_setup(text)?)?),
            Some("game aligne4") => AnyTable::Aligne4(Table::new(read_setup(text)?)?),
            _ => return Err(ParseError { at: 0, expected: GAME, found: text.chars().next() }.into()),
        })
    }
}

impl fmt::Display for AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.setup_text())
    }
}
