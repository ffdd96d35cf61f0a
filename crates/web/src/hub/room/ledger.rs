//! The game and its way to the disk: what is decided is written first, and taken in then.

use std::sync::Arc;
use std::time::Duration;

use plateau_core::Player;
use store::{Error, First, GameId, Kept, Loaded, Note, Pending, Store};
use table::event::{Action, Event};
use table::view::Stage;
use table::{AnyTable, Message, Seat};
use tokio::time::Instant;
use tracing::error;

use crate::backoff::Backoff;
use crate::household::Household;
use crate::hub::shared::{Shared, challenge_notes};
use crate::hub::tenancy::Hold;
use crate::hub::terms::{Challenge, Refusal, Sitter};

/// How often a room on one's own machine looks whether the game went on elsewhere, as in the terminal.
const LOOK_AROUND: Duration = Duration::from_secs(1);

/// A game as it is kept.
pub(super) struct Ledger {
    hub: Arc<Shared>,
    kept: Kept,
    /// What makes it this server's.
    hold: Hold,
    /// A flag that has fallen and could not be written.
    unwritten: Backoff,
    /// News from elsewhere that could not be read.
    unread: Backoff,
    looked_around: Instant,
}

/// What is noted about a game beside its events, by key.
#[derive(Default)]
pub(super) struct Notes(Vec<(String, String)>);

impl Notes {
    #[cfg(test)]
    pub(super) fn of<'a>(notes: impl IntoIterator<Item = (&'a str, &'a str)>) -> Notes {
        Notes(notes.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
    }

    pub(super) fn find(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(noted, _)| noted == key).map(|(_, value)| value.as_str())
    }
}

impl Ledger {
    /// Claims a game, and then reads it with everything about it.
    pub(super) async fn open(
        hub: Arc<Shared>,
        game: GameId,
        opener: Household,
    ) -> Result<(Ledger, Loaded, Notes), Error> {
        let claimer = Arc::clone(&hub);
        let load = move |store: &dyn Store| {
            let hold = claimer.tenancy.claim(game)?;
            let read = || {
                let loaded = store.load(game)?;
                Ok((Kept::of(&loaded)?, loaded, store.notes(game)?))
            };
            match read() {
                Ok((kept, loaded, notes)) => Ok((hold, kept, loaded, notes)),
                Err(error) => claimer.tenancy.release(&hold).and(Err(error)),
            }
        };
        let (hold, kept, loaded, notes) = hub.read(Some(opener), load).await?;
        let (unwritten, unread) = (Backoff::default(), Backoff::default());
        Ok((Ledger { hub, kept, hold, unwritten, unread, looked_around: Instant::now() }, loaded, Notes(notes)))
    }

    /// Whether the game is still this server's.
    pub(super) fn is_ours(&self) -> bool {
        self.hub.tenancy.serves(&self.hold)
    }

    /// Waits until it is known that it is not.
    pub(super) async fn taken_away(&self) {
        self.hold.over().await;
    }

    /// Lets go of the game. A server that is being stopped lets go of all games at once, later.
    pub(super) async fn release(&mut self) {
        let hold = std::mem::take(&mut self.hold);
        if hold.claim().is_none() || self.hub.closing.is_cancelled() {
            return;
        }
        let claimer = Arc::clone(&self.hub);
        if let Err(problem) = self.hub.read(None, move |_| claimer.tenancy.release(&hold)).await {
            error!(%problem, "not-released");
        }
    }

    pub(super) fn id(&self) -> GameId {
        self.kept.id()
    }

    pub(super) fn table(&self) -> &AnyTable {
        self.kept.table()
    }

    pub(super) fn seat(&self, player: Player) -> &Seat {
        &self.table().seats()[player]
    }

    pub(super) fn is_ended(&self) -> bool {
        self.table().stage() == Stage::Ended
    }

    pub(super) fn start_clock(&mut self, now_ms: u64) {
        self.kept.start_clock(now_ms);
    }

    pub(super) fn stop_clock(&mut self, now_ms: u64) {
        self.kept.stop_clock(now_ms);
    }

    /// Lets the clock of a game on a server run as if the room had never been closed. While no server ran it stood: nobody
    /// could move.
    pub(super) fn resume_clock(&mut self, loaded: &Loaded) {
        let restarts = |event: &&Event| {
            matches!(
                event.action,
                Action::Play { .. }
                    | Action::Think { .. }
                    | Action::Undo { .. }
                    | Action::Redo { .. }
                    | Action::Resume(_)
                    | Action::Start
            )
        };
        let since_ms = loaded.events.iter().rfind(restarts).map_or(loaded.summary.created_ms, |event| event.at_ms);
        let (started_ms, alive_before_ms) = (self.hub.time.started_ms, self.hub.alive_before_ms);
        self.kept.start_clock(since_ms);
        if since_ms < started_ms {
            self.kept.stop_clock(alive_before_ms.clamp(since_ms, started_ms));
            self.kept.start_clock(started_ms);
        }
    }

    /// Keeps what was decided, with what is to be noted, and takes it in. Where the game went on elsewhere, that is taken in instead.
    pub(super) async fn commit(&mut self, actions: Vec<Action>, notes: Vec<Note>) -> Result<(), Refusal> {
        let pending = self.prepare(actions, notes)?;
        let written = self.hub.writer.append(pending.append().clone()).await;
        self.settle(pending, written).await
    }

    /// Makes another game, of which something is to be noted about this one: both, or neither.
    pub(super) async fn begin_another(
        &mut self,
        game: GameId,
        table: AnyTable,
        sitters: &[Sitter],
        challenge: Option<Challenge>,
        notes: Vec<Note>,
    ) -> Result<(), Refusal> {
        let pending = self.prepare(Vec::new(), notes)?;
        let asked = challenge.iter().flat_map(challenge_notes).collect();
        let first = First { notes: asked, elsewhere: Some(pending.append().clone()), ..First::default() };
        let written = self.hub.begin(game, table, sitters, first).await;
        self.settle(pending, written).await
    }

    fn prepare(&self, actions: Vec<Action>, notes: Vec<Note>) -> Result<Pending, Error> {
        let pending = self.kept.prepare(actions, self.hub.now_ms())?.with_notes(notes);
        Ok(match self.hold.claim() {
            Some(claim) => pending.under(claim),
            None => pending,
        })
    }

    async fn settle(&mut self, pending: Pending, written: Result<(), Error>) -> Result<(), Refusal> {
        match written {
            Ok(()) => {
                self.unwritten.reset();
                self.kept.settle(pending);
                Ok(())
            }
            Err(error @ Error::Lost { .. }) => {
                self.hub.tenancy.lose(&self.hold);
                Err(error.into())
            }
            Err(Error::Conflict { .. }) => {
                if self.hold.claim().is_some() {
                    // Nobody else could have written: what was thought to be lost was kept, with its notes. All is read anew.
                    self.hub.tenancy.lose(&self.hold);
                } else {
                    self.catch_up().await;
                }
                Err(Message::new("table-went-on-elsewhere").into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps that a flag has fallen, if one has. What cannot be written is tried again, less and less often.
    pub(super) async fn drop_flag(&mut self) {
        if self.unwritten.is_over()
            && let Some(fall) = self.table().tick(self.hub.now_ms())
            && let Err(problem) = self.commit(vec![fall], Vec::new()).await
            && self.unwritten.grows()
        {
            error!(%problem, "flag-not-written");
        }
    }

    /// When to look whether the flag has fallen, if a clock runs. In overtime there may be more after this; then one looks
    /// again.
    pub(super) fn flag_falls(&self, now: Instant) -> Option<Instant> {
        let clock = self.table().clock(self.table().turn()?, self.hub.now_ms())?;
        let falls = now + clock.reading().left.max(Duration::from_millis(5));
        Some(self.unwritten.until().map_or(falls, |again| falls.max(again)))
    }

    /// Takes in what was played elsewhere, as in the terminal, if it is time to look.
    pub(super) async fn look_around(&mut self) {
        if self.looked_around.elapsed() >= LOOK_AROUND {
            self.looked_around = Instant::now();
            self.catch_up().await;
        }
    }

    pub(super) fn looks_around(&self) -> Instant {
        self.looked_around + LOOK_AROUND
    }

    /// Takes in what was played elsewhere.
    pub(super) async fn catch_up(&mut self) {
        let mut kept = self.kept.clone();
        match self.hub.read(None, move |store| kept.catch_up(store).map(|_| kept)).await {
            Ok(kept) => {
                self.unread.reset();
                self.kept = kept;
            }
            Err(problem) if self.unread.grows() => error!(%problem, "events-not-read"),
            Err(_) => {}
        }
    }

    /// Notes something about this game; where that cannot be written, it is known while the room is open.
    pub(super) async fn note(&mut self, notes: Vec<Note>) {
        if let Err(problem) = self.try_note(notes).await {
            error!(%problem, "note-not-written");
        }
    }

    pub(super) async fn try_note(&mut self, notes: Vec<Note>) -> Result<(), Refusal> {
        self.commit(Vec::new(), notes).await
    }
}
