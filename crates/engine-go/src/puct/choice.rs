//! Which move is played, once the tree has grown.

use fastrand::Rng;
use go::{Count, DeadStones, Move, Point, Position, Scoring, Status};
use plateau_core::{Outcome, Player, Position as _, change_side};
use search::{Choice, Report, Score};

use super::Settings;
use super::instinct::{by_instinct, drawn, fills_eye, is_unfinished};
use super::tree::{Tree, Tried, is_nearly_full};
use crate::giving_up::{Patience, is_late};
use crate::ownership::dead_stones;

/// How many standard deviations a move's value may be overestimated. By its lower bound a move with a little fewer visits can
/// be better than the most visited one.
pub(super) const DEVIATIONS: f32 = 5.0;

/// A move needs this share of the most visited one's visits to be chosen in its stead.
const VISITS_SHARE: f32 = 0.15;

/// With the chance to win above this, a game that both have passed in may end.
const CERTAIN: f32 = 0.9;

/// With the chance to win below this, a game in which the other has passed is let go.
const HOPELESS: f32 = 0.04;

/// With the chance to win below this, nothing is lost by passing: who expects to lose must not fill own eyes to avoid it.
const LOSING: f32 = 0.5;

pub(super) fn choose(
    position: &Position,
    tree: &Tree,
    report: &Report<Move>,
    settings: &Settings,
    rng: &mut Rng,
    patience: &mut Patience,
) -> Choice<Move> {
    let chance = chance_to_win(report);
    if patience.ends(position, settings.resign_below.is_some_and(|below| chance < below)) {
        return Choice::Resign;
    }
    let count = count_if_it_ended(position, report);
    let outcome = count.margin().outcome();
    let wins_now = outcome == Outcome::Win(position.turn());
    let can_pass = tree.priors().iter().any(|&(mv, _)| mv == Move::Pass);
    let may_pass = can_pass && !is_unfinished(position, &report.ownership);
    let is_decided = if wins_now { chance > CERTAIN } else { chance < HOPELESS && is_late(position) };
    if may_pass && position.passes() == 1 && is_decided {
        return Choice::Play(Move::Pass);
    }
    // A pass that the other side may answer with another one must not lose what is still to be won. What a draw is worth, the
    // search knows.
    let pass_is_harmless = may_pass && (wins_now || is_late(position) && (chance < LOSING || outcome == Outcome::Draw));
    let (ranked, temperature) = (tree.ranked(), settings.temperature);
    if ranked.is_empty() {
        let by_instinct = by_instinct(position, &tree.priors(), &report.ownership, pass_is_harmless, temperature, rng);
        return Choice::Play(by_instinct.unwrap_or_else(|| any_move(position)));
    }
    let best = if temperature > 0.0 {
        drawn_by_visits(position, &ranked, pass_is_harmless, temperature, rng)
    } else {
        best(position, tree, ranked, pass_is_harmless)
    };
    let best = best.unwrap_or_else(|| any_move(position));
    Choice::Play(if may_pass && wastes_a_point(position, tree, &count, best) { Move::Pass } else { best })
}

fn chance_to_win(report: &Report<Move>) -> f32 {
    match report.variations.first().map(|line| line.score) {
        Some(Score::Chance { win, .. }) => win,
        _ => 0.5,
    }
}

/// What would be counted if the game ended as the board is now.
fn count_if_it_ended(position: &Position, report: &Report<Move>) -> Count {
    let dead = match position.rules().scoring {
        // Who passes with dead stones on the board may find that they count as alive.
        Scoring::Area | Scoring::Sum | Scoring::Stones => DeadStones::NONE,
        Scoring::Territory => dead_stones(position.board(), position.turn(), &report.ownership),
    };
    position.count(&dead)
}

/// Whether a move goes into the player's own territory for nothing, where territory is counted and that costs a point. The
/// network learned from games in which it costs none.
fn wastes_a_point(position: &Position, tree: &Tree, count: &Count, mv: Move) -> bool {
    let own = |point: Point| count.at(point).status == Status::Territory(position.turn());
    if position.rules().scoring != Scoring::Territory || !is_nearly_full(position) || !mv.point().is_some_and(own) {
        return false;
    }
    // Who has just come in is answered, dead or not.
    if position.recent_moves().next().and_then(Move::point).is_some_and(own) {
        return false;
    }
    // A move that is needed there is worth more than the pass. If nobody looked, the network may be sure of it.
    let worth = |wanted: Move| {
        let tried = tree.moves().find(|tried| tried.mv == wanted && tried.visits > 0)?;
        Some(change_side(tried.worth.utility, Player::Black, tree.turn()))
    };
    match (worth(Move::Pass), worth(mv)) {
        (Some(pass), Some(mv)) => pass > mv - HARDLY_ANYTHING,
        _ => tree.priors().iter().any(|&(other, prior)| other == mv && prior < SURE),
    }
}

/// A move with a prior above this comes to mind alone.
const SURE: f32 = 0.8;

/// What half a point is worth, or less.
const HARDLY_ANYTHING: f32 = 0.01;

/// The move with the best lower bound among those with enough visits; by priors if none of them will do.
fn best(position: &Position, tree: &Tree, ranked: Vec<Tried>, pass_is_harmless: bool) -> Option<Move> {
    // In the place of a pass that does harm comes a move that does none.
    let allowed = |mv: Move| pass_is_harmless || !fills_eye(position, mv) && mv != Move::Pass;
    let ranked: Vec<Tried> = ranked.into_iter().filter(|tried| allowed(tried.mv)).collect();
    match in_order(tree.turn(), ranked).first() {
        Some(best) => Some(best.mv),
        None => tree.priors().into_iter().map(|(mv, _)| mv).find(|&mv| allowed(mv)),
    }
}

/// The moves in the order in which they would be chosen: by their lower bounds where those say something, and then, as they were, by
/// their visits.
pub(super) fn in_order(turn: Player, ranked: Vec<Tried>) -> Vec<Tried> {
    let bound = |tried: &Tried| change_side(tried.worth.utility, Player::Black, turn) - DEVIATIONS * tried.deviation();
    let most = ranked.first().map_or(0, |first| first.visits);
    let enough = (VISITS_SHARE * most as f32).max(VISITS_FOR_BOUND);
    let (mut known, others): (Vec<Tried>, Vec<Tried>) =
        ranked.into_iter().partition(|tried| tried.visits as f32 >= enough);
    // Of equals the one with fewer visits comes first: levels were measured with it.
    known.reverse();
    known.sort_by(|a, b| bound(b).total_cmp(&bound(a)));
    known.extend(others);
    known
}

/// Whether a move with so many visits cannot be chosen beside one that has the most.
pub(super) fn is_out_of_reach(visits: u64, most: u64) -> bool {
    (visits as f32) < VISITS_SHARE * most as f32
}

/// Whether the move with the most visits is the one that would be chosen.
pub(super) fn is_most_visited_best(tree: &Tree) -> bool {
    let ranked = tree.ranked();
    let most = ranked.first().map(|tried| tried.mv);
    in_order(tree.turn(), ranked).first().map(|tried| tried.mv) == most
}

/// Fewer visits say nothing about their deviation.
const VISITS_FOR_BOUND: f32 = 8.0;

/// A move drawn by its visits. Own eyes are not filled, and the pass comes only where it is the best move.
fn drawn_by_visits(
    position: &Position,
    ranked: &[Tried],
    pass_is_harmless: bool,
    temperature: f32,
    rng: &mut Rng,
) -> Option<Move> {
    if pass_is_harmless && ranked.first().is_some_and(|first| first.mv == Move::Pass) {
        return Some(Move::Pass);
    }
    let sensible = ranked.iter().filter(|tried| tried.mv != Move::Pass && !fills_eye(position, tried.mv));
    let weights: Vec<(Move, f32)> = sensible.map(|tried| (tried.mv, tried.visits as f32)).collect();
    drawn(&weights, temperature, rng)
}

/// The pass, or any move where there is no passing: free handicap stones.
fn any_move(position: &Position) -> Move {
    if position.check(Move::Pass).is_ok() {
        return Move::Pass;
    }
    position.legal_moves().next().expect("a game that is not over has a move")
}
