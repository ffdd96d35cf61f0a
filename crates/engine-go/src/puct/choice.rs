//! Which move is played, once the tree has grown.

use fastrand::Rng;
use go::{DeadStones, Move, Position, Scoring};
use plateau_core::{Outcome, Player, Position as _, change_side};
use search::{Choice, Report, Score};

use super::Settings;
use super::tree::{Tree, Tried};
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

/// Searches in a row that must see no hope before it gives up.
const HOPELESS_SEARCHES: u32 = 3;

pub(super) fn choose(
    position: &Position,
    tree: &Tree,
    report: &Report<Move>,
    settings: &Settings,
    rng: &mut Rng,
    hopeless: &mut u32,
) -> Choice<Move> {
    let chance = chance_to_win(report);
    let gives_up = settings.resign_below.is_some_and(|below| chance < below) && is_late(position);
    *hopeless = if gives_up { *hopeless + 1 } else { 0 };
    if *hopeless >= HOPELESS_SEARCHES {
        return Choice::Resign;
    }
    let wins_now = wins_by_passing(position, report);
    let may_pass = position.check(Move::Pass).is_ok();
    let is_decided = if wins_now { chance > CERTAIN } else { chance < HOPELESS && is_late(position) };
    if may_pass && position.passes() == 1 && is_decided {
        return Choice::Play(Move::Pass);
    }
    // A pass that the other side may answer with another one must not lose what is still to be won.
    let pass_is_harmless = wins_now || chance < LOSING && is_late(position);
    let best = if settings.temperature > 0.0 {
        drawn(position, tree, pass_is_harmless, settings.temperature, rng)
    } else {
        best(position, tree, pass_is_harmless)
    };
    Choice::Play(best.unwrap_or_else(|| any_move(position)))
}

fn chance_to_win(report: &Report<Move>) -> f32 {
    match report.variations.first().map(|line| line.score) {
        Some(Score::Chance { win, .. }) => win,
        _ => 0.5,
    }
}

/// Whether the opening is over: nobody gives up before.
fn is_late(position: &Position) -> bool {
    let stones: u16 = Player::BOTH.iter().map(|&player| position.board().stones(player)).sum();
    stones > position.size().area() / 4
}

/// Whether the game would be won if it ended as the board is now.
fn wins_by_passing(position: &Position, report: &Report<Move>) -> bool {
    let dead = match position.rules().scoring {
        // Who passes with dead stones on the board may find that they count as alive.
        Scoring::Area | Scoring::Sum => DeadStones::NONE,
        Scoring::Territory => dead_stones(position.board(), position.turn(), &report.ownership),
    };
    position.count(&dead).margin().outcome() == Outcome::Win(position.turn())
}

/// The move with the best lower bound among those with enough visits; by priors if nothing was tried.
fn best(position: &Position, tree: &Tree, pass_is_harmless: bool) -> Option<Move> {
    // In the place of a pass that does harm comes a move that does none.
    let allowed = |mv: Move| pass_is_harmless || !fills_eye(position, mv) && mv != Move::Pass;
    let turn = tree.turn();
    let bound = |tried: &Tried| change_side(tried.worth.utility, Player::Black, turn) - DEVIATIONS * tried.deviation();
    let ranked: Vec<Tried> = tree.ranked().into_iter().filter(|tried| allowed(tried.mv)).collect();
    let Some(first) = ranked.first() else {
        return tree.priors().into_iter().map(|(mv, _)| mv).find(|&mv| allowed(mv));
    };
    let enough = (VISITS_SHARE * first.visits as f32).max(VISITS_FOR_BOUND);
    let known = ranked.iter().filter(|tried| tried.visits as f32 >= enough);
    let best = known.max_by(|a, b| bound(a).total_cmp(&bound(b))).unwrap_or(first);
    Some(best.mv)
}

/// Fewer visits say nothing about their deviation.
const VISITS_FOR_BOUND: f32 = 8.0;

/// A move drawn by chance. Own eyes are not filled, and the pass comes only where it is the best move.
fn drawn(position: &Position, tree: &Tree, pass_is_harmless: bool, temperature: f32, rng: &mut Rng) -> Option<Move> {
    let ranked = tree.ranked();
    let weights: Vec<(Move, f32)> = if ranked.is_empty() {
        tree.priors()
    } else {
        ranked.iter().map(|tried| (tried.mv, tried.visits as f32)).collect()
    };
    let passes = weights.first().is_some_and(|&(mv, _)| mv == Move::Pass);
    if passes && pass_is_harmless {
        return Some(Move::Pass);
    }
    let sensible = |&(mv, _): &(Move, f32)| mv != Move::Pass && !fills_eye(position, mv);
    let most = weights.iter().map(|&(_, weight)| weight).fold(f32::MIN_POSITIVE, f32::max);
    let weights: Vec<(Move, f32)> = weights.into_iter().filter(sensible).collect();
    let power = |weight: f32| (weight / most).powf(1.0 / temperature);
    let sum: f32 = weights.iter().map(|&(_, weight)| power(weight)).sum();
    let mut left = rng.f32() * sum;
    let drawn = weights.iter().find(|&&(_, weight)| {
        left -= power(weight);
        left <= 0.0
    });
    drawn.or(weights.first()).map(|&(mv, _)| mv)
}

fn fills_eye(position: &Position, mv: Move) -> bool {
    mv.point().is_some_and(|point| position.board().is_eye(point, position.turn()))
}

/// The pass, or any move where there is no passing: free handicap stones.
fn any_move(position: &Position) -> Move {
    if position.check(Move::Pass).is_ok() {
        return Move::Pass;
    }
    position.legal_moves().next().expect("a game that is not over has a move")
}
