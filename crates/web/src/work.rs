//! Work of more than a millisecond: never on the threads that serve, so many pieces at once, fair between households, and paid
//! for by whoever wanted it.

use std::sync::Arc;
use std::time::Instant;

use crate::guard::Guard;
use crate::household::Household;
use crate::turns::{Size, Turns};

/// Where work is done.
#[derive(Debug)]
pub struct Work {
    /// What belongs to nobody in particular, as the server's own doings, has a share like a household's.
    turns: Arc<Turns<Option<Household>>>,
    guard: Arc<Guard>,
}

impl Work {
    /// On so many threads, and one more for what is small; the guard is told what each household has had.
    pub fn new(threads: usize, guard: Arc<Guard>) -> Arc<Work> {
        Arc::new(Work { turns: Turns::new(threads, threads.div_ceil(2)), guard })
    }

    /// Does a piece of work when its turn comes. Whoever stops waiting does not stop what has begun.
    ///
    /// # Panics
    ///
    /// As the work does.
    pub async fn run<T: Send + 'static>(
        &self,
        whose: Option<Household>,
        size: Size,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let turn = self.turns.take(whose, size).await;
        let guard = Arc::clone(&self.guard);
        let span = tracing::Span::current();
        let done = tokio::task::spawn_blocking(move || {
            let (_turn, _around) = (turn, span.enter());
            let begin = Instant::now();
            let done = work();
            if let Some(household) = whose {
                guard.charge(household, begin.elapsed());
            }
            done
        });
        done.await.unwrap_or_else(|broke| std::panic::resume_unwind(broke.into_panic()))
    }
}
