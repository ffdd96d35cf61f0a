//! A move by instinct: what comes to the network's mind, without a look ahead.
//!
//! The network was taught by games in which a move into one's own territory costs nothing, so it hardly ever thinks of passing, and what it
//! thinks of is no measure of whether a game is over. Who will own each point is: whoever plays by instinct goes on while a move may
//! change that, and passes when none can, whatever the rules count.

use fastrand::Rng;
use go::{Move, Position};
use plateau_core::Position as _;

use super::tree::is_nearly_full;

/// What is owned with this much certainty is not fought for any more.
const SETTLED: f32 = 0.9;

/// A move with a prior above this is needed, though everything looks settled: something is under attack.
const NEEDED: f32 = 0.8;

/// Draws one of the moves with these priors, with chances in proportion to the prior to the power of 1 / temperature; without one, takes
/// the first. Passes where nothing is left to gain and it does no harm. `ownership` is that of a [`Report`](search::Report).
pub(super) fn by_instinct(
    position: &Position,
    priors: &[(Move, f32)],
    ownership: &[f32],
    pass_is_harmless: bool,
    temperature: f32,
    rng: &mut Rng,
) -> Option<Move> {
    let size = position.size();
    let owned = |mv: Move| mv.point().and_then(|point| ownership.get(point.number(size) as usize).copied());
    let settled = |mv: Move| owned(mv).is_some_and(|owned| owned.abs() >= SETTLED);
    // Who has just come in is answered: that the stone is as good as dead takes the answer for granted.
    let came_in = position.recent_moves().next().and_then(owned).is_some_and(|owned| owned >= SETTLED);
    let is_open = !is_nearly_full(position) || came_in;
    let may_gain = |&(mv, prior): &(Move, f32)| is_open || prior > NEEDED || !settled(mv);
    let sensible = |&(mv, _): &(Move, f32)| mv != Move::Pass && !fills_eye(position, mv);
    let stones: Vec<(Move, f32)> = priors.iter().copied().filter(sensible).collect();
    let gaining: Vec<(Move, f32)> = stones.iter().copied().filter(may_gain).collect();
    match (gaining.is_empty(), pass_is_harmless) {
        (true, true) => position.check(Move::Pass).is_ok().then_some(Move::Pass),
        (true, false) => drawn(&stones, temperature, rng),
        (false, _) => drawn(&gaining, temperature, rng),
    }
}

/// Whether much of the board is still anybody's. Nobody passes then, whatever a short search makes of it; a seki leaves fewer points open.
pub(super) fn is_unfinished(position: &Position, ownership: &[f32]) -> bool {
    let size = position.size();
    let is_open = |point: go::Point| ownership.get(point.number(size) as usize).is_some_and(|owned| owned.abs() < OPEN);
    let open = position.board().empty_points().filter(|&point| is_open(point)).count();
    open > (size.area() as usize / 12).max(LEFT_OPEN)
}

/// What is owned with less certainty than this is anybody's.
const OPEN: f32 = 0.5;

/// So many points may be left open on the smallest boards.
const LEFT_OPEN: usize = 5;

/// One of the moves, drawn by their weights.
pub(super) fn drawn(weights: &[(Move, f32)], temperature: f32, rng: &mut Rng) -> Option<Move> {
    let most = weights.iter().map(|&(_, weight)| weight).fold(f32::MIN_POSITIVE, f32::max);
    if temperature <= 0.0 {
        return weights.iter().find(|&&(_, weight)| weight >= most).or(weights.first()).map(|&(mv, _)| mv);
    }
    let power = |weight: f32| (weight / most).powf(1.0 / temperature);
    let sum: f32 = weights.iter().map(|&(_, weight)| power(weight)).sum();
    let mut left = rng.f32() * sum;
    let drawn = weights.iter().find(|&&(_, weight)| {
        left -= power(weight);
        left <= 0.0
    });
    drawn.or(weights.first()).map(|&(mv, _)| mv)
}

pub(super) fn fills_eye(position: &Position, mv: Move) -> bool {
    mv.point().is_some_and(|point| position.board().is_eye(point, position.turn()))
}
