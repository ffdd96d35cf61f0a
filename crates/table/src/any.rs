use std::fmt;
use std::str::FromStr;

use plateau_core::{Expected, ParseError, Player};

use crate::clock::{Clock, TimeControl};
use crate::event::{Action, Event, Offer};
use crate::setup::{read_setup, with_komi_of_today, write_setup};
use crate::view::{MoveView, Stage, View, Wanted};
use crate::{Command, End, Kind, Message, Seat, Setup, Table};

/// Asks what is inside, whichever game it is of.
macro_rules! each {
    ($any:ident, $value:expr, $inside:ident => $answer:expr) => {
        match $value {
            $any::Go($inside) => $answer,
            $any::Othello($inside) => $answer,
            $any::Aligne4($inside) => $answer,
        }
    };
}

/// The same of any of the games. Its text is what a store keeps.
#[derive(Clone, PartialEq, Debug)]
pub enum AnySetup {
    /// Go.
    Go(Setup<go::Game>),
    /// Othello.
    Othello(Setup<othello::Game>),
    /// Aligne 4.
    Aligne4(Setup<aligne4::Game>),
}

impl AnySetup {
    /// The game as it is played unless something else is agreed on, by two people without a clock.
    pub fn new(kind: Kind) -> AnySetup {
        match kind {
            Kind::Go => AnySetup::Go(Setup::new(go::Game::default())),
            Kind::Othello => AnySetup::Othello(Setup::new(othello::Game)),
            Kind::Aligne4 => AnySetup::Aligne4(Setup::new(aligne4::Game::default())),
        }
    }

    /// Which game it is.
    pub fn kind(&self) -> Kind {
        match self {
            AnySetup::Go(_) => Kind::Go,
            AnySetup::Othello(_) => Kind::Othello,
            AnySetup::Aligne4(_) => Kind::Aligne4,
        }
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat; 2] {
        each!(AnySetup, self, setup => &setup.seats)
    }

    /// Who sits where, to be changed.
    pub fn seats_mut(&mut self) -> &mut [Seat; 2] {
        each!(AnySetup, self, setup => &mut setup.seats)
    }

    /// The time for each player.
    pub fn control(&self) -> TimeControl {
        each!(AnySetup, self, setup => setup.control)
    }

    /// The time for each player, to be changed.
    pub fn control_mut(&mut self) -> &mut TimeControl {
        each!(AnySetup, self, setup => &mut setup.control)
    }

    /// The same game with the colours changed over: who had Black gets White.
    #[must_use]
    pub fn swapped(mut self) -> AnySetup {
        self.seats_mut().swap(0, 1);
        self
    }

    /// The table before its first event, or why there is no such position to start from.
    pub fn table(self) -> Result<AnyTable, Message> {
        Ok(match self {
            AnySetup::Go(setup) => AnyTable::Go(Box::new(Table::new(setup)?)),
            AnySetup::Othello(setup) => AnyTable::Othello(Table::new(setup)?),
            AnySetup::Aligne4(setup) => AnyTable::Aligne4(Table::new(setup)?),
        })
    }
}

/// Lines of `KEY VALUE`: the game and its agreement, the seats, the clock, the start.
impl fmt::Display for AnySetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(AnySetup, self, setup => write_setup(setup, f))
    }
}

impl FromStr for AnySetup {
    type Err = Message;

    fn from_str(text: &str) -> Result<AnySetup, Message> {
        const GAME: Expected = Expected { id: "setup-game", phrase: "game go, game othello or game aligne4" };
        let refuse = || ParseError { at: 0, expected: GAME, found: text.chars().next() };
        let first = text.lines().next().and_then(|line| line.strip_prefix("game ")).ok_or_else(refuse)?;
        Ok(match first.parse().map_err(|_| refuse())? {
            Kind::Go => AnySetup::Go(read_setup(&with_komi_of_today(text))?),
            Kind::Othello => AnySetup::Othello(read_setup(text)?),
            Kind::Aligne4 => AnySetup::Aligne4(read_setup(text)?),
        })
    }
}

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

impl AnyTable {
    /// Which game it is.
    pub fn kind(&self) -> Kind {
        match self {
            AnyTable::Go(_) => Kind::Go,
            AnyTable::Othello(_) => Kind::Othello,
            AnyTable::Aligne4(_) => Kind::Aligne4,
        }
    }

    /// As [`Table::decide`].
    pub fn decide(&self, by: Player, command: &Command, now_ms: u64) -> Result<Vec<Action>, Message> {
        each!(AnyTable, self, table => table.decide(by, command, now_ms))
    }

    /// As [`Table::apply`].
    pub fn apply(&mut self, event: &Event) -> Result<(), Message> {
        each!(AnyTable, self, table => table.apply(event))
    }

    /// As [`Table::view`].
    pub fn view(&self, wanted: &Wanted, now_ms: u64) -> View {
        each!(AnyTable, self, table => table.view(wanted, now_ms))
    }

    /// As [`Table::turn`].
    pub fn turn(&self) -> Option<Player> {
        each!(AnyTable, self, table => table.turn())
    }

    /// As [`Table::stage`].
    pub fn stage(&self) -> Stage {
        each!(AnyTable, self, table => table.stage())
    }

    /// As [`Table::end`].
    pub fn end(&self) -> Option<End> {
        each!(AnyTable, self, table => table.end())
    }

    /// As [`Table::speaker`].
    pub fn speaker(&self, may_speak: impl Fn(Player) -> bool) -> Option<Player> {
        each!(AnyTable, self, table => table.speaker(may_speak))
    }

    /// As [`Table::moves`].
    pub fn moves(&self) -> Vec<MoveView> {
        each!(AnyTable, self, table => table.moves())
    }

    /// How many moves have been made and not taken back.
    pub fn moves_played(&self) -> u64 {
        each!(AnyTable, self, table => table.course().moves().len() as u64)
    }

    /// As [`Table::is_unmarked`].
    pub fn is_unmarked(&self) -> bool {
        each!(AnyTable, self, table => table.is_unmarked())
    }

    /// As [`Table::offer`].
    pub fn offer(&self) -> Option<(Player, Offer)> {
        each!(AnyTable, self, table => table.offer())
    }

    /// As [`Table::no_offer`].
    pub fn no_offer(&self, by: Player, offer: Offer) -> Option<Message> {
        each!(AnyTable, self, table => table.no_offer(by, offer))
    }

    /// As [`Table::tick`].
    pub fn tick(&self, now_ms: u64) -> Option<Action> {
        each!(AnyTable, self, table => table.tick(now_ms))
    }

    /// As [`Table::leave`].
    pub fn leave(&self, now_ms: u64) -> Option<Action> {
        each!(AnyTable, self, table => table.leave(now_ms))
    }

    /// As [`Table::forfeit`].
    pub fn forfeit(&self, player: Player) -> Result<Action, Message> {
        each!(AnyTable, self, table => table.forfeit(player))
    }

    /// As [`Table::start`].
    pub fn start(&self) -> Result<Action, Message> {
        each!(AnyTable, self, table => table.start())
    }

    /// As [`Table::cancel`].
    pub fn cancel(&self) -> Result<Action, Message> {
        each!(AnyTable, self, table => table.cancel())
    }

    /// As [`Table::is_begun`].
    pub fn is_begun(&self) -> bool {
        each!(AnyTable, self, table => table.is_begun())
    }

    /// As [`Table::is_cancelled`].
    pub fn is_cancelled(&self) -> bool {
        each!(AnyTable, self, table => table.is_cancelled())
    }

    /// As [`Table::start_clock`].
    pub fn start_clock(&mut self, now_ms: u64) {
        each!(AnyTable, self, table => table.start_clock(now_ms));
    }

    /// As [`Table::stop_clock`].
    pub fn stop_clock(&mut self, now_ms: u64) {
        each!(AnyTable, self, table => table.stop_clock(now_ms));
    }

    /// As [`Table::set_clock`].
    pub fn set_clock(&mut self, player: Player, clock: Clock) {
        each!(AnyTable, self, table => table.set_clock(player, clock));
    }

    /// As [`Table::clock`].
    pub fn clock(&self, player: Player, now_ms: u64) -> Option<Clock> {
        each!(AnyTable, self, table => table.clock(player, now_ms))
    }

    /// As [`Table::next_event`].
    pub fn next_event(&self) -> u64 {
        each!(AnyTable, self, table => table.next_event())
    }

    /// As [`Table::retold`].
    pub fn retold(&self) -> Vec<Action> {
        each!(AnyTable, self, table => table.retold())
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat; 2] {
        each!(AnyTable, self, table => &table.setup().seats)
    }

    /// Whether a person sits at this side.
    pub fn is_person(&self, player: Player) -> bool {
        self.seats()[player].who.is_person()
    }

    /// Whether only machines sit here, so that people can but watch.
    pub fn is_watched(&self) -> bool {
        !Player::BOTH.into_iter().any(|player| self.is_person(player))
    }

    /// What was settled before the first move, with who sits there now.
    pub fn setup(&self) -> AnySetup {
        match self {
            AnyTable::Go(table) => AnySetup::Go(table.setup().clone()),
            AnyTable::Othello(table) => AnySetup::Othello(table.setup().clone()),
            AnyTable::Aligne4(table) => AnySetup::Aligne4(table.setup().clone()),
        }
    }
}

/// Reads the text of a set-up; the table has no events yet.
impl FromStr for AnyTable {
    type Err = Message;

    fn from_str(text: &str) -> Result<AnyTable, Message> {
        text.parse::<AnySetup>()?.table()
    }
}
