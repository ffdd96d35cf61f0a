use std::cell::RefCell;

use fastrand::Rng;
use plateau_core::Position;
use search::Stop;
use table::{AnyTable, Message, Playable, Table};

/// Those who think for the machine. A task runs on a thread of its own and tells what it finds.
pub trait Machine {
    /// Begins to think, and returns what stops it; a task that is stopped still tells an answer, or nothing.
    fn start(&self, table: &AnyTable, task: Task, tell: Tell) -> Stop;

    /// How many levels there are for a game, from 1 up.
    fn levels(&self, game: &str) -> u8;
}

/// Where thoughts go to.
pub type Tell = Box<dyn Fn(Thought) + Send>;

/// What the machine is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// To move, as the seat whose turn it is.
    Move,
    /// To say what it would play for the side to move.
    Hint,
    /// To propose which chains are dead.
    Dead,
}

/// What the machine tells.
#[derive(Clone, PartialEq, Debug)]
pub enum Thought {
    /// It is still thinking: what it sees so far, for the status line.
    Progress {
        /// Positions or visits.
        nodes: u64,
        /// The move that it likes best so far.
        best: Option<String>,
    },
    /// Its move.
    Play(String),
    /// It gives up.
    Resign,
    /// What it would play, and why in one line.
    Hint(String, Message),
    /// A point of each dead chain.
    Dead(Vec<String>),
    /// It could not answer, and why.
    Failed(Message),
}

/// Plays any legal move in every seat. For tests, and where there is no other machine.
#[derive(Debug)]
pub struct RandomMachine {
    rng: RefCell<Rng>,
}

impl RandomMachine {
    /// With a seed it plays the same again.
    pub fn new(seed: u64) -> RandomMachine {
        RandomMachine { rng: RefCell::new(Rng::with_seed(seed)) }
    }

    fn choose<G: Playable>(&self, table: &Table<G>) -> String {
        let position = table.position();
        let index = self.rng.borrow_mut().usize(..position.count_legal_moves());
        position.legal_moves().nth(index).expect("the index is below the count").to_string()
    }
}

impl Machine for RandomMachine {
    /// Answers at once; there is nothing to stop.
    fn start(&self, table: &AnyTable, task: Task, tell: Tell) -> Stop {
        let choose = || match table {
            AnyTable::Go(table) => self.choose(table),
            AnyTable::Othello(table) => self.choose(table),
            AnyTable::Aligne4(table) => self.choose(table),
        };
        tell(match task {
            Task::Dead => Thought::Dead(Vec::new()),
            _ if table.turn().is_none() => Thought::Failed(Message::new("table-ended")),
            Task::Move => Thought::Play(choose()),
            Task::Hint => Thought::Hint(choose(), Message::new("tui-hint-any")),
        });
        Stop::new()
    }

    fn levels(&self, _game: &str) -> u8 {
        1
    }
}
