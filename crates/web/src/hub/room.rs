//! A live game: a task that owns the table and takes one request after the other.
//!
//! What people want is decided in [`deeds`], what the machine does in [`machine`], who is there in [`people`], and who is told in
//! [`audience`]. This file opens the room, takes requests, keeps events and closes the room again.

mod audience;
mod deeds;
mod machine;
mod people;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use futures_util::FutureExt;
use plateau_core::Player;
use store::{Error, GameId, Kept, Loaded};
use table::event::{Action, Event};
use table::{AnyTable, Message, Seat};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tracing::{error, info};

use self::audience::Audiences;
use self::machine::Machine;
use self::people::People;
use super::{Key, LISTED, REMATCH, REMATCH_OFFER, Refusal, SEAT_NOTES, Shared, Sitter, Taste, Viewer, Watching};
use crate::backoff::Backoff;
use crate::log;
use crate::metrics::Gauged;
use crate::wire::Do;
use crate::{Offer, OfferKind, Scene, Seats};

/// What is asked of a room.
pub(super) enum Request {
    Look { viewer: Viewer, reply: Reply<Scene> },
    Table { reply: Reply<AnyTable> },
    Watch { viewer: Viewer, taste: Taste, from: u64, reply: Reply<Watching> },
    Resync { connection: u64, reply: Reply<Watching> },
    Leave { connection: u64 },
    Lag { connection: u64, lag: Duration },
    Act { viewer: Viewer, what: Do, reply: Reply<()> },
    Sit { sitter: Sitter, reply: Reply<()> },
    Thought { task: u64, thought: players::thinker::Thought },
    Close,
}

type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// How often a room on one's own machine looks whether the game went on elsewhere, as in the terminal.
const LOOK_AROUND: Duration = Duration::from_secs(1);

pub(super) struct Room {
    hub: Arc<Shared>,
    myself: mpsc::WeakSender<Request>,
    kept: Kept,
    /// When it was made, and until when it has been shown in the lobby as new.
    created_ms: u64,
    /// Whose the seats are, where they belong to secrets.
    keys: [Option<Key>; 2],
    listed: bool,
    rematch_offer: Option<Player>,
    rematch: Option<GameId>,
    people: People,
    audiences: Audiences,
    machine: Machine,
    /// What the machine would play, for whoever asked.
    hint: Option<(Seats, String, Vec<Message>)>,
    version: u64,
    /// Since when nobody has been there.
    idle_since: Instant,
    looked_around: Instant,
    /// A flag that has fallen and could not be written.
    unwritten: Backoff,
    /// News from elsewhere that could not be read.
    unread: Backoff,
}

/// Serves a game until nobody is there any more. If the room breaks down it is taken out of the hub, and whoever waits for it
/// finds another: what is kept is in the store, and the machine gives up with the room.
pub(super) async fn run(
    hub: Arc<Shared>,
    game: GameId,
    myself: mpsc::WeakSender<Request>,
    mut mailbox: mpsc::Receiver<Request>,
) {
    let metrics = Arc::clone(&hub.metrics);
    let _counted = Gauged::new(&metrics.rooms);
    let served = AssertUnwindSafe(serve(&hub, game, myself, &mut mailbox)).catch_unwind().await;
    if let Err(panic) = served {
        error!(problem = log::said(&*panic), "room-broke");
        hub.forget_room(game, &mut mailbox);
        hub.lobby.set(game, None);
        // The request that it broke down over is not among them.
        while let Ok(request) = mailbox.try_recv() {
            match hub.room(game) {
                Ok(room) => drop(room.send(request).await),
                Err(refusal) => refuse(request, &refusal),
            }
        }
    }
}

async fn serve(
    hub: &Arc<Shared>,
    game: GameId,
    myself: mpsc::WeakSender<Request>,
    mailbox: &mut mpsc::Receiver<Request>,
) {
    match Room::open(Arc::clone(hub), game, myself).await {
        Ok(mut room) => room.serve(mailbox).await,
        Err(refusal) => {
            if refusal != Refusal::NoSuchGame {
                error!(problem = %refusal, "room-closed");
            }
            hub.forget_room(game, mailbox);
            while let Ok(request) = mailbox.try_recv() {
                refuse(request, &refusal);
            }
        }
    }
}

/// Whoever waits for a room that cannot be opened is told why. Those who do not wait any more need not be.
fn refuse(request: Request, refusal: &Refusal) {
    let refusal = refusal.clone();
    match request {
        Request::Look { reply, .. } => drop(reply.send(Err(refusal))),
        Request::Table { reply } => drop(reply.send(Err(refusal))),
        Request::Watch { reply, .. } | Request::Resync { reply, .. } => drop(reply.send(Err(refusal))),
        Request::Act { reply, .. } | Request::Sit { reply, .. } => drop(reply.send(Err(refusal))),
        Request::Leave { .. } | Request::Lag { .. } | Request::Thought { .. } | Request::Close => {}
    }
}

impl Room {
    async fn open(hub: Arc<Shared>, game: GameId, myself: mpsc::WeakSender<Request>) -> Result<Room, Refusal> {
        let load = move |store: &dyn store::Store| {
            let loaded = store.load(game)?;
            Ok((Kept::of(&loaded)?, loaded, store.notes(game)?))
        };
        let (kept, loaded, notes) = hub.read(load).await?;
        let note = |key: &str| notes.iter().find(|(noted, _)| noted == key).map(|(_, value)| value.as_str());
        let now = Instant::now();
        let mut room = Room {
            created_ms: loaded.summary.created_ms,
            keys: SEAT_NOTES.map(|key| note(key).and_then(|text| text.parse().ok())),
            listed: note(LISTED) == Some("yes"),
            rematch_offer: note(REMATCH_OFFER).and_then(player_named),
            rematch: note(REMATCH).and_then(|id| id.parse().ok()),
            people: People::new(hub.now_ms()),
            audiences: Audiences::default(),
            machine: Machine::new(&hub.manner),
            hint: None,
            // Higher than those of a room of this game that was closed before; milliseconds stay below 2⁵³ for 285,000 years.
            version: hub.now_ms(),
            idle_since: now,
            looked_around: now,
            unwritten: Backoff::default(),
            unread: Backoff::default(),
            myself,
            kept,
            hub,
        };
        if !room.hub.manner.local && room.is_complete() {
            room.resume_clock(&loaded);
        }
        Ok(room)
    }

    /// Lets the clock of a game on a server run as if the room had never been closed. While no server ran it stood: nobody
    /// could move.
    fn resume_clock(&mut self, loaded: &Loaded) {
        let restarts = |event: &&Event| {
            matches!(
                event.action,
                Action::Play { .. }
                    | Action::Think { .. }
                    | Action::Undo { .. }
                    | Action::Redo { .. }
                    | Action::Sit(..)
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

    async fn serve(&mut self, mailbox: &mut mpsc::Receiver<Request>) {
        loop {
            self.settle();
            self.tell();
            let wake = self.next_wake();
            let request = tokio::select! {
                request = mailbox.recv() => request,
                () = tokio::time::sleep_until(wake) => {
                    if self.is_idle() && self.leave_the_hub(mailbox) {
                        None
                    } else {
                        self.look_at_the_time().await;
                        continue;
                    }
                }
            };
            match request {
                Some(Request::Close) | None => break,
                Some(request) => self.take(request).await,
            }
        }
        // Whoever asked before the door was shut is answered still.
        mailbox.close();
        while let Ok(request) = mailbox.try_recv() {
            self.take(request).await;
        }
        self.tell();
        self.leave_table().await;
        self.hub.lobby.set(self.kept.id(), None);
    }

    /// Takes the room out of the hub, unless somebody has just come in; whether it did.
    fn leave_the_hub(&mut self, mailbox: &mut mpsc::Receiver<Request>) -> bool {
        let mut rooms = self.hub.lock_rooms();
        if !mailbox.is_empty() {
            return false;
        }
        rooms.remove(&self.kept.id());
        mailbox.close();
        true
    }

    async fn take(&mut self, request: Request) {
        match request {
            Request::Look { viewer, reply } => drop(reply.send(Ok(self.scene(self.seats_of(&viewer))))),
            Request::Table { reply } => drop(reply.send(Ok(self.kept.table().clone()))),
            Request::Watch { viewer, taste, from, reply } => drop(reply.send(Ok(self.let_in(&viewer, taste, from)))),
            Request::Resync { connection, reply } => {
                drop(reply.send(self.resync(connection).ok_or(Refusal::Lost)));
            }
            Request::Leave { connection } => self.let_out(connection),
            Request::Lag { connection, lag } => self.hear_lag(connection, lag),
            Request::Act { viewer, what, reply } => {
                self.machine.address = viewer.address;
                let done = self.act(self.seats_of(&viewer), what).await;
                // Everybody sees it before the one who asked is told that it is done.
                self.tell();
                drop(reply.send(done));
            }
            Request::Sit { sitter, reply } => {
                let sat = self.sit(sitter).await;
                if let Err(problem) = &sat {
                    info!(%problem, "seat-refused");
                }
                drop(reply.send(sat));
            }
            Request::Thought { task, thought } => self.hear(task, thought).await,
            Request::Close => {}
        }
    }

    /// What is due now, whatever somebody wants: a clock that has fallen, a move that was held back, news from elsewhere.
    async fn look_at_the_time(&mut self) {
        let now_ms = self.hub.now_ms();
        if self.unwritten.is_over()
            && let Some(fall) = self.kept.table().tick(now_ms)
            && let Err(problem) = self.commit(vec![fall]).await
            && self.unwritten.grows()
        {
            error!(%problem, "flag-not-written");
        }
        self.play_held().await;
        if self.has_been_left() {
            self.leave_table().await;
        }
        if self.hub.manner.local && !self.people.is_empty() && self.looked_around.elapsed() >= LOOK_AROUND {
            self.looked_around = Instant::now();
            self.catch_up().await;
        }
    }

    /// When there is something to do even if nobody asks.
    fn next_wake(&self) -> Instant {
        let now = Instant::now();
        let now_ms = self.hub.now_ms();
        let in_ms = |ms: u64| now + Duration::from_millis(ms);
        let mut wake = now + Duration::from_secs(3600);
        let mut at = |due: Option<Instant>| wake = due.map_or(wake, |due| wake.min(due));
        if self.runs_clock()
            && let Some(turn) = self.kept.table().turn()
            && let Some(clock) = self.kept.table().clock(turn, now_ms)
        {
            // In overtime there may be more after this; then one looks again.
            let falls = now + clock.reading().left.max(Duration::from_millis(5));
            at(Some(self.unwritten.until().map_or(falls, |again| falls.max(again))));
            self.hub.clock_runs.store(true, Relaxed);
        }
        at(self.machine.held_until());
        at(self.people.next_change_ms(now_ms, &self.hub.manner).map(in_ms));
        if self.people.is_empty() {
            at(self.idles().then(|| (self.idle_since + self.hub.manner.idle).max(now)));
            at(self.people.at_table.then(|| (self.idle_since + self.hub.manner.grace).max(now)));
        } else if self.hub.manner.local {
            at(Some(self.looked_around + LOOK_AROUND));
        }
        wake
    }

    /// Whether nothing happens here by itself.
    fn idles(&self) -> bool {
        self.people.is_empty() && !self.machine.is_busy() && !self.runs_clock()
    }

    fn is_idle(&self) -> bool {
        self.idles() && self.idle_since.elapsed() >= self.hub.manner.idle
    }

    fn runs_clock(&self) -> bool {
        let runs = if self.hub.manner.local { self.people.at_table } else { self.is_complete() };
        let table = self.kept.table();
        runs && table.turn().is_some_and(|turn| table.clock(turn, 0).is_some())
    }

    /// Keeps what was decided and takes it in.
    async fn commit(&mut self, actions: Vec<Action>) -> Result<(), Refusal> {
        let pending = self.kept.prepare(actions, self.hub.now_ms())?;
        match self.hub.writer.append(pending.append().clone()).await {
            Ok(()) => {
                self.unwritten.reset();
                self.kept.settle(pending);
                self.changed().await;
                Ok(())
            }
            Err(error @ Error::Conflict { .. }) => {
                self.catch_up().await;
                Err(Refusal::Said(error.message()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Takes in what was played elsewhere, as in the terminal.
    async fn catch_up(&mut self) {
        let (mut kept, reader) = (self.kept.clone(), Arc::clone(&self.hub.reader));
        let caught_up = tokio::task::spawn_blocking(move || kept.catch_up(&*reader).map(|events| (kept, events)));
        match caught_up.await.expect("reading does not panic") {
            Ok((kept, events)) => {
                self.unread.reset();
                if !events.is_empty() {
                    self.kept = kept;
                    self.changed().await;
                }
            }
            Err(problem) if self.unread.grows() => error!(%problem, "events-not-read"),
            Err(_) => {}
        }
    }

    /// Something happened on the board: what was said about the old one is old.
    async fn changed(&mut self) {
        self.version += 1;
        self.hint = None;
        self.machine.give_up();
        if self.is_ended() && self.listed {
            self.listed = false;
            self.note(&[(LISTED, None)]).await;
        }
    }

    /// Notes something about this game; where that cannot be written, it is known while the room is open.
    async fn note(&mut self, notes: &[(&'static str, Option<String>)]) {
        let (game, notes) = (self.kept.id(), notes.to_vec());
        self.version += 1;
        let set = move |store: &dyn store::Store| {
            let notes: Vec<_> = notes.iter().map(|(key, value)| (*key, value.as_deref())).collect();
            store.set_notes(game, &notes)
        };
        if let Err(problem) = self.hub.writer.ask(set).await {
            error!(%problem, "note-not-written");
        }
    }

    fn is_ended(&self) -> bool {
        store::End::of(self.kept.table()).is_some()
    }

    fn seat(&self, player: Player) -> &Seat {
        &self.kept.table().seats()[player]
    }

    /// Whether a person can still sit down there.
    fn is_open(&self, player: Player) -> bool {
        !self.hub.manner.local && self.seat(player).who.is_person() && self.keys[player].is_none()
    }

    /// Whether everybody is there who is to play.
    fn is_complete(&self) -> bool {
        !Player::BOTH.into_iter().any(|player| self.is_open(player))
    }

    /// The seats that a viewer may act for.
    fn seats_of(&self, viewer: &Viewer) -> Seats {
        let owns = |player: Player| {
            let is_theirs = self.hub.manner.local || viewer.key.is_some() && self.keys[player] == viewer.key;
            is_theirs && self.seat(player).who.is_person()
        };
        Seats { black: owns(Player::Black), white: owns(Player::White) }
    }

    fn offer(&self) -> Option<Offer> {
        let by_table = self.kept.table().offer().map(|(by, kind)| {
            let kind = match kind {
                table::event::Offer::Draw => OfferKind::Draw,
                table::event::Offer::Takeback => OfferKind::Takeback,
            };
            Offer { by, kind }
        });
        by_table.or(self.rematch_offer.map(|by| Offer { by, kind: OfferKind::Rematch }))
    }
}

fn player_named(name: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.to_string() == name)
}
