//! The order in which moves are looked at where a person or a proof sees them: the root of a search, and hints.

use aligne4::{Move, Piece, Position};
use plateau_core::Position as _;

use crate::board::{Board, NoSquares, SquareLines, Squares};

/// The legal moves: wins first, then those that leave the opponent the fewest safe moves, then those that lose at once
/// (first the ones that leave the fewest ways to win).
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<(u32, Move)> = position.legal_moves().map(|mv| (rank(&position.after(mv)), mv)).collect();
    moves.sort_by_key(|&(rank, _)| rank);
    moves.into_iter().map(|(_, mv)| mv).collect()
}

fn rank(after: &Position) -> u32 {
    if after.outcome().is_some() {
        return 0;
    }
    if after.rules().squares { rank_on::<Squares>(after) } else { rank_on::<NoSquares>(after) }
}

fn rank_on<S: SquareLines>(after: &Position) -> u32 {
    const LOSES: u32 = 1000;
    let board = Board::<S>::new(after);
    let available = after.given().map_or(board.reserve, Piece::bit);
    let wins: u32 = board.completing().iter().map(|pieces| (pieces & available).count_ones()).sum();
    match (after.given(), wins) {
        (_, 1..) => LOSES + wins,
        (None, 0) => 1 + board.count_safe(),
        // A gift that does not win at once: all alike.
        (Some(_), 0) => 1,
    }
}
