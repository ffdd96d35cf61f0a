//! A position that is being searched for a client.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use engine_go::{Evaluation, Evaluator, Harvest, Inquiry, Terms, Walker};
use go::Position;
use protocol::kata::Task;
use search::Stop;

/// What a walker has of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// The position itself, of which nothing is known yet.
    Root,
    /// So many positions of its tree.
    Leaves(usize),
}

/// A task that somebody has begun with.
pub(super) struct Active {
    position: Position,
    terms: Terms,
    started: Instant,
    /// Until it is answered.
    task: Mutex<Option<Task>>,
    /// Once something is known of it.
    inquiry: OnceLock<Inquiry>,
    /// Asked when the client wants no more of it.
    stop: Stop,
    /// How many walkers have something of it in their hands.
    hands: AtomicUsize,
    /// How much it got so far, compared with the others.
    served: AtomicU64,
    priority: i64,
    /// When the client next wants to be told how it goes on.
    next_report: Mutex<Option<Duration>>,
}

impl Active {
    /// In the hands of whoever begins with it.
    pub(super) fn new(task: Task, position: Position, terms: Terms, served: u64) -> Active {
        let (priority, next_report) = (task.priority(), task.query().reports.map(|(first, _)| first));
        Active {
            position,
            terms,
            started: Instant::now(),
            task: Mutex::new(Some(task)),
            inquiry: OnceLock::new(),
            stop: Stop::new(),
            hands: AtomicUsize::new(1),
            served: AtomicU64::new(served),
            priority,
            next_report: Mutex::new(next_report),
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Bytes that its tree may take.
    pub(super) fn memory_bytes(&self) -> usize {
        self.terms.memory_bytes
    }

    /// Those that come first are worked on first.
    pub(super) fn order(&self) -> (Reverse<i64>, u64) {
        (Reverse(self.priority), self.served())
    }

    pub(super) fn priority(&self) -> i64 {
        self.priority
    }

    pub(super) fn served(&self) -> u64 {
        self.served.load(Ordering::Relaxed)
    }

    /// Whether nobody has anything of it in hand.
    pub(super) fn is_free(&self) -> bool {
        self.hands.load(Ordering::Relaxed) == 0
    }

    /// The first look at it.
    pub(super) fn begin(&self, root: &Evaluation) {
        let begun = self.inquiry.set(Inquiry::new(self.position.clone(), root, &self.terms));
        debug_assert!(begun.is_ok(), "only one begins with it");
        self.hands.fetch_sub(1, Ordering::Relaxed);
    }

    /// Finds positions of its tree, so many at most, and says how many.
    pub(super) fn gather<E: Evaluator>(&self, walker: &mut Walker<E>, room: usize) -> usize {
        let Some(inquiry) = self.inquiry.get().filter(|_| !self.is_over()) else { return 0 };
        let count = walker.gather(inquiry, room);
        if count > 0 {
            self.hands.fetch_add(1, Ordering::Relaxed);
            self.served.fetch_add(count as u64, Ordering::Relaxed);
        }
        count
    }

    pub(super) fn bring_back(&self, harvest: &mut Harvest<'_>, count: usize) {
        let inquiry = self.inquiry.get().expect("it was found in its tree");
        harvest.bring_back(inquiry, count);
        self.hands.fetch_sub(1, Ordering::Relaxed);
    }

    /// Ends it soon if this is said of its task.
    pub(super) fn end_if(&self, which: &dyn Fn(&Task) -> bool) {
        if self.lock().as_ref().is_some_and(which) {
            self.stop.ask();
        }
    }

    /// Whether it has all that it is to have: visits, time, or the client's patience.
    pub(super) fn is_over(&self) -> bool {
        let time = self.lock().as_ref().and_then(|task| task.query().manner.time);
        self.stop.is_asked()
            || time.is_some_and(|time| self.started.elapsed() >= time)
            || self.inquiry.get().is_some_and(Inquiry::is_complete)
    }

    /// Answers the client, once; false if it was answered before, or if nothing is known yet.
    pub(super) fn answer(&self) -> bool {
        let Some(inquiry) = self.inquiry.get() else { return false };
        let Some(task) = self.lock().take() else { return false };
        let seen = inquiry.report(self.started.elapsed(), task.query().manner.plies);
        task.answer(&self.position, &seen);
        true
    }

    /// Tells the client how it goes on, if that is due.
    pub(super) fn report(&self) {
        let elapsed = self.started.elapsed();
        let task = self.lock();
        let (Some(task), Some(inquiry)) = (&*task, self.inquiry.get()) else { return };
        {
            let mut next = self.next_report.lock().unwrap_or_else(PoisonError::into_inner);
            if next.is_none_or(|next| elapsed < next) {
                return;
            }
            *next = task.query().reports.and_then(|(_, every)| elapsed.checked_add(every));
        }
        task.report(&self.position, &inquiry.report(elapsed, task.query().manner.plies));
    }

    /// A panic elsewhere leaves the task as good as it was.
    fn lock(&self) -> MutexGuard<'_, Option<Task>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
