//! What an analyst of one game is.

use plateau_core::Position;
use search::{Report, Score, Stop, Variation};
use study::Effort;

/// Judges positions of one game.
pub trait Analyst<P: Position>: Send {
    /// What a position is worth to the side to move, and its best moves; also of one that is over.
    ///
    /// Tells what it has so far now and then. Whoever is stopped answers with that, or with nothing.
    fn judge(
        &mut self,
        position: &P,
        effort: Effort,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>>;
}

/// The report that a position is over, with what it is worth to the side to move.
pub(super) fn over<M>(score: Score) -> Report<M> {
    Report { variations: vec![Variation::new(Vec::new(), score, 0)], ..Report::default() }
}
