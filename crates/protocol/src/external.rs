//! Other programs that play for us, whatever they speak: how they are started, waited for and ended, and what can go wrong with them.
//!
//! [`gtp::Client`](crate::gtp::Client) and [`nboard::Client`](crate::nboard::Client) speak with them. Invariants of both: no call waits longer
//! than its time-out; after an error that leaves the conversation in doubt the program is ended, and the next call starts it afresh; no
//! program outlives its client.

mod error;
mod program;
mod words;

use std::time::Duration;

use plateau_core::{Position, Reason as _};
use search::Limits;

pub use error::EngineError;
pub(crate) use program::Program;
pub(crate) use words::split_words;

/// How long the program may take for things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// To come up and tell its name: loading a large network takes a while.
    pub start: Duration,
    /// To answer an ordinary command.
    pub command: Duration,
    /// To move, where neither clock nor time limit is set.
    pub genmove: Duration,
    /// To move beyond the time it was given.
    pub grace: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let secs = Duration::from_secs;
        Timeouts { start: secs(60), command: secs(20), genmove: secs(600), grace: secs(5) }
    }
}

impl Timeouts {
    /// How long to wait for a move: what the limits allow at most, and the grace.
    pub(crate) fn for_move(&self, limits: &Limits) -> Duration {
        let by_clock = limits.clock.map(|clock| {
            let overtime =
                clock.overtime.map_or(Duration::ZERO, |over| over.period.saturating_mul(over.periods.max(1)));
            clock.main.saturating_add(overtime)
        });
        let allowed = [limits.time, by_clock].into_iter().flatten().min();
        allowed.map_or(self.genmove, |allowed| allowed.saturating_add(self.grace))
    }
}

/// The one legal move, if there is just one.
pub(crate) fn only_move<P: Position>(position: &P) -> Option<P::Move> {
    let mut moves = position.legal_moves();
    let first = moves.next();
    if moves.next().is_some() { None } else { first }
}

/// The move that a program answered with, if it is one that can be played here.
pub(crate) fn read_move<P: Position>(position: &P, text: &str) -> Result<P::Move, EngineError> {
    let mv: P::Move = text.parse().map_err(|_| EngineError::NotAMove(text.into()))?;
    match position.check(mv) {
        Ok(()) => Ok(mv),
        Err(why) => Err(EngineError::IllegalMove { text: text.into(), why: why.to_string(), reason_id: why.id() }),
    }
}
