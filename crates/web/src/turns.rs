//! Whose turn it is on a processor that many want: so many at once, and fair between households.
//!
//! Next is always whoever has had the least time so far, so that a household with a hundred things to do waits no less than one with
//! a single thing, and waits longer the longer they took. Who was away does not save up time: coming back, one begins
//! with what the least served of those who wait has had (start-time fair queueing, Goyal, Vin and Cheng, 1996). Who has had much is
//! forgiven it in time: however many newcomers there are, nobody waits for ever.
//!
//! One turn is for small things alone, so that these never wait for a long one to end.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

/// How long something takes, as far as can be told before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Nobody minds waiting for it.
    Small,
    /// Long enough for others to feel.
    Large,
}

/// Turns for whoever `K` tells apart.
#[derive(Debug)]
pub(crate) struct Turns<K: Copy + Eq + Hash> {
    large: AtomicUsize,
    each: usize,
    state: Mutex<State<K>>,
}

#[derive(Debug)]
struct State<K: Copy + Eq + Hash> {
    lines: HashMap<K, Line<K>>,
    running: usize,
    running_large: usize,
    /// What the one who was last given a turn had had by then.
    now: Duration,
}

/// Those of one household.
#[derive(Debug)]
struct Line<K: Copy + Eq + Hash> {
    small: VecDeque<oneshot::Sender<Turn<K>>>,
    large: VecDeque<oneshot::Sender<Turn<K>>>,
    running: usize,
    had: Duration,
    /// When one of them last had a turn, or the first of them came.
    rests_since: Instant,
}

/// Rest pays off so much of what one has had, as a share of the time that it lasts: enough that nobody waits for ever, and little
/// beside what others have meanwhile.
const FORGIVEN: u32 = 4;

/// Somebody's turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<K: Copy + Eq + Hash> {
    turns: Arc<Turns<K>>,
    whose: K,
    size: Size,
    begun: Instant,
}

impl<K: Copy + Eq + Hash> Turns<K> {
    /// So many turns at once, one more for what is small, and so many of them for one household.
    pub(crate) fn new(large: usize, each: usize) -> Arc<Turns<K>> {
        let state = State { lines: HashMap::new(), running: 0, running_large: 0, now: Duration::ZERO };
        Arc::new(Turns { large: AtomicUsize::new(large), each, state: Mutex::new(state) })
    }

    /// From now on there are so many, besides the one for what is small. Whoever has one keeps it.
    pub(crate) fn set(self: &Arc<Turns<K>>, large: usize) {
        self.large.store(large, Relaxed);
        self.call();
    }

    /// Waits for one's turn. Whoever stops waiting has not been there.
    pub(crate) async fn take(self: &Arc<Turns<K>>, whose: K, size: Size) -> Turn<K> {
        let (give, given) = oneshot::channel();
        {
            let mut state = self.lock();
            let now = state.now;
            let line = state.lines.entry(whose).or_insert_with(|| Line {
                small: VecDeque::new(),
                large: VecDeque::new(),
                running: 0,
                had: now,
                rests_since: Instant::now(),
            });
            match size {
                Size::Small => line.small.push_back(give),
                Size::Large => line.large.push_back(give),
            }
        }
        self.call();
        given.await.expect("who waits is called some time")
    }

    /// Gives turns to whoever is next, as many as there are.
    fn call(self: &Arc<Turns<K>>) {
        // A turn that nobody waits for any more is given back by being dropped, which must not happen under the lock.
        let mut unwanted = Vec::new();
        let mut state = self.lock();
        while let Some((whose, size, give)) = state.next(self.large.load(Relaxed), self.each) {
            let turn = Turn { turns: Arc::clone(self), whose, size, begun: Instant::now() };
            unwanted.extend(give.send(turn).err());
        }
        drop(state);
    }

    fn lock(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many wait.
    #[cfg(test)]
    fn waiting(&self) -> usize {
        self.lock().lines.values().map(|line| line.small.len() + line.large.len()).sum()
    }
}

impl<K: Copy + Eq + Hash> State<K> {
    /// The next one whose turn it is, if there is a turn to be had.
    fn next(&mut self, large: usize, each: usize) -> Option<(K, Size, oneshot::Sender<Turn<K>>)> {
        if self.running > large {
            return None;
        }
        let may_be_large = self.running_large < large;
        for line in self.lines.values_mut() {
            line.small.retain(|give| !give.is_closed());
            line.large.retain(|give| !give.is_closed());
        }
        let now = self.now;
        self.lines.retain(|_, line| !line.is_idle() || line.owes() > now);
        let waits = |line: &Line<K>| !line.small.is_empty() || may_be_large && !line.large.is_empty();
        let ready = self.lines.iter_mut().filter(|(_, line)| line.running < each && waits(line));
        // Of those who have had the same, the one who has waited longest.
        let (&whose, line) = ready.min_by_key(|(_, line)| (line.owes(), line.rests_since))?;
        let (size, give) = match line.small.pop_front() {
            Some(give) => (Size::Small, give),
            None => (Size::Large, line.large.pop_front()?),
        };
        line.had = line.owes();
        line.running += 1;
        self.now = now.max(line.had);
        self.running += 1;
        self.running_large += usize::from(size == Size::Large);
        Some((whose, size, give))
    }
}

impl<K: Copy + Eq + Hash> Line<K> {
    /// What counts of what they have had.
    fn owes(&self) -> Duration {
        let rest = if self.running == 0 { self.rests_since.elapsed() } else { Duration::ZERO };
        self.had.saturating_sub(rest / FORGIVEN)
    }

    fn is_idle(&self) -> bool {
        self.running == 0 && self.small.is_empty() && self.large.is_empty()
    }
}

impl<K: Copy + Eq + Hash> Drop for Turn<K> {
    fn drop(&mut self) {
        {
            let mut state = self.turns.lock();
            state.running -= 1;
            state.running_large -= usize::from(self.size == Size::Large);
            let line = state.lines.get_mut(&self.whose).expect("a line stays while one of it has a turn");
            line.running -= 1;
            line.had += self.begun.elapsed();
            line.rests_since = Instant::now();
        }
        self.turns.call();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::time::advance;

    use super::*;

    const LONG: Duration = Duration::from_millis(30);
    const SHORT: Duration = Duration::from_millis(1);

    /// A turn, if it is to be had now.
    fn now(turns: &Arc<Turns<char>>, whose: char, size: Size) -> Option<Turn<char>> {
        turns.take(whose, size).now_or_never()
    }

    #[tokio::test]
    async fn the_last_turn_is_for_what_is_small_and_no_household_has_all() {
        let turns = Turns::new(2, 2);
        let first = now(&turns, 'a', Size::Large).expect("the first");
        let _second = now(&turns, 'a', Size::Large).expect("the second");
        assert!(now(&turns, 'a', Size::Small).is_none(), "two of one household");
        assert!(now(&turns, 'b', Size::Large).is_none(), "two are large");
        let small = now(&turns, 'b', Size::Small).expect("one is left");
        assert!(now(&turns, 'c', Size::Small).is_none(), "none is left");
        drop(first);
        assert!(now(&turns, 'c', Size::Large).is_some());
        drop(small);
        assert_eq!(turns.waiting(), 0, "nobody who has gone waits");
    }

    #[tokio::test]
    async fn there_can_be_more_turns_from_now_on_and_fewer_again() {
        let turns = Turns::new(1, 9);
        let _first = now(&turns, 'a', Size::Large).expect("the first");
        let mut waits = Box::pin(turns.take('b', Size::Large));
        assert!((&mut waits).now_or_never().is_none());
        turns.set(2);
        let second = waits.now_or_never().expect("there is a second now");
        turns.set(1);
        assert!(now(&turns, 'c', Size::Large).is_none() && now(&turns, 'c', Size::Small).is_none());
        drop(second);
        assert!(now(&turns, 'c', Size::Large).is_none(), "there is but one again");
        assert!(now(&turns, 'c', Size::Small).is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn next_is_who_has_had_the_least() {
        let turns = Turns::new(1, 9);
        // Somebody small is always there, so that one turn goes round.
        let _other = now(&turns, '-', Size::Small);
        let mut turn = now(&turns, 'a', Size::Small).expect("a turn");
        let mut waiting: Vec<_> = "aaabc".chars().map(|whose| Box::pin(turns.take(whose, Size::Small))).collect();
        assert!(waiting.iter_mut().all(|one| one.now_or_never().is_none()));
        let mut order = String::new();
        while !waiting.is_empty() {
            advance(if turn.whose == 'a' { LONG } else { SHORT }).await;
            drop(turn);
            let (next, at, rest) = futures_util::future::select_all(waiting).await;
            assert_eq!(rest.len(), order.len().abs_diff(4), "{at}");
            (turn, waiting) = (next, rest);
            order.push(turn.whose);
        }
        assert!(["bcaaa", "cbaaa"].contains(&&*order), "who came first with much to do waits for the others: {order}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_was_away_has_saved_up_nothing_and_who_had_much_waits_for_it() {
        let turns = Turns::new(1, 9);
        let _other = now(&turns, '-', Size::Small);
        for _ in 0..3 {
            let turn = now(&turns, 'a', Size::Small).expect("a turn");
            advance(SHORT).await;
            drop(turn);
        }
        let hog = now(&turns, 'h', Size::Small).expect("a turn");
        let (mut again, mut fresh) = (Box::pin(turns.take('h', Size::Small)), Box::pin(turns.take('n', Size::Small)));
        assert!((&mut again).now_or_never().is_none() && (&mut fresh).now_or_never().is_none());
        advance(LONG).await;
        drop(hog);
        let fresh = (&mut fresh).now_or_never().expect("who has just come is before who has had much");
        assert!((&mut again).now_or_never().is_none());
        drop(fresh);
        assert!((&mut again).now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn who_goes_and_comes_back_has_had_what_they_had_but_for_a_share_of_the_rest() {
        let turns = Turns::new(1, 9);
        let _other = now(&turns, '-', Size::Small);
        let hog = now(&turns, 'h', Size::Small).expect("a turn");
        advance(LONG).await;
        drop(hog);
        let turn = now(&turns, 'a', Size::Small).expect("a turn");
        advance(LONG).await;
        let mut again = Box::pin(turns.take('h', Size::Small));
        assert!((&mut again).now_or_never().is_none());
        advance(SHORT).await;
        let mut new = Box::pin(turns.take('n', Size::Small));
        assert!((&mut new).now_or_never().is_none());
        drop(turn);
        assert!((&mut again).now_or_never().is_none(), "so short a rest pays for little");
        drop((&mut new).now_or_never().expect("the newcomer is first"));
        drop((&mut again).now_or_never().expect("then the other"));
    }

    #[tokio::test(start_paused = true)]
    async fn who_had_much_is_forgiven_in_time_and_forgotten() {
        let turns = Turns::new(1, 9);
        let _other = now(&turns, '-', Size::Small);
        let hog = now(&turns, 'h', Size::Small).expect("a turn");
        advance(LONG).await;
        drop(hog);
        let turn = now(&turns, 'a', Size::Small).expect("a turn");
        let mut hog = Box::pin(turns.take('h', Size::Small));
        assert!((&mut hog).now_or_never().is_none());
        advance(FORGIVEN * LONG).await;
        // However many newcomers there are, who has waited so long is before them.
        let mut new = Box::pin(turns.take('n', Size::Small));
        assert!((&mut new).now_or_never().is_none());
        drop(turn);
        drop((&mut hog).now_or_never().expect("forgiven"));
        drop((&mut new).now_or_never().expect("and the other after that"));
        advance(FORGIVEN * FORGIVEN * LONG).await;
        drop(now(&turns, 'z', Size::Small));
        assert!(turns.lock().lines.len() <= 2, "those who have gone are forgotten");
    }

    #[tokio::test]
    async fn a_turn_that_nobody_waits_for_any_more_is_not_lost() {
        let turns = Turns::new(1, 9);
        let _other = now(&turns, '-', Size::Small);
        let first = now(&turns, 'a', Size::Small).expect("a turn");
        let mut gone = Box::pin(turns.take('b', Size::Small));
        let mut called = Box::pin(turns.take('c', Size::Small));
        assert!((&mut gone).now_or_never().is_none() && (&mut called).now_or_never().is_none());
        drop(gone);
        drop(first);
        // It was given, and is given back without having been looked at.
        drop(called);
        assert!(now(&turns, 'd', Size::Small).is_some());
    }
}
