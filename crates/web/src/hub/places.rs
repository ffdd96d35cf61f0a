//! Where something is thought about whose turn has come: by a worker that takes it, or here.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use players::elsewhere::question::about_position;
use study::{Job, Judgement};
use table::AnyWay;

use crate::household::Household;
use crate::metrics::{By, Gauged, Metrics};
use crate::turns::{Size, Turn, Turns};
use crate::workers::{Conversation, Purpose, Workers};

/// How soon a worker is looked for again when none had time.
const AGAIN: Duration = Duration::from_millis(50);
/// After so many workers were lost over a question it is thought about here: it may be the question.
const MOST_LOST: u32 = 2;

/// Where something can be thought about.
pub(super) struct Places {
    /// Turns for what is thought about here.
    here: Arc<Turns<Option<Household>>>,
    /// The others who think, once there can be any.
    workers: OnceLock<Arc<Workers>>,
    metrics: Arc<Metrics>,
}

/// A place that was found.
pub(super) enum Place {
    /// Here, in this turn.
    Here(Turn<Option<Household>>),
    /// With a worker.
    There(Conversation),
}

impl Places {
    /// So many things at once are thought about here, besides small ones, and so many of them for one household.
    pub(super) fn new(machines: usize, each: usize, metrics: Arc<Metrics>) -> Places {
        Places { here: Turns::new(machines, each), workers: OnceLock::new(), metrics }
    }

    /// From now on there may be workers.
    pub(super) fn hire(&self, workers: Arc<Workers>) {
        assert!(self.workers.set(workers).is_ok(), "a server joins once");
    }

    /// How many workers there are, where there can be any.
    pub(super) fn workers(&self) -> Option<usize> {
        self.workers.get().map(|workers| workers.count())
    }

    /// Finds one: a worker that takes what `question` asks, or a turn here, whichever comes first. Where there are no workers, where it is nothing for
    /// one, or where so many were lost over it, that is a turn here.
    pub(super) async fn find(
        &self,
        payer: Option<Household>,
        size: Size,
        purpose: Purpose,
        lost: u32,
        question: impl Fn() -> Option<Vec<u8>>,
    ) -> Place {
        let here = self.here.take(payer, size);
        tokio::pin!(here);
        let question = || question().filter(|_| lost < MOST_LOST);
        while let Some(workers) = self.workers.get().filter(|workers| workers.count() > 0)
            && let Some(question) = question()
        {
            if let Some(conversation) = workers.ask(purpose, question).await {
                return Place::There(conversation);
            }
            if let Ok(turn) = tokio::time::timeout(AGAIN, &mut here).await {
                return Place::Here(turn);
            }
        }
        Place::Here(here.await)
    }

    /// What workers say that a position is worth; or the turn in which to find that out here.
    pub(super) async fn judge(
        &self,
        payer: Household,
        way: &AnyWay,
        job: Job,
    ) -> Result<Judgement, Turn<Option<Household>>> {
        for lost in 0.. {
            let question = || about_position(way, job.moment, job.effort);
            match self.find(Some(payer), Size::Large, Purpose::Review, lost, question).await {
                Place::Here(turn) => return Err(turn),
                Place::There(conversation) => {
                    let _counted = Gauged::new(&self.metrics.worker_running);
                    let begun = conversation.begun();
                    let judged = conversation.worth().await;
                    if let Some(judgement) = judged.ok().filter(|judged| judged.turn == way.turn(job.moment)) {
                        self.metrics.worker_us.add(begun.elapsed());
                        self.count(Purpose::Review, By::Worker);
                        return Ok(judgement);
                    }
                    self.metrics.worker_repeats.fetch_add(1, Relaxed);
                }
            }
        }
        unreachable!("after so many losses it is thought about here")
    }

    /// Something was thought to its end.
    pub(super) fn count(&self, purpose: Purpose, by: By) {
        self.metrics.thoughts[purpose as usize][by as usize].fetch_add(1, Relaxed);
    }
}
