//! A whole game judged, several positions at once.

use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use search::{Resources, Stop};
use study::{Analysis, Job, Judgement, Notebook};
use table::AnyWay;

use super::{AnyAnalyst, key};
use crate::thinker::step_back;

/// Judges the positions of a game until the analysis wants no more, or until it is stopped. After each the analysis is shown.
///
/// Each thread takes a position by itself: that scales better than many at one position.
pub fn review(
    way: &AnyWay,
    analysis: Analysis,
    resources: &Resources,
    notebook: &dyn Notebook,
    stop: &Stop,
    show: &(dyn Fn(&Analysis, Job) + Sync),
) -> Analysis {
    let threads = resources.threads.get();
    let own = Resources {
        threads: NonZeroUsize::MIN,
        memory_bytes: resources.memory_bytes / threads,
        book: false,
        ..*resources
    };
    let desk = Desk { analysis: Mutex::new(analysis), news: Condvar::new() };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                step_back();
                let _broken = Broken { desk: &desk, stop };
                desk.work(way, &own, notebook, stop, show);
            });
        }
    });
    desk.analysis.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What is thought of a position: as it was kept, or by an analyst, who is made for the first that was not. Nothing if it was stopped.
pub fn judged(
    way: &AnyWay,
    job: Job,
    analyst: &mut Option<AnyAnalyst>,
    resources: &Resources,
    notebook: &dyn Notebook,
    stop: &Stop,
) -> Option<Judgement> {
    let key = key(way, job.moment, job.effort);
    if let Some(kept) = notebook.find(&key).and_then(|text| Judgement::read(&text).ok()) {
        return Some(kept);
    }
    let analyst = analyst.get_or_insert_with(|| AnyAnalyst::new(way.kind(), resources));
    let judged = analyst.judge(way, job.moment, job.effort, stop, &mut |_| {})?;
    notebook.keep(&key, &judged.to_string());
    Some(judged)
}

/// What the threads share.
struct Desk {
    analysis: Mutex<Analysis>,
    /// Somebody has put something down.
    news: Condvar,
}

/// A thread that breaks down stops the others: they would wait for what it had begun.
struct Broken<'a> {
    desk: &'a Desk,
    stop: &'a Stop,
}

impl Drop for Broken<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.stop.ask();
            let _held = self.desk.lock();
            self.desk.news.notify_all();
        }
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Analysis> {
        self.analysis.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job; waits while what there will be to do hangs on others.
    fn next(&self, stop: &Stop) -> Option<Job> {
        let mut analysis = self.lock();
        while !stop.is_asked() {
            if let Some(job) = analysis.begin() {
                return Some(job);
            }
            if analysis.is_done() {
                return None;
            }
            analysis = self.news.wait(analysis).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn work(
        &self,
        way: &AnyWay,
        resources: &Resources,
        notebook: &dyn Notebook,
        stop: &Stop,
        show: &(dyn Fn(&Analysis, Job) + Sync),
    ) {
        // Made when something has to be thought: what is all in the notebook needs no engine.
        let mut analyst: Option<AnyAnalyst> = None;
        while let Some(job) = self.next(stop) {
            let judged = judged(way, job, &mut analyst, resources, notebook, stop);
            let mut analysis = self.lock();
            match judged {
                Some(judgement) => {
                    analysis.take(job, judgement);
                    show(&analysis, job);
                }
                None => analysis.give_back(job),
            }
            drop(analysis);
            self.news.notify_all();
        }
        self.news.notify_all();
    }
}
