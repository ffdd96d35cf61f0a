//! A live game: a task that owns the table and takes one request after the other.
//!
//! A room is made of parts that know nothing of each other: the [`ledger`] keeps the game, [`seating`] knows whose the seats are,
//! [`people`] who is there, [`audience`] who has been told what, [`machine`] what is being thought, [`talk`] what was said, [`once`] what was done
//! already, [`patience`] how long a challenge waits, [`rematch`] what comes after. This
//! file opens the room, takes requests and lets one part know of the other; what people want is decided in [`deeds`].

mod audience;
mod deeds;
mod ledger;
mod machine;
mod once;
mod patience;
mod people;
mod rematch;
mod seating;
mod talk;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use pages::wire::Do;
use pages::{Advice, Offer, OfferKind, Presence, Scene, Seats, Thinking};
use plateau_core::Player;
use store::{GameId, Note};
use table::event::Action;
use table::view::{View, Wanted};
use table::{AnyTable, Message, Seat};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tracing::{error, info};

use self::audience::Audiences;
use self::ledger::Ledger;
use self::machine::Mind;
use self::once::Once;
use self::patience::Patience;
use self::people::People;
use self::rematch::Rematch;
use self::seating::Seating;
use self::talk::Talk;
use super::lobby::Entry;
use super::shared::{DECLINED, LISTED, Shared};
use super::terms::{Refusal, Sight, Sitter, Viewer, Watching};
use crate::household::Household;

/// The game is not this server's any more.
pub(super) struct TakenAway;

/// What is asked of a room.
pub(super) enum Request {
    Open { reply: Reply<()> },
    Look { viewer: Viewer, reply: Reply<Scene> },
    Table { reply: Reply<AnyTable> },
    Watch { viewer: Viewer, sight: Sight, from: u64, reply: Reply<Watching> },
    Resync { connection: u64, reply: Reply<Watching> },
    Leave { connection: u64 },
    Lag { connection: u64, lag: Duration },
    Act { viewer: Viewer, what: Do, name: Option<String>, reply: Reply<()> },
    Sit { sitter: Sitter, reply: Reply<()> },
    Decline { viewer: Viewer, reason: &'static str, reply: Reply<()> },
    Thought { task: u64, thought: players::thinker::Thought },
    Close,
}

type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

pub(super) struct Room {
    hub: Arc<Shared>,
    myself: mpsc::WeakSender<Request>,
    kept: Ledger,
    /// The number of the event that comes after those that everybody knows of.
    seen: u64,
    seating: Seating,
    people: People,
    audiences: Audiences,
    mind: Mind,
    rematch: Rematch,
    once: Once,
    talk: Talk,
    /// How long it waits for an answer, while it does.
    patience: Option<Patience>,
    /// Why whoever was asked does not want to play.
    declined: Option<String>,
    /// When the first clock starts, if both have come and neither goes.
    starts_ms: Option<u64>,
    /// What the machine says, for whoever asked.
    advice: Option<(Seats, Advice)>,
    /// Whether the lobby shows it, and since when.
    listed: bool,
    created_ms: u64,
    version: u64,
}

impl Request {
    /// Whoever waits for a room that cannot be opened is told why. Those who do not wait any more need not be.
    pub(super) fn refuse(self, refusal: &Refusal) {
        let refusal = refusal.clone();
        match self {
            Request::Look { reply, .. } => drop(reply.send(Err(refusal))),
            Request::Table { reply } => drop(reply.send(Err(refusal))),
            Request::Open { reply } => drop(reply.send(Err(refusal))),
            Request::Watch { reply, .. } | Request::Resync { reply, .. } => drop(reply.send(Err(refusal))),
            Request::Act { reply, .. } | Request::Sit { reply, .. } | Request::Decline { reply, .. } => {
                drop(reply.send(Err(refusal)));
            }
            Request::Leave { .. } | Request::Lag { .. } | Request::Thought { .. } | Request::Close => {}
        }
    }
}

impl Room {
    pub(super) async fn open(
        hub: Arc<Shared>,
        game: GameId,
        opener: Household,
        myself: mpsc::WeakSender<Request>,
    ) -> Result<Room, Refusal> {
        let (kept, loaded, notes) = Ledger::open(Arc::clone(&hub), game, opener).await?;
        let mut room = Room {
            seen: kept.table().next_event(),
            seating: Seating::new(hub.manner.local, &notes),
            people: People::new(&hub.manner, hub.now_ms()),
            audiences: Audiences::default(),
            mind: Mind::new(&hub.manner, hub.now_ms()),
            rematch: Rematch::new(&notes),
            once: Once::new(&notes),
            talk: Talk::new(&notes),
            patience: None,
            declined: notes.find(DECLINED).map(str::to_owned),
            starts_ms: None,
            advice: None,
            listed: notes.find(LISTED) == Some("yes"),
            created_ms: loaded.summary.created_ms,
            // Higher than those of a room of this game that was closed before; milliseconds stay below 2⁵³ for 285,000 years.
            version: hub.now_ms(),
            myself,
            kept,
            hub,
        };
        if !room.hub.manner.local && room.kept.table().is_begun() {
            room.kept.resume_clock(&loaded);
        }
        if !room.is_ended() {
            // Whoever was asked in person, and will have a clock, is waited for by somebody.
            let is_prompt = room.seating.asked().is_some() && has_clock(room.kept.table());
            room.patience = Patience::new(&notes, &room.hub.manner, room.created_ms, is_prompt);
        }
        Ok(room)
    }

    /// Takes requests until it is closed, or has nothing to do and may `leave`; or until the game is taken away, and then nothing that is
    /// known here counts any more.
    pub(super) async fn serve(
        &mut self,
        mailbox: &mut mpsc::Receiver<Request>,
        leave: impl Fn(&mut mpsc::Receiver<Request>) -> bool,
    ) -> Result<(), TakenAway> {
        self.expire().await;
        loop {
            if !self.kept.is_ours() {
                return Err(TakenAway);
            }
            self.settle();
            self.tell();
            let wake = self.next_wake();
            let request = tokio::select! {
                request = mailbox.recv() => request,
                () = self.kept.taken_away() => continue,
                () = tokio::time::sleep_until(wake) => {
                    if self.is_idle() && leave(mailbox) {
                        None
                    } else {
                        self.look_at_the_time().await;
                        continue;
                    }
                }
            };
            match request {
                Some(Request::Close) | None => break,
                Some(request) if !self.kept.is_ours() => request.refuse(&Refusal::Moved),
                Some(request) => self.take(request).await,
            }
        }
        // Whoever asked before the door was shut is answered still.
        mailbox.close();
        while let Some(request) = mailbox.recv().await {
            self.take(request).await;
        }
        self.tell();
        self.leave_table().await;
        self.hub.lobby.set(self.kept.id(), None);
        self.kept.release().await;
        Ok(())
    }

    async fn take(&mut self, request: Request) {
        // On one's own machine the game may have gone on in the terminal: whoever asks sees that first.
        let asks = |request: &Request| {
            matches!(
                request,
                Request::Look { .. } | Request::Table { .. } | Request::Watch { .. } | Request::Act { .. }
            )
        };
        if self.hub.manner.local && asks(&request) {
            self.kept.catch_up().await;
            self.follow().await;
        }
        match request {
            Request::Look { viewer, reply } => {
                if let Some(patience) = &mut self.patience {
                    patience.hear_from(viewer.key, self.hub.now_ms());
                }
                drop(reply.send(Ok(self.scene(self.seats_of(&viewer), &mut None))));
            }
            Request::Open { reply } => drop(reply.send(Ok(()))),
            Request::Table { reply } => drop(reply.send(Ok(self.kept.table().clone()))),
            Request::Watch { viewer, sight, from, reply } => drop(reply.send(Ok(self.let_in(&viewer, sight, from)))),
            Request::Resync { connection, reply } => drop(reply.send(self.resync(connection))),
            Request::Leave { connection } => self.let_out(connection),
            Request::Lag { connection, lag } => self.people.hear_lag(connection, lag),
            Request::Act { viewer, what, name, reply } => {
                let seats = self.seats_of(&viewer);
                self.hear_from(&viewer, seats);
                let done = self.act_once(seats, what, name).await;
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
            Request::Decline { viewer, reason, reply } => drop(reply.send(self.decline(&viewer, reason).await)),
            Request::Thought { task, thought } => self.hear(task, thought).await,
            Request::Close => {}
        }
    }

    /// What is due now, whatever somebody wants: a clock that has fallen, a move that was held back, news from elsewhere.
    async fn look_at_the_time(&mut self) {
        self.kept.drop_flag().await;
        self.follow().await;
        self.expire().await;
        self.start().await;
        self.play_held().await;
        if self.people.leave_at().is_some_and(|leave| Instant::now() >= leave) {
            self.leave_table().await;
        }
        if self.hub.manner.local && !self.people.is_empty() {
            self.kept.look_around().await;
            self.follow().await;
        }
    }

    /// When there is something to do even if nobody asks.
    fn next_wake(&self) -> Instant {
        let now = Instant::now();
        let mut wake = now + Duration::from_secs(3600);
        let mut at = |due: Option<Instant>| wake = due.map_or(wake, |due| wake.min(due.max(now)));
        if self.runs_clock() {
            at(self.kept.flag_falls(now));
            self.hub.clock_runs.store(true, Relaxed);
        }
        let (now_ms, in_ms) = (self.hub.now_ms(), |ms: u64| now + Duration::from_millis(ms));
        at(self.mind.held_until_ms().map(|until_ms| in_ms(until_ms.saturating_sub(now_ms))));
        at(self.people.next_change_ms(now_ms).map(in_ms));
        at(self.starts_ms.map(|starts_ms| in_ms(starts_ms.saturating_sub(now_ms))));
        at(self.patience.as_ref().map(|patience| in_ms(patience.next_look_ms(now_ms))));
        at(self.idle_since().map(|since| since + self.hub.manner.idle));
        at(self.people.leave_at());
        if self.hub.manner.local && !self.people.is_empty() {
            at(Some(self.kept.looks_around()));
        }
        wake
    }

    /// Since when nobody has been here, and nothing happens by itself.
    fn idle_since(&self) -> Option<Instant> {
        let is_watched = self.patience.as_ref().is_some_and(Patience::is_watched);
        self.people.idle_since().filter(|_| !self.mind.is_busy() && !self.runs_clock() && !is_watched)
    }

    fn is_idle(&self) -> bool {
        self.idle_since().is_some_and(|since| since.elapsed() >= self.hub.manner.idle)
    }

    fn runs_clock(&self) -> bool {
        let table = self.kept.table();
        let runs = if self.hub.manner.local { self.people.are_at_table() } else { table.is_begun() };
        runs && table.turn().is_some() && has_clock(table)
    }

    /// Lets a watcher in.
    fn let_in(&mut self, viewer: &Viewer, sight: Sight, from: u64) -> Watching {
        let seats = self.seats_of(viewer);
        let connection = self.hub.connections.fetch_add(1, Relaxed);
        self.hear_from(viewer, seats);
        let now_ms = self.hub.now_ms();
        if self.people.come_to_table() {
            self.kept.start_clock(now_ms);
        }
        // What others did not see yet belongs to the scene that this watcher begins with.
        self.tell();
        let is_behind = from != self.version;
        let watching = self.subscribe(connection, sight, seats, is_behind);
        self.people.let_in(connection, sight, seats, now_ms);
        self.version += 1;
        self.gather();
        watching
    }

    /// Somebody is here. If they play, it is for them that the machine thinks from now on; who looks on never pays for it.
    fn hear_from(&mut self, viewer: &Viewer, seats: Seats) {
        if seats != Seats::default() {
            self.mind.payer = Some(viewer.household);
        }
    }

    /// Somebody sat down, came or went: the first clock starts once both have been there for a moment, so that nobody's time
    /// runs before they have seen the board. Whoever moves sooner has used none.
    fn gather(&mut self) {
        let table = self.kept.table();
        let waits = !self.hub.manner.local && self.is_complete() && !table.is_begun() && !self.is_ended();
        let is_there =
            |player| if table.is_person(player) { self.people.is_here(player) } else { !self.people.is_empty() };
        self.starts_ms = if waits && has_clock(table) && Player::BOTH.into_iter().all(is_there) {
            self.starts_ms.or_else(|| Some(self.hub.now_ms() + self.hub.manner.moment.as_millis() as u64))
        } else {
            None
        };
    }

    /// Lets the first clock run, if it is time.
    async fn start(&mut self) {
        if self.starts_ms.is_some_and(|starts_ms| self.hub.now_ms() >= starts_ms)
            && let Ok(start) = self.kept.table().start()
        {
            self.starts_ms = None;
            if let Err(problem) = self.commit(vec![start]).await {
                error!(%problem, "start-not-written");
                self.gather();
            }
        }
    }

    /// Everything anew, for a watcher that fell behind.
    fn resync(&mut self, connection: u64) -> Result<Watching, Refusal> {
        self.tell();
        let (sight, seats) = self.people.find(connection).ok_or(Refusal::Lost)?;
        Ok(self.subscribe(connection, sight, seats, true))
    }

    fn subscribe(&mut self, connection: u64, sight: Sight, seats: Seats, is_behind: bool) -> Watching {
        let (scene, updates) =
            self.with_audiences(|room, audiences| audiences.subscribe(sight, seats, || room.scene(seats, &mut None)));
        let first = if is_behind { (self.hub.render)(sight, None, &scene) } else { None };
        Watching { connection, first, updates }
    }

    fn let_out(&mut self, connection: u64) {
        if self.people.let_out(connection, self.hub.now_ms()) {
            self.version += 1;
            self.gather();
        }
    }

    /// Everybody has left a game on one's own machine: the clock stands, and what was thought so far is kept.
    async fn leave_table(&mut self) {
        let Some(left_ms) = self.people.leave_table(self.hub.now_ms()) else { return };
        if let Some(thought) = self.kept.table().leave(left_ms)
            // Where that cannot be written, nothing is lost but the time of this turn.
            && let Err(problem) = self.commit(vec![thought]).await
            && problem != Refusal::NoSuchGame
        {
            error!(%problem, "time-not-written");
        }
        self.kept.stop_clock(left_ms);
    }

    /// Tells every watcher, and the lobby, what has changed since the last time.
    fn tell(&mut self) {
        self.audiences.sweep();
        if self.audiences.know(self.version, self.presence()) {
            return;
        }
        self.with_audiences(|room, audiences| {
            let mut plain = None;
            audiences.tell(room.version, &room.hub.render, |seats| room.scene(seats, &mut plain));
        });
        if self.listed || !self.hub.manner.local {
            self.hub.lobby.set(self.kept.id(), self.entry());
        }
    }

    /// The audiences are told what the room looks like, of which they are no part.
    fn with_audiences<T>(&mut self, ask: impl FnOnce(&Room, &mut Audiences) -> T) -> T {
        let mut audiences = std::mem::take(&mut self.audiences);
        let answer = ask(self, &mut audiences);
        self.audiences = audiences;
        answer
    }

    /// The game as it looks from these seats, with the view that was made already for others who see the same board.
    fn scene(&self, you: Seats, plain: &mut Option<Arc<View>>) -> Scene {
        let asked = self.advice.as_ref().filter(|(asker, _)| *asker == you && you != Seats::default());
        let advice = asked.map(|(_, advice)| advice);
        let now_ms = self.hub.now_ms();
        let table = self.kept.table();
        let usual = || Wanted { territory: true, ..Wanted::default() };
        let make = |wanted: &Wanted| Arc::new(table.view(wanted, now_ms));
        let view = match advice {
            Some(advice @ (Advice::Hint(..) | Advice::Estimate(_))) => make(&advice.on(usual())),
            Some(Advice::Nothing(_)) | None => Arc::clone(plain.get_or_insert_with(|| make(&usual()))),
        };
        Scene {
            id: self.kept.id(),
            version: self.version,
            setup: table.setup(),
            view,
            you,
            presence: self.presence(),
            watchers: self.people.onlookers(),
            offer: self.offer(),
            no_takeback: self.no_offer(you, table::event::Offer::Takeback),
            no_draw: self.no_offer(you, table::event::Offer::Draw),
            thinking: self.mind.seen().map(|seen| Thinking { nodes: seen.nodes, best: seen.best.clone() }),
            advice: advice.cloned(),
            rematch: self.rematch.next(),
            rematch_declined: self.rematch.declined_by(),
            clock_runs: self.runs_clock(),
            starts: self.starts_ms.is_some(),
            asked: self.seating.asked().and(Player::BOTH.into_iter().find(|player| self.is_open(*player))),
            declined: self.declined.clone(),
            cancelled: table.is_cancelled(),
            said: self.talk.said().to_vec(),
            created_ms: self.created_ms,
        }
    }

    /// What the lobby says of this game: one that waits for somebody while the one who opened it is there, one that is
    /// played while anybody is.
    fn entry(&self) -> Option<Entry> {
        let table = self.kept.table();
        let open = Player::BOTH.map(|player| self.is_open(player));
        let is_host_here = |player: Player| !self.is_open(player) && self.people.is_here(player);
        let shown = self.listed && !self.is_ended() && Player::BOTH.into_iter().any(is_host_here);
        shown.then(|| Entry {
            id: self.kept.id(),
            setup: table.setup(),
            seats: table.seats().clone(),
            open,
            moves: table.moves_played(),
            watchers: self.people.onlookers(),
            since_ms: self.created_ms,
        })
    }

    /// Keeps what was decided and takes it in.
    async fn commit(&mut self, actions: Vec<Action>) -> Result<(), Refusal> {
        self.commit_with(actions, Vec::new()).await
    }

    /// The same with something that is noted or not as it is kept or not.
    async fn commit_with(&mut self, actions: Vec<Action>, mut notes: Vec<Note>) -> Result<(), Refusal> {
        notes.extend(self.once.note());
        let done = self.kept.commit(actions, notes).await;
        if done.is_ok() {
            self.once.keep();
        }
        self.follow().await;
        done
    }

    /// If something happened on the board, what was said about the old one is old.
    async fn follow(&mut self) {
        let seen = self.kept.table().next_event();
        if std::mem::replace(&mut self.seen, seen) == seen {
            return;
        }
        self.version += 1;
        self.advice = None;
        let now_ms = self.hub.now_ms();
        self.mind.changed(self.kept.table(), now_ms);
        if !self.hub.manner.local && self.kept.table().is_begun() {
            self.starts_ms = None;
            self.kept.start_clock(now_ms);
        }
        if self.is_ended() || self.is_complete() {
            self.patience = None;
        }
        if self.is_ended() && self.listed {
            self.listed = false;
            self.kept.note(vec![(LISTED.into(), None)]).await;
        }
        if self.is_ended() || !self.kept.table().is_begun() {
            self.ring();
        }
    }

    /// Those who sit here, or were asked to, hear that the game begins, or is over, or is not to be.
    fn ring(&self) {
        self.seating.concerned().for_each(|key| self.hub.bells.ring(key));
    }

    fn is_ended(&self) -> bool {
        self.kept.is_ended()
    }

    fn seat(&self, player: Player) -> &Seat {
        self.kept.seat(player)
    }

    fn is_open(&self, player: Player) -> bool {
        self.seating.is_open(self.kept.table(), player)
    }

    fn is_complete(&self) -> bool {
        self.seating.is_complete(self.kept.table())
    }

    fn seats_of(&self, viewer: &Viewer) -> Seats {
        self.seating.seats_of(self.kept.table(), viewer)
    }

    /// Whether the person in each seat is there.
    fn presence(&self) -> [Presence; 2] {
        Player::BOTH.map(|player| {
            if self.hub.manner.local || !self.seat(player).who.is_person() {
                return Presence::Given;
            }
            if self.is_open(player) {
                return Presence::Open;
            }
            match self.people.presence(player, self.hub.now_ms()) {
                Presence::Gone { since_ms, claimable } => {
                    Presence::Gone { since_ms, claimable: claimable && !self.is_ended() }
                }
                presence => presence,
            }
        })
    }

    /// Why somebody with these seats cannot offer this now, if so.
    fn no_offer(&self, you: Seats, offer: table::event::Offer) -> Option<Message> {
        let table = self.kept.table();
        table.no_offer(table.speaker(|player| you.has(player))?, offer)
    }

    fn offer(&self) -> Option<Offer> {
        let by_table = self.kept.table().offer().map(|(by, kind)| {
            let kind = match kind {
                table::event::Offer::Draw => OfferKind::Draw,
                table::event::Offer::Takeback => OfferKind::Takeback,
            };
            Offer { by, kind }
        });
        by_table.or(self.rematch.offered_by().map(|by| Offer { by, kind: OfferKind::Rematch }))
    }
}

/// Whether this game is played with clocks.
fn has_clock(table: &AnyTable) -> bool {
    table.clock(Player::Black, 0).is_some()
}
