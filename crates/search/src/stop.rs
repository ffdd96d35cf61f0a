use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Limits, Moment};

/// A token by which another thread asks an engine to come to an end. Copies share the request.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    asked: Arc<AtomicBool>,
}

impl Stop {
    /// A token that nobody has used yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks for an end. There is no taking back: the next search gets a new token.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether an end was asked for. Cheap enough for every node.
    #[inline]
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}

/// Tells an engine when to end: the stop token, the time and the nodes in one question.
#[derive(Clone, Debug)]
pub struct Watch {
    stop: Stop,
    start: Moment,
    deadline: Option<Moment>,
    /// The time does not end it before.
    nodes_at_least: u64,
    nodes: u64,
}

impl Watch {
    /// Starts the time now. `moves_to_go` is how many moves of its own the engine expects to make until the end of the
    /// game; it matters when the limits give a clock instead of a time for the move.
    pub fn start(limits: &Limits, stop: &Stop, moves_to_go: u32) -> Watch {
        let start = Moment::now();
        let by_clock = limits.clock.map(|clock| clock.budget(moves_to_go));
        let hurried = [limits.time, by_clock].into_iter().flatten().min();
        let unhurried = limits.unhurried.filter(|_| hurried.is_none());
        let time = hurried.or(unhurried.map(|unhurried| unhurried.time));
        Watch {
            stop: stop.clone(),
            start,
            deadline: time.and_then(|time| start.checked_add(time)),
            nodes_at_least: unhurried.map_or(0, |unhurried| unhurried.nodes_at_least),
            nodes: limits.nodes_max().unwrap_or(u64::MAX),
        }
    }

    /// Whether it is time to end, having looked at so many nodes. Reads the time, so ask every few microseconds, not at
    /// every node.
    pub fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.is_asked()
            || nodes >= self.nodes_at_least && self.deadline.is_some_and(|deadline| Moment::now() >= deadline)
    }

    /// Nodes that are looked at however long they take.
    pub fn nodes_at_least(&self) -> u64 {
        self.nodes_at_least
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time given for this move, if any.
    pub fn time(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline - self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_ends_the_watch_by_itself() {
        let stop = Stop::new();
        assert!(!Watch::start(&Limits::NONE, &stop, 30).is_over(u64::MAX - 1));
        assert!(Watch::start(&Limits::time(Duration::ZERO), &stop, 30).is_over(0));
        let by_nodes = Watch::start(&Limits::nodes(10), &stop, 30);
        assert!(!by_nodes.is_over(9) && by_nodes.is_over(10));
        let capped = Watch::start(&Limits { nodes_cap: Some(5), ..Limits::nodes(10) }, &stop, 30);
        assert!(!capped.is_over(4) && capped.is_over(5));
        let watch = Watch::start(&Limits::NONE, &stop, 30);
        stop.ask();
        assert!(watch.is_over(0));
    }

    #[test]
    fn a_clock_decides_alone_where_the_time_is_for_games_without_one() {
        let minute = crate::TimeLeft { main: Duration::from_secs(60), increment: Duration::ZERO, overtime: None };
        let at_leisure = crate::Unhurried { time: Duration::from_millis(7), nodes_at_least: 0 };
        let unhurried = Limits { unhurried: Some(at_leisure), ..Limits::NONE };
        let time = |limits: &Limits| Watch::start(limits, &Stop::new(), 10).time();
        assert_eq!(time(&unhurried), Some(Duration::from_millis(7)));
        assert_eq!(time(&Limits { clock: Some(minute), ..unhurried }), Some(minute.budget(10)));
    }

    #[test]
    fn who_is_not_hurried_looks_at_enough() {
        let unhurried = Some(crate::Unhurried { time: Duration::ZERO, nodes_at_least: 100 });
        let watch = Watch::start(&Limits { unhurried, ..Limits::NONE }, &Stop::new(), 30);
        assert!(!watch.is_over(99) && watch.is_over(100));
        let hurried = Limits { unhurried, ..Limits::time(Duration::ZERO) };
        assert!(Watch::start(&hurried, &Stop::new(), 30).is_over(0));
    }

    #[test]
    fn an_endless_time_is_no_deadline() {
        let watch = Watch::start(&Limits::time(Duration::MAX), &Stop::new(), 30);
        assert!(!watch.is_over(0));
    }
}
