//! What all rooms share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use store::{Error, First, GameId, Kept, Note, Origin, Store};
use table::AnyTable;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::error;

use super::bells::Bells;
use super::lobby::Lobby;
use super::manner::Manner;
use super::pool::Pool;
use super::tenancy::Tenancy;
use super::terms::{Beginning, Challenge, Refusal, Render, Sitter};
use super::time::Time;
use super::writer::Writer;
use crate::backoff::Backoff;
use crate::household::Household;
use crate::metrics::Metrics;
use crate::turns::Size;
use crate::work::Work;

/// Under this option the store knows until when the server has run.
pub(super) const ALIVE: &str = "server-alive-ms";
/// The notes about a game whose seats belong to secrets.
pub(super) const SEAT_NOTES: [&str; 2] = ["seat-black", "seat-white"];
pub(super) const LISTED: &str = "listed";
/// The notes about a game that waits for an answer: who asked, and who was asked.
pub(super) const CHALLENGE_BY: &str = "challenge-by";
pub(super) const CHALLENGE_TO: &str = "challenge-to";
/// Why whoever was asked did not want to.
pub(super) const DECLINED: &str = "challenge-declined";

pub(super) fn challenge_notes(challenge: &Challenge) -> impl Iterator<Item = Note> + use<> {
    let to = challenge.to.map(|key| (CHALLENGE_TO.into(), Some(key.to_string())));
    std::iter::once((CHALLENGE_BY.into(), Some(challenge.by.to_string()))).chain(to)
}

/// It was accepted: it is a game now. What came to nothing stays a challenge.
pub(super) fn no_challenge() -> [Note; 2] {
    [(CHALLENGE_BY.into(), None), (CHALLENGE_TO.into(), None)]
}

/// What all rooms share.
pub(super) struct Shared {
    pub(super) manner: Manner,
    pub(super) reader: Arc<dyn Store>,
    pub(super) writer: Writer,
    pub(super) render: Box<Render>,
    pub(super) work: Arc<Work>,
    pub(super) pool: Pool,
    pub(super) tenancy: Tenancy,
    pub(super) lobby: Arc<Lobby>,
    /// Those who wait to hear of their games.
    pub(super) bells: Bells,
    pub(super) metrics: Arc<Metrics>,
    pub(super) time: Time,
    /// Until when the server that ran before this one is known to have run.
    pub(super) alive_before_ms: u64,
    pub(super) connections: AtomicU64,
    /// Whether any clock has run since the last heartbeat.
    pub(super) clock_runs: AtomicBool,
    /// What is in the way of serving, and when that was asked.
    pub(super) readiness: tokio::sync::Mutex<Option<(Instant, Option<Refusal>)>>,
    /// Where rooms and live pages run.
    pub(super) home: Handle,
    /// Rooms, the heartbeat, and what waits for the machine: everything that ends before the hub is closed.
    pub(super) tasks: TaskTracker,
    pub(super) closing: CancellationToken,
}

impl Shared {
    pub(super) fn now_ms(&self) -> u64 {
        self.time.now_ms()
    }

    /// Asks the store something, for this household.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        whose: Option<Household>,
        ask: impl FnOnce(&dyn Store) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let reader = Arc::clone(&self.reader);
        self.work.run(whose, Size::Small, move || ask(&*reader)).await
    }

    pub(super) async fn create(&self, beginning: Beginning) -> Result<GameId, Error> {
        let Beginning { table, actions, origin, sitters, listed, challenge, id } = beginning;
        let game = id.map_or_else(GameId::random, Ok)?;
        let listed = listed.then(|| (LISTED.into(), Some("yes".to_owned())));
        let challenged = challenge.iter().flat_map(challenge_notes);
        let notes = origin.iter().flat_map(Origin::notes).chain(listed).chain(challenged).collect();
        self.begin(game, table, &sitters, First { actions, notes, elsewhere: None }).await?;
        for key in challenge.into_iter().flat_map(|challenge| [Some(challenge.by), challenge.to]).flatten() {
            self.bells.ring(key);
        }
        Ok(game)
    }

    /// Makes a game, with everything that belongs to it in one transaction: nobody finds one whose seats are nobody's.
    pub(super) async fn begin(
        &self,
        game: GameId,
        table: AnyTable,
        sitters: &[Sitter],
        mut first: First,
    ) -> Result<(), Error> {
        let seat = |sitter: &Sitter| (SEAT_NOTES[sitter.side as usize].into(), Some(sitter.key.to_string()));
        first.notes.extend(sitters.iter().map(seat));
        let now_ms = self.now_ms();
        self.writer.ask(move |store| Kept::begin(store, game, table, first, now_ms).map(|_| ())).await
    }

    pub(super) async fn note_alive(&self) -> Result<(), Error> {
        let now_ms = self.now_ms().to_string();
        self.writer.ask(move |store| store.set_option(ALIVE, Some(&now_ms))).await
    }
}

/// Notes once a second that the server runs, while clocks do: after a crash nobody's clock has run while nobody could move.
pub(super) async fn heartbeat(shared: Weak<Shared>, closing: CancellationToken) {
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
