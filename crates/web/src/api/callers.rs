//! How often each program may call, and how much it listens to: beside the limits of its household, one for each token, so that one that
//! runs wild does not take what the others of the same house need.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use table::Kind;
use tokio::time::Instant;

use crate::elsewhere::Elsewhere;
use crate::guard::Bucket;
use crate::hub::Key;
use crate::limits::Limits;

/// Streams that a program may have open at once: one of events, and its games.
const STREAMS: usize = 32;
/// How many programs are remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 1000;
/// After this time every bucket is full again.
const QUIET: Duration = Duration::from_secs(120);

#[derive(Debug)]
pub(crate) struct Callers {
    limits: Limits,
    seen: Mutex<HashMap<Key, Seen>>,
    /// How often they have called here since that was last [told](Callers::tell), where there is somebody to tell it to.
    untold: Mutex<Option<HashMap<Key, u32>>>,
    /// Those that listen at other servers.
    elsewhere: Elsewhere<Vec<Here>>,
}

#[derive(Debug)]
struct Seen {
    calls: Bucket,
    streams: usize,
    /// What it is, while it listens for challenges; how many times.
    listening: (Option<Here>, usize),
    last: Instant,
}

/// A program that listens for challenges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Here {
    /// Whose seats it has.
    pub(crate) key: Key,
    /// Its name.
    pub(crate) name: String,
    /// What it plays; nothing is said of those that play anything.
    pub(crate) plays: Vec<Kind>,
}

/// What a call has left after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rate {
    /// Whether it may be answered.
    pub(crate) may: bool,
    /// How many at once there may be.
    pub(crate) limit: u64,
    /// How many more there may be now.
    pub(crate) remaining: u64,
    /// In how many seconds there may be as many as ever; of a call that may not be answered, in how many there may be one.
    pub(crate) reset_s: u64,
}

impl Callers {
    pub(crate) fn new(limits: Limits) -> Arc<Callers> {
        let (seen, untold) = (Mutex::default(), Mutex::default());
        Arc::new(Callers { limits, seen, untold, elsewhere: Elsewhere::default() })
    }

    /// One call more.
    pub(crate) fn call(&self, key: Key) -> Rate {
        let (per_second, burst) = (self.limits.requests_per_second, self.limits.requests_burst);
        let mut seen = self.lock();
        let calls = &mut self.find(&mut seen, key).calls;
        let may = calls.take(per_second, burst);
        let left = calls.left();
        if let Some(untold) = self.untold().as_mut().filter(|_| may) {
            *untold.entry(key).or_default() += 1;
        }
        let missing = if may { burst - left } else { 1.0 - left };
        Rate {
            may,
            limit: burst as u64,
            remaining: left.max(0.0) as u64,
            reset_s: (missing / per_second).ceil().max(0.0) as u64,
        }
    }

    /// How often programs have called here since this was last asked. From the first time on it is remembered.
    pub(crate) fn tell(&self) -> Vec<(Key, u32)> {
        self.untold().replace(HashMap::new()).unwrap_or_default().into_iter().collect()
    }

    /// A program has called so often at another server: it counts here, too.
    pub(crate) fn hear(&self, key: Key, calls: u32) {
        self.find(&mut self.lock(), key).calls.charge(f64::from(calls));
    }

    /// One stream more, until it is dropped; none if there are too many. A program that listens for challenges by it is known to others.
    pub(crate) fn stream(self: &Arc<Callers>, key: Key, here: Option<Here>) -> Option<Streaming> {
        let mut seen = self.lock();
        let caller = self.find(&mut seen, key);
        if caller.streams >= STREAMS {
            return None;
        }
        caller.streams += 1;
        let is_listening = here.is_some();
        if let Some(here) = here {
            caller.listening = (Some(here), caller.listening.1 + 1);
        }
        Some(Streaming { callers: Arc::clone(self), key, is_listening })
    }

    /// Those that listen for challenges at any server, by their names.
    pub(crate) fn here(&self) -> Vec<Here> {
        let mut all = self.here_alone();
        self.elsewhere.each(|others| all.extend_from_slice(others));
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all.dedup();
        all
    }

    /// What other servers say of theirs.
    pub(crate) fn elsewhere(&self) -> &Elsewhere<Vec<Here>> {
        &self.elsewhere
    }

    /// Those that listen for challenges at this server, by their names.
    pub(crate) fn here_alone(&self) -> Vec<Here> {
        let seen = self.lock();
        let listening = seen.values().filter(|caller| caller.listening.1 > 0);
        let mut here: Vec<Here> = listening.filter_map(|caller| caller.listening.0.clone()).collect();
        here.sort_by(|one, other| one.name.cmp(&other.name));
        here
    }

    fn find<'a>(&self, seen: &'a mut HashMap<Key, Seen>, key: Key) -> &'a mut Seen {
        if seen.len() >= REMEMBERED && !seen.contains_key(&key) {
            seen.retain(|_, caller| caller.streams > 0 || caller.last.elapsed() < QUIET);
        }
        let now = Instant::now();
        let new =
            || Seen { calls: Bucket::new(self.limits.requests_burst), streams: 0, listening: (None, 0), last: now };
        let caller = seen.entry(key).or_insert_with(new);
        caller.last = now;
        caller
    }

    fn untold(&self) -> MutexGuard<'_, Option<HashMap<Key, u32>>> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that counts.
#[derive(Debug)]
pub(crate) struct Streaming {
    callers: Arc<Callers>,
    key: Key,
    is_listening: bool,
}

impl Drop for Streaming {
    fn drop(&mut self) {
        let mut seen = self.callers.lock();
        let caller = self.callers.find(&mut seen, self.key);
        caller.streams -= 1;
        caller.listening.1 -= usize::from(self.is_listening);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_program_may_call_so_often_and_no_more() {
        let limits = Limits { requests_burst: 2.0, requests_per_second: 0.5, ..Limits::default() };
        let callers = Callers::new(limits);
        let [one, other] = ["one", "other"].map(|name| Key::of_program("Ada", name));
        let rate = |may, remaining, reset_s| Rate { may, limit: 2, remaining, reset_s };
        assert_eq!([(); 3].map(|()| callers.call(one)), [rate(true, 1, 2), rate(true, 0, 4), rate(false, 0, 2)]);
        assert!(callers.call(other).may, "others are not concerned");
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!([(); 2].map(|()| callers.call(one).may), [true, false]);
    }

    #[test]
    fn calls_at_one_server_count_at_the_others() {
        let limits = Limits { requests_burst: 4.0, requests_per_second: 0.001, ..Limits::default() };
        let [here, there] = [Callers::new(limits), Callers::new(limits)];
        let [one, other] = ["one", "other"].map(|name| Key::of_program("Ada", name));
        assert!(here.call(one).may && here.tell().is_empty(), "nobody had asked");
        assert_eq!([(); 4].map(|()| here.call(one).may), [true, true, true, false]);
        let told = here.tell();
        assert_eq!(told, [(one, 3)], "what was refused costs nothing");
        for (key, calls) in told {
            there.hear(key, calls);
        }
        assert!(there.tell().is_empty() && there.tell().is_empty(), "what was heard is not told again");
        assert_eq!([(); 2].map(|()| there.call(one).may), [true, false]);
        assert!(there.call(other).may);
    }

    #[test]
    fn streams_are_counted_while_they_are_open() {
        let callers = Callers::new(Limits::default());
        let key = Key::of_program("Ada", "one");
        let mut open: Vec<_> = (0..STREAMS).map_while(|_| callers.stream(key, None)).collect();
        assert_eq!((open.len(), callers.stream(key, None).is_none()), (STREAMS, true));
        open.pop();
        let one = Here { key, name: "one".to_owned(), plays: vec![Kind::Go] };
        let listening = callers.stream(key, Some(one.clone()));
        assert_eq!((listening.is_some(), callers.here()), (true, vec![one]));
        drop(listening);
        assert!(callers.here().is_empty());
    }
}
