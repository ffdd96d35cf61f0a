//! The machine at a table.

mod dead;
mod engines;

use plateau_core::Player;
use search::Stop;
use table::view::Estimate;
use table::{AnyTable, Kind, Message};

pub use engines::Engines;
pub use engines::step_back;

/// Those who think for the machine at a table. A task runs on a thread of its own and tells what it finds.
pub trait Thinker {
    /// Begins to think, now, and returns what stops it; a task that is stopped still tells an answer, or nothing.
    fn start(&self, table: &AnyTable, task: Task, now_ms: u64, tell: Tell) -> Stop;

    /// How many levels there are for a game, from 1 up.
    fn levels(&self, kind: Kind) -> u8;

    /// The message id that says how a level plays.
    fn level_id(&self, _kind: Kind, _level: u8) -> Option<&'static str> {
        None
    }
}

/// A task on its way; dropping it gives the task up.
#[derive(Debug)]
pub struct Errand(Stop);

impl Errand {
    /// The task that this stops.
    pub fn new(stop: Stop) -> Errand {
        Errand(stop)
    }

    /// Lets the machine answer with what it has found so far.
    pub fn hurry(&self) {
        self.0.ask();
    }

    /// Whether it has been asked to.
    pub fn is_hurried(&self) -> bool {
        self.0.is_asked()
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.0.ask();
    }
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
    /// To say who will probably own what.
    Estimate,
    /// To propose which chains are dead.
    Dead,
    /// To say whether this player, who is the machine, accepts the marking of dead chains.
    Judge(Player),
}

impl Task {
    /// Whether it is done for whoever asked, and not as a part of the game.
    pub fn is_advice(self) -> bool {
        matches!(self, Task::Hint | Task::Estimate)
    }
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
    /// What it would play, and why, the most telling first; at least one reason.
    Hint(String, Vec<Message>),
    /// Who will probably own what.
    Estimate(Estimate),
    /// A point of each dead chain.
    Dead(Vec<String>),
    /// Whether it accepts the marking; if not, play goes on.
    Judged(bool),
    /// It could not answer, and why.
    Failed(Message),
}
