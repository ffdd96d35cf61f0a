//! Workers: other processes that think for the machine, so that servers need not.
//!
//! A server asks on a subject of NATS that every worker with time to spare listens to, and one of them gets the question
//! ([`players::elsewhere`]). It says at once that it has taken it, each second that it is there, and in the end what it thinks; whoever asked says
//! meanwhile that they still wait. A worker that is gone is found out by NATS within a second, one that is silent after three: the question is
//! asked again then, of another, or thought about by the server itself (`hub::pool`). An answer is an answer whoever gave it: the table judges a move as it does any other.
//!
//! What version a worker is of is a part of the subject: messages, program, networks and weights. So those of another version are never asked.
//!
//! Games come first: they have a subject of their own, a worker keeps a thread for them, and takes nothing else while any server says that games wait.

mod terms;
mod worker;

use std::collections::HashMap;
use std::future;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::{Message, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use players::elsewhere::said::{Said, Word};
use players::thinker::Thought;
use study::Judgement;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tracing::info;

use self::terms::{ALIVE_EVERY, ALL_BEACONS, BEACON_EVERY, SHOUT_EVERY, SILENCE, SUBJECTS, read_beacon};
pub(crate) use self::worker::attend;
use crate::exchange::{Exchange, Mailbox};
use crate::metrics::Metrics;

/// How long a worker that is there takes to say that it has taken a question, at most. Those that have no time say so at once, and NATS does where nobody listens.
const TAKE_PATIENCE: Duration = Duration::from_secs(2);
/// After so long nobody waits for an answer any more, however alive the worker is: no task of a server takes so long.
const LONGEST: Duration = Duration::from_secs(180);

/// What a question is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A game, in which somebody waits.
    Game,
    /// What is no part of a game.
    Review,
}

/// The workers, as a server knows them.
pub(crate) struct Workers {
    exchange: Arc<Exchange>,
    metrics: Arc<Metrics>,
    seen: Mutex<HashMap<String, Seen>>,
}

/// A worker that has said that it is there.
struct Seen {
    at: Instant,
    threads: usize,
    /// Whether it is of this version.
    is_ours: bool,
}

/// The worker is gone, silent, or does not want to: somebody else must think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lost;

impl Workers {
    /// Knows of none yet.
    pub(crate) fn new(exchange: Arc<Exchange>, metrics: Arc<Metrics>) -> Arc<Workers> {
        Arc::new(Workers { exchange, metrics, seen: Mutex::default() })
    }

    /// How many threads they have together.
    pub(crate) fn threads(&self) -> usize {
        self.seen().values().filter(|seen| seen.is_ours).map(|seen| seen.threads).sum()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.seen().values().filter(|seen| seen.is_ours).count()
    }

    /// Hears who is there, and says when games wait. `tell` is told how many threads there are, whenever
    /// that has changed.
    pub(crate) async fn watch(self: Arc<Workers>, mut beacons: Subscriber, tell: impl Fn(usize)) {
        let mut shout = tokio::time::interval(SHOUT_EVERY);
        shout.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut told = 0;
        loop {
            tokio::select! {
                beacon = beacons.next() => match beacon {
                    Some(beacon) => self.hear(&beacon),
                    None => return,
                },
                _ = shout.tick() => {
                    self.seen().retain(|_, seen| seen.at.elapsed() < 3 * BEACON_EVERY);
                    if told > 0 && self.metrics.machine_waiting.load(Relaxed) > 0 {
                        self.exchange.publish(SUBJECTS.waits.clone(), None, Bytes::new()).await;
                    }
                }
            }
            let threads = self.threads();
            if threads != told {
                info!(workers = self.count(), threads, "workers");
                tell(threads);
                told = threads;
            }
            let all = self.seen().len();
            self.metrics.workers.store(self.count() as i64, Relaxed);
            self.metrics.worker_threads.store(threads as i64, Relaxed);
            self.metrics.workers_of_other_versions.store((all - self.count()) as i64, Relaxed);
        }
    }

    /// Where those are heard that [`Workers::watch`] wants.
    pub(crate) async fn beacons(&self) -> Result<Subscriber, async_nats::Error> {
        Ok(self.exchange.client.subscribe(ALL_BEACONS).await?)
    }

    fn hear(&self, beacon: &Message) {
        let Some((name, threads)) = read_beacon(&beacon.payload) else { return };
        let is_ours = beacon.subject.as_str() == SUBJECTS.beacon;
        let mut seen = self.seen();
        if threads == 0 {
            seen.remove(&name);
        } else {
            seen.insert(name, Seen { at: Instant::now(), threads, is_ours });
        }
    }

    /// Asks whoever has time; nothing if nobody has.
    pub(crate) async fn ask(&self, purpose: Purpose, question: Vec<u8>) -> Option<Conversation> {
        if self.count() == 0 || !self.exchange.is_connected() {
            return None;
        }
        let subject = match purpose {
            Purpose::Game => &SUBJECTS.game,
            Purpose::Review => &SUBJECTS.review,
        };
        let mut mailbox = self.exchange.mailbox();
        self.exchange.publish(subject.clone(), Some(mailbox.address()), question.into()).await;
        // What has a status is NATS saying that nobody listens.
        let first = tokio::time::timeout(TAKE_PATIENCE, mailbox.next()).await.ok().flatten()?;
        let is_taken = first.status.is_none() && Said::read(&first.payload) == Some(Said::Taken);
        let worker = first.reply.filter(|_| is_taken)?.to_string();
        let now = Instant::now();
        Some(Conversation { mailbox, worker, begun: now, heard: now, is_hurried: false, is_over: false })
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<String, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question that a worker has taken. Dropping it tells the worker that nobody waits any more.
pub(crate) struct Conversation {
    mailbox: Mailbox,
    /// Where words to it go.
    worker: String,
    begun: Instant,
    heard: Instant,
    is_hurried: bool,
    /// Whether the answer was heard.
    is_over: bool,
}

impl Conversation {
    /// What it sees next, or its answer, after which there is nothing more to be heard. Once `hurry` is cancelled the answer is wanted at once.
    pub(crate) async fn thought(&mut self, hurry: &CancellationToken) -> Result<Thought, Lost> {
        match self.next(Some(hurry)).await? {
            Said::Thought(thought) => {
                self.is_over = !matches!(thought, Thought::Progress { .. });
                Ok(thought)
            }
            _ => Err(Lost),
        }
    }

    /// What the position is worth.
    pub(crate) async fn worth(mut self) -> Result<Judgement, Lost> {
        match self.next(None).await? {
            Said::Worth(judgement) => {
                self.is_over = true;
                Ok(judgement)
            }
            _ => Err(Lost),
        }
    }

    /// When it was taken.
    pub(crate) fn begun(&self) -> Instant {
        self.begun
    }

    /// The next thing that is said beyond that it is alive.
    async fn next(&mut self, hurry: Option<&CancellationToken>) -> Result<Said, Lost> {
        let mut pulse = tokio::time::interval(ALIVE_EVERY);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let hurry = hurry.filter(|_| !self.is_hurried);
            let wanted = async {
                match hurry {
                    Some(hurry) => hurry.cancelled().await,
                    None => future::pending().await,
                }
            };
            tokio::select! {
                message = self.mailbox.next() => {
                    // With a status it is NATS saying that the worker is gone.
                    let message = message.filter(|message| message.status.is_none()).ok_or(Lost)?;
                    self.heard = Instant::now();
                    match Said::read(&message.payload) {
                        Some(Said::Alive) => {}
                        Some(Said::Taken | Said::No) | None => return Err(Lost),
                        Some(said) => return Ok(said),
                    }
                }
                () = wanted => {
                    self.is_hurried = true;
                    self.say(Word::Hurry).await;
                }
                _ = pulse.tick() => {
                    if self.heard.elapsed() > SILENCE || self.begun.elapsed() > LONGEST {
                        return Err(Lost);
                    }
                    self.say(Word::Waiting).await;
                }
            }
        }
    }

    /// Tells it something. If it is gone, NATS says so where its answer would come.
    async fn say(&self, word: Word) {
        let exchange = &self.mailbox.exchange;
        exchange.publish(self.worker.clone(), Some(self.mailbox.address()), Bytes::from_static(word.write())).await;
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        if !self.is_over {
            let (exchange, worker) = (Arc::clone(&self.mailbox.exchange), std::mem::take(&mut self.worker));
            tokio::spawn(async move { exchange.publish(worker, None, Bytes::from_static(Word::Enough.write())).await });
        }
    }
}
