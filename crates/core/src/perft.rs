use crate::Position;

/// Counts the sequences of exactly `depth` plies from here, plus the games that ended sooner. A pass is a ply.
///
/// The yardstick of move generators: the count is known for many positions, and any mistake in the rules shows in it.
/// The last ply is counted without being played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // No legal move means that the game is over, and an ended game counts once.
        1 => (position.count_legal_moves() as u64).max(1),
        _ => {
            let sum: u64 = position.legal_moves().map(|mv| perft(&position.after(mv), depth - 1)).sum();
            sum.max(1)
        }
    }
}

/// The [`perft`] count under each legal move, for finding out where two move generators part ways.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().map(|mv| (mv, perft(&position.after(mv), below))).collect()
}
