//! The machine's share of the processor: so many tasks at once, and whose turn it is by [`Turns`](crate::turns), so that somebody
//! with a hundred games waits no less than somebody with one, and a beginner's opponent never waits for a master's to end.
//!
//! What counts is the household of whoever plays against it. Games at which nobody sits have one share together: whoever only looks
//! on pays for nothing.
//!
//! A task whose turn has come is thought about by a worker, if one takes it, or else here (`places.rs`). So there are as many turns as this machine gives,
//! and as many more as workers have threads.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use players::elsewhere::question::about_table;
use players::thinker::{Engines, Task, Thinker, Thought};
use search::Stop;
use table::{AnyTable, Message, Who};
use tokio::task::AbortHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::places::{Place, Places};
use super::time::Time;
use crate::household::Household;
use crate::metrics::{By, Gauged, Metrics};
use crate::turns::{Size, Turn, Turns};
use crate::workers::{Conversation, Purpose};

/// How often what the machine sees is told.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// Where the machine waits for its turn.
pub(super) struct Pool {
    turns: Arc<Turns<Option<Household>>>,
    /// How many of them there are without workers.
    machines: usize,
    places: Arc<Places>,
    tasks: TaskTracker,
    metrics: Arc<Metrics>,
}

/// A task that waits or runs. Dropping it gives the task up.
pub(super) struct Ticket {
    state: Arc<State>,
    waiting: AbortHandle,
}

#[derive(Default)]
struct State {
    /// Cancelled when an answer is wanted at once.
    hurry: CancellationToken,
    /// What runs here.
    running: Mutex<Option<Stop>>,
}

impl Ticket {
    /// Lets the machine answer at once.
    pub(super) fn hurry(&self) {
        let running = self.state.running.lock().unwrap_or_else(PoisonError::into_inner);
        self.state.hurry.cancel();
        if let Some(stop) = &*running {
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
    pub(super) fn new(machines: usize, each: usize, tasks: TaskTracker, metrics: Arc<Metrics>) -> Pool {
        let places = Arc::new(Places::new(machines, each, Arc::clone(&metrics)));
        Pool { turns: Turns::new(machines, each), machines, places, tasks, metrics }
    }

    /// Where what has a turn is thought about.
    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    /// Workers have so many threads now.
    pub(super) fn widen(&self, threads: usize) {
        self.turns.set(self.machines + threads);
    }

    /// Begins a task when its turn comes. `tell` hears progress, and exactly one answer unless the task is given up while it
    /// waits or while a worker thinks about it. It may keep its caller waiting.
    pub(super) fn start(
        &self,
        engines: Arc<Engines>,
        table: AnyTable,
        task: Task,
        payer: Option<Household>,
        time: Time,
        tell: impl Fn(Thought) + Send + 'static,
    ) -> Ticket {
        let state = Arc::new(State::default());
        let (turns, places, metrics) = (Arc::clone(&self.turns), Arc::clone(&self.places), Arc::clone(&self.metrics));
        let mut waits = Some(Waits::new(Arc::clone(&metrics)));
        let (asked, size) = (Arc::clone(&state), size(&table, task));
        let waiting = self.tasks.spawn(async move {
            let (mut turn, mut tell) = (turns.take(payer, size).await, tell);
            for lost in 0.. {
                let question = || {
                    let is_worth_it = !is_trifle(&table, task);
                    is_worth_it.then(|| about_table(&table, task, time.now_ms(), &engines.resources())).flatten()
                };
                let place = places.find(payer, size, Purpose::Game, lost, question).await;
                drop(waits.take());
                let conversation = match place {
                    Place::There(conversation) => conversation,
                    Place::Here(here) => {
                        let answer = Answer::new(tell, places, metrics, [turn, here]);
                        let mut running = asked.running.lock().unwrap_or_else(PoisonError::into_inner);
                        let hear = Box::new(move |thought| answer.hear(thought));
                        let stop = engines.start(&table, task, time.now_ms(), hear);
                        if asked.hurry.is_cancelled() {
                            stop.ask();
                        }
                        *running = Some(stop);
                        return;
                    }
                };
                let heard = Heard { conversation, places: &places, metrics: &metrics, hurry: &asked.hurry };
                match heard.tell(tell, turn).await {
                    Some(back) => (tell, turn) = back,
                    None => return,
                }
                metrics.worker_repeats.fetch_add(1, Relaxed);
                waits = Some(Waits::new(Arc::clone(&metrics)));
            }
        });
        Ticket { state, waiting: waiting.abort_handle() }
    }
}

/// A task that a worker thinks about.
struct Heard<'a> {
    conversation: Conversation,
    places: &'a Places,
    metrics: &'a Metrics,
    hurry: &'a CancellationToken,
}

impl Heard<'_> {
    /// Tells what the worker thinks until it has answered; gives back what it was given if the worker is lost before.
    async fn tell<T: Fn(Thought) + Send + 'static>(
        mut self,
        mut tell: T,
        turn: Turn<Option<Household>>,
    ) -> Option<(T, Turn<Option<Household>>)> {
        let _counted = Gauged::new(&self.metrics.worker_running);
        // No task may wait as whoever is told may.
        let telling = |tell: T, thought: Thought| async {
            let told = move || {
                tell(thought);
                tell
            };
            tokio::task::spawn_blocking(told).await.ok()
        };
        while let Ok(thought) = self.conversation.thought(self.hurry).await {
            if let Thought::Progress { .. } = thought {
                tell = telling(tell, thought).await?;
                continue;
            }
            self.metrics.worker_us.add(self.conversation.begun().elapsed());
            self.places.count(Purpose::Game, By::Worker);
            // Before the answer, which may begin the next task.
            drop(turn);
            telling(tell, thought).await;
            return None;
        }
        Some((tell, turn))
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

/// Whether asking somebody else takes longer than doing it.
fn is_trifle(table: &AnyTable, task: Task) -> bool {
    let mover = table.turn().map(|turn| &table.seats()[turn].who);
    task == Task::Move && mover == Some(&Who::Random)
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

/// What hears a task that runs here, and keeps its turns until the answer is there. An engine that breaks down answers, too.
struct Answer<T: Fn(Thought)> {
    tell: T,
    told: Cell<Option<Instant>>,
    answered: Cell<bool>,
    turns: Cell<Option<[Turn<Option<Household>>; 2]>>,
    places: Arc<Places>,
    metrics: Arc<Metrics>,
}

impl<T: Fn(Thought)> Answer<T> {
    fn new(tell: T, places: Arc<Places>, metrics: Arc<Metrics>, turns: [Turn<Option<Household>>; 2]) -> Answer<T> {
        metrics.machine_running.fetch_add(1, Relaxed);
        metrics.machine_tasks.fetch_add(1, Relaxed);
        let (told, answered) = (Cell::new(None), Cell::new(false));
        Answer { tell, told, answered, turns: Cell::new(Some(turns)), places, metrics }
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
            self.places.count(Purpose::Game, By::Server);
            // Before the answer, which may begin the next task.
            drop(self.turns.take());
            (self.tell)(thought);
        }
    }
}

impl<T: Fn(Thought)> Drop for Answer<T> {
    fn drop(&mut self) {
        self.answer(Thought::Failed(Message::new("machine-broke")));
    }
}
