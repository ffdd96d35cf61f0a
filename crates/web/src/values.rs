//! What the moves of a position are worth, for whoever looks at it on the analysis board.
//!
//! It goes on while somebody
//! looks, each position when the machine has a turn to spare, first at a glance and then harder; what was thought is kept. Who turns to
//! another position stops it at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use players::analyst::{Fan, key};
use search::{Score, Stop};
use store::PaperId;
use study::{Effort, Judgement};
use table::AnyWay;

use crate::errands::Errands;
use crate::household::Household;
use crate::hub::Hub;
use crate::judging::judged;
use crate::lru::Lru;

/// How many positions are remembered, and about what each takes.
const MOST: usize = 300;
const POSITION_BYTES: usize = 16 << 10;

/// After so long without anybody who looks, nothing more is thought.
const PATIENCE: Duration = Duration::from_secs(5);

/// So many positions are looked at at once for one household.
const EACH: usize = 2;

/// Positions whose moves are judged.
#[derive(Debug)]
pub(crate) struct Values {
    kept: Lru<String, Arc<Looked>>,
    busy: Errands,
    eyes: Mutex<HashMap<Eye, Glance>>,
}

/// Who looks: a household, at a study.
pub(crate) type Eye = (Household, PaperId);

/// What somebody looks at, and what they looked at before it.
#[derive(Debug)]
struct Glance {
    now: Arc<Looked>,
    before: Option<(Arc<Looked>, Instant)>,
}

/// A position, and what became known of it.
#[derive(Debug)]
struct Looked {
    fan: Fan,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    known: Vec<Option<Judgement>>,
    is_busy: bool,
    is_done: bool,
    looked_at: Instant,
    /// Ends what is thought now.
    stop: Stop,
}

/// What moves are worth to whoever makes them, the best first, and whether more is being thought.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Valued {
    pub(crate) moves: Vec<(String, Score)>,
    pub(crate) is_growing: bool,
}

impl Default for Values {
    fn default() -> Values {
        let bytes = MOST * POSITION_BYTES;
        Values { kept: Lru::new(MOST, bytes, bytes / 4), busy: Errands::new(EACH), eyes: Mutex::default() }
    }
}

impl Values {
    /// What is known of a position on a way; more is thought while somebody looks, and paid for by whoever does. What they looked at before
    /// is thought about no longer.
    pub(crate) fn look(&self, hub: &Hub, way: &AnyWay, moment: usize, eye: Eye) -> Valued {
        let (name, payer) = (key(way, moment, Effort::Normal), eye.0);
        let fan = match self.kept.find(&name) {
            Some(fan) => Arc::clone(&fan),
            None => Arc::clone(&self.kept.keep(name, payer, POSITION_BYTES, Arc::new(Looked::new(way, moment)))),
        };
        let now = Instant::now();
        fan.lock().looked_at = now;
        if let Some(left) = self.turn(eye, &fan, now) {
            left.lock().stop.ask();
        }
        self.go_on(hub, &fan, payer);
        fan.valued()
    }

    /// Somebody turns to a position; the one that nobody looks at any more because of that, if there is one. Who comes back to what they
    /// have just left may look at both, in two windows.
    fn turn(&self, eye: Eye, to: &Arc<Looked>, now: Instant) -> Option<Arc<Looked>> {
        let mut eyes = self.eyes.lock().unwrap_or_else(PoisonError::into_inner);
        eyes.retain(|_, glance| now.duration_since(glance.now.lock().looked_at) <= PATIENCE);
        let Some(glance) = eyes.get_mut(&eye) else {
            eyes.insert(eye, Glance { now: Arc::clone(to), before: None });
            return None;
        };
        if Arc::ptr_eq(&glance.now, to) {
            return None;
        }
        let is_back =
            glance.before.as_ref().is_some_and(|(fan, at)| Arc::ptr_eq(fan, to) && now.duration_since(*at) <= PATIENCE);
        let left = std::mem::replace(&mut glance.now, Arc::clone(to));
        glance.before = Some((Arc::clone(&left), now));
        let is_seen = is_back || eyes.values().any(|glance| Arc::ptr_eq(&glance.now, &left));
        (!is_seen).then_some(left)
    }

    fn go_on(&self, hub: &Hub, fan: &Arc<Looked>, payer: Household) {
        let mut state = fan.lock();
        if state.is_busy || state.is_done {
            return;
        }
        // Who has enough under way looks again in a moment.
        let Some(errand) = self.busy.begin(payer) else { return };
        (state.is_busy, state.stop) = (true, Stop::new());
        let (hub, fan, stop) = (hub.clone(), Arc::clone(fan), state.stop.clone());
        hub.home().clone().spawn(async move {
            let _errand = errand;
            let is_done = fan.think(&hub, payer, &stop).await;
            let mut state = fan.lock();
            (state.is_busy, state.is_done) = (false, is_done);
        });
    }
}

impl Looked {
    fn new(way: &AnyWay, moment: usize) -> Looked {
        let fan = Fan::new(way, moment);
        let known = vec![None; fan.size()];
        let state = State { known, is_busy: false, is_done: false, looked_at: Instant::now(), stop: Stop::new() };
        Looked { fan, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks about one position after the other; whether that was all.
    async fn think(&self, hub: &Hub, payer: Household, stop: &Stop) -> bool {
        let mut analyst = None;
        for effort in Fan::EFFORTS {
            for (place, (way, job)) in self.fan.jobs(effort).enumerate() {
                if hub.is_closing() || stop.is_asked() || self.lock().looked_at.elapsed() > PATIENCE {
                    return false;
                }
                let Some(judgement) = judged(hub, payer, way, job, &mut analyst, stop).await else { return false };
                self.lock().known[place] = Some(judgement);
            }
        }
        true
    }

    fn valued(&self) -> Valued {
        let state = self.lock();
        Valued { moves: self.fan.worths(&state.known), is_growing: !state.is_done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fan() -> Arc<Looked> {
        let record = table::records::read(b"(;GM[1]SZ[5];B[aa])", None).expect("a record");
        Arc::new(Looked::new(&table::Review::of_record(record).way().expect("a way"), 0))
    }

    #[test]
    fn who_turns_to_another_position_stops_the_one_before_unless_somebody_looks_at_it() {
        let values = Values::default();
        let [one, other, third] = [fan(), fan(), fan()];
        let household = |last| Household::of([10, 0, 0, last].into());
        let study = PaperId::random().expect("a name");
        let (eye, neighbour, now) = ((household(1), study), (household(2), study), Instant::now());
        let turn = |eye, to: &Arc<Looked>| values.turn(eye, to, now);
        assert!(turn(eye, &one).is_none() && turn(eye, &one).is_none());
        assert!(turn(eye, &other).is_some_and(|left| Arc::ptr_eq(&left, &one)), "nobody looks at it any more");
        assert!(turn(eye, &one).is_none(), "two windows, perhaps");
        assert!(turn(neighbour, &one).is_none());
        assert!(turn(eye, &third).is_none(), "the neighbour looks at it still");
        assert!(turn(neighbour, &third).is_some_and(|left| Arc::ptr_eq(&left, &one)));
        let later = now + 2 * PATIENCE;
        assert!(values.turn(eye, &other, later).is_none(), "who has not looked for long is forgotten");
        assert_eq!(values.eyes.lock().expect("sound").len(), 1);
    }
}
