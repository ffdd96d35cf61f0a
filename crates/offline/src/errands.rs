//! What the site would like to have thought about, and who thinks about what.
//!
//! A worker belongs to a page and is gone with it, without a word. So whatever was handed out is handed out again, to somebody else, if no
//! answer has come for a while: the first answer counts, and others are too late.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use study::Job;
use table::AnyWay;

/// So long an answer is waited for before somebody else is asked, too.
const PATIENCE_MS: u64 = 3_000;

/// A position that is to be judged.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub(crate) way: Arc<AnyWay>,
    pub(crate) job: Job,
}

impl Work {
    /// By what the judgement is kept.
    pub(crate) fn key(&self) -> String {
        players::analyst::key(&self.way, self.job.moment, self.job.effort)
    }
}

#[derive(Default)]
pub(crate) struct Errands {
    /// The number of the last one.
    pub(crate) last: u64,
    handed: HashMap<u64, Handed>,
    works: HashMap<u64, Work>,
    waiting: VecDeque<u64>,
}

struct Handed {
    worker: String,
    at_ms: u64,
}

impl Errands {
    /// Whether this may be handed to this worker now; if so, it is. A worker that asks has nothing.
    pub(crate) fn hand(&mut self, number: u64, worker: &str, now_ms: u64) -> bool {
        let is_free = self
            .handed
            .get(&number)
            .is_none_or(|handed| handed.worker == worker || now_ms.saturating_sub(handed.at_ms) >= PATIENCE_MS);
        if is_free {
            self.handed.insert(number, Handed { worker: worker.to_owned(), at_ms: now_ms });
        }
        is_free
    }

    /// None yet. Numbers go on from this one, so that an answer to somebody before, who was stopped meanwhile, is an answer to nobody.
    pub(crate) fn from(last: u64) -> Errands {
        Errands { last, ..Errands::default() }
    }

    /// Puts a position behind those that wait, unless it is one of them.
    pub(crate) fn want(&mut self, work: Work) {
        let key = work.key();
        if self.works.values().any(|wanted| wanted.key() == key) {
            return;
        }
        self.last += 1;
        self.works.insert(self.last, work);
        self.waiting.push_back(self.last);
    }

    /// Whether there is a position that nobody thinks about.
    pub(crate) fn has_new(&self) -> bool {
        self.waiting.iter().any(|number| !self.handed.contains_key(number))
    }

    /// The next position for this worker.
    pub(crate) fn next(&mut self, worker: &str, now_ms: u64) -> Option<(u64, Work)> {
        let (handed, new): (Vec<u64>, Vec<u64>) =
            self.waiting.iter().partition(|number| self.handed.contains_key(number));
        // What nobody thinks about comes before what somebody may still be thinking about.
        let number = new.into_iter().chain(handed).find(|&number| self.hand(number, worker, now_ms))?;
        Some((number, self.works.get(&number)?.clone()))
    }

    /// An answer has come: the position that it is about, if it is about one that nobody has answered yet.
    pub(crate) fn take(&mut self, number: u64) -> Option<Work> {
        self.handed.remove(&number);
        self.waiting.retain(|&waiting| waiting != number);
        self.works.remove(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_answered_goes_to_another_after_a_while() {
        let mut errands = Errands::default();
        assert!(errands.hand(1, "a", 0));
        assert!(!errands.hand(1, "b", PATIENCE_MS - 1));
        assert!(errands.hand(1, "a", 10), "who asks again has nothing");
        assert!(errands.hand(1, "b", 10 + PATIENCE_MS));
        errands.take(1);
        assert!(errands.hand(1, "c", 0));
    }

    #[test]
    fn what_nobody_thinks_about_comes_first() {
        let record = table::records::read(b"(;GM[2];B[fe];W[fd])", None).expect("a record");
        let way = Arc::new(table::Review::of_record(record).way().expect("a way"));
        let mut errands = Errands::default();
        for moment in 0..2 {
            errands.want(Work { way: Arc::clone(&way), job: Job { moment, effort: study::Effort::Quick } });
        }
        let mut next = |worker: &str, now_ms| errands.next(worker, now_ms).map(|(_, work)| work.job.moment);
        assert_eq!(next("a", 0), Some(0));
        assert_eq!(next("b", PATIENCE_MS), Some(1), "though nobody has heard of the first for long");
        assert_eq!(next("c", PATIENCE_MS), Some(0));
        assert_eq!(next("d", PATIENCE_MS), None);
        assert!(!errands.has_new());
    }
}
