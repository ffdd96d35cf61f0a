//! Games that are looked through. What is known of their positions is kept in the store, so that a review goes on where it was when the
//! browser has stopped this program for a while.

use std::collections::HashMap;
use std::sync::Arc;

use pages::Study;
use players::analyst::{EFFORT, known};
use study::{Analysis, Job, Judgement, Notebook};
use table::{AnyWay, Message, Review};

use crate::errands::{Errands, Work};

/// The games, by their addresses.
#[derive(Default)]
pub(crate) struct Studies {
    running: HashMap<String, Running>,
}

struct Running {
    way: Arc<AnyWay>,
    analysis: Analysis,
    /// What was begun, by the key of its judgement.
    begun: HashMap<String, Job>,
    looked_at_ms: u64,
    /// How many of its mistakes have gone into the deck, if that is known.
    taken: Option<usize>,
}

/// After so long without anybody who looks, a review waits for the next one who does.
const PATIENCE_MS: u64 = 20_000;

impl Studies {
    /// Begins to look through a game. One that has begun goes on.
    pub(crate) fn begin(&mut self, address: &str, review: &Review, now_ms: u64) -> Result<(), Message> {
        if !self.running.contains_key(address) {
            let way = Arc::new(review.way()?);
            let analysis = Analysis::new(&way, EFFORT);
            let running = Running { way, analysis, begun: HashMap::new(), looked_at_ms: now_ms, taken: None };
            self.running.insert(address.to_owned(), running);
        }
        Ok(())
    }

    /// Wants a position of the games that somebody looks at to be judged, if a worker would find nothing else. None is wanted before: which ones are
    /// worth a closer look hangs on what the others are worth.
    pub(crate) fn go_on(&mut self, errands: &mut Errands, notebook: &dyn Notebook, now_ms: u64) {
        let is_looked_at = |running: &&mut Running| now_ms.saturating_sub(running.looked_at_ms) <= PATIENCE_MS;
        for running in self.running.values_mut().filter(is_looked_at) {
            while !errands.has_new()
                && let Some(work) = running.next(notebook)
            {
                running.begun.insert(work.key(), work.job);
                errands.want(work);
            }
        }
    }

    /// What is known of a game that somebody looks at, if it was begun; it goes on.
    pub(crate) fn look(&mut self, address: &str, notebook: &dyn Notebook, now_ms: u64) -> Option<Study> {
        let running = self.running.get_mut(address)?;
        running.looked_at_ms = now_ms;
        if let Some(work) = running.next(notebook) {
            running.analysis.give_back(work.job);
        }
        let is_growing = !running.analysis.is_done();
        Some(Study { way: Arc::clone(&running.way), analysis: running.analysis.clone(), is_growing })
    }

    /// A position has been judged: whichever games it is in know it.
    pub(crate) fn take(&mut self, key: &str, judgement: &Judgement) {
        for running in self.running.values_mut() {
            if let Some(job) = running.begun.remove(key) {
                running.analysis.take(job, judgement.clone());
            }
        }
    }

    /// How many of a game's mistakes have gone into the deck, if that is known.
    pub(crate) fn taken(&mut self, address: &str) -> Option<&mut Option<usize>> {
        self.running.get_mut(address).map(|running| &mut running.taken)
    }
}

impl Running {
    /// The next position that has to be thought about: those that were judged before are not.
    fn next(&mut self, notebook: &dyn Notebook) -> Option<Work> {
        while let Some(job) = self.analysis.begin() {
            match known(notebook, &self.way, job) {
                Some(judgement) => self.analysis.take(job, judgement),
                None => return Some(Work { way: Arc::clone(&self.way), job }),
            }
        }
        None
    }
}
