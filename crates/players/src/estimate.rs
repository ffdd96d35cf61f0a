//! How a game of Go that is not over will probably come out.

use go::{Player, Position};
use plateau_core::Position as _;
use search::{Resources, Score, Stop};
use table::Who;
use table::view::Estimate;

use crate::MachineGame;

/// Visits for a look at a game in progress.
const VISITS: u64 = 120;

/// A point is shown as somebody's when it will be theirs three times out of four: ownership goes from −1 to 1.
const LIKELY: f32 = 0.5;

/// The margin that the engine expects, as a count under these rules could give it, and whose every point will be; nothing for a
/// game without result.
pub fn estimate(position: &Position, resources: &Resources, stop: &Stop) -> Option<Estimate> {
    let turn = position.turn();
    // A pass just played is no part of the question.
    let position = position.resumed(turn);
    if position.is_over() {
        return None;
    }
    let mut mover = position.game().seat(&Who::Nodes(VISITS), resources).ok()?;
    let report = mover.think(&position, None, stop, &mut |_| {}).ok()?.report;
    let Score::Chance { lead, .. } = report.variations.first()?.score.seen_by(turn, Player::Black) else { return None };
    let by_turn = if turn == Player::Black { 1.0 } else { -1.0 };
    let by_black: Vec<f32> = report.ownership.iter().map(|owned| by_turn * owned).collect();
    Some(owners(&position, &by_black, lead))
}

/// Whose every point will be, where that is clear, and the margin: of owners from −1 for White to 1 for Black along the rows from the upper
/// left, and what Black leads by.
pub(crate) fn owners(position: &Position, ownership: &[f32], black_lead: f32) -> Estimate {
    let owner = |owned: f32| match owned {
        owned if owned >= LIKELY => Some(Player::Black),
        owned if owned <= -LIKELY => Some(Player::White),
        _ => None,
    };
    let points = position.size().points_from_top().zip(ownership);
    // A stone that stays shows by itself whose its point is.
    let shown = |(point, &owned)| owner(owned).filter(|&owner| position.board().at(point) != Some(owner));
    let black_half_points = position.margin_near(black_lead).black_half_points;
    Estimate { owners: points.map(shown).collect(), black_half_points }
}
