//! The classic simple players, which are fun to beat. Each does what the one before does, and a little more.
//!
//! | player | rule |
//! |---|---|
//! | [`random`] | any legal move |
//! | [`level1`] | wins if it can in one move, else any |
//! | [`level2`] | also breaks an alignment of two by a piece of the opposite value, if that does not let the opponent win |
//! | [`level3`] | also never leaves an alignment of three that the opponent can finish, if it has a choice |
//!
//! Under the gift rule, 'lets the opponent win' means after a placement that every piece left would complete a line, and
//! after a gift that this one does. Only level 3 chooses what it gives.

use aligne4::{Move, Position};
use fastrand::Rng;
use plateau_core::Position as _;

use crate::sight::{broken_by, lets_win, wins};

/// Any legal move, each with the same chance. The position must not be over, here and below.
pub fn random(position: &Position, rng: &mut Rng) -> Move {
    any(position.legal_moves(), rng).expect("the position is not over")
}

/// Wins if it can in one move, else plays any.
pub fn level1(position: &Position, rng: &mut Rng) -> Move {
    winning(position, rng).unwrap_or_else(|| random(position, rng))
}

/// Wins if it can; else breaks an alignment of two, if that does not let the opponent win; else plays any move.
pub fn level2(position: &Position, rng: &mut Rng) -> Move {
    let breaks = |mv: &Move| broken_by(position, *mv).is_some() && !lets_win(&position.after(*mv));
    winning(position, rng)
        .or_else(|| any(position.legal_moves().filter(breaks), rng))
        .unwrap_or_else(|| random(position, rng))
}

/// Wins if it can; else plays a move that does not let the opponent win, if there is one, and one that breaks an alignment
/// of two if there is such a one among them.
pub fn level3(position: &Position, rng: &mut Rng) -> Move {
    let careful: Vec<Move> = position.legal_moves().filter(|&mv| !lets_win(&position.after(mv))).collect();
    let breaks = careful.iter().copied().filter(|&mv| broken_by(position, mv).is_some());
    winning(position, rng)
        .or_else(|| any(breaks, rng))
        .or_else(|| any(careful.iter().copied(), rng))
        .unwrap_or_else(|| random(position, rng))
}

fn winning(position: &Position, rng: &mut Rng) -> Option<Move> {
    any(position.legal_moves().filter(|&mv| wins(position, mv)), rng)
}

fn any(moves: impl Iterator<Item = Move>, rng: &mut Rng) -> Option<Move> {
    rng.choice(moves.collect::<Vec<_>>())
}
