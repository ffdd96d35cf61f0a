//! Which games are this server's to serve, where several servers can use one store.
//!
//! A server enters under a name of its own, renews its stay every [`Tenure::RENEW_EVERY`] ([`keep`]), and claims a game before its room reads
//! it. Whatever the room writes carries the claim, so that nothing is kept which another server does not know of. Two things end a [`Hold`]: the
//! store refuses the claim, which is the loss of one game, or the stay could not be renewed for too long, which is the loss of all: rooms are dropped
//! then, and games are claimed and loaded anew.
//!
//! Where the store is this server's alone, nothing of this is asked and everything is its own.

use std::future;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use store::{Claim, Error, GameId, Leases, NodeId, Tenure};
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

use crate::backoff::Backoff;
use crate::metrics::Metrics;

/// So soon a renewal that failed is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// Which games are this server's to serve; all of them, where there is nobody else.
pub(super) struct Tenancy(Option<Arc<Lodger>>);

/// A game that is this server's to serve.
#[derive(Default)]
pub(super) struct Hold(Option<(Claim, CancellationToken)>);

impl Hold {
    /// What is to be written carries this.
    pub(super) fn claim(&self) -> Option<Claim> {
        self.0.as_ref().map(|(claim, _)| *claim)
    }

    /// Waits until the game is not this server's any more.
    pub(super) async fn over(&self) {
        match &self.0 {
            Some((_, over)) => over.cancelled().await,
            None => future::pending().await,
        }
    }
}

impl Tenancy {
    /// Enters, if the store is one that several servers can use. Asks the store and waits for it.
    pub(super) fn enter(leases: Option<Arc<dyn Leases>>, metrics: &Arc<Metrics>) -> Result<Tenancy, Error> {
        let enter = |leases| Lodger::enter(leases, Arc::clone(metrics)).map(Arc::new);
        Ok(Tenancy(leases.map(enter).transpose()?))
    }

    /// What renews the stay until the server leaves, if there is anything to renew.
    pub(super) fn keeper(&self) -> Option<impl Future<Output = ()> + use<>> {
        self.0.as_ref().map(|lodger| keep(Arc::downgrade(lodger), lodger.left.clone()))
    }

    /// The name of this server, where it is one of several.
    pub(super) fn node(&self) -> Option<NodeId> {
        self.0.as_ref().map(|lodger| lodger.node)
    }

    /// Whether anything is this server's to serve now.
    pub(super) fn may_serve(&self) -> bool {
        self.0.as_ref().is_none_or(|lodger| lodger.may_serve(lodger.now()))
    }

    /// Whether this game is.
    pub(super) fn serves(&self, hold: &Hold) -> bool {
        hold.0.as_ref().is_none_or(|(_, over)| !over.is_cancelled()) && self.may_serve()
    }

    /// Claims a game, whose events must be read after this. Asks the store and waits for it.
    pub(super) fn claim(&self, game: GameId) -> Result<Hold, Error> {
        self.0.as_ref().map_or(Ok(Hold::default()), |lodger| lodger.claim(game))
    }

    /// Lets go of a game. Asks the store and waits for it.
    pub(super) fn release(&self, hold: &Hold) -> Result<(), Error> {
        match (&self.0, hold.claim()) {
            (Some(lodger), Some(claim)) => lodger.leases.release(&claim),
            _ => Ok(()),
        }
    }

    /// The store has refused the claim.
    pub(super) fn lose(&self, hold: &Hold) {
        if let (Some(lodger), Some((_, over))) = (&self.0, &hold.0) {
            lodger.metrics.lost.fetch_add(1, Relaxed);
            over.cancel();
        }
    }

    /// Lets go of every game, and leaves.
    pub(super) async fn leave(&self) {
        let Some(lodger) = self.0.clone() else { return };
        lodger.left.cancel();
        let left = tokio::task::spawn_blocking(move || lodger.leases.leave(lodger.node)).await;
        // Those who come next wait until the stay is over by itself.
        if let Ok(Err(problem)) = left {
            error!(%problem, "not-left");
        }
    }
}

/// A server among others. Times are by its own clock, since it began.
struct Lodger {
    leases: Arc<dyn Leases>,
    node: NodeId,
    metrics: Arc<Metrics>,
    began: Instant,
    stay: Mutex<Stay>,
    /// Cancelled when it leaves.
    left: CancellationToken,
}

/// From when it entered until it has lapsed.
struct Stay {
    tenure: Tenure,
    over: CancellationToken,
}

impl Stay {
    fn new(asked: Duration) -> Stay {
        Stay { tenure: Tenure::new(asked), over: CancellationToken::new() }
    }

    /// Whether games that were claimed in it are this server's. Once somebody has seen that it is over, it is: a renewal that was asked for in time and comes back
    /// too late does not bring back the rooms that were dropped, and what is claimed belongs to the stay that begins then.
    fn may_serve(&self, now: Duration) -> bool {
        self.tenure.may_serve(now) && !self.over.is_cancelled()
    }
}

impl Lodger {
    fn enter(leases: Arc<dyn Leases>, metrics: Arc<Metrics>) -> Result<Lodger, Error> {
        let (node, began) = (NodeId::random()?, Instant::now());
        leases.renew(node, Tenure::LEASE)?;
        info!(%node, "entered");
        let stay = Mutex::new(Stay::new(Duration::ZERO));
        Ok(Lodger { leases, node, metrics, began, stay, left: CancellationToken::new() })
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn may_serve(&self, now: Duration) -> bool {
        self.stay().may_serve(now)
    }

    /// Asks for a renewal at this time, or enters anew if the stay has lapsed before.
    fn renew(&self, asked: Duration) -> Result<(), Error> {
        self.leases.renew(self.node, Tenure::LEASE)?;
        let mut stay = self.stay();
        if stay.may_serve(asked) {
            self.metrics.renewal_us.add(self.now().saturating_sub(stay.tenure.next_renewal().min(asked)));
            stay.tenure.renewed(asked);
        } else {
            // Others may have had the games meanwhile: nothing of what is known of them holds.
            stay.over.cancel();
            *stay = Stay::new(asked);
            info!(node = %self.node, "entered-anew");
        }
        Ok(())
    }

    /// Drops everything if the stay has lapsed by now.
    fn look(&self, now: Duration) {
        let stay = self.stay();
        if !stay.tenure.may_serve(now) && !stay.over.is_cancelled() {
            self.metrics.lapses.fetch_add(1, Relaxed);
            error!(node = %self.node, "stay-lapsed");
            stay.over.cancel();
        }
    }

    fn claim(&self, game: GameId) -> Result<Hold, Error> {
        // Of the stay that it is now: if that lapses while the store is asked, the game is not served.
        let over = self.stay().over.child_token();
        let claim = self.leases.claim(self.node, game)?;
        self.metrics.claims.fetch_add(1, Relaxed);
        self.metrics.takeovers.fetch_add(u64::from(claim.is_takeover), Relaxed);
        Ok(Hold(Some((claim, over))))
    }

    fn stay(&self) -> MutexGuard<'_, Stay> {
        self.stay.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renews the stay for as long as the server is there.
async fn keep(lodger: Weak<Lodger>, left: CancellationToken) {
    let mut trouble = Backoff::default();
    let mut wait = Tenure::RENEW_EVERY;
    while tokio::time::timeout(wait, left.cancelled()).await.is_err() {
        let Some(lodger) = lodger.upgrade() else { return };
        let asked = lodger.now();
        let asker = Arc::clone(&lodger);
        let mut renewal = tokio::task::spawn_blocking(move || asker.renew(asked));
        // A store that does not answer must not keep anybody from seeing that the time is over.
        let patience = lodger.stay().tenure.serves_until().saturating_sub(asked);
        let in_time = tokio::time::timeout(patience, &mut renewal).await;
        lodger.look(lodger.now());
        let done = if let Ok(done) = in_time { done } else { renewal.await };
        wait = lodger.stay().tenure.next_renewal().saturating_sub(lodger.now());
        match done {
            Ok(Ok(())) => trouble.reset(),
            Ok(Err(problem)) => {
                if trouble.grows() {
                    error!(%problem, "not-renewed");
                }
                wait = AGAIN;
            }
            // It has been reported where it panicked.
            Err(_) => wait = AGAIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Leases in memory, by a clock that the test sets.
    #[derive(Default)]
    struct Register(Mutex<Book>);

    #[derive(Default)]
    struct Book {
        now: Duration,
        is_away: bool,
        until: HashMap<NodeId, Duration>,
        games: HashMap<GameId, (Option<NodeId>, u64)>,
    }

    impl Register {
        fn set(&self, now: Duration, is_away: bool) {
            let mut book = self.0.lock().expect("a lock");
            (book.now, book.is_away) = (now, is_away);
        }

        fn ask<T>(&self, ask: impl FnOnce(&mut Book) -> Result<T, Error>) -> Result<T, Error> {
            let mut book = self.0.lock().expect("a lock");
            if book.is_away {
                return Err(Error::Disk { place: "memory".to_owned(), problem: "away".to_owned() });
            }
            ask(&mut book)
        }
    }

    impl Leases for Register {
        fn renew(&self, node: NodeId, lease: Duration) -> Result<(), Error> {
            self.ask(|book| {
                book.until.insert(node, book.now + lease);
                Ok(())
            })
        }

        fn claim(&self, node: NodeId, game: GameId) -> Result<Claim, Error> {
            self.ask(|book| {
                let Book { now, until, games, .. } = book;
                let (owner, epoch) = games.entry(game).or_default();
                let other = owner.filter(|owner| *owner != node);
                if let Some(node) = other.filter(|other| until.get(other).is_some_and(|until| until > now)) {
                    return Err(Error::Held { game, node });
                }
                (*owner, *epoch) = (Some(node), *epoch + 1);
                Ok(Claim { game, node, epoch: *epoch, is_takeover: other.is_some() })
            })
        }

        fn release(&self, claim: &Claim) -> Result<(), Error> {
            self.ask(|book| {
                let game = book.games.entry(claim.game).or_default();
                if *game == (Some(claim.node), claim.epoch) {
                    game.0 = None;
                }
                Ok(())
            })
        }

        fn leave(&self, node: NodeId) -> Result<(), Error> {
            self.ask(|book| {
                book.until.remove(&node);
                book.games.values_mut().filter(|(owner, _)| *owner == Some(node)).for_each(|game| game.0 = None);
                Ok(())
            })
        }
    }

    const S: fn(u64) -> Duration = Duration::from_secs;

    fn server(register: &Arc<Register>) -> (Tenancy, Arc<Lodger>) {
        let leases: Arc<dyn Leases> = register.clone();
        let tenancy = Tenancy::enter(Some(leases), &Arc::default()).expect("entered");
        let lodger = tenancy.0.clone().expect("not alone");
        (tenancy, lodger)
    }

    fn game() -> GameId {
        GameId::random().expect("randomness")
    }

    #[test]
    fn a_game_is_one_server_s_until_it_lets_go() {
        let register = Arc::new(Register::default());
        let [(one, one_lodger), (other, other_lodger)] = [server(&register), server(&register)];
        let game = game();
        let hold = one.claim(game).expect("nobody has it");
        assert!(one.serves(&hold));
        assert_eq!(other.claim(game).err(), Some(Error::Held { game, node: one_lodger.node }));
        one.release(&hold).expect("let go");
        assert!(other.claim(game).is_ok());
        let counted = [&other_lodger.metrics.claims, &other_lodger.metrics.takeovers].map(|count| count.load(Relaxed));
        assert_eq!(counted, [1, 0], "what was let go of is not taken over");
    }

    #[test]
    fn a_stay_that_lapsed_loses_every_game_and_the_next_one_has_none_of_them() {
        let register = Arc::new(Register::default());
        let (_, one) = server(&register);
        let game = game();
        let old = one.claim(game).expect("nobody has it");
        register.set(S(2), false);
        one.renew(S(2)).expect("renewed");
        one.look(S(7));
        assert!(one.may_serve(S(7)) && !old.0.as_ref().is_some_and(|(_, over)| over.is_cancelled()));
        register.set(S(8), true);
        assert!(one.renew(S(7)).is_err());
        assert!(!one.may_serve(S(8)), "six seconds are over");
        one.look(S(8));
        one.look(S(9));
        assert_eq!(one.metrics.lapses.load(Relaxed), 1, "once is enough");
        assert!(old.0.as_ref().is_some_and(|(_, over)| over.is_cancelled()), "its rooms are dropped");
        register.set(S(20), false);
        one.renew(S(20)).expect("entered anew");
        assert!(one.may_serve(S(21)));
        let new = one.claim(game).expect("its own");
        assert!(new.claim().map(|claim| claim.epoch) > old.claim().map(|claim| claim.epoch));
        assert!(!new.0.as_ref().is_some_and(|(_, over)| over.is_cancelled()));
    }

    #[test]
    fn a_renewal_that_comes_back_when_the_stay_has_lapsed_begins_another() {
        let register = Arc::new(Register::default());
        let (tenancy, lodger) = server(&register);
        let game = game();
        let old = tenancy.claim(game).expect("nobody has it");
        // Asked for after five seconds, and answered after seven: meanwhile the rooms were dropped.
        lodger.look(S(6));
        assert!(!tenancy.serves(&old) && !tenancy.may_serve(), "it is over, whatever the clock says");
        lodger.renew(S(5)).expect("renewed");
        assert!(lodger.may_serve(S(7)));
        let new = tenancy.claim(game).expect("its own");
        assert!(tenancy.serves(&new) && !tenancy.serves(&old), "what is claimed now is served");
    }

    #[test]
    fn whoever_stood_still_for_long_loses_its_games_to_another_and_what_it_claimed_meanwhile() {
        let register = Arc::new(Register::default());
        let [(_, stopped), (other, other_lodger)] = [server(&register), server(&register)];
        let (taken, late) = (game(), game());
        let hold = stopped.claim(taken).expect("nobody has it");
        register.set(S(15), false);
        other_lodger.renew(S(15)).expect("it is there");
        assert!(other.claim(taken).is_ok(), "its stay is over by the store's clock");
        assert_eq!(other_lodger.metrics.takeovers.load(Relaxed), 1);
        // It goes on where it stood, and asks before it has looked at the clock.
        let late_hold = stopped.claim(late).expect("nobody has it");
        assert!(!stopped.may_serve(S(15)));
        stopped.renew(S(15)).expect("entered anew");
        for hold in [&hold, &late_hold] {
            assert!(hold.0.as_ref().is_some_and(|(_, over)| over.is_cancelled()), "of the stay that lapsed");
        }
        let held = Error::Held { game: taken, node: other_lodger.node };
        assert_eq!(stopped.claim(taken).err(), Some(held));
    }

    #[tokio::test]
    async fn a_game_that_is_lost_is_lost_alone_and_who_leaves_has_none() {
        let register = Arc::new(Register::default());
        let [(one, lodger), (other, _)] = [server(&register), server(&register)];
        let games = [game(), game()];
        let holds = games.map(|game| one.claim(game).expect("nobody has it"));
        one.lose(&holds[0]);
        holds[0].over().await;
        assert_eq!(holds.each_ref().map(|hold| one.serves(hold)), [false, true]);
        assert_eq!(lodger.metrics.lost.load(Relaxed), 1);
        let keeper = one.keeper().expect("there is something to renew");
        one.leave().await;
        keeper.await;
        assert!(games.iter().all(|game| other.claim(*game).is_ok()));
    }

    #[tokio::test]
    async fn who_is_alone_has_everything_and_asks_nobody() {
        let alone = Tenancy::enter(None, &Arc::default()).expect("nobody is asked");
        let hold = alone.claim(game()).expect("its own");
        alone.lose(&hold);
        assert!(alone.serves(&hold) && alone.keeper().is_none() && hold.claim().is_none());
        alone.release(&hold).expect("nothing to let go of");
        alone.leave().await;
    }
}
