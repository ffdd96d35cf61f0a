//! What is dead at the end of a game of Go.

use engine_go::{Networked, Puct, Settings};
use go::{DeadStones, Game, Komi, Position, Rules, Scoring};
use plateau_core::{Player, Position as _, change_side};
use search::{Engine, Limits, Resources, Score, Stop};

/// Visits for a look at a finished board, with either side to move. The owners of points are averaged over all of them.
const VISITS: u64 = 60;

/// Times that the komi is brought nearer to the lead, and visits for each.
const ADJUSTED: u32 = 3;
const ADJUSTED_BY: u64 = 8;

/// Which stones are dead in a position that both have passed in, or that they will not play on in.
///
/// Where a game is decided, the network leaves much as it is, dead stones too. So it is asked about the same board with a komi that makes
/// the game even: then every group counts, and it looks.
pub fn judge(position: &Position, resources: &Resources, stop: &Stop) -> DeadStones {
    if position.resumed(position.turn()).is_over() {
        return DeadStones::NONE;
    }
    let (board, turn) = (position.board(), position.turn());
    let mut engine = Puct::new(Settings::BEST, resources, Networked::shipped);
    let mut black_leads = 0.0;
    for _ in 0..ADJUSTED {
        let even = with_komi(position, black_leads, turn);
        let Ok(thought) = engine.think(&even, &Limits::nodes(ADJUSTED_BY), stop, &mut |_| {}) else { break };
        let Some(Score::Chance { lead, .. }) = thought.report.variations.first().map(|line| line.score) else { break };
        black_leads += change_side(lead, turn, Player::Black);
    }
    let mut owners = vec![0.0; board.size().area() as usize];
    for side in Player::BOTH {
        let even = with_komi(position, black_leads, side);
        let Ok(thought) = engine.think(&even, &Limits::nodes(VISITS), stop, &mut |_| {}) else { continue };
        for (sum, owner) in owners.iter_mut().zip(&thought.report.ownership) {
            *sum += change_side(owner / 2.0, side, turn);
        }
    }
    engine_go::dead_stones(board, turn, &owners)
}

/// The board as it stands, areas counted, with this komi.
fn with_komi(position: &Position, komi: f32, turn: Player) -> Position {
    let most = 2.0 * position.size().area() as f32;
    let komi = Komi::from_half_points((2.0 * komi).round().clamp(-most, most) as i16);
    let rules = Rules { scoring: Scoring::Area, komi, ..*position.rules() };
    Position::with_board(Game::even(position.size(), rules), position.board().clone(), turn)
}
