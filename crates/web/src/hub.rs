//! The games that are live: who sits where, who watches, what the machine thinks.
//!
//! Each live game is a room (`room.rs`): a task that owns its table and takes one request after the other, so that nothing of
//! a game needs a lock. A room is opened when somebody wants to see the game and closed when nobody does; everything that
//! matters is in the store before anybody is told. The [`Hub`] finds them (`rooms.rs`), makes games, and holds what they share
//! (`shared.rs`): the writer (`writer.rs`), the pool of threads (`pool.rs`) for the machine and of workers (`places.rs`), the [lobby], and which games are its own where
//! other servers use the same store (`tenancy.rs`).
//!
//! The hub knows no HTML: what a watcher is sent is made by the [`Render`] that it was given.

mod bells;
mod key;
pub mod lobby;
mod manner;
mod places;
mod pool;
mod room;
mod rooms;
mod shared;
mod standing;
mod tenancy;
mod terms;
mod time;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use pages::Scene;
use pages::wire::Do;
use store::{Error, GameId, NodeId, Noted, Origin, Store, Summary};
use study::{Job, Judgement};
use table::{AnyTable, AnyWay, Message, Who};
use tokio::runtime::Handle;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, info};

use bells::Bells;
pub use key::{Key, Malformed, Secret};
use lobby::Lobby;
pub use manner::Manner;
use pool::Pool;
use room::Request;
use rooms::Rooms;
use shared::{ALIVE, SEAT_NOTES, Shared, heartbeat};
pub use standing::{Seated, Standing};
use tenancy::Tenancy;
pub use terms::{Beginning, Challenge, Refusal, Render, Sight, Sitter, Taste, Viewer, Watching};
use time::Time;
use writer::Writer;

use crate::elsewhere::Elsewhere;
use crate::household::Household;
use crate::log::cut;
use crate::metrics::{By, Metrics};
use crate::turns::Turn;
use crate::work::Work;
use crate::workers::{Purpose, Workers};

/// The games that are live.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
    rooms: Arc<Rooms>,
}

impl Hub {
    /// A hub over a store. `writer` and `reader` may be two ways to the same file, so that nobody who reads waits for the
    /// disk. Must be called within a tokio runtime, which will be the games' home, whoever asks for them from elsewhere. Asks the store
    /// and waits for it.
    pub fn new(
        writer: Arc<dyn Store>,
        reader: Arc<dyn Store>,
        manner: Manner,
        render: Box<Render>,
        work: Arc<Work>,
        metrics: Arc<Metrics>,
    ) -> Result<Hub, Error> {
        let alive_before_ms = reader.option(ALIVE)?.and_then(|text| text.parse().ok()).unwrap_or(0);
        let tenancy = Tenancy::enter(Arc::clone(&writer).leases(), &metrics)?;
        let tasks = TaskTracker::new();
        let shared = Arc::new(Shared {
            pool: Pool::new(manner.machines, manner.machines_per_address, tasks.clone(), Arc::clone(&metrics)),
            time: Time::new(manner.ahead),
            manner,
            reader,
            writer: Writer::start(writer, Arc::clone(&metrics)),
            render,
            work,
            tenancy,
            lobby: Lobby::new(),
            bells: Bells::default(),
            metrics,
            alive_before_ms,
            connections: AtomicU64::new(0),
            clock_runs: AtomicBool::new(false),
            readiness: tokio::sync::Mutex::default(),
            home: Handle::current(),
            tasks,
            closing: CancellationToken::new(),
        });
        if !shared.manner.local {
            shared.tasks.spawn(heartbeat(Arc::downgrade(&shared), shared.closing.clone()));
        }
        // Not among the tasks that the end is waited for with: while they end, the stay is renewed.
        shared.tenancy.keeper().map(|keeper| shared.home.spawn(keeper));
        Ok(Hub { rooms: Rooms::new(Arc::clone(&shared)), shared })
    }

    /// How it behaves.
    pub fn manner(&self) -> &Manner {
        &self.shared.manner
    }

    /// The runtime of the games, where live pages belong, too: those who move must not wait behind those who load pages.
    pub fn home(&self) -> &Handle {
        &self.shared.home
    }

    /// What it counts.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.shared.metrics
    }

    /// The machine's turn for what is no part of a game, paid for by this household: games come first. It lasts until it is dropped.
    pub(crate) async fn spare_turn(&self, payer: Household) -> Turn<Option<Household>> {
        self.shared.pool.spare_turn(payer).await
    }

    /// What workers say that a position is worth, in a spare turn; or a turn in which to find that out here.
    pub(crate) async fn judge(
        &self,
        payer: Household,
        way: &AnyWay,
        job: Job,
    ) -> Result<Judgement, Turn<Option<Household>>> {
        self.shared.pool.places().judge(payer, way, job).await
    }

    /// A position was judged here.
    pub(crate) fn has_judged(&self) {
        self.shared.pool.places().count(Purpose::Review, By::Server);
    }

    /// From now on there may be workers.
    pub(crate) fn hire(&self, workers: Arc<Workers>) {
        self.shared.pool.places().hire(workers);
    }

    /// Workers have so many threads now.
    pub(crate) fn widen(&self, threads: usize) {
        self.shared.pool.widen(threads);
    }

    /// How many workers there are, where there can be any.
    pub(crate) fn workers(&self) -> Option<usize> {
        self.shared.pool.places().workers()
    }

    /// The games that can be joined or watched.
    pub fn lobby(&self) -> &Arc<Lobby> {
        &self.shared.lobby
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.shared.now_ms()
    }

    /// Asks the store something for this household, away from the threads that serve.
    pub async fn read<T: Send + 'static>(
        &self,
        whose: Household,
        ask: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.shared.read(Some(whose), ask).await
    }

    /// Changes something in the store that is no game's event.
    pub async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.shared.writer.ask(change).await
    }

    /// The same for what nobody waits for, and nobody misses if it cannot be done. It is done before the hub is closed.
    pub(crate) fn write_meanwhile(&self, change: impl FnOnce(&dyn Store) -> Result<(), Error> + Send + 'static) {
        let shared = Arc::clone(&self.shared);
        self.shared.tasks.spawn_on(async move { drop(shared.writer.ask(change).await) }, self.home());
    }

    /// Makes a game, with what happened in it before, and seats whoever is known already.
    pub async fn create(&self, beginning: Beginning) -> Result<GameId, Refusal> {
        if let Some(forbidden) = beginning.table.seats().iter().find(|seat| !self.may_sit(&seat.who)) {
            return Err(Message::new("who-forbidden").with("who", forbidden.who.to_string()).into());
        }
        Ok(self.shared.create(beginning).await?)
    }

    /// Whether this machine may be asked for by anybody who comes: a program of the system never, and on a public server
    /// nothing without a known cost.
    fn may_sit(&self, who: &Who) -> bool {
        match who {
            Who::Person | Who::Level(_) | Who::Random => true,
            Who::Time(_) | Who::Nodes(_) => self.shared.manner.local,
            Who::Engine(_) | Who::Nboard { .. } => false,
        }
    }

    /// The name of this server, where it is one of several.
    pub(crate) fn node(&self) -> Option<NodeId> {
        self.shared.tenancy.node()
    }

    /// Whether a game is open here.
    pub(crate) fn has(&self, game: GameId) -> bool {
        self.rooms.find(game).is_some()
    }

    /// Opens a game here, if it is nobody else's.
    pub(crate) async fn reach(&self, game: GameId, whose: Household) -> Result<(), Refusal> {
        self.ask(game, whose, |reply| Request::Open { reply }).await?
    }

    /// The game as this viewer sees it.
    pub async fn look(&self, game: GameId, viewer: Viewer) -> Result<Scene, Refusal> {
        self.ask(game, viewer.household, |reply| Request::Look { viewer, reply }).await?
    }

    /// The table as it was kept.
    pub async fn table(&self, game: GameId, whose: Household) -> Result<AnyTable, Refusal> {
        self.ask(game, whose, |reply| Request::Table { reply }).await?
    }

    /// The record that a game began with, if it did.
    pub async fn origin(&self, game: GameId, whose: Household) -> Result<Option<Origin>, Refusal> {
        Ok(self.read(whose, move |store| Origin::find(store, game)).await?)
    }

    /// Watches a game, from the version that the watcher has.
    pub async fn watch(
        &self,
        game: GameId,
        viewer: Viewer,
        sight: impl Into<Sight>,
        from: u64,
    ) -> Result<Watching, Refusal> {
        let sight = sight.into();
        self.ask(game, viewer.household, |reply| Request::Watch { viewer, sight, from, reply }).await?
    }

    /// For a watcher that fell behind: everything anew.
    pub async fn resync(&self, game: GameId, viewer: Viewer, connection: u64) -> Result<Watching, Refusal> {
        self.ask(game, viewer.household, |reply| Request::Resync { connection, reply }).await?
    }

    /// A watcher has gone.
    pub async fn leave(&self, game: GameId, connection: u64) {
        if let Some(room) = self.rooms.find(game) {
            // A room that has just closed has forgotten its watchers anyway.
            let _ = room.send(Request::Leave { connection }).await;
        }
    }

    /// A watcher's round trip was measured.
    pub async fn lag(&self, game: GameId, connection: u64, lag: Duration) {
        if let Some(room) = self.rooms.find(game) {
            // A room that has just closed shows no lag.
            let _ = room.send(Request::Lag { connection, lag }).await;
        }
    }

    /// Does what a viewer wants. It is kept when this returns, or it was refused and nothing has changed.
    pub async fn act(&self, game: GameId, viewer: Viewer, what: Do) -> Result<(), Refusal> {
        self.act_once(game, viewer, what, None).await
    }

    /// The same for whoever may not have heard the answer and asks again: what has this name is done once, whatever became of the server.
    /// The name of the last thing that a seat has done is kept.
    pub async fn act_once(&self, game: GameId, viewer: Viewer, what: Do, name: Option<String>) -> Result<(), Refusal> {
        let begin = Instant::now();
        let done = self.ask(game, viewer.household, |reply| Request::Act { viewer, what, name, reply }).await?;
        self.shared.metrics.command_us.add(begin.elapsed());
        self.shared.metrics.commands[usize::from(done.is_err())].fetch_add(1, Relaxed);
        done
    }

    /// Does not want to play a game that one was asked to.
    pub async fn decline(&self, game: GameId, viewer: Viewer, reason: &'static str) -> Result<(), Refusal> {
        self.ask(game, viewer.household, |reply| Request::Decline { viewer, reason, reply }).await?
    }

    /// Has a challenge looked after: its room calls it off when nobody answers in time. A server without room for it does so when somebody
    /// asks for it again.
    pub fn tend(&self, challenge: GameId, whose: Household) {
        let _ = self.rooms.open(challenge, whose);
    }

    /// Whether a challenge that was made then may still be answered.
    pub fn may_wait(&self, made_ms: u64) -> bool {
        self.now_ms() < self.shared.manner.challenge_end_ms(made_ms)
    }

    /// Hears whenever something of this key's games or challenges may be other than before.
    pub fn listen(&self, key: Key) -> watch::Receiver<()> {
        self.shared.bells.listen(key)
    }

    /// Hears for whom bells ring here, to tell other servers.
    pub(crate) fn rung(&self) -> broadcast::Receiver<Key> {
        self.shared.bells.rung()
    }

    /// The keys that somebody listens for at other servers.
    pub(crate) fn listeners_elsewhere(&self) -> &Elsewhere<Vec<Key>> {
        self.shared.bells.elsewhere()
    }

    /// A bell has rung at another server.
    pub(crate) fn ring(&self, key: Key) {
        self.shared.bells.ring_here(key);
    }

    /// Takes a seat that is free.
    pub async fn sit(&self, game: GameId, whose: Household, sitter: Sitter) -> Result<(), Refusal> {
        self.ask(game, whose, |reply| Request::Sit { sitter, reply }).await?
    }

    /// Forgets a game of one's own machine.
    pub async fn delete(&self, game: GameId) -> Result<(), Refusal> {
        // First from the store: a page that comes back to a closed room must not find the game there any more.
        self.write(move |store| store.delete(game)).await?;
        info!(game = cut(game), "game-deleted");
        self.rooms.close(game).await;
        Ok(())
    }

    /// The games in which this key has a seat, the last touched first.
    pub async fn games_of(&self, key: Key, whose: Household) -> Result<Vec<Summary>, Refusal> {
        const LIMIT: u32 = 50;
        let games = self.read(whose, move |store| {
            let mut games = Vec::new();
            for note in SEAT_NOTES {
                games.extend(store.noted(&Noted::new(note, &key.to_string(), LIMIT))?);
            }
            Ok(games)
        });
        let mut games = games.await?;
        games.sort_by_key(|game| (std::cmp::Reverse(game.touched_ms), game.id));
        games.dedup_by_key(|game| game.id);
        games.truncate(LIMIT as usize);
        Ok(games)
    }

    /// Why nobody should be sent here, if so: the store cannot be read or written, no game is this server's, or it is being stopped. Games would be
    /// refused then, move by move. Asked no more than once a second: the answer is as old as that.
    pub async fn trouble(&self) -> Option<Refusal> {
        const LASTS: Duration = Duration::from_secs(1);
        if self.is_closing() {
            return Some(Refusal::Closing);
        }
        if !self.shared.tenancy.may_serve() {
            return Some(Refusal::Lapsed);
        }
        let mut known = self.shared.readiness.lock().await;
        if let Some((asked, trouble)) = &*known
            && asked.elapsed() < LASTS
        {
            return trouble.clone();
        }
        let written = self.shared.note_alive().await;
        let read = self.shared.read(None, |store| store.option(ALIVE)).await;
        let trouble = written.and(read).inspect_err(|problem| error!(%problem, "not-ready")).err().map(Refusal::Store);
        *known = Some((Instant::now(), trouble.clone()));
        trouble
    }

    /// Waits until games are being closed.
    pub(crate) async fn closing(&self) {
        self.shared.closing.cancelled().await;
    }

    /// Whether the server is being stopped.
    pub fn is_closing(&self) -> bool {
        self.shared.closing.is_cancelled()
    }

    /// Closes every room, after what each has begun is done, notes until when the server has run, and lets go of the games.
    pub async fn close(&self) {
        self.rooms.close_all().await;
        self.shared.tasks.close();
        self.shared.tasks.wait().await;
        if !self.shared.manner.local
            && let Err(problem) = self.shared.note_alive().await
        {
            error!(%problem, "heartbeat");
        }
        self.shared.tenancy.leave().await;
    }

    /// Asks the room of a game. One that closes just then is opened again; one that breaks down over the question does not
    /// answer it, and what became of it is not known.
    async fn ask<T>(
        &self,
        game: GameId,
        whose: Household,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Refusal> {
        let (reply, answered) = oneshot::channel();
        let mut request = request(reply);
        loop {
            match self.rooms.open(game, whose)?.send(request).await {
                Ok(()) => break,
                Err(mpsc::error::SendError(unsent)) => request = unsent,
            }
        }
        answered.await.map_err(|_| Refusal::Lost)
    }
}
