//! Which server has which game, where several share a store.
//!
//! A server enters under a name of its own and renews its stay every [`Tenure::RENEW_EVERY`]; by the store's clock it lasts for
//! [`Tenure::LEASE`]. It claims a game before it reads its events, and adds its claim to whatever it writes. Nobody else can claim the
//! game while it stays; once somebody could, whatever it still writes is refused. By its own clock it stops before that,
//! after [`Tenure::STOP_AFTER`] without a renewal, so that nobody is answered by a server that has lost its games.

use std::time::Duration;

use crate::{Error, GameId, NodeId};

/// Where it stands which server has which game.
pub trait Leases: Send + Sync {
    /// Enters, or stays for so long from now on, by the store's clock.
    fn renew(&self, node: NodeId, lease: Duration) -> Result<(), Error>;

    /// Takes a game, if nobody has it or whoever had it is gone; else it is [held](Error::Held). What the game's events are must be read
    /// after this. A claim of one's own is replaced: only the last one holds. Where the store lets in one server at a time, whoever had
    /// the game before is gone.
    fn claim(&self, node: NodeId, game: GameId) -> Result<Claim, Error>;

    /// Lets go of a game. If the claim does not hold any more there is nothing to let go of.
    fn release(&self, claim: &Claim) -> Result<(), Error>;

    /// Lets go of every game, and leaves.
    fn leave(&self, node: NodeId) -> Result<(), Error>;
}

/// A game that a server has, until another claims it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The game.
    pub game: GameId,
    /// Whose it is.
    pub node: NodeId,
    /// How many times it had been claimed with this.
    pub epoch: u64,
    /// Whether another had it before, and was gone without having let go of it.
    pub is_takeover: bool,
}

/// Whether a server may still serve the games that it has claimed. Times are by its own clock, which never goes back, since any moment.
///
/// ```
/// use std::time::Duration;
/// use store::Tenure;
///
/// let seconds = Duration::from_secs;
/// let mut tenure = Tenure::new(seconds(100));
/// assert!(tenure.may_serve(seconds(105)));
/// tenure.renewed(seconds(104)); // asked then, and answered some time later
/// assert!(tenure.may_serve(seconds(109)));
/// assert!(!tenure.may_serve(seconds(110)));
/// tenure.renewed(seconds(111)); // too late: others may have the games
/// assert!(!tenure.may_serve(seconds(112)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tenure {
    /// When the last renewal that the store confirmed was asked for: the store counts from then or later.
    renewed: Duration,
    lapsed: bool,
}

impl Tenure {
    /// How often a stay is renewed.
    pub const RENEW_EVERY: Duration = Duration::from_secs(2);
    /// How long a stay lasts by the store's clock.
    pub const LEASE: Duration = Duration::from_secs(10);
    /// How long a server serves without a renewal. What is left until [`Tenure::LEASE`] is for clocks that differ, and for answers that are
    /// on their way.
    pub const STOP_AFTER: Duration = Duration::from_secs(6);
    /// How long a server waits for one answer of the store. A renewal that nobody answers is asked for once more, over a new connection, before
    /// [`Tenure::STOP_AFTER`] is over.
    pub const ANSWER: Duration = Duration::from_secs(3);

    /// A stay that the store has confirmed, asked for at this time.
    pub fn new(asked: Duration) -> Tenure {
        Tenure { renewed: asked, lapsed: false }
    }

    /// The store has confirmed a renewal that was asked for at this time. One that comes too late brings nothing back: the games
    /// must be claimed anew, under a new tenure.
    pub fn renewed(&mut self, asked: Duration) {
        if asked >= self.serves_until() {
            self.lapsed = true;
        }
        self.renewed = self.renewed.max(asked);
    }

    /// Whether the games are still this server's to serve.
    pub fn may_serve(&self, now: Duration) -> bool {
        !self.lapsed && now < self.serves_until()
    }

    /// Until when they are, if nothing is renewed any more.
    pub fn serves_until(&self) -> Duration {
        self.renewed + Tenure::STOP_AFTER
    }

    /// When the next renewal is to be asked for.
    pub fn next_renewal(&self) -> Duration {
        self.renewed + Tenure::RENEW_EVERY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    /// Whatever is lost or late on the way, nobody serves after the store has given the games away.
    #[test]
    fn nobody_serves_beyond_the_lease() {
        for seed in 0..2_000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut now = MS(rng.u64(..1_000));
            let mut until = now + Tenure::LEASE;
            let mut tenure = Tenure::new(now);
            let mut was_lapsed = false;
            for _ in 0..60 {
                // Stands still for a while, as a process that is stopped does.
                now += MS(if rng.u32(..10) == 0 { rng.u64(..20_000) } else { rng.u64(..3_000) });
                let may = tenure.may_serve(now);
                assert!(!may || now < until, "seed {seed}: serves at {now:?}, given away at {until:?}");
                assert!(!(may && was_lapsed), "seed {seed}: what has lapsed does not come back");
                was_lapsed |= !may;
                if now >= tenure.next_renewal() && rng.u32(..4) > 0 {
                    let (asked, way_ms) = (now, rng.u64(..4_000));
                    now += MS(way_ms);
                    // The store counts from when it hears of it; the answer may be lost.
                    until = until.max(asked + MS(rng.u64(..=way_ms)) + Tenure::LEASE);
                    if rng.u32(..4) > 0 {
                        tenure.renewed(asked);
                    }
                }
            }
        }
    }

    #[test]
    fn renewals_come_often_enough_to_miss_two() {
        let tenure = Tenure::new(MS(0));
        assert!(tenure.next_renewal() + 2 * Tenure::RENEW_EVERY <= Tenure::STOP_AFTER);
        assert!(Tenure::RENEW_EVERY + Tenure::ANSWER < Tenure::STOP_AFTER, "one answer may be lost");
        assert!(Tenure::STOP_AFTER < Tenure::LEASE);
    }
}
