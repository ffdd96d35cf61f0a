//! First lessons: a few small steps on a real board, each checked by the rules.
//!
//! A step is a position and what a move must reach in it. What is legal the table decides, with the reasons that players get in a game;
//! what is reached is asked of the rules, so any move that does it is right. Nothing is kept: an [`Attempt`] is made anew from the moves.

mod aligne4;
mod go;
mod othello;

use plateau_core::Position;
use table::event::Event;
use table::view::{Can, View, Wanted};
use table::{AnyTable, Command, Kind, Message, MoveOf, Playable, Setup, Table};

/// A step of a lesson, and how far somebody has come in it.
#[derive(Clone, Debug)]
pub struct Attempt {
    step: usize,
    at: At,
}

#[derive(Clone, Debug)]
enum At {
    Go(Box<Place<::go::Game>>),
    Othello(Place<::othello::Game>),
    Aligne4(Place<::aligne4::Game>),
}

/// What came of a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Came {
    /// The step is done.
    Done,
    /// It was right, the other side has answered, and something is left to do.
    GoesOn,
    /// It does not do what is asked for, and was not made.
    NotYet,
}

/// Asks the place inside, whichever game it is of.
macro_rules! each {
    ($at:expr, $place:ident => $answer:expr) => {
        match $at {
            At::Go($place) => $answer,
            At::Othello($place) => $answer,
            At::Aligne4($place) => $answer,
        }
    };
}

/// How many steps the lesson of a game has.
pub fn steps(kind: Kind) -> usize {
    match kind {
        Kind::Go => go::STEPS.len(),
        Kind::Othello => othello::STEPS.len(),
        Kind::Aligne4 => aligne4::STEPS.len(),
    }
}

impl Attempt {
    /// At the beginning of a step, from 0; nothing if there is no such step.
    pub fn new(kind: Kind, step: usize) -> Option<Attempt> {
        let at = match kind {
            Kind::Go => At::Go(Box::new(Place::new(go::STEPS.get(step)?))),
            Kind::Othello => At::Othello(Place::new(othello::STEPS.get(step)?)),
            Kind::Aligne4 => At::Aligne4(Place::new(aligne4::STEPS.get(step)?)),
        };
        Some(Attempt { step, at })
    }

    /// The same after these moves of the learner, as far as they are right.
    pub fn after<'a>(kind: Kind, step: usize, moves: impl IntoIterator<Item = &'a str>) -> Option<Attempt> {
        let mut attempt = Attempt::new(kind, step)?;
        for mv in moves {
            if !attempt.is_done() {
                let _ = attempt.play(mv);
            }
        }
        Some(attempt)
    }

    /// Which game it is of.
    pub fn kind(&self) -> Kind {
        self.table().kind()
    }

    /// Which step it is, from 0.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Whether nothing is left to do in it.
    pub fn is_done(&self) -> bool {
        each!(&self.at, place => place.reached == place.step.tasks.len())
    }

    /// The moves of the learner so far, in the game's notation.
    pub fn moves(&self) -> &[String] {
        each!(&self.at, place => &place.moves)
    }

    /// The board, with the moves that can be tried, and one that is shown if it is wanted. Once the step is done, there are none.
    pub fn view(&self, shown: Option<String>) -> View {
        let mut view = self.table().view(&Wanted { hint: shown, ..Wanted::default() }, 0);
        if self.is_done() {
            view.board.cells.iter_mut().for_each(|cell| cell.legal = false);
            view.board.reserve.iter_mut().for_each(|piece| piece.legal = false);
            view.can = Can::default();
        }
        view
    }

    /// The table that the step is played at.
    pub fn table(&self) -> AnyTable {
        match &self.at {
            At::Go(place) => AnyTable::Go(Box::new(place.table.clone())),
            At::Othello(place) => AnyTable::Othello(place.table.clone()),
            At::Aligne4(place) => AnyTable::Aligne4(place.table.clone()),
        }
    }

    /// Tries a move, as people write it, or says which rule forbids it. Only a move that is right is made.
    pub fn play(&mut self, text: &str) -> Result<Came, Message> {
        each!(&mut self.at, place => place.play(text))
    }

    /// What is to be done in this step.
    pub fn task(&self) -> Message {
        let name = each!(&self.at, place => place.step.name);
        Message::new(format!("lesson-{}-{name}", self.kind()))
    }

    /// What is said of a move by what came of it.
    pub fn said(&self, came: Came) -> Message {
        let part = match came {
            Came::Done => "done",
            Came::GoesOn => "on",
            Came::NotYet => "not-yet",
        };
        Message::new(format!("{}-{part}", self.task().id))
    }

    /// A move that does what is asked for, for whoever wants to be shown.
    pub fn answer(&self) -> Option<String> {
        each!(&self.at, place => place.answer())
    }
}

/// A step: its name is part of the ids under which `words` has its sentences.
struct Step<G: Playable + 'static> {
    name: &'static str,
    game: fn() -> G,
    /// The position, as the game reads it.
    start: &'static str,
    /// What is to be done, move after move.
    tasks: &'static [Task<G>],
}

struct Task<G: Playable> {
    /// Whether a move does what is asked for.
    is_right: fn(&Made<G>) -> bool,
    /// What the other side answers: the first of these that is legal.
    answers: &'static [&'static str],
}

impl<G: Playable> Task<G> {
    /// One after which nothing has to happen.
    const fn of(is_right: fn(&Made<G>) -> bool) -> Task<G> {
        Task { is_right, answers: &[] }
    }
}

/// A move in its position.
struct Made<G: Playable> {
    before: G::Position,
    mv: MoveOf<G>,
    after: G::Position,
}

struct Place<G: Playable + 'static> {
    step: &'static Step<G>,
    table: Table<G>,
    /// How many of the tasks are done.
    reached: usize,
    moves: Vec<String>,
}

impl<G: Playable + 'static> Clone for Place<G> {
    fn clone(&self) -> Place<G> {
        Place { table: self.table.clone(), moves: self.moves.clone(), ..*self }
    }
}

impl<G: Playable + 'static> std::fmt::Debug for Place<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {:?}", self.step.name, self.reached, self.moves)
    }
}

impl<G: Playable + 'static> Place<G> {
    fn new(step: &'static Step<G>) -> Place<G> {
        let setup = Setup { start: Some(step.start.to_owned()), ..Setup::new((step.game)()) };
        let table = Table::new(setup).expect("the positions of lessons are read by a test");
        Place { step, table, reached: 0, moves: Vec::new() }
    }

    fn play(&mut self, text: &str) -> Result<Came, Message> {
        let table = played(&self.table, text)?;
        let Some(task) = self.step.tasks.get(self.reached) else { return Ok(Came::Done) };
        let mv = table.course().moves()[self.table.course().moves().len()];
        let before = self.table.position().clone();
        let made = Made { after: before.after(mv), before, mv };
        if !(task.is_right)(&made) {
            return Ok(Came::NotYet);
        }
        let answer = task.answers.iter().find_map(|answer| played(&table, answer).ok());
        self.table = answer.unwrap_or(table);
        self.reached += 1;
        self.moves.push(mv.to_string());
        Ok(if self.reached == self.step.tasks.len() { Came::Done } else { Came::GoesOn })
    }

    fn answer(&self) -> Option<String> {
        let is_right = self.step.tasks.get(self.reached)?.is_right;
        let before = self.table.position();
        let is_answer = |&mv: &MoveOf<G>| is_right(&Made { before: before.clone(), mv, after: before.after(mv) });
        before.legal_moves().find(is_answer).map(|mv| mv.to_string())
    }
}

/// The table after a move of whoever is to move.
fn played<G: Playable>(table: &Table<G>, text: &str) -> Result<Table<G>, Message> {
    let turn = table.turn().unwrap_or(table.position().turn());
    let mut after = table.clone();
    for action in table.decide(turn, &Command::Play(text.to_owned()), 0)? {
        after.apply(&Event { at_ms: 0, action })?;
    }
    Ok(after)
}
