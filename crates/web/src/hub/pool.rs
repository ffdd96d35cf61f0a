//! The machine's share of the processor: so many tasks at once, whoever waits longest first, and so many for one address.
//!
//! A room has at most one task at a time, so waiting in turn is fair between games; the limit for an address keeps somebody
//! with a hundred games from taking a hundred turns.

use std::cell::Cell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use players::thinker::{Engines, Task, Thinker, Thought};
use search::Stop;
use table::{AnyTable, Message};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio_util::task::TaskTracker;

use super::time::Time;
use crate::metrics::Metrics;

/// How often what the machine sees is told.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// Where the machine waits for its turn.
pub(super) struct Pool {
    turns: Arc<Semaphore>,
    per_address: usize,
    addresses: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
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
    pub(super) fn new(turns: usize, per_address: usize, tasks: TaskTracker, metrics: Arc<Metrics>) -> Pool {
        Pool { turns: Arc::new(Semaphore::new(turns)), per_address, addresses: Mutex::default(), tasks, metrics }
    }

    /// Begins a task when its turn comes. `tell` hears progress, and exactly one answer unless the task is given up while it
    /// waits.
    pub(super) fn start(
        &self,
        engines: Arc<Engines>,
        table: AnyTable,
        task: Task,
        address: IpAddr,
        time: Time,
        tell: impl Fn(Thought) + Send + 'static,
    ) -> Ticket {
        let state = Arc::new(Mutex::new(State::default()));
        let (asked, turns, own) = (Arc::clone(&state), Arc::clone(&self.turns), self.turns_of(address));
        let metrics = Arc::clone(&self.metrics);
        let waits = Waits::new(Arc::clone(&metrics));
        let waiting = self.tasks.spawn(async move {
            // One's own turn first: who has none must not keep others from theirs.
            let Ok(own) = own.acquire_owned().await else { return };
            let Ok(turn) = turns.acquire_owned().await else { return };
            drop(waits);
            let answer = Answer::new(tell, metrics, [own, turn]);
            let mut state = asked.lock().unwrap_or_else(PoisonError::into_inner);
            let stop = engines.start(&table, task, time.now_ms(), Box::new(move |thought| answer.hear(thought)));
            if state.hurry {
                stop.ask();
            }
            state.running = Some(stop);
        });
        Ticket { state, waiting: waiting.abort_handle() }
    }

    fn turns_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody waits or runs where only this map holds the semaphore.
        addresses.retain(|_, turns| Arc::strong_count(turns) > 1);
        Arc::clone(addresses.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.per_address))))
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
    turns: Cell<Option<[OwnedSemaphorePermit; 2]>>,
    metrics: Arc<Metrics>,
}

impl<T: Fn(Thought)> Answer<T> {
    fn new(tell: T, metrics: Arc<Metrics>, turns: [OwnedSemaphorePermit; 2]) -> Answer<T> {
        metrics.machine_running.fetch_add(1, Relaxed);
        metrics.machine_tasks.fetch_add(1, Relaxed);
        Answer { tell, told: Cell::new(None), answered: Cell::new(false), turns: Cell::new(Some(turns)), metrics }
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
            drop(self.turns.take());
            (self.tell)(thought);
        }
    }
}

impl<T: Fn(Thought)> Drop for Answer<T> {
    fn drop(&mut self) {
        self.answer(Thought::Failed(Message::new("hub-machine-broke")));
    }
}
