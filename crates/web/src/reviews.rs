//! Games that the machine looks through, for those who look at them.
//!
//! A review goes on while somebody looks at it, position by position, each when the machine has a turn to spare: games come first.
//! What was thought is kept in the store, so that a review that was let go is soon where it was.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use players::analyst::{AnyAnalyst, key};
use search::{Resources, Stop};
use store::GameId;
use study::{Analysis, Effort, Job, Judgement};
use table::{AnyWay, Message, Review};

use crate::household::Household;
use crate::hub::{Hub, Refusal};
use crate::lru::Lru;

/// How many are remembered, about how much memory they have, and how much of it those of one household.
const MOST: usize = 200;
const MOST_BYTES: usize = 96 << 20;
const MOST_BYTES_EACH: usize = 24 << 20;
/// About what is kept of a position.
const POSITION_BYTES: usize = 8 << 10;

/// How hard games are looked at.
const EFFORT: Effort = Effort::Normal;

/// After so long without anybody who looks, a review waits for the next one who does.
const PATIENCE: Duration = Duration::from_secs(20);

/// So many positions of one game are looked at at once.
const AT_ONCE: usize = 2;

/// So many games are looked through at once for one household.
const GAMES_EACH: usize = 2;

/// The reviews.
#[derive(Debug)]
pub(crate) struct Reviews {
    kept: Lru<GameId, Arc<Running>>,
    /// How many are under way for whom.
    busy: Arc<Mutex<HashMap<Household, usize>>>,
}

/// A game that is looked through.
#[derive(Debug)]
pub(crate) struct Running {
    way: Arc<AnyWay>,
    payer: Household,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    analysis: Analysis,
    /// How many think about it now.
    workers: usize,
    looked_at: Instant,
}

/// What is known of a game at this moment, for a page.
#[derive(Clone, Debug)]
pub struct Study {
    /// Its positions.
    pub way: Arc<AnyWay>,
    /// What is known of them.
    pub analysis: Analysis,
    /// Whether more is being thought.
    pub is_growing: bool,
}

impl Study {
    /// The move that the machine would make at a node of the record, if the way that was looked at goes through it.
    pub fn best(&self, node: u32) -> Option<&str> {
        Some(self.analysis.judgement(self.way.find(node)?)?.best()?.mv())
    }
}

impl Default for Reviews {
    fn default() -> Reviews {
        Reviews { kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES_EACH), busy: Arc::default() }
    }
}

impl Reviews {
    /// Begins to look through a game or a record, whose way is the one through where the review stands. One that has begun goes on.
    pub(crate) fn begin(&self, hub: &Hub, id: GameId, review: &Review, payer: Household) -> Result<(), Refusal> {
        if self.look(hub, id).is_some() {
            return Ok(());
        }
        let busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.get(&payer).is_some_and(|&games| games >= GAMES_EACH) {
            return Err(Message::new("study-busy").into());
        }
        drop(busy);
        let way = Arc::new(review.way()?);
        let bytes = way.len() * POSITION_BYTES;
        let state = State { analysis: Analysis::new(&way, EFFORT), workers: 0, looked_at: Instant::now() };
        let running = Arc::new(Running { way, payer, state: Mutex::new(state) });
        self.kept.keep(id, payer, bytes, Arc::clone(&running));
        self.go_on(hub, &running);
        Ok(())
    }

    /// What is known of a game that somebody looks at, if it was begun; it goes on.
    pub(crate) fn look(&self, hub: &Hub, id: GameId) -> Option<Study> {
        let running = Arc::clone(&*self.kept.find(&id)?);
        running.lock().looked_at = Instant::now();
        self.go_on(hub, &running);
        let state = running.lock();
        let is_growing = state.workers > 0 || !state.analysis.is_done();
        Some(Study { way: Arc::clone(&running.way), analysis: state.analysis.clone(), is_growing })
    }

    /// Lets somebody think about it, if nobody does and there is something left.
    fn go_on(&self, hub: &Hub, running: &Arc<Running>) {
        let mut state = running.lock();
        if state.workers > 0 || state.analysis.is_done() {
            return;
        }
        let busy = Busy::new(&self.busy, running.payer);
        for _ in 0..AT_ONCE {
            state.workers += 1;
            let (hub, running, busy) = (hub.clone(), Arc::clone(running), Arc::clone(&busy));
            hub.home().clone().spawn(async move {
                let _busy = busy;
                running.think(&hub).await;
                running.lock().workers -= 1;
            });
        }
    }
}

/// A game that counts for its household until nobody thinks about it any more.
struct Busy {
    all: Arc<Mutex<HashMap<Household, usize>>>,
    payer: Household,
}

impl Busy {
    fn new(all: &Arc<Mutex<HashMap<Household, usize>>>, payer: Household) -> Arc<Busy> {
        *all.lock().unwrap_or_else(PoisonError::into_inner).entry(payer).or_default() += 1;
        Arc::new(Busy { all: Arc::clone(all), payer })
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(games) = all.get_mut(&self.payer) {
            *games -= 1;
            if *games == 0 {
                all.remove(&self.payer);
            }
        }
    }
}

impl Running {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next position to think about, while somebody looks.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        if state.looked_at.elapsed() > PATIENCE { None } else { state.analysis.begin() }
    }

    /// Thinks about one position after the other, until nothing is left or nobody looks any more.
    async fn think(self: &Arc<Running>, hub: &Hub) {
        let mut analyst = None;
        while !hub.is_closing()
            && let Some(job) = self.next()
        {
            let Some(judgement) = self.judge(hub, job, &mut analyst).await else {
                return self.lock().analysis.give_back(job);
            };
            self.lock().analysis.take(job, judgement);
        }
    }

    /// What is thought of a position: as it was kept, or by an analyst, who is made for the first that was not. Nothing if it broke
    /// down.
    async fn judge(self: &Arc<Running>, hub: &Hub, job: Job, analyst: &mut Option<AnyAnalyst>) -> Option<Judgement> {
        let key = key(&self.way, job.moment, job.effort);
        let find = key.clone();
        let kept = hub.read(self.payer, move |store| store.judgement(&find)).await.ok().flatten();
        if let Some(judgement) = kept.and_then(|text| Judgement::read(&text).ok()) {
            return Some(judgement);
        }
        let turn = hub.spare_turn(self.payer).await;
        let (running, own) = (Arc::clone(self), analyst.take());
        let think = move || {
            let mut own = own.unwrap_or_else(|| AnyAnalyst::new(running.way.kind(), &Resources::default()));
            let judged = own.judge(&running.way, job.moment, job.effort, &Stop::new(), &mut |_| {});
            drop(turn);
            (own, judged)
        };
        let (own, judged) = tokio::task::spawn_blocking(think).await.ok()?;
        *analyst = Some(own);
        let text = judged.as_ref()?.to_string();
        // What cannot be kept is thought again another time.
        let _ = hub.write(move |store| store.keep_judgement(&key, &text)).await;
        judged
    }
}
