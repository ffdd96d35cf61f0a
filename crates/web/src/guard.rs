//! What each household has done of late, and what it may do now.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::elsewhere::Elsewhere;
use crate::household::Household;
use crate::limits::Limits;

/// How often something may happen: so many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(burst: f64) -> Bucket {
        Bucket { tokens: burst, filled: Instant::now() }
    }

    /// Takes one, if there is one.
    pub fn take(&mut self, per_second: f64, burst: f64) -> bool {
        let now = Instant::now();
        self.tokens = (self.tokens + per_second * (now - self.filled).as_secs_f64()).min(burst);
        self.filled = now;
        let may = self.tokens >= 1.0;
        self.tokens -= f64::from(u8::from(may));
        may
    }

    /// How many there are, as it stood when one was last taken.
    pub fn left(&self) -> f64 {
        self.tokens
    }

    /// Takes so many, whether they are there or not: what is owed is waited for.
    pub(crate) fn charge(&mut self, tokens: f64) {
        self.tokens -= tokens;
    }
}

/// Says of an answer that it is a part of the program, which is in memory anyway and once for all.
#[derive(Clone, Copy)]
pub(crate) struct OfProgram;

/// What each household has done of late, and what it has now.
#[derive(Debug)]
pub struct Guard {
    limits: Limits,
    households: Mutex<Households>,
    /// What those who have much have at other servers.
    elsewhere: Elsewhere<HashMap<Household, Has>>,
}

#[derive(Debug)]
struct Households {
    seen: HashMap<Household, Seen>,
    /// At how many those are forgotten that have been quiet.
    sweep_at: usize,
    /// What is in flight for all of them.
    bytes: usize,
    /// What they have had here since that was last [told](Guard::tell), where there is somebody to tell it to.
    untold: Option<HashMap<Household, Spent>>,
}

/// What a household has had, in requests, games and tokens.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Spent {
    pub(crate) requests: f64,
    pub(crate) games: f64,
    pub(crate) tokens: f64,
}

/// What a household has at the moment: connections, and bytes on their way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Has {
    pub(crate) connections: usize,
    pub(crate) bytes: usize,
}

#[derive(Debug)]
struct Seen {
    requests: Bucket,
    games: Bucket,
    tokens: Bucket,
    connections: usize,
    /// What is on its way to them, and from them.
    bytes: usize,
    last: Instant,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Any request.
    Request,
    /// Making a game or sending a record.
    Game,
    /// Making a token.
    Token,
}

/// How many households are remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;
/// After this time every bucket is full again.
const QUIET: Duration = Duration::from_secs(120);
/// Other servers are told of households that have this share of what they may, or more: so hardly anybody is told of, and what is not counted is less than this
/// for each of the other servers.
const TOLD_SHARE: usize = 8;
/// So much work costs as much as one request more: at 20 requests a second, a household can have a fifth of a processor.
const WORK_PER_REQUEST: Duration = Duration::from_millis(10);

impl Guard {
    /// A guard that has seen nobody.
    pub fn new(limits: Limits) -> Arc<Guard> {
        let households = Households { seen: HashMap::new(), sweep_at: REMEMBERED, bytes: 0, untold: None };
        Arc::new(Guard { limits, households: Mutex::new(households), elsewhere: Elsewhere::default() })
    }

    /// Whether this household may do that now.
    pub fn may(&self, household: Household, kind: Budget) -> bool {
        let limits = self.limits;
        let mut households = self.lock();
        let seen = households.find(household, &limits);
        let (may, spent) = match kind {
            Budget::Request => (
                seen.requests.take(limits.requests_per_second, limits.requests_burst),
                Spent { requests: 1.0, ..Spent::default() },
            ),
            Budget::Game => (
                seen.games.take(limits.games_per_minute / 60.0, limits.games_per_minute),
                Spent { games: 1.0, ..Spent::default() },
            ),
            Budget::Token => (
                seen.tokens.take(limits.tokens_per_minute / 60.0, limits.tokens_per_minute),
                Spent { tokens: 1.0, ..Spent::default() },
            ),
        };
        if may {
            households.note(household, spent);
        }
        may
    }

    /// What households have had here since this was last asked. From the first time on it is remembered.
    pub(crate) fn tell(&self) -> Vec<(Household, Spent)> {
        self.lock().untold.replace(HashMap::new()).unwrap_or_default().into_iter().collect()
    }

    /// A household has had this at another server: it counts here, too.
    pub(crate) fn hear(&self, household: Household, Spent { requests, games, tokens }: Spent) {
        let mut households = self.lock();
        let seen = households.find(household, &self.limits);
        seen.requests.charge(requests);
        seen.games.charge(games);
        seen.tokens.charge(tokens);
    }

    /// What this household asked for has cost so much work; it is counted with its requests.
    pub fn charge(&self, household: Household, work: Duration) {
        let requests = work.as_secs_f64() / WORK_PER_REQUEST.as_secs_f64();
        let mut households = self.lock();
        households.find(household, &self.limits).requests.charge(requests);
        households.note(household, Spent { requests, ..Spent::default() });
    }

    /// The households that have much here, for other servers to know.
    pub(crate) fn holders(&self) -> Vec<(Household, Has)> {
        let Limits { connections_per_address, bytes_in_flight_per_address, .. } = self.limits;
        let is_much = |has: &Has| {
            (has.connections > 0 && has.connections * TOLD_SHARE >= connections_per_address)
                || (has.bytes > 0 && has.bytes * TOLD_SHARE >= bytes_in_flight_per_address)
        };
        let households = self.lock();
        let has = |seen: &Seen| Has { connections: seen.connections, bytes: seen.bytes };
        let all = households.seen.iter().map(|(household, seen)| (*household, has(seen)));
        let mut holders: Vec<_> = all.filter(|(_, has)| is_much(has)).collect();
        holders.sort_unstable_by_key(|(household, _)| *household);
        holders
    }

    /// What other servers say of theirs.
    pub(crate) fn elsewhere(&self) -> &Elsewhere<HashMap<Household, Has>> {
        &self.elsewhere
    }

    fn has_elsewhere(&self, household: Household) -> Has {
        let mut sum = Has::default();
        self.elsewhere.each(|server| {
            let has = server.get(&household).copied().unwrap_or_default();
            sum.connections = sum.connections.saturating_add(has.connections);
            sum.bytes = sum.bytes.saturating_add(has.bytes);
        });
        sum
    }

    /// One more connection from this household, until the answer is dropped; none if there are too many.
    pub fn connect(self: &Arc<Guard>, household: Household) -> Option<Connected> {
        let elsewhere = self.has_elsewhere(household).connections;
        let mut households = self.lock();
        let seen = households.find(household, &self.limits);
        if seen.connections.saturating_add(elsewhere) >= self.limits.connections_per_address {
            return None;
        }
        seen.connections += 1;
        Some(Connected { guard: Arc::clone(self), household })
    }

    /// Room for so many bytes on their way to or from this household, until it is dropped; none if there is too much on its way,
    /// to them or to all. Where nothing is, whatever its size, one thing is let through.
    pub fn hold(self: &Arc<Guard>, household: Household, bytes: usize) -> Option<Held> {
        let limits = &self.limits;
        let elsewhere = self.has_elsewhere(household).bytes;
        let mut households = self.lock();
        let all = households.bytes;
        let seen = households.find(household, limits);
        let own = seen.bytes;
        let is_too_much = own.saturating_add(elsewhere).saturating_add(bytes) > limits.bytes_in_flight_per_address;
        // What all of them have is in the memory of this server, whatever others hold.
        if own > 0 && (is_too_much || all + bytes > limits.bytes_in_flight) {
            return None;
        }
        seen.bytes += bytes;
        households.bytes += bytes;
        Some(Held { guard: Arc::clone(self), household, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Households> {
        self.households.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Households {
    fn note(&mut self, household: Household, spent: Spent) {
        if let Some(untold) = &mut self.untold {
            let sum = untold.entry(household).or_default();
            sum.requests += spent.requests;
            sum.games += spent.games;
            sum.tokens += spent.tokens;
        }
    }

    fn find(&mut self, household: Household, limits: &Limits) -> &mut Seen {
        if self.seen.len() >= self.sweep_at {
            self.seen.retain(|_, seen| seen.connections > 0 || seen.bytes > 0 || seen.last.elapsed() < QUIET);
            // Not again before as many have come: so each costs the same, however many there are.
            self.sweep_at = REMEMBERED.max(2 * self.seen.len());
        }
        let now = Instant::now();
        let seen = self.seen.entry(household).or_insert_with(|| Seen {
            requests: Bucket::new(limits.requests_burst),
            games: Bucket::new(limits.games_per_minute),
            tokens: Bucket::new(limits.tokens_per_minute),
            connections: 0,
            bytes: 0,
            last: now,
        });
        seen.last = now;
        seen
    }
}

/// A connection that counts.
#[derive(Debug)]
pub struct Connected {
    guard: Arc<Guard>,
    household: Household,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.guard.lock().find(self.household, &self.guard.limits).connections -= 1;
    }
}

/// Bytes that count as long as they are in memory.
#[derive(Debug)]
pub struct Held {
    guard: Arc<Guard>,
    household: Household,
    bytes: usize,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut households = self.guard.lock();
        households.bytes -= self.bytes;
        households.find(self.household, &self.guard.limits).bytes -= self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use store::NodeId;

    use super::*;

    fn household(text: &str) -> Household {
        Household::of(text.parse().expect(text))
    }

    #[test]
    fn what_a_household_had_at_one_server_counts_at_the_others() {
        let limits =
            Limits { requests_burst: 4.0, requests_per_second: 0.001, games_per_minute: 1.0, ..Limits::default() };
        let [here, there] = [Guard::new(limits), Guard::new(limits)];
        let (one, other) = (household("1.2.3.4"), household("4.3.2.1"));
        assert!(here.may(one, Budget::Request));
        assert!(here.tell().is_empty(), "nobody had asked");
        assert!(here.may(one, Budget::Request) && here.may(one, Budget::Game) && !here.may(one, Budget::Game));
        here.charge(one, WORK_PER_REQUEST);
        let told = here.tell();
        assert_eq!(told, [(one, Spent { requests: 2.0, games: 1.0, tokens: 0.0 })], "what was refused costs nothing");
        assert!(here.tell().is_empty(), "once");
        for (household, spent) in told {
            there.hear(household, spent);
        }
        assert!(there.tell().is_empty(), "what was heard is not told again");
        let answers = [(); 3].map(|()| there.may(one, Budget::Request));
        assert_eq!(answers, [true, true, false]);
        assert!(!there.may(one, Budget::Game) && there.may(other, Budget::Game));
    }

    #[test]
    fn what_a_household_has_at_other_servers_counts_while_they_say_so() {
        let limits = Limits { connections_per_address: 16, bytes_in_flight_per_address: 800, ..Limits::default() };
        let [here, there] = [Guard::new(limits), Guard::new(limits)];
        let (one, other) = (household("1.2.3.4"), household("4.3.2.1"));
        let tell = || there.elsewhere().hear(NodeId::of_number(1), here.holders().into_iter().collect());
        let mut open: Vec<_> = (0..15).map(|_| here.connect(one).expect("a connection")).collect();
        let _little = here.connect(other).expect("a connection");
        let held = here.hold(one, 700).expect("room");
        assert_eq!(here.holders(), [(one, Has { connections: 15, bytes: 700 })], "who has little is not told of");
        tell();
        let his = there.connect(one).expect("the sixteenth");
        assert!(there.connect(one).is_none() && there.connect(other).is_some());
        let _some = there.hold(one, 90).expect("room");
        assert!(there.hold(one, 20).is_none());
        open.truncate(3);
        drop((held, his));
        tell();
        assert!(there.hold(one, 20).is_some());
        assert_eq!((0..20).map_while(|_| there.connect(one)).collect::<Vec<_>>().len(), 13);
        there.elsewhere().forget_silent(Duration::ZERO);
        assert_eq!((0..20).map_while(|_| there.connect(one)).collect::<Vec<_>>().len(), 16, "who is gone has nothing");
    }

    #[test]
    fn a_household_may_do_so_much_and_no_more() {
        let limits =
            Limits { requests_burst: 3.0, requests_per_second: 0.001, connections_per_address: 2, ..Limits::default() };
        let guard = Guard::new(limits);
        let (one, other) = (household("1.2.3.4"), household("4.3.2.1"));
        let answers: Vec<bool> = (0..5).map(|_| guard.may(one, Budget::Request)).collect();
        assert_eq!(answers, [true, true, true, false, false]);
        assert!(guard.may(other, Budget::Request), "others are not concerned");
        let first = guard.connect(one).expect("the first");
        let _second = guard.connect(one).expect("the second");
        assert!(guard.connect(one).is_none());
        drop(first);
        assert!(guard.connect(one).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn work_is_paid_for_with_requests() {
        let limits = Limits { requests_burst: 10.0, requests_per_second: 100.0, ..Limits::default() };
        let guard = Guard::new(limits);
        let (one, other) = (household("1.2.3.4"), household("4.3.2.1"));
        assert!(guard.may(one, Budget::Request));
        guard.charge(one, 20 * WORK_PER_REQUEST);
        assert!(!guard.may(one, Budget::Request), "nine were left, and eleven are owed");
        assert!(guard.may(other, Budget::Request), "others are not concerned");
        tokio::time::advance(Duration::from_millis(110)).await;
        assert!(!guard.may(one, Budget::Request), "what was owed is paid, and no more");
        tokio::time::advance(Duration::from_millis(11)).await;
        assert!(guard.may(one, Budget::Request), "one more has come");
    }

    #[test]
    fn what_is_in_flight_has_a_limit_for_one_and_for_all() {
        let limits = Limits { bytes_in_flight: 100, bytes_in_flight_per_address: 60, ..Limits::default() };
        let guard = Guard::new(limits);
        let (one, other) = (household("1.2.3.4"), household("4.3.2.1"));
        let first = guard.hold(one, 50).expect("room");
        assert!(guard.hold(one, 11).is_none(), "too much for one");
        let small = guard.hold(one, 10).expect("exactly as much as may be");
        let _his = guard.hold(other, 30).expect("room for others");
        assert!(guard.hold(other, 11).is_none(), "too much for all");
        assert!(guard.hold(other, 10).is_some(), "exactly as much as may be for all");
        let in_flight = || {
            let households = guard.lock();
            (households.bytes, households.seen[&one].bytes, households.seen[&other].bytes)
        };
        assert_eq!(in_flight(), (90, 60, 30));
        drop((first, small));
        assert_eq!(in_flight(), (30, 0, 30));
        assert!(guard.hold(other, 11).is_some());
        assert!(guard.hold(one, 1000).is_some(), "what is alone is let through");
        assert_eq!(in_flight(), (30, 0, 30), "and is gone again");
    }

    #[tokio::test(start_paused = true)]
    async fn games_come_by_the_minute() {
        let guard = Guard::new(Limits { games_per_minute: 4.0, ..Limits::default() });
        let one = household("1.2.3.4");
        let made = |times: usize| (0..times).filter(|_| guard.may(one, Budget::Game)).count();
        assert_eq!(made(9), 4);
        tokio::time::advance(Duration::from_secs(14)).await;
        assert_eq!(made(9), 0);
        tokio::time::advance(Duration::from_secs(17)).await;
        assert_eq!(made(9), 2, "one every fifteen seconds");
        tokio::time::advance(Duration::from_secs(3600)).await;
        assert_eq!(made(9), 4, "and no more are saved up than a minute's");
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_been_quiet_is_forgotten_unless_something_of_theirs_is_here() {
        for (quiet, left, sweep_at) in
            [(QUIET, 3, REMEMBERED), (QUIET.saturating_sub(Duration::from_millis(1)), REMEMBERED + 1, 2 * REMEMBERED)]
        {
            let guard = Guard::new(Limits::default());
            let _connected = guard.connect(household("9.0.0.1")).expect("a connection");
            let _held = guard.hold(household("9.0.0.2"), 1).expect("a byte");
            for number in 2..REMEMBERED as u32 {
                assert!(guard.may(Household::of(IpAddr::from(number.to_be_bytes())), Budget::Request));
            }
            assert_eq!(guard.lock().seen.len(), REMEMBERED);
            tokio::time::advance(quiet).await;
            assert!(guard.may(household("9.0.0.3"), Budget::Request));
            let households = guard.lock();
            assert_eq!((households.seen.len(), households.sweep_at), (left, sweep_at), "{quiet:?}");
            assert_eq!(households.seen[&household("9.0.0.1")].connections, 1);
            assert_eq!(households.seen[&household("9.0.0.2")].bytes, 1);
        }
    }

    #[test]
    fn who_comes_after_ten_thousand_others_costs_no_more() {
        let guard = Guard::new(Limits::default());
        let come = |numbers: std::ops::Range<u32>| {
            let begin = Instant::now();
            for number in numbers {
                assert!(guard.may(Household::of(IpAddr::from(number.to_be_bytes())), Budget::Request));
            }
            begin.elapsed()
        };
        let first = come(0..5000);
        come(5000..40_000);
        let last = come(40_000..45_000);
        assert!(last < 20 * first + Duration::from_millis(50), "{first:?}, then {last:?}");
    }
}
