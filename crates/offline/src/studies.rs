//! Games that are looked through.

use std::collections::HashMap;
use std::sync::Arc;

use pages::Study;
use study::{Analysis, Effort, Job, Judgement};
use table::{AnyWay, Message, Review};

use crate::errands::{Errands, Work};

/// How hard games are looked at.
pub(crate) const EFFORT: Effort = Effort::Normal;

/// So many positions of a game wait to be judged at once: one for each page that thinks, and a few more.
const AT_ONCE: usize = 4;

/// The games, by their addresses.
#[derive(Default)]
pub(crate) struct Studies {
    running: HashMap<String, Running>,
}

struct Running {
    way: Arc<AnyWay>,
    analysis: Analysis,
    looked_at_ms: u64,
}

/// After so long without anybody who looks, a review waits for the next one who does.
const PATIENCE_MS: u64 = 20_000;

impl Studies {
    /// Begins to look through a game. One that has begun goes on.
    pub(crate) fn begin(&mut self, address: &str, review: &Review, now_ms: u64) -> Result<(), Message> {
        if !self.running.contains_key(address) {
            let way = Arc::new(review.way()?);
            let analysis = Analysis::new(&way, EFFORT);
            self.running.insert(address.to_owned(), Running { way, analysis, looked_at_ms: now_ms });
        }
        Ok(())
    }

    /// Wants positions of the games that somebody looks at to be judged, a few at a time.
    pub(crate) fn go_on(&mut self, errands: &mut Errands, now_ms: u64) {
        let is_looked_at = |running: &Running| now_ms.saturating_sub(running.looked_at_ms) <= PATIENCE_MS;
        for (address, running) in self.running.iter_mut().filter(|(_, running)| is_looked_at(running)) {
            while errands.wanted() < AT_ONCE
                && let Some(job) = running.analysis.begin()
            {
                errands.want(Work { way: Arc::clone(&running.way), job, study: Some(address.clone()) });
            }
        }
    }

    /// What is known of a game that somebody looks at, if it was begun; it goes on.
    pub(crate) fn look(&mut self, address: &str, now_ms: u64) -> Option<Study> {
        let running = self.running.get_mut(address)?;
        running.looked_at_ms = now_ms;
        let is_growing = !running.analysis.is_done();
        Some(Study { way: Arc::clone(&running.way), analysis: running.analysis.clone(), is_growing })
    }

    /// A position has been judged.
    pub(crate) fn take(&mut self, address: &str, job: Job, judgement: Judgement) {
        if let Some(running) = self.running.get_mut(address) {
            running.analysis.take(job, judgement);
        }
    }
}
