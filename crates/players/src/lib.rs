//! From a level or a description to an engine in a seat.
//!
//! This is the only crate that names every engine. [`MachineGame::seat`] turns what a person asked for (`level:3`, `time:1.5`) into a
//! [`Mover`]: an engine and the limits it thinks within. [`levels`](MachineGame::levels) are the named strengths of each game, and
//! [`contest`] lets two movers play a match. At a table, [`attendant`] says when the machine is to do something and what comes of it, and
//! [`thinker`] does the thinking: moves, hints, estimates, dead stones; [`elsewhere`] is how others are asked to. What positions are worth to whoever studies a game, an
//! [`analyst`] says.

mod aligne4;
pub mod analyst;
pub mod attendant;
pub mod contest;
pub mod desk;
pub mod elsewhere;
mod estimate;
mod finished;
mod go;
mod opening;
mod othello;
pub mod puzzles;
pub mod thinker;

pub use estimate::estimate;
pub use finished::judge;
pub use go::at_sight;
pub use opening::{Opening, UnknownOpening};

use std::error::Error;
use std::fmt;

use plateau_core::Position;
use protocol::external::Timeouts;
use protocol::gtp::{Client, Dialect};
use search::{Engine, Failure, Limits, Report, Resources, Stop, Supply, Thought};
use study::Motif;
use table::view::Estimate;
use table::{Kind, Message, MoveOf, Playable, Who};

/// A game that the machine can play.
pub trait MachineGame: Playable {
    /// The levels, from the first up, measured on the board that the game is mostly played on.
    fn levels() -> &'static [Level];

    /// The same levels measured on other boards, where there are any.
    fn on_other_boards() -> &'static [OtherBoard] {
        &[]
    }

    /// Refuses what [`seat`](MachineGame::seat) would refuse whatever machine it runs on, without making an engine: a level that
    /// there is not, a program that cannot play it. A person may sit down anywhere.
    fn check_seat(who: &Who) -> Result<(), Unavailable> {
        check_level::<Self>(who)
    }

    /// The engine for what a person asked for.
    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Self::Position>, Unavailable>;

    /// What a legal move does, in players' words, the most telling first: parts of a sentence, perhaps none.
    ///
    /// The report is what the engine saw when it chose the move.
    fn deeds(&self, position: &Self::Position, mv: MoveOf<Self>, report: &Report<MoveOf<Self>>) -> Vec<Message>;

    /// What somebody can learn from a legal move that is good: what it does most of all, where that has a name.
    fn motif(&self, position: &Self::Position, mv: MoveOf<Self>, report: &Report<MoveOf<Self>>) -> Option<Motif>;

    /// What the engine expects of the game, for whoever is to move, after the move that it chose, where that says more than what the move
    /// does.
    fn outlook(&self, position: &Self::Position, report: &Report<MoveOf<Self>>) -> Option<Message>;

    /// Why a legal move is good: what it does, then what is expected. At least one part of a sentence.
    fn reasons(&self, position: &Self::Position, mv: MoveOf<Self>, report: &Report<MoveOf<Self>>) -> Vec<Message> {
        let mut reasons = self.deeds(position, mv, report);
        reasons.extend(self.outlook(position, report));
        if reasons.is_empty() { vec![Message::new("hint-likes")] } else { reasons }
    }

    /// A cell of each chain that is dead on a finished board. In most games nothing is.
    fn dead(&self, _position: &Self::Position, _resources: &Resources, _stop: &Stop) -> Vec<String> {
        Vec::new()
    }

    /// What the machine expects of a position in which somebody is to move, where a board has points that will be somebody's.
    fn estimate(&self, _position: &Self::Position, _resources: &Resources, _stop: &Stop) -> Option<Estimate> {
        None
    }

    /// The marking of a finished board that the machine would propose: all that is [dead](MachineGame::dead) on it.
    fn proposal(&self, position: &Self::Position, resources: &Resources, stop: &Stop) -> Self::Marks {
        let mut marks = Self::Marks::default();
        if self.needs_marking(position) {
            for cell in self.dead(position, resources, stop) {
                // Each of these cells has a stone, so that it can be marked.
                let _ = self.mark(position, &mut marks, &cell);
            }
        }
        marks
    }
}

/// The levels of a game, from the first up.
pub fn levels(kind: Kind) -> &'static [Level] {
    match kind {
        Kind::Go => <::go::Game as MachineGame>::levels(),
        Kind::Othello => <::othello::Game as MachineGame>::levels(),
        Kind::Aligne4 => <::aligne4::Game as MachineGame>::levels(),
    }
}

/// As [`MachineGame::check_seat`].
pub fn check_seat(kind: Kind, who: &Who) -> Result<(), Unavailable> {
    match kind {
        Kind::Go => <::go::Game as MachineGame>::check_seat(who),
        Kind::Othello => <::othello::Game as MachineGame>::check_seat(who),
        Kind::Aligne4 => <::aligne4::Game as MachineGame>::check_seat(who),
    }
}

/// The files that the program needs beside its code: those of its engines, and the puzzles.
pub fn files() -> Vec<&'static Supply> {
    engine_go::net::Network::files()
        .into_iter()
        .chain([engine_othello::Weights::file(), engine_othello::Book::file()])
        .chain(Kind::ALL.map(study::puzzle::Collection::file))
        .collect()
}

/// Whether another program can play this game.
pub fn has_external(kind: Kind) -> bool {
    match kind {
        Kind::Go | Kind::Othello => true,
        Kind::Aligne4 => false,
    }
}

/// A named strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Its number, from 1.
    pub number: u8,
    /// The message id that says what it does.
    pub id: &'static str,
    /// The share of games that it won against the level below (against random play for the first), with the number of games;
    /// measured by `plateau match`.
    pub measured: Measured,
}

/// A measured result: wins, draws, losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// The levels on one more board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherBoard {
    /// The width of the board.
    pub width: u8,
    /// The games of each level against the one below, from the first up.
    pub measured: &'static [Measured],
}

/// An engine and the limits it thinks within.
pub struct Mover<P: Position> {
    engine: Box<dyn Engine<P>>,
    limits: Limits,
}

impl<P: Position> Mover<P> {
    /// This engine within these limits.
    pub fn new(engine: impl Engine<P> + 'static, limits: Limits) -> Mover<P> {
        Mover { engine: Box::new(engine), limits }
    }

    /// The limits it thinks within, if nothing else is said.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The engine alone.
    pub fn into_engine(self) -> Box<dyn Engine<P>> {
        self.engine
    }

    /// Chooses a move: within its own limits, and within the clock where one runs.
    pub fn think(
        &mut self,
        position: &P,
        clock: Option<search::TimeLeft>,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        self.engine.think(position, &Limits { clock, ..self.limits }, stop, report)
    }

    /// As [`Engine::follow`].
    pub fn follow(&mut self, start: &P, moves: &[P::Move]) {
        self.engine.follow(start, moves);
    }

    /// As [`Engine::forget`].
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

/// Why nobody can sit there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unavailable {
    /// A person decides there, not an engine.
    Person,
    /// There is no such level.
    NoLevel {
        /// The level that was asked for.
        asked: u8,
        /// The highest there is.
        highest: u8,
    },
    /// No other program plays this game.
    NoExternal,
    /// Programs that speak `NBoard`'s protocol play Othello alone.
    OnlyOthello,
    /// The external program cannot be used.
    External(Failure),
}

impl Unavailable {
    /// The message id.
    pub fn id(&self) -> &'static str {
        match self {
            Unavailable::Person => "players-person",
            Unavailable::NoLevel { .. } => "players-no-level",
            Unavailable::NoExternal => "players-no-external",
            Unavailable::OnlyOthello => "players-only-othello",
            Unavailable::External(failure) => failure.id,
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unavailable::Person => f.write_str("a person decides there, not an engine"),
            Unavailable::NoLevel { asked, highest } => {
                write!(f, "there is no level {asked}: levels go from 1 to {highest}")
            }
            Unavailable::NoExternal => f.write_str("no other program plays this game"),
            Unavailable::OnlyOthello => f.write_str("programs that speak NBoard's protocol play Othello alone"),
            Unavailable::External(failure) => failure.fmt(f),
        }
    }
}

impl Error for Unavailable {}

/// A failure of an engine as a sentence: its id, and the details that fill the gaps.
pub fn failure_message(failure: &Failure) -> Message {
    let message = Message::new(failure.id);
    failure.details.iter().fold(message, |message, (gap, text)| match *gap {
        // A rule is said in the reader's language too.
        gap @ "reason" => message.with(gap, Message::new(text.clone())),
        gap => message.with(gap, text.as_str()),
    })
}

impl Unavailable {
    /// Why nobody can sit there, as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Unavailable::NoLevel { asked, highest } => {
                Message::new(self.id()).with("asked", i64::from(*asked)).with("highest", i64::from(*highest))
            }
            Unavailable::External(failure) => failure_message(failure),
            Unavailable::Person | Unavailable::NoExternal | Unavailable::OnlyOthello => Message::new(self.id()),
        }
    }
}

/// Another program in a seat, which speaks GTP.
fn gtp_program<P>(command_line: &str) -> Result<Mover<P>, Unavailable>
where
    P: Dialect + Send + 'static,
    P::Move: Send,
    Client<P>: Engine<P>,
{
    match Client::start(command_line, Timeouts::default()) {
        Ok(client) => Ok(Mover::new(client, Limits::NONE)),
        Err(error) => Err(Unavailable::External(error.into())),
    }
}

/// Refuses a level that a game does not have, and nothing else.
fn check_level<G: MachineGame>(who: &Who) -> Result<(), Unavailable> {
    match *who {
        Who::Level(asked) if !G::levels().iter().any(|level| level.number == asked) => Err(no_level::<G>(asked)),
        _ => Ok(()),
    }
}

/// The refusal of a level that a game does not have.
fn no_level<G: MachineGame>(asked: u8) -> Unavailable {
    Unavailable::NoLevel { asked, highest: G::levels().last().map_or(0, |level| level.number) }
}
