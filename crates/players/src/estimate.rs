//! How a game of Go that is not over will probably come out.

use go::{Margin, Player, Position};
use plateau_core::Position as _;
use search::{Resources, Score, Stop};
use table::Who;

use crate::MachineGame;

/// Visits for a look at a game in progress.
const VISITS: u64 = 120;

/// The margin that the engine expects, as a count under these rules could give it; none for a game without result.
pub fn estimate(position: &Position, resources: &Resources, stop: &Stop) -> Option<Margin> {
    let turn = position.turn();
    // A pass just played is no part of the question.
    let position = position.resumed(turn);
    if position.is_over() {
        return None;
    }
    let mut mover = position.game().seat(&Who::Nodes(VISITS), resources).ok()?;
    let report = mover.think(&position, None, stop, &mut |_| {}).ok()?.report;
    match report.variations.first()?.score.seen_by(turn, Player::Black) {
        Score::Chance { lead, .. } => Some(position.margin_near(lead)),
        Score::Exact { .. } | Score::Margin(_) => None,
    }
}
