//! One position that a client wants analysed, and who does it.

use std::fmt;
use std::sync::Arc;

use go::{Move, Position};
use search::Report;

use super::answer;
use super::load::{Held, Load};
use super::outbox::Outbox;
use super::query::Query;

/// Where positions are searched: many at once, for many clients.
pub trait Desk: Send + Sync {
    /// Takes a task. It is answered later, exactly once unless it is dropped with the desk.
    fn take(&self, task: Task);

    /// Ends the tasks that this is said of: one that nobody has begun with is answered with nothing, any other with what is known of it.
    fn end(&self, which: &dyn Fn(&Task) -> bool);

    /// Forgets what is kept from earlier positions.
    fn forget(&self);

    /// The networks by which positions are judged.
    fn models(&self) -> Vec<Model>;
}

/// A network, as the protocol tells of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// A name that no other has.
    pub internal_name: String,
    /// The version of its format.
    pub version: u32,
    /// How many positions it judges together.
    pub max_batch: usize,
}

/// One turn of a query.
pub struct Task {
    query: Arc<Query>,
    turn: usize,
    priority: i64,
    outbox: Outbox,
    /// What the client has open, with this query in it.
    held: Arc<Held>,
}

impl Task {
    pub(super) fn new(query: Arc<Query>, turn: usize, priority: i64, outbox: Outbox, held: Arc<Held>) -> Task {
        held.load().add_task();
        Task { query, turn, priority, outbox, held }
    }

    /// What is wanted.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The turn of the query that it is about.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// Tasks with a higher one come first; of equal ones, those that came first.
    pub fn priority(&self) -> i64 {
        self.priority
    }

    /// The position, unless the game is void there.
    pub fn position(&self) -> Option<Position> {
        self.query.position(self.turn)
    }

    /// Whether it is this client's.
    pub fn is_for(&self, client: &Load) -> bool {
        std::ptr::eq(self.held.load(), client)
    }

    /// Tells what is seen on the way, if the client keeps up with it.
    pub fn report(&self, position: &Position, seen: &Report<Move>) {
        if !self.outbox.is_busy() {
            self.outbox.put(answer::written(&self.query, self.turn, position, seen, true));
        }
    }

    /// Tells what came of it.
    pub fn answer(self, position: &Position, seen: &Report<Move>) {
        self.outbox.put(answer::written(&self.query, self.turn, position, seen, false));
    }

    /// Tells that nothing came of it.
    pub fn give_up(self) {
        self.outbox.put(answer::nothing(&self.query.id, self.turn));
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.held.load().remove_task();
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("id", &self.query.id).field("turn", &self.turn).finish_non_exhaustive()
    }
}
