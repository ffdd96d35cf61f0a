//! Who is there.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use plateau_core::Player;
use table::Seat;
use table::event::Action;
use tokio::time::Instant;
use tracing::error;

use super::super::lobby::Entry;
use super::{Refusal, Room, SEAT_NOTES, Sitter, Viewer, Watching};
use crate::hub::{Manner, Taste};
use crate::{Presence, Seats};
use table::Message;

/// Those who are connected, and since when others are not.
pub(super) struct People {
    watchers: HashMap<u64, Watcher>,
    /// Since when nobody of this side is connected.
    gone_since_ms: [Option<u64>; 2],
    /// On one's own machine: whether the clock runs because somebody is there, or was a moment ago.
    pub(super) at_table: bool,
    /// When the last one left.
    left_ms: u64,
}

struct Watcher {
    taste: Taste,
    seats: Seats,
    lag_ms: Option<u32>,
}

impl People {
    /// Nobody yet. Whoever has a seat counts as gone from now on.
    pub(super) fn new(now_ms: u64) -> People {
        People { watchers: HashMap::new(), gone_since_ms: [Some(now_ms); 2], at_table: false, left_ms: now_ms }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// How many watch without a seat.
    pub(super) fn onlookers(&self) -> u32 {
        self.watchers.values().filter(|watcher| watcher.seats == Seats::default()).count() as u32
    }

    fn is_here(&self, player: Player) -> bool {
        self.watchers.values().any(|watcher| watcher.seats.has(player))
    }

    fn lag_ms(&self, player: Player) -> Option<u32> {
        let of_player = self.watchers.values().filter(|watcher| watcher.seats.has(player));
        of_player.filter_map(|watcher| watcher.lag_ms).min()
    }

    /// Brings up to date since when sides are gone, after somebody came or left.
    fn count(&mut self, now_ms: u64) {
        for player in Player::BOTH {
            let here = self.is_here(player);
            let gone = &mut self.gone_since_ms[player];
            *gone = if here { None } else { gone.or(Some(now_ms)) };
        }
    }

    /// In how many milliseconds the passing of time alone changes what is shown of somebody.
    pub(super) fn next_change_ms(&self, now_ms: u64, manner: &Manner) -> Option<u64> {
        if manner.local || self.is_empty() {
            return None;
        }
        let waits = [manner.grace, manner.claim_after].map(|wait| wait.as_millis() as u64);
        let changes = self.gone_since_ms.iter().flatten().flat_map(|since_ms| waits.map(|wait| since_ms + wait));
        changes.filter(|&at_ms| at_ms > now_ms).min().map(|at_ms| at_ms - now_ms + 1)
    }
}

impl Room {
    /// Lets a watcher in.
    pub(super) fn let_in(&mut self, viewer: &Viewer, taste: Taste, from: u64) -> Watching {
        let seats = self.seats_of(viewer);
        let connection = self.hub.connections.fetch_add(1, Relaxed);
        self.machine.address = viewer.address;
        let now_ms = self.hub.now_ms();
        if self.hub.manner.local && !std::mem::replace(&mut self.people.at_table, true) {
            self.kept.start_clock(now_ms);
        }
        // What others did not see yet belongs to the scene that this watcher begins with.
        self.tell();
        let is_behind = from != self.version;
        let (scene, updates) = self.subscribe(taste, seats);
        let first = if is_behind { (self.hub.render)(taste, None, &scene) } else { None };
        self.people.watchers.insert(connection, Watcher { taste, seats, lag_ms: None });
        self.people.count(now_ms);
        self.version += 1;
        Watching { connection, first, updates }
    }

    /// Everything anew, for a watcher that fell behind.
    pub(super) fn resync(&mut self, connection: u64) -> Option<Watching> {
        self.tell();
        let watcher = self.people.watchers.get(&connection)?;
        let (taste, seats) = (watcher.taste, watcher.seats);
        let (scene, updates) = self.subscribe(taste, seats);
        Some(Watching { connection, first: (self.hub.render)(taste, None, &scene), updates })
    }

    pub(super) fn let_out(&mut self, connection: u64) {
        if self.people.watchers.remove(&connection).is_some() {
            self.people.left_ms = self.hub.now_ms();
            self.people.count(self.people.left_ms);
            self.idle_since = Instant::now();
            self.version += 1;
        }
    }

    /// Notes a watcher's lag. It is told with the next thing that happens and not by itself: when the server is late, all
    /// watchers lag at once, and telling everybody so would make it later.
    pub(super) fn hear_lag(&mut self, connection: u64, lag: Duration) {
        if let Some(watcher) = self.people.watchers.get_mut(&connection) {
            watcher.lag_ms = Some(rounded(lag));
        }
    }

    /// Somebody takes a seat that is free.
    pub(super) async fn sit(&mut self, sitter: Sitter) -> Result<(), Refusal> {
        let Sitter { side, name, key } = sitter;
        if self.keys[side] == Some(key) {
            return Ok(());
        }
        if !self.is_open(side) {
            return Err(Message::new("hub-seat-taken").into());
        }
        if self.is_ended() {
            return Err(Message::new("table-ended").into());
        }
        let (game, hash) = (self.kept.id(), key.to_string());
        let note = move |store: &dyn store::Store| store.set_notes(game, &[(SEAT_NOTES[side as usize], Some(&hash))]);
        self.hub.writer.ask(note).await?;
        self.keys[side] = Some(key);
        self.version += 1;
        let seat = Seat { name, who: table::Who::Person };
        self.commit(vec![Action::Sit(side, seat)]).await?;
        if self.is_complete() {
            self.kept.start_clock(self.hub.now_ms());
        }
        Ok(())
    }

    /// Whether the person in a seat is there.
    pub(super) fn presence(&self, player: Player) -> Presence {
        if self.hub.manner.local || !self.seat(player).who.is_person() {
            return Presence::Given;
        }
        if self.is_open(player) {
            return Presence::Open;
        }
        let Some(since_ms) = self.people.gone_since_ms[player] else {
            return Presence::Here { lag_ms: self.people.lag_ms(player) };
        };
        let gone_for = Duration::from_millis(self.hub.now_ms().saturating_sub(since_ms));
        if gone_for < self.hub.manner.grace {
            return Presence::Here { lag_ms: None };
        }
        Presence::Gone { since_ms, claimable: gone_for >= self.hub.manner.claim_after && !self.is_ended() }
    }

    /// Everybody has left a game on one's own machine: the clock stands, and what was thought so far is kept.
    pub(super) async fn leave_table(&mut self) {
        if !std::mem::take(&mut self.people.at_table) {
            return;
        }
        // As it stood when the last page was closed: the time in which it might have come back is nobody's.
        let left_ms = if self.people.is_empty() { self.people.left_ms } else { self.hub.now_ms() };
        if let Some(thought) = self.kept.table().leave(left_ms) {
            // Where that cannot be written, nothing is lost but the time of this turn.
            if let Err(problem) = self.commit(vec![thought]).await {
                error!(%problem, "time-not-written");
            }
        }
        self.kept.stop_clock(left_ms);
    }

    /// Whether everybody left long enough ago not to come back at once, and the clock does not know yet.
    pub(super) fn has_been_left(&self) -> bool {
        self.people.at_table && self.people.is_empty() && self.idle_since.elapsed() >= self.hub.manner.grace
    }

    /// What the lobby says of this game: one that waits for somebody while the one who opened it is there, one that is
    /// played while anybody is.
    pub(super) fn list(&self) {
        let open = Player::BOTH.map(|player| self.is_open(player));
        let is_host_here = |player: Player| !self.is_open(player) && self.people.is_here(player);
        let shown = self.listed && !self.is_ended() && Player::BOTH.into_iter().any(is_host_here);
        let entry = shown.then(|| Entry {
            id: self.kept.id(),
            setup: self.kept.table().setup_text(),
            seats: self.kept.table().seats().clone(),
            open,
            moves: self.moves_played(),
            watchers: self.people.onlookers(),
            since_ms: self.created_ms,
        });
        self.hub.lobby.set(self.kept.id(), entry);
    }
}

/// A lag as it is shown: in coarse steps, so that not every update holds another one.
fn rounded(lag: Duration) -> u32 {
    const STEPS_MS: [u32; 6] = [50, 150, 300, 600, 1000, 2000];
    let ms = lag.as_millis().min(60_000) as u32;
    let step = STEPS_MS.into_iter().find(|step| ms <= *step);
    step.unwrap_or(ms / 1000 * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lags_are_shown_in_steps() {
        for (ms, shown) in [(0, 50), (50, 50), (51, 150), (999, 1000), (2001, 2000), (4999, 4000), (99_999, 60_000)] {
            assert_eq!(rounded(Duration::from_millis(ms)), shown, "{ms}");
        }
    }
}
