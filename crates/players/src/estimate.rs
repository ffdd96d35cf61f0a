//! How a game of Go that is not over will probably come out.

use go::{Player, Position};
use plateau_core::Position as _;
use search::{Resources, Score, Stop};
use table::Who;
use table::view::{Claim, Estimate, Sure};

use crate::MachineGame;

/// Visits for a look at a game in progress.
const VISITS: u64 = 120;

/// From what ownership on a point is somebody's, and how surely, the surest first. It goes from −1 to 1: 0.5 is three times out of four.
const GRADES: [(f32, Sure); 3] = [(0.85, Sure::Certainly), (0.5, Sure::Probably), (0.2, Sure::Perhaps)];

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
    let points = position.size().points_from_top().zip(ownership);
    // A stone that stays shows by itself whose its point is.
    let shown = |(point, &owned)| claim(owned).filter(|claim| position.board().at(point) != Some(claim.player));
    let black_half_points = position.margin_near(black_lead).black_half_points;
    Estimate { owners: points.map(shown).collect(), black_half_points }
}

/// Whose a point is that is owned so much, from −1 for White to 1 for Black.
fn claim(owned: f32) -> Option<Claim> {
    let player = if owned > 0.0 { Player::Black } else { Player::White };
    let (_, sure) = GRADES.into_iter().find(|&(least, _)| owned.abs() >= least)?;
    Some(Claim { player, sure })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surer_a_point_is_the_more_is_said_of_it() {
        let said = |owned| claim(owned).map(|Claim { player, sure }| (player, sure));
        let cases = [
            (1.0, Some((Player::Black, Sure::Certainly))),
            (0.84, Some((Player::Black, Sure::Probably))),
            (-0.5, Some((Player::White, Sure::Probably))),
            (-0.49, Some((Player::White, Sure::Perhaps))),
            (0.19, None),
            (0.0, None),
        ];
        for (owned, claimed) in cases {
            assert_eq!(said(owned), claimed, "{owned}");
        }
    }
}
