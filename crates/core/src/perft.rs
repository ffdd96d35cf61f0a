use crate::Position;
use crate::processor::Path;

/// Counts the sequences of exactly `depth` plies from here, plus the games that ended sooner. A pass is a ply.
///
/// The yardstick of move generators: the count is known for many positions, and any mistake in the rules shows in it.
/// The last ply is counted without being played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    position.perft(depth)
}

/// [`perft`] by these instructions: what [`Position::perft`] does for a type of positions that is as fast as any of its game.
pub fn perft_on<P: Position>(path: impl Path, position: &P, depth: u32) -> u64 {
    path.run(
        #[inline(always)]
        || match depth {
            0 => 1,
            1 => last_ply(position),
            2 => last_two_plies(position, position.legal_moves()),
            3 => {
                // The children's moves are all found before any is followed. Otherwise the processor, which hardly ever foresees
                // where a list of moves ends, would wait at the end of each until the next has been found (Othello: 8 % faster).
                let children: Vec<P> = position.legal_moves().map(|mv| position.after(mv)).collect();
                let moves: Vec<_> = children.iter().map(P::legal_moves).collect();
                at_least_one(children.iter().zip(moves).map(|(child, moves)| last_two_plies(child, moves)))
            }
            _ => at_least_one(position.legal_moves().map(|mv| perft_on(path, &position.after(mv), depth - 1))),
        },
    )
}

/// Counts the moves without playing them.
#[inline(always)]
fn last_ply<P: Position>(position: &P) -> u64 {
    at_least_one([position.count_legal_moves() as u64].into_iter())
}

/// Written apart from the recursion, so that the inner loop is free of calls.
#[inline(always)]
fn last_two_plies<P: Position>(position: &P, moves: impl Iterator<Item = P::Move>) -> u64 {
    at_least_one(moves.map(|mv| last_ply(&position.after(mv))))
}

/// No legal move means that the game is over, and an ended game counts once.
#[inline(always)]
fn at_least_one(counts: impl Iterator<Item = u64>) -> u64 {
    counts.sum::<u64>().max(1)
}

/// The [`perft`] count under each legal move, for finding out where two move generators part ways.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().map(|mv| (mv, perft(&position.after(mv), below))).collect()
}
