//! The games that are live: who sits where, who watches, what the machine thinks.
//!
//! Each live game is a room (`room.rs`): a task that owns its table and takes one request after the other, so that nothing of
//! a game needs a lock. A room is opened when somebody wants to see the game and closed when nobody does; everything that
//! matters is in the store before anybody is told. The [`Hub`] finds rooms, makes games, and holds what rooms share: the
//! writer (`writer.rs`), the pool of threads (`pool.rs`) for the machine, the [lobby].
//!
//! The hub knows no HTML: what a watcher is sent is made by the [`Render`] that it was given.

mod key;
pub mod lobby;
mod manner;
mod pool;
mod room;
mod terms;
mod writer;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use store::{Error, GameId, Kept, Store, Summary};
use table::event::Action;
use table::{AnyTable, Message, Who};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, error, error_span, info};
use words::Lang;

pub use key::{Key, Malformed, Secret};
use lobby::Lobby;
pub use manner::Manner;
use pool::Pool;
use room::Request;
pub use terms::{Refusal, Sitter, Viewer, Watching};
use writer::Writer;

use crate::Scene;
use crate::backoff::Backoff;
use crate::log::cut;
use crate::metrics::Metrics;
use crate::wire::Do;

/// What changes the look of a scene from one watcher to another; all else is up to style sheets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taste {
    /// The language.
    pub lang: Lang,
    /// Whether rows and columns have names.
    pub coordinates: bool,
}

/// What a watcher is sent when a scene follows another (or when it is the first); nothing if they look alike.
pub type Render = dyn Fn(Taste, Option<&Scene>, &Scene) -> Option<Arc<str>> + Send + Sync;

/// The games that are live.
#[derive(Clone)]
pub struct Hub {
    shared: Arc<Shared>,
}

struct Shared {
    manner: Manner,
    reader: Arc<dyn Store>,
    writer: Writer,
    render: Box<Render>,
    rooms: Mutex<HashMap<GameId, mpsc::Sender<Request>>>,
    pool: Pool,
    lobby: Arc<Lobby>,
    metrics: Arc<Metrics>,
    time: Time,
    /// Until when the server that ran before this one is known to have run.
    alive_before_ms: u64,
    connections: AtomicU64,
    /// Whether any clock has run since the last heartbeat.
    clock_runs: AtomicBool,
    /// Rooms, the heartbeat, and what waits for the machine: everything that ends before the hub is closed.
    tasks: TaskTracker,
    closing: CancellationToken,
}

/// The time of day, which never goes back while the server runs.
#[derive(Clone, Copy, Debug)]
struct Time {
    started_ms: u64,
    started: Instant,
}

impl Time {
    fn new() -> Time {
        let started_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Time { started_ms, started: Instant::now() }
    }

    fn now_ms(&self) -> u64 {
        self.started_ms + self.started.elapsed().as_millis() as u64
    }
}

/// How many requests may wait for a room; whoever comes then waits to be let in.
const MAILBOX: usize = 64;
/// Under this option the store knows until when the server has run.
const ALIVE: &str = "server-alive-ms";
/// The notes about a game whose seats belong to secrets.
const SEAT_NOTES: [&str; 2] = ["seat-black", "seat-white"];
const LISTED: &str = "listed";

impl Hub {
    /// A hub over a store. `writer` and `reader` may be two ways to the same file, so that nobody who reads waits for the
    /// disk. Must be called within a tokio runtime.
    pub fn new(
        writer: Arc<dyn Store>,
        reader: Arc<dyn Store>,
        manner: Manner,
        render: Box<Render>,
        metrics: Arc<Metrics>,
    ) -> Result<Hub, Error> {
        let alive_before_ms = reader.option(ALIVE)?.and_then(|text| text.parse().ok()).unwrap_or(0);
        let tasks = TaskTracker::new();
        let shared = Arc::new(Shared {
            pool: Pool::new(manner.machines, manner.machines_per_address, tasks.clone(), Arc::clone(&metrics)),
            manner,
            reader,
            writer: Writer::start(writer, Arc::clone(&metrics)),
            render,
            rooms: Mutex::default(),
            lobby: Lobby::new(),
            metrics,
            time: Time::new(),
            alive_before_ms,
            connections: AtomicU64::new(0),
            clock_runs: AtomicBool::new(false),
            tasks,
            closing: CancellationToken::new(),
        });
        if !shared.manner.local {
            shared.tasks.spawn(heartbeat(Arc::downgrade(&shared), shared.closing.clone()));
        }
        Ok(Hub { shared })
    }

    /// How it behaves.
    pub fn manner(&self) -> &Manner {
        &self.shared.manner
    }

    /// What it counts.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.shared.metrics
    }

    /// The games that can be joined or watched.
    pub fn lobby(&self) -> &Arc<Lobby> {
        &self.shared.lobby
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.shared.time.now_ms()
    }

    /// Asks the store something, away from the threads that serve.
    pub async fn read<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.shared.read(ask).await
    }

    /// Changes something in the store that is no game's event.
    pub async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.shared.writer.ask(change).await
    }

    /// Makes a game, with what happened in it before, and seats whoever is known already.
    pub async fn create(
        &self,
        table: AnyTable,
        actions: Vec<Action>,
        sitters: Vec<Sitter>,
        listed: bool,
    ) -> Result<GameId, Refusal> {
        if let Some(forbidden) = table.seats().iter().find(|seat| !self.may_sit(&seat.who)) {
            return Err(Message::new("hub-who-forbidden").with("who", forbidden.who.to_string()).into());
        }
        Ok(self.shared.create(table, actions, sitters, listed).await?)
    }

    /// Whether this machine may be asked for by anybody who comes: a program of the system never, and on a public server
    /// nothing without a known cost.
    fn may_sit(&self, who: &Who) -> bool {
        match who {
            Who::Person | Who::Level(_) | Who::Random => true,
            Who::Time(_) | Who::Nodes(_) => self.shared.manner.local,
            Who::Engine(_) => false,
        }
    }

    /// The game as this viewer sees it.
    pub async fn look(&self, game: GameId, viewer: Viewer) -> Result<Scene, Refusal> {
        self.ask(game, |reply| Request::Look { viewer, reply }).await?
    }

    /// The table as it was kept.
    pub async fn table(&self, game: GameId) -> Result<AnyTable, Refusal> {
        self.ask(game, |reply| Request::Table { reply }).await?
    }

    /// Watches a game, from the version that the watcher has.
    pub async fn watch(&self, game: GameId, viewer: Viewer, taste: Taste, from: u64) -> Result<Watching, Refusal> {
        self.ask(game, |reply| Request::Watch { viewer, taste, from, reply }).await?
    }

    /// For a watcher that fell behind: everything anew.
    pub async fn resync(&self, game: GameId, connection: u64) -> Result<Watching, Refusal> {
        self.ask(game, |reply| Request::Resync { connection, reply }).await?
    }

    /// A watcher has gone.
    pub async fn leave(&self, game: GameId, connection: u64) {
        if let Some(room) = self.open_room(game) {
            // A room that has just closed has forgotten its watchers anyway.
            let _ = room.send(Request::Leave { connection }).await;
        }
    }

    /// A watcher's round trip was measured.
    pub async fn lag(&self, game: GameId, connection: u64, lag: Duration) {
        if let Some(room) = self.open_room(game) {
            let _ = room.send(Request::Lag { connection, lag }).await;
        }
    }

    /// Does what a viewer wants. It is kept when this returns, or it was refused and nothing has changed.
    pub async fn act(&self, game: GameId, viewer: Viewer, what: Do) -> Result<(), Refusal> {
        let begin = Instant::now();
        let done = self.ask(game, |reply| Request::Act { viewer, what, reply }).await?;
        self.shared.metrics.command_us.add(begin.elapsed());
        self.shared.metrics.commands[usize::from(done.is_err())].fetch_add(1, Relaxed);
        done
    }

    /// Takes a seat that is free.
    pub async fn sit(&self, game: GameId, sitter: Sitter) -> Result<(), Refusal> {
        self.ask(game, |reply| Request::Sit { sitter, reply }).await?
    }

    /// Forgets a game of one's own machine.
    pub async fn delete(&self, game: GameId) -> Result<(), Refusal> {
        // First from the store: a page that comes back to a closed room must not find the game there any more.
        self.write(move |store| store.delete(game)).await?;
        info!(game = cut(game), "game-deleted");
        let room = self.shared.lock_rooms().remove(&game);
        if let Some(room) = room {
            // One that has just closed by itself need not be told.
            let _ = room.send(Request::Close).await;
        }
        Ok(())
    }

    /// The games in which this key has a seat, the last touched first.
    pub async fn games_of(&self, key: Key) -> Result<Vec<Summary>, Refusal> {
        const LIMIT: u32 = 50;
        let games = self.read(move |store| {
            let mut games = Vec::new();
            for note in SEAT_NOTES {
                games.extend(store.noted(note, &key.to_string(), LIMIT)?);
            }
            Ok(games)
        });
        let mut games = games.await?;
        games.sort_by_key(|game| (std::cmp::Reverse(game.touched_ms), game.id));
        games.dedup_by_key(|game| game.id);
        games.truncate(LIMIT as usize);
        Ok(games)
    }

    /// Whether the store answers.
    pub async fn is_ready(&self) -> bool {
        !self.is_closing() && self.read(|store| store.option(ALIVE)).await.is_ok()
    }

    /// Whether the server is being stopped.
    pub fn is_closing(&self) -> bool {
        self.shared.closing.is_cancelled()
    }

    /// Closes every room, after what each has begun is done, and notes until when the server has run.
    pub async fn close(&self) {
        let rooms: Vec<_> = {
            let mut rooms = self.shared.lock_rooms();
            self.shared.closing.cancel();
            rooms.drain().map(|(_, room)| room).collect()
        };
        for room in &rooms {
            // One that has just closed by itself need not be told.
            let _ = room.send(Request::Close).await;
        }
        drop(rooms);
        self.shared.tasks.close();
        self.shared.tasks.wait().await;
        if !self.shared.manner.local
            && let Err(problem) = self.shared.note_alive().await
        {
            error!(%problem, "heartbeat");
        }
    }

    fn open_room(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        self.shared.lock_rooms().get(&game).cloned()
    }

    /// Asks the room of a game. One that closes just then is opened again; one that breaks down over the question does not
    /// answer it, and what became of it is not known.
    async fn ask<T>(&self, game: GameId, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Refusal> {
        let (reply, answered) = oneshot::channel();
        let mut request = request(reply);
        loop {
            match self.shared.room(game)?.send(request).await {
                Ok(()) => break,
                Err(mpsc::error::SendError(unsent)) => request = unsent,
            }
        }
        answered.await.map_err(|_| Refusal::Lost)
    }
}

impl Shared {
    fn lock_rooms(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<Request>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game, opened if it is not.
    fn room(self: &Arc<Shared>, game: GameId) -> Result<mpsc::Sender<Request>, Refusal> {
        let mut rooms = self.lock_rooms();
        // Asked under the lock under which all are closed, so that none is opened after that.
        if self.closing.is_cancelled() {
            return Err(Refusal::Closing);
        }
        if let Some(room) = rooms.get(&game) {
            return Ok(room.clone());
        }
        if rooms.len() >= self.manner.rooms {
            return Err(Refusal::Full);
        }
        let (room, mailbox) = mpsc::channel(MAILBOX);
        rooms.insert(game, room.clone());
        // A room outlives the request that opens it, and speaks for itself in the log.
        let span = error_span!(parent: None, "room", game = cut(game));
        self.tasks.spawn(room::run(Arc::clone(self), game, room.downgrade(), mailbox).instrument(span));
        Ok(room)
    }

    /// Takes a room out that will not serve any more.
    fn forget_room(&self, game: GameId, mailbox: &mut mpsc::Receiver<Request>) {
        let mut rooms = self.lock_rooms();
        mailbox.close();
        // Another room may have its place already.
        if rooms.get(&game).is_some_and(mpsc::Sender::is_closed) {
            rooms.remove(&game);
        }
    }

    fn now_ms(&self) -> u64 {
        self.time.now_ms()
    }

    async fn read<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let reader = Arc::clone(&self.reader);
        tokio::task::spawn_blocking(move || ask(&*reader)).await.expect("a question does not panic")
    }

    async fn create(
        &self,
        table: AnyTable,
        actions: Vec<Action>,
        sitters: Vec<Sitter>,
        listed: bool,
    ) -> Result<GameId, Error> {
        let now_ms = self.now_ms();
        let create = move |store: &dyn Store| {
            let mut kept = Kept::create(store, table, now_ms)?;
            kept.commit(store, actions, now_ms)?;
            let keys = sitters.iter().map(|sitter| (SEAT_NOTES[sitter.side as usize], sitter.key.to_string()));
            let notes: Vec<_> = keys.chain(listed.then(|| (LISTED, "yes".to_owned()))).collect();
            let notes: Vec<_> = notes.iter().map(|(key, value)| (*key, Some(value.as_str()))).collect();
            if !notes.is_empty() {
                store.set_notes(kept.id(), &notes)?;
            }
            Ok(kept.id())
        };
        self.writer.ask(create).await
    }

    async fn note_alive(&self) -> Result<(), Error> {
        let now_ms = self.now_ms().to_string();
        self.writer.ask(move |store| store.set_option(ALIVE, Some(&now_ms))).await
    }
}

/// Notes once a second that the server runs, while clocks do: after a crash nobody's clock has run while nobody could move.
async fn heartbeat(shared: std::sync::Weak<Shared>, closing: CancellationToken) {
    const EVERY: Duration = Duration::from_secs(1);
    let mut trouble = Backoff::default();
    while tokio::time::timeout(EVERY, closing.cancelled()).await.is_err() {
        let Some(shared) = shared.upgrade() else { return };
        if shared.clock_runs.swap(false, Relaxed) {
            match shared.note_alive().await {
                Ok(()) => trouble.reset(),
                // Without it clocks run on over the next crash, which is no reason to stop now.
                Err(problem) if trouble.grows() => error!(%problem, "heartbeat"),
                Err(_) => {}
            }
        }
    }
}
