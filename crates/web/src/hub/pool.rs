//! The machine's share of the processor: so many tasks at once, and whose turn it is by [`Turns`](crate::turns), so that somebody
//! with a hundred games waits no less than somebody with one, and a beginner's opponent never waits for a master's to end.
//!
//! What counts is the household of whoever plays against it. Games at which nobody sits have one share together: whoever only looks
//! on pays for nothing.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use players::thinker::{Engines, Task, Thinker, Thought};
use search::Stop;
use table::{AnyTable, Message, Who};
use tokio::task::AbortHandle;
use tokio_util::task::TaskTracker;

use super::time::Time;
use crate::household::Household;
use crate::metrics::Metrics;
use crate::turns::{Size, Turn, Turns};

/// How often what the machine sees is told.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// Where the machine waits for its turn.
pub(super) struct Pool {
    turns: Arc<Turns<Option<Household>>>,
    tasks: TaskTracker,
    metrics: Arc<Metrics>,
}

/// A task that waits or runs. Dropping it gives the task up.
pub(super) struct Ticket {
    state: Arc<Mutex<State>>,
    waiting: AbortHandle,
}

#[derive(Default)]
struct State {
    /// Whether an answer is wanted at once.
    hurry: bool,
    running: Option<Stop>,
}

impl Ticket {
    /// Lets the machine answer at once.
    pub(super) fn hurry(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.hurry = true;
        if let Some(stop) = &state.running {
            stop.ask();
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.abort();
        self.hurry();
    }
}

impl Pool {
    pub(super) fn new(turns: usize, each: usize, tasks: TaskTracker, metrics: Arc<Metrics>) -> Pool {
        Pool { turns: Turns::new(turns, each), tasks, metrics }
    }

    /// Begins a task when its turn comes. `tell` hears progress, and exactly one answer unless the task is given up while it
    /// waits.
    pub(super) fn start(
        &self,
        engines: Arc<Engines>,
        table: AnyTable,
        task: Task,
        payer: Option<Household>,
        time: Time,
        tell: impl Fn(Thought) + Send + 'static,
    ) -> Ticket {
        let state = Arc::new(Mutex::new(State::default()));
        let (asked, turns, size) = (Arc::clone(&state), Arc::clone(&self.turns), size(&table, task));
        let metrics = Arc::clone(&self.metrics);
        let waits = Waits::new(Arc::clone(&metrics));
        let waiting = self.tasks.spawn(async move {
            let turn = turns.take(payer, size).await;
            drop(waits);
            let answer = Answer::new(tell, metrics, turn);
            let mut state = asked.lock().unwrap_or_else(PoisonError::into_inner);
            let stop = engines.start(&table, task, time.now_ms(), Box::new(move |thought| answer.hear(thought)));
            if state.hurry {
                stop.ask();
            }
            state.running = Some(stop);
        });
        Ticket { state, waiting: waiting.abort_handle() }
    }
}

impl Pool {
    /// A turn for what is no part of a game: given when no game waits for one.
    pub(super) async fn spare_turn(&self, payer: Household) -> Turn<Option<Household>> {
        loop {
            let turn = self.turns.take(Some(payer), Size::Large).await;
            if self.metrics.machine_waiting.load(Relaxed) == 0 {
                return turn;
            }
            drop(turn);
            tokio::time::sleep(SPARE_AGAIN).await;
        }
    }
}

/// How soon a turn is asked for again that was left to a game.
const SPARE_AGAIN: Duration = Duration::from_millis(20);

/// A move of one of the lower levels comes soon, whatever the position; what else the machine is asked may take seconds.
fn size(table: &AnyTable, task: Task) -> Size {
    /// The last level that answers within half a second on the largest board.
    const QUICK_LEVELS: u8 = 8;
    let mover = table.turn().map(|turn| &table.seats()[turn].who);
    match (task, mover) {
        (Task::Move, Some(Who::Random)) => Size::Small,
        (Task::Move, Some(Who::Level(level))) if *level <= QUICK_LEVELS => Size::Small,
        _ => Size::Large,
    }
}

/// A task that waits, as far as it is counted.
struct Waits(Arc<Metrics>);

impl Waits {
    fn new(metrics: Arc<Metrics>) -> Waits {
        metrics.machine_waiting.fetch_add(1, Relaxed);
        Waits(metrics)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.machine_waiting.fetch_sub(1, Relaxed);
    }
}

/// What hears a task that runs, and keeps its turn until the answer is there. An engine that breaks down answers, too.
struct Answer<T: Fn(Thought)> {
    tell: T,
    told: Cell<Option<Instant>>,
    answered: Cell<bool>,
    turn: Cell<Option<Turn<Option<Household>>>>,
    metrics: Arc<Metrics>,
}

impl<T: Fn(Thought)> Answer<T> {
    fn new(tell: T, metrics: Arc<Metrics>, turn: Turn<Option<Household>>) -> Answer<T> {
        metrics.machine_running.fetch_add(1, Relaxed);
        metrics.machine_tasks.fetch_add(1, Relaxed);
        Answer { tell, told: Cell::new(None), answered: Cell::new(false), turn: Cell::new(Some(turn)), metrics }
    }

    fn hear(&self, thought: Thought) {
        if let Thought::Progress { .. } = thought {
            if self.told.get().is_none_or(|told| told.elapsed() >= PROGRESS_EVERY) {
                self.told.set(Some(Instant::now()));
                (self.tell)(thought);
            }
        } else {
            self.answer(thought);
        }
    }

    fn answer(&self, thought: Thought) {
        if !self.answered.replace(true) {
            self.metrics.machine_running.fetch_sub(1, Relaxed);
            // Before the answer, which may begin the next task.
            drop(self.turn.take());
            (self.tell)(thought);
        }
    }
}

impl<T: Fn(Thought)> Drop for Answer<T> {
    fn drop(&mut self) {
        self.answer(Thought::Failed(Message::new("machine-broke")));
    }
}
