//! Who is there.

use std::collections::HashMap;
use std::time::Duration;

use pages::{Presence, Seats};
use plateau_core::Player;
use tokio::time::Instant;

use crate::hub::manner::Manner;
use crate::hub::terms::Sight;

/// Those who are connected, and since when others are not.
pub(super) struct People {
    local: bool,
    /// How long a lost connection is not spoken of, and after which time the game can be claimed.
    grace: Duration,
    claim_after: Duration,
    watchers: HashMap<u64, Watcher>,
    /// Since when nobody of this side is connected.
    gone_since_ms: [Option<u64>; 2],
    /// On one's own machine: whether the clock runs because somebody is there, or was a moment ago.
    at_table: bool,
    /// When the last one left.
    left_ms: u64,
    left: Instant,
}

struct Watcher {
    sight: Sight,
    seats: Seats,
    lag_ms: Option<u32>,
}

impl People {
    /// Nobody yet. Whoever has a seat counts as gone from now on.
    pub(super) fn new(manner: &Manner, now_ms: u64) -> People {
        People {
            local: manner.local,
            grace: manner.grace,
            claim_after: manner.claim_after,
            watchers: HashMap::new(),
            gone_since_ms: [Some(now_ms); 2],
            at_table: false,
            left_ms: now_ms,
            left: Instant::now(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Since when nobody has been there, if nobody is.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        self.is_empty().then_some(self.left)
    }

    /// How many watch without a seat.
    pub(super) fn onlookers(&self) -> u32 {
        self.watchers.values().filter(|watcher| watcher.seats == Seats::default()).count() as u32
    }

    pub(super) fn is_here(&self, player: Player) -> bool {
        self.watchers.values().any(|watcher| watcher.seats.has(player))
    }

    /// How somebody sees the game.
    pub(super) fn find(&self, connection: u64) -> Option<(Sight, Seats)> {
        self.watchers.get(&connection).map(|watcher| (watcher.sight, watcher.seats))
    }

    pub(super) fn let_in(&mut self, connection: u64, sight: Sight, seats: Seats, now_ms: u64) {
        self.watchers.insert(connection, Watcher { sight, seats, lag_ms: None });
        self.count(now_ms);
    }

    /// Whether there was anybody to let out.
    pub(super) fn let_out(&mut self, connection: u64, now_ms: u64) -> bool {
        let was_here = self.watchers.remove(&connection).is_some();
        if was_here {
            (self.left_ms, self.left) = (now_ms, Instant::now());
            self.count(now_ms);
        }
        was_here
    }

    /// Brings up to date since when sides are gone, after somebody came or left.
    fn count(&mut self, now_ms: u64) {
        for player in Player::BOTH {
            let here = self.is_here(player);
            let gone = &mut self.gone_since_ms[player];
            *gone = if here { None } else { gone.or(Some(now_ms)) };
        }
    }

    /// Notes a watcher's lag. It is told with the next thing that happens and not by itself: when the server is late, all
    /// watchers lag at once, and telling everybody so would make it later.
    pub(super) fn hear_lag(&mut self, connection: u64, lag: Duration) {
        if let Some(watcher) = self.watchers.get_mut(&connection) {
            watcher.lag_ms = Some(rounded(lag));
        }
    }

    fn lag_ms(&self, player: Player) -> Option<u32> {
        let of_player = self.watchers.values().filter(|watcher| watcher.seats.has(player));
        of_player.filter_map(|watcher| watcher.lag_ms).min()
    }

    /// Whether the person in a seat that is taken is there.
    pub(super) fn presence(&self, player: Player, now_ms: u64) -> Presence {
        let Some(since_ms) = self.gone_since_ms[player] else {
            return Presence::Here { lag_ms: self.lag_ms(player) };
        };
        let gone_for = Duration::from_millis(now_ms.saturating_sub(since_ms));
        if gone_for < self.grace {
            return Presence::Here { lag_ms: None };
        }
        Presence::Gone { since_ms, claimable: gone_for >= self.claim_after }
    }

    /// In how many milliseconds the passing of time alone changes what is shown of somebody.
    pub(super) fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        if self.local || self.is_empty() {
            return None;
        }
        let waits = [self.grace, self.claim_after].map(|wait| wait.as_millis() as u64);
        let changes = self.gone_since_ms.iter().flatten().flat_map(|since_ms| waits.map(|wait| since_ms + wait));
        changes.filter(|&at_ms| at_ms > now_ms).min().map(|at_ms| at_ms - now_ms + 1)
    }

    /// On one's own machine: whether somebody is at the table, or was a moment ago.
    pub(super) fn are_at_table(&self) -> bool {
        self.at_table
    }

    /// Somebody comes to the table; whether nobody was there.
    pub(super) fn come_to_table(&mut self) -> bool {
        self.local && !std::mem::replace(&mut self.at_table, true)
    }

    /// When it is time to say that everybody has left the table, not to come back at once.
    pub(super) fn leave_at(&self) -> Option<Instant> {
        self.idle_since().filter(|_| self.at_table).map(|left| left + self.grace)
    }

    /// Nobody is at the table any more; since when, if anybody was. The time in which the last page might have come back is
    /// nobody's.
    pub(super) fn leave_table(&mut self, now_ms: u64) -> Option<u64> {
        std::mem::take(&mut self.at_table).then(|| if self.is_empty() { self.left_ms } else { now_ms })
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

    const SIGHT: Sight = Sight::Program;
    const BLACK: Seats = Seats { black: true, white: false };

    #[test]
    fn who_leaves_is_missed_after_a_while_and_the_game_can_be_claimed_later() {
        let manner = Manner { grace: Duration::from_secs(4), claim_after: Duration::from_secs(90), ..Manner::public() };
        let mut people = People::new(&manner, 0);
        assert!(people.is_empty() && people.next_change_ms(0).is_none(), "nobody is there to be shown anything");
        people.let_in(1, SIGHT, BLACK, 1000);
        people.let_in(2, SIGHT, Seats::default(), 1000);
        people.hear_lag(1, Duration::from_millis(120));
        assert_eq!(people.presence(Player::Black, 1000), Presence::Here { lag_ms: Some(150) });
        assert_eq!((people.onlookers(), people.find(1), people.find(3)), (1, Some((SIGHT, BLACK)), None));
        assert!(people.let_out(1, 10_000));
        assert!(!people.let_out(1, 11_000), "once is enough");
        for (now_ms, presence, next_ms) in [
            (10_000, Presence::Here { lag_ms: None }, Some(4001)),
            (14_000, Presence::Gone { since_ms: 10_000, claimable: false }, Some(76_001)),
            (100_000, Presence::Gone { since_ms: 10_000, claimable: true }, None),
        ] {
            assert_eq!(people.presence(Player::Black, now_ms), presence, "{now_ms}");
            assert_eq!(people.next_change_ms(now_ms), next_ms, "{now_ms}");
        }
        people.let_in(4, SIGHT, BLACK, 100_000);
        assert_eq!(people.presence(Player::Black, 100_000), Presence::Here { lag_ms: None });
    }

    #[test]
    fn the_table_is_left_when_the_last_page_does_not_come_back() {
        let mut people = People::new(&Manner::local(), 0);
        assert!(people.come_to_table() && !people.come_to_table());
        people.let_in(1, SIGHT, BLACK, 0);
        assert_eq!(people.leave_at(), None);
        people.let_out(1, 5000);
        assert!(people.leave_at().is_some());
        assert_eq!(people.leave_table(9000), Some(5000), "since the page was closed");
        assert_eq!((people.leave_at(), people.leave_table(9000)), (None, None));
        assert!(!People::new(&Manner::public(), 0).come_to_table(), "on a server nobody has to be there");
    }

    #[test]
    fn lags_are_shown_in_steps() {
        for (ms, shown) in [(0, 50), (50, 50), (51, 150), (999, 1000), (2001, 2000), (4999, 4000), (99_999, 60_000)] {
            assert_eq!(rounded(Duration::from_millis(ms)), shown, "{ms}");
        }
    }
}
