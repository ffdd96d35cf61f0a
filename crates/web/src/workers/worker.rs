//! A worker: takes one question after the other with each of its threads, and tells all servers that it is there.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_nats::{Client, Message, Subject, Subscriber};
use axum::body::Bytes;
use futures_util::StreamExt;
use players::analyst::AnyAnalyst;
use players::elsewhere::question::Question;
use players::elsewhere::said::{Said, Word};
use players::thinker::{Thought, step_back};
use search::Stop;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::info;

use super::terms::{ALIVE_EVERY, BEACON_EVERY, QUEUE, SHOUT_EVERY, SILENCE, SUBJECTS};
use crate::exchange::{self, Address};

/// How often is told what it sees.
const PROGRESS_EVERY: Duration = Duration::from_millis(250);
/// So long after a server has said that games wait, nothing else is taken.
const CALM_AFTER: Duration = SHOUT_EVERY.saturating_mul(3);

/// Thinks for the servers that meet there until `end` comes, with so many threads. `ready` is called once questions can come.
pub(crate) async fn attend(
    nats: &Address,
    threads: NonZeroUsize,
    ready: impl FnOnce(),
    end: impl Future<Output = ()>,
) -> Result<(), async_nats::Error> {
    let client = exchange::connect(nats).await?;
    let waits = client.subscribe(SUBJECTS.waits.clone()).await?;
    // One thread is always left for games, where there are two.
    let reviews = Arc::new(Semaphore::new((threads.get() - 1).max(1)));
    let (games_wait, stopping, tasks) = (Mutex::default(), CancellationToken::new(), TaskTracker::new());
    let worker = Arc::new(Worker { client, threads, reviews, games_wait, stopping, tasks });
    for _ in 0..threads.get() {
        // All listen before anybody hears that they are there.
        let listening = worker.listen().await?;
        worker.tasks.spawn(Arc::clone(&worker).think(listening));
    }
    worker.tasks.spawn(Arc::clone(&worker).beacon());
    worker.tasks.spawn(Arc::clone(&worker).hear_who_waits(waits));
    worker.client.flush().await?;
    info!(threads = threads.get(), "thinking");
    ready();
    end.await;
    // What is under way is given back: whoever asked asks another.
    worker.stopping.cancel();
    worker.tasks.close();
    worker.tasks.wait().await;
    worker.client.flush().await?;
    Ok(())
}

struct Worker {
    client: Client,
    threads: NonZeroUsize,
    /// So many threads may think about what is no part of a game.
    reviews: Arc<Semaphore>,
    /// When a server last said that games wait.
    games_wait: Mutex<Option<Instant>>,
    stopping: CancellationToken,
    tasks: TaskTracker,
}

/// Where one question is waited for.
struct Listening {
    games: Subscriber,
    /// With the leave to think about what is no part of a game.
    reviews: Option<(Subscriber, OwnedSemaphorePermit)>,
}

/// A question, and the leave to think about what is no part of a game if it is such.
struct Asked {
    message: Message,
    leave: Option<OwnedSemaphorePermit>,
}

impl Worker {
    /// Says that it is there, and in the end that it is not.
    async fn beacon(self: Arc<Worker>) {
        let name = self.client.new_inbox().rsplit('.').next().unwrap_or_default().to_owned();
        let say = |threads: usize| {
            let said = Bytes::from(format!("{name} {threads}"));
            async { drop(self.client.publish(SUBJECTS.beacon.clone(), said).await) }
        };
        while {
            say(self.threads.get()).await;
            tokio::time::timeout(BEACON_EVERY, self.stopping.cancelled()).await.is_err()
        } {}
        say(0).await;
    }

    async fn hear_who_waits(self: Arc<Worker>, mut waits: Subscriber) {
        while let Some(Some(_)) = self.stopping.run_until_cancelled(waits.next()).await {
            *self.games_wait.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    /// How long nothing but games is taken.
    fn until_calm(&self) -> Duration {
        let heard = *self.games_wait.lock().unwrap_or_else(PoisonError::into_inner);
        heard.map_or(Duration::ZERO, |heard| CALM_AFTER.saturating_sub(heard.elapsed()))
    }

    /// Takes one question after the other, until it is to stop.
    async fn think(self: Arc<Worker>, mut listening: Listening) {
        let mut analyst = None;
        while let Some(asked) = self.next(listening).await {
            match self.answer(asked, &mut analyst).await {
                Ok(again) => listening = again,
                // Without a connection there is nobody to think for; the client is closed only with the process.
                Err(_) => return,
            }
        }
    }

    /// Listens for one question: of a game, and of something else if that may be.
    async fn listen(&self) -> Result<Listening, async_nats::Error> {
        let games = self.one_of(&SUBJECTS.game).await?;
        let leave = Arc::clone(&self.reviews).try_acquire_owned().ok().filter(|_| self.until_calm().is_zero());
        let reviews = match leave {
            Some(leave) => Some((self.one_of(&SUBJECTS.review).await?, leave)),
            None => None,
        };
        Ok(Listening { games, reviews })
    }

    async fn one_of(&self, subject: &str) -> Result<Subscriber, async_nats::Error> {
        let mut questions = self.client.queue_subscribe(subject.to_owned(), QUEUE.to_owned()).await?;
        questions.unsubscribe_after(1).await?;
        Ok(questions)
    }

    /// Waits for a question: of a game, or of something else while no game waits and a thread is left for one; nothing once it is to stop.
    async fn next(&self, mut listening: Listening) -> Option<Asked> {
        let Listening { games, reviews } = &mut listening;
        let other = async {
            loop {
                if let Some((reviews, _)) = reviews {
                    return reviews.next().await;
                }
                tokio::time::sleep(self.until_calm()).await;
                let leave = Arc::clone(&self.reviews).acquire_owned().await.ok()?;
                if self.until_calm().is_zero() {
                    *reviews = Some((self.one_of(&SUBJECTS.review).await.ok()?, leave));
                }
            }
        };
        let (message, is_game) = tokio::select! {
            biased;
            () = self.stopping.cancelled() => (None, false),
            message = games.next() => (message, true),
            message = other => (message, false),
        };
        let (reviews, leave) = listening.reviews.unzip();
        for left in [Some(listening.games), reviews].into_iter().flatten() {
            self.tasks.spawn(refuse(left, self.client.clone()));
        }
        Some(Asked { message: message?, leave: leave.filter(|_| !is_game) })
    }

    /// Thinks about a question, and says so meanwhile. It listens again before its last word: whoever has heard that may ask at once.
    async fn answer(&self, asked: Asked, analyst: &mut Option<AnyAnalyst>) -> Result<Listening, async_nats::Error> {
        let Asked { message, leave } = asked;
        let Some(reply) = message.reply else { return self.listen().await };
        let question = Question::read(&message.payload).filter(|question| question.threads() <= self.threads.get());
        let Some(question) = question else {
            drop(leave);
            let listening = self.listen().await?;
            self.say(&reply, Said::No).await;
            return Ok(listening);
        };
        let inbox = self.client.new_inbox();
        let words = self.client.subscribe(inbox.clone()).await?;
        self.client.publish_with_reply(reply.clone(), inbox, Said::Taken.write().into()).await?;
        let (tell, mut heard) = mpsc::unbounded_channel();
        let thinking = begin(question, analyst.take(), tell);
        let last = self.follow(&thinking, &mut heard, words, &reply).await;
        thinking.stop.ask();
        drop(leave);
        let listening = self.listen().await?;
        if let Some(said) = last {
            self.say(&reply, said).await;
        }
        // The thread is this one's until it has ended.
        while heard.recv().await.is_some() {}
        *analyst = tokio::task::spawn_blocking(move || thinking.analyst()).await.ok().flatten();
        Ok(listening)
    }

    /// Tells what it sees until there is an answer, or another reason to stop; the last word, if somebody waits for it.
    async fn follow(
        &self,
        thinking: &Thinking,
        heard: &mut UnboundedReceiver<Said>,
        mut words: Subscriber,
        reply: &Subject,
    ) -> Option<Said> {
        let mut pulse = tokio::time::interval(ALIVE_EVERY);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut waits, mut told) = (Instant::now(), None::<Instant>);
        loop {
            tokio::select! {
                said = heard.recv() => match said {
                    Some(said @ Said::Thought(Thought::Progress { .. })) => {
                        if told.is_none_or(|told| told.elapsed() >= PROGRESS_EVERY) {
                            told = Some(Instant::now());
                            self.say(reply, said).await;
                        }
                    }
                    // Without an answer it broke down, which it may do elsewhere, too; there it is seen to.
                    last => return Some(last.unwrap_or(Said::No)),
                },
                word = words.next() => match word.map_or(Word::Enough, |word| Word::read(&word.payload)) {
                    Word::Waiting => waits = Instant::now(),
                    Word::Hurry => thinking.stop.ask(),
                    Word::Enough => return None,
                },
                _ = pulse.tick() => {
                    if waits.elapsed() > SILENCE {
                        return None;
                    }
                    self.say(reply, Said::Alive).await;
                }
                () = self.stopping.cancelled() => return Some(Said::No),
            }
        }
    }

    /// What does not arrive is noticed by who waits for it.
    async fn say(&self, to: &Subject, said: Said) {
        let _ = self.client.publish(to.clone(), said.write().into()).await;
    }
}

/// Something that is being thought about.
struct Thinking {
    stop: Stop,
    thread: JoinHandle<Option<AnyAnalyst>>,
}

/// Begins to think, on a thread of its own; what is dropped without an answer has broken down or was stopped.
fn begin(question: Question, mut analyst: Option<AnyAnalyst>, tell: UnboundedSender<Said>) -> Thinking {
    let stop = Stop::new();
    let asked = stop.clone();
    let think = move || {
        step_back();
        // Nobody minds if nobody listens any more.
        let say = |said| drop(tell.send(said));
        if let Some(last) = question.think(&mut analyst, &asked, &say) {
            say(last);
        }
        analyst
    };
    Thinking { stop, thread: thread::spawn(think) }
}

impl Thinking {
    /// Whoever judged, for the next position; nothing if nobody did, or broke down. Waits for them.
    fn analyst(self) -> Option<AnyAnalyst> {
        self.thread.join().ok().flatten()
    }
}

/// Stops listening. A question that has come this very moment is given back, so that another is asked at once.
async fn refuse(mut questions: Subscriber, client: Client) {
    let rest = async {
        questions.drain().await.ok()?;
        while let Some(question) = questions.next().await {
            client.publish(question.reply?, Said::No.write().into()).await.ok()?;
        }
        Some(())
    };
    // Without a connection nobody says that there is no more.
    let _ = tokio::time::timeout(SILENCE, rest).await;
}
