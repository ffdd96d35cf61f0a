//! The one thread that writes: whatever waits while the disk confirms one transaction goes into the next.
//!
//! A confirmed write takes the disk milliseconds, whether it holds one event or a hundred. So nobody waits for a transaction of
//! one's own: several games' events share one, each is answered once it is on the disk, and the more there is to do the more
//! goes into one.
//!
//! A store that panics does so over what it was asked last: whoever asked that panics, too, and the thread goes on for the others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Instant;

use store::{Append, Error, Store};
use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;

/// How many jobs may wait; whoever comes then waits to be let in.
const QUEUE: usize = 4096;
/// How many games' events one transaction holds at most.
const BATCH: usize = 256;

/// The way to the writer.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Append(Append, oneshot::Sender<Result<(), Error>>),
    Other(Change),
}

type Change = Box<dyn FnOnce(&dyn Store) + Send>;

impl Writer {
    /// Begins to write. The thread ends when the last way to it is gone and everything is written.
    pub(super) fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Writer {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || write(&*store, waiting, &metrics))
            .expect("the system gives a thread at the start");
        Writer { jobs }
    }

    /// Adds events to a game. They are on the disk when this returns, or they were refused.
    pub(super) async fn append(&self, append: Append) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        self.send(Job::Append(append, answer)).await;
        answered.await.expect("the store breaks down over nothing")
    }

    /// Anything else that changes the store.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        change: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        // Whoever asked may have gone; then nobody wants to know.
        self.send(Job::Other(Box::new(move |store| drop(answer.send(change(store)))))).await;
        answered.await.expect("the store breaks down over nothing")
    }

    async fn send(&self, job: Job) {
        assert!(self.jobs.send(job).await.is_ok(), "the writer lives as long as anybody can ask it");
    }
}

fn write(store: &dyn Store, mut waiting: mpsc::Receiver<Job>, metrics: &Metrics) {
    let mut batch = Vec::new();
    let mut answers = Vec::new();
    while let Some(first) = waiting.blocking_recv() {
        let mut next = Some(first);
        let mut other = None;
        while let Some(job) = next.take() {
            match job {
                Job::Append(append, answer) => {
                    batch.push(append);
                    answers.push(answer);
                }
                Job::Other(change) => other = Some(change),
            }
            if other.is_none() && batch.len() < BATCH {
                next = waiting.try_recv().ok();
            }
        }
        write_batch(store, &mut batch, &mut answers, metrics);
        if let Some(change) = other {
            // Whoever asked hears that nobody answers.
            let _ = catch_unwind(AssertUnwindSafe(|| change(store)));
        }
    }
}

fn write_batch(
    store: &dyn Store,
    batch: &mut Vec<Append>,
    answers: &mut Vec<oneshot::Sender<Result<(), Error>>>,
    metrics: &Metrics,
) {
    if batch.is_empty() {
        return;
    }
    let begin = Instant::now();
    let kept = append_all(store, batch);
    metrics.write_us.add(begin.elapsed());
    metrics.writes.fetch_add(1, Relaxed);
    metrics.events.fetch_add(batch.iter().map(|append| append.events.len() as u64).sum(), Relaxed);
    metrics.write_errors.fetch_add(kept.iter().filter(|kept| !matches!(kept, Some(Ok(())))).count() as u64, Relaxed);
    batch.clear();
    for (answer, kept) in answers.drain(..).zip(kept) {
        if let Some(kept) = kept {
            // A room that has gone in the meantime will load what was kept.
            let _ = answer.send(kept);
        }
    }
}

/// What became of each; nothing where the store broke down over it.
fn append_all(store: &dyn Store, batch: &[Append]) -> Vec<Option<Result<(), Error>>> {
    match catch_unwind(AssertUnwindSafe(|| store.append_all(batch))) {
        Ok(Ok(kept)) => kept.into_iter().map(Some).collect(),
        Ok(Err(error)) => vec![Some(Err(error)); batch.len()],
        // It is one game that it breaks down over; the others are written each by itself.
        Err(_) if batch.len() > 1 => batch.chunks(1).flat_map(|one| append_all(store, one)).collect(),
        Err(_) => vec![None],
    }
}
