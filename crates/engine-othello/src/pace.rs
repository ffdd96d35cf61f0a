//! How long to think about a move, and whether a search is worth beginning.
//!
//! A limit for the move is simple: no search is begun that will hardly end. A clock for the game is another matter. Once a position is looked at to
//! the end, nearly all is decided, and the moves after it cost next to nothing. So every
//! move gets its share of the clock, and where the end is in sight, up to a third of what is left.

use std::time::Duration;

use search::{Limits, Stop};

use crate::machine::{Budget, Machine, Reach};
use crate::task::Width;

/// A search ahead that comes so near to the end goes to the end instead.
pub(crate) const LEAP_PLIES: u32 = 6;

/// With less than this share of the time left no search is begun: it would hardly end, and the time is better kept. Against itself with
/// the same time in all, this scores 55 %.
const BEGIN_SHARE: f64 = 0.5;

/// What a move may take.
pub(crate) struct Pace {
    /// The share of this move.
    share: Budget,
    /// What it may take at most to see the end, if a clock runs.
    end: Option<Budget>,
}

impl Pace {
    /// Starts the time for a position with so many empty squares.
    pub(crate) fn start(machine: &Machine, limits: &Limits, stop: &Stop, empties: u32) -> Pace {
        let budget = |moves_to_go| machine.budget(limits, stop, moves_to_go);
        Pace { share: budget(moves_to_go(empties)), end: limits.clock.map(|_| budget(END_MOVES)) }
    }

    /// What the first search may spend: the share of this move.
    pub(crate) fn share(&self) -> &Budget {
        &self.share
    }

    /// What the next search may spend after so much time, if it is worth beginning.
    pub(crate) fn next(&self, reach: Reach, empties: u32, elapsed: Duration) -> Option<&Budget> {
        let fits =
            |budget: &Budget, growth: f64| budget.watch().time().is_none_or(|time| elapsed.mul_f64(growth) <= time);
        match &self.end {
            Some(end) if fits(end, growth_to_the_end(reach, empties)) => Some(end),
            Some(_) if reach.depth >= empties => None,
            _ => fits(&self.share, 1.0 / (1.0 - BEGIN_SHARE)).then_some(&self.share),
        }
    }
}

/// Moves of one's own that a clock should last for: until the end is in sight, and what is kept for it. Sharing out the clock as if every move
/// down to 14 empty squares were to take as long left more than a third of it unused.
fn moves_to_go(empties: u32) -> u32 {
    empties.saturating_sub(22) / 2 + END_MOVES
}

/// The same where the end is in sight: a third of the clock, since what is seen to the end is hardly searched again. Half of it left too little to
/// the looks ahead.
const END_MOVES: u32 = 3;

/// How many times as long as now it will have taken when this search is done; if it only looks ahead, when the first one to the end is done.
/// About the medians of positions from games, and rather more where nothing is cut: `docs/engine-othello.md` has the figures.
fn growth_to_the_end(reach: Reach, empties: u32) -> f64 {
    let since_20 = empties as i32 - 20;
    match reach {
        Reach { width: Width::FULL, .. } => 4.0 * 2f64.powi(since_20.max(-1)),
        Reach { width: Width::MIDDLE, .. } => 2.0 * 1.1f64.powi(since_20),
        Reach { depth, .. } => 2.7 * 1.4f64.powi(empties.saturating_sub(LEAP_PLIES + depth) as i32),
    }
}

#[cfg(test)]
mod tests {
    use search::TimeLeft;

    use super::*;
    use crate::weights::Weights;

    const AHEAD: Width = Width::NARROWEST;

    /// What the next search may take, in seconds, if it is begun after so many.
    fn time(limits: &Limits, empties: u32, depth: u32, width: Width, elapsed: f64) -> Option<f64> {
        let machine = Machine::new(Weights::shipped(), 1, 0);
        let pace = Pace::start(&machine, limits, &Stop::new(), empties);
        let budget = pace.next(Reach { depth, width }, empties, Duration::from_secs_f64(elapsed))?;
        Some(budget.watch().time().map_or(f64::INFINITY, |time| time.as_secs_f64()))
    }

    #[test]
    fn a_limit_of_the_move_is_one_for_every_search() {
        for (depth, width) in [(10, AHEAD), (20, AHEAD), (20, Width::FULL)] {
            let at = |elapsed| time(&Limits::time(Duration::from_secs(1)), 20, depth, width, elapsed);
            assert_eq!((at(0.4), at(0.6)), (Some(1.0), None), "{depth} plies");
        }
        assert_eq!(time(&Limits::nodes(10), 20, 20, AHEAD, 1e6), Some(f64::INFINITY));
    }

    #[test]
    fn a_third_of_a_clock_is_for_the_end_once_it_is_in_sight() {
        let clock = TimeLeft { main: Duration::from_secs(60), increment: Duration::ZERO, overtime: None };
        let limits = Limits { clock: Some(clock), ..Limits::NONE };
        // (empty squares, depth, width, seconds before it) → the least and the most that the search may take; none if it is not begun.
        let table = [
            ((50, 14, AHEAD, 1.0), Some([3.0, 4.0])),
            ((50, 15, AHEAD, 2.0), None),
            ((24, 16, AHEAD, 3.0), Some([19.0, 20.0])),
            ((24, 24, AHEAD, 5.0), Some([19.0, 20.0])),
            ((24, 24, AHEAD, 20.0), None),
            ((24, 24, Width::MIDDLE, 5.0), Some([19.0, 20.0])),
            ((24, 24, Width::FULL, 5.0), None),
            ((20, 20, Width::FULL, 4.0), Some([19.0, 20.0])),
        ];
        for ((empties, depth, width, elapsed), range) in table {
            let time = time(&limits, empties, depth, width, elapsed);
            let is_right = match (time, range) {
                (Some(time), Some([least, most])) => (least..=most).contains(&time),
                _ => time.is_none() && range.is_none(),
            };
            assert!(is_right, "{empties} empty squares, {depth} plies {width:?} after {elapsed} s: {time:?}");
        }
    }
}
