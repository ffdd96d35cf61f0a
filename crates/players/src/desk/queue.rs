//! Which positions wait, and which are under way.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine_go::Terms;
use go::{Position, Size};
use protocol::kata::Task;
use search::Resources;

use super::active::Active;

/// What all threads of a desk share.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    threads: usize,
    /// For each position, unless its query says otherwise.
    visits: u64,
}

struct State {
    /// The most urgent first, and of equally urgent ones those that came first.
    waiting: BTreeMap<(Reverse<i64>, u64), (Task, Size)>,
    /// How many came so far.
    came: u64,
    under_way: Vec<Arc<Active>>,
    /// Bytes for trees that nobody has.
    memory_left: usize,
    closed: bool,
}

/// How long a thread rests that finds nothing to do though positions are under way.
const REST: Duration = Duration::from_micros(200);

/// A position gets this share of the memory that is left, at most.
const MEMORY_SHARE: usize = 4;

impl Queue {
    pub(super) fn new(resources: &Resources, visits: u64) -> Queue {
        let state = State {
            waiting: BTreeMap::new(),
            came: 0,
            under_way: Vec::new(),
            memory_left: resources.memory_bytes,
            closed: false,
        };
        Queue { state: Mutex::new(state), changed: Condvar::new(), threads: resources.threads.get(), visits }
    }

    /// Lets a task wait for its turn.
    pub(super) fn put(&self, task: Task) {
        let size = task.query().size();
        let mut state = self.lock();
        let place = (Reverse(task.priority()), state.came);
        state.came += 1;
        state.waiting.insert(place, (task, size));
        drop(state);
        self.changed.notify_one();
    }

    /// Ends the tasks that this is said of.
    pub(super) fn end(&self, which: &dyn Fn(&Task) -> bool) {
        let mut state = self.lock();
        let places: Vec<_> =
            state.waiting.iter().filter(|(_, (task, _))| which(task)).map(|(&place, _)| place).collect();
        let ended: Vec<_> = places.iter().filter_map(|place| state.waiting.remove(place)).collect();
        for active in &state.under_way {
            active.end_if(which);
        }
        drop(state);
        for (task, _) in ended {
            task.give_up();
        }
        self.changed.notify_all();
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Waits until there is something to do; false if the desk has closed.
    pub(super) fn wait_for_work(&self) -> bool {
        let mut state = self.lock();
        while !state.closed && state.waiting.is_empty() && state.under_way.is_empty() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.closed
    }

    /// Waits a little. Somebody else has all that there is to do, and may be done at any moment.
    pub(super) fn rest(&self) {
        for active in self.under_way() {
            self.look_at(&active);
        }
        let state = self.lock();
        drop(self.changed.wait_timeout(state, REST).unwrap_or_else(PoisonError::into_inner));
    }

    /// What is under way, in the order in which it is to be worked on.
    pub(super) fn under_way(&self) -> Vec<Arc<Active>> {
        let mut all = self.lock().under_way.clone();
        all.sort_by_key(|active| active.order());
        all
    }

    /// Begins with the first that waits, if there is room for it and it has this size: so many for each thread as fill a batch.
    pub(super) fn begin(&self, size: Option<Size>, batch: impl Fn(Size) -> usize) -> Option<Arc<Active>> {
        self.begin_if(size, |state, of_first, _| state.under_way.len() < self.threads * batch(of_first))
    }

    /// The same, if it is more urgent than all that is under way, and not too many are already set aside.
    pub(super) fn begin_urgent(&self, size: Option<Size>, batch: impl Fn(Size) -> usize) -> Option<Arc<Active>> {
        self.begin_if(size, |state, of_first, priority| {
            let highest = state.under_way.iter().map(|active| active.priority()).max();
            highest.is_some_and(|highest| priority > highest)
                && state.under_way.len() < 2 * self.threads * batch(of_first)
        })
    }

    fn begin_if(&self, size: Option<Size>, has_room: impl FnOnce(&State, Size, i64) -> bool) -> Option<Arc<Active>> {
        let task = {
            let mut state = self.lock();
            let (&(Reverse(priority), _), &(_, of_first)) = state.waiting.first_key_value()?;
            if size.is_some_and(|size| size != of_first) || !has_room(&state, of_first, priority) {
                return None;
            }
            state.waiting.pop_first()?.1.0
        };
        // The way there is played again: to keep a position for each turn of every game would take much more room.
        let Some(position) = task.position() else {
            task.give_up();
            return None;
        };
        let mut state = self.lock();
        let active = Arc::new(self.active(task, position, &mut state));
        state.under_way.push(Arc::clone(&active));
        Some(active)
    }

    fn active(&self, task: Task, position: Position, state: &mut State) -> Active {
        let (query, size) = (task.query(), position.size());
        let visits = query.manner.visits.unwrap_or(self.visits);
        let memory_bytes = (state.memory_left / MEMORY_SHARE).min(tree_bytes(visits, size));
        state.memory_left -= memory_bytes;
        let terms = Terms {
            visits,
            bans: query.bans.clone(),
            root_temperature: query.manner.root_temperature,
            root_reduction: query.manner.root_reduction,
            memory_bytes,
        };
        // Who comes later gets no more than those who are there already.
        let equals = state.under_way.iter().filter(|other| other.priority() == task.priority());
        let served = equals.map(|other| other.served()).min().unwrap_or(0);
        Active::new(task, position, terms, served)
    }

    /// Answers a client whose position has all that it is to have; tells how it goes on otherwise, where that is due.
    pub(super) fn look_at(&self, active: &Arc<Active>) {
        if !active.is_over() {
            return active.report();
        }
        if active.answer() {
            let mut state = self.lock();
            state.under_way.retain(|other| !Arc::ptr_eq(other, active));
            state.memory_left += active.memory_bytes();
            drop(state);
            self.changed.notify_all();
        }
    }

    /// A panic elsewhere leaves the queue as good as it was.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes that a tree of so many visits takes at most, with what it is copied into when it is pruned.
fn tree_bytes(visits: u64, size: Size) -> usize {
    /// For each visit and each point of the board: the list of its moves, twice.
    const EACH_POINT: usize = 12;
    const LEAST: usize = 1 << 20;
    let visits = usize::try_from(visits).unwrap_or(usize::MAX);
    visits.saturating_mul(EACH_POINT * size.area() as usize + 512).saturating_add(LEAST)
}
