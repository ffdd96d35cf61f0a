//! The functions in plain 64-bit arithmetic, for every processor.

use super::{RAYS, STEPS, TURNABLE};
use crate::Square;

/// The empty squares from which `own` brackets discs of `opponent`.
///
/// In each direction the runs of enemy discs that begin beside an own disc are grown by doubling (one step, then two more,
/// then two more: six discs are the most that can be bracketed); the square behind a run is a move if it is empty. This is
/// the Kogge–Stone fill, <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[inline]
pub(super) fn moves(own: u64, opponent: u64) -> u64 {
    let mut behind = 0;
    for (step, turnable) in STEPS.into_iter().zip(TURNABLE) {
        let enemy = opponent & turnable;
        let pairs_up = enemy & enemy << step;
        let pairs_down = enemy & enemy >> step;

        let mut up = enemy & own << step;
        up |= enemy & up << step;
        up |= pairs_up & up << (2 * step);
        up |= pairs_up & up << (2 * step);

        let mut down = enemy & own >> step;
        down |= enemy & down >> step;
        down |= pairs_down & down >> (2 * step);
        down |= pairs_down & down >> (2 * step);

        behind |= up << step | down >> step;
    }
    behind & !(own | opponent)
}

/// The discs of `opponent` that a disc of `own` on this empty square turns.
///
/// On a ray that climbs the bits, the first square that holds no enemy is the lowest such bit; on one that descends, the
/// highest. If an own disc stands there, everything before it turns. The idea is Toshihiko Okuhara's, from the notes of
/// his edition of Edax, <https://github.com/okuhara/edax-reversi-AVX>.
#[inline]
pub(super) fn flips(own: u64, opponent: u64, square: Square) -> u64 {
    let rays = &RAYS[square.index()];
    let mut flips = 0;
    for (after, before) in rays.after.into_iter().zip(rays.before) {
        let stops = after & !opponent;
        let end = stops & stops.wrapping_neg() & own;
        // With no end this subtracts nothing, which leaves nothing.
        flips |= after & end.wrapping_sub((end != 0) as u64);

        let stops = before & !opponent;
        // On a ray without a stop this is bit 0, which is then no own disc of the ray: it would be a stop.
        let end = 1 << (stops | 1).ilog2() & own & before;
        flips |= before & (end << 1).wrapping_neg();
    }
    flips
}

/// The discs after one of `own` was put on this empty square, as the other player sees them: `[own, opponent]`.
#[inline]
pub(super) fn after(own: u64, opponent: u64, square: Square) -> [u64; 2] {
    let flips = flips(own, opponent, square);
    [opponent ^ flips, own ^ flips | 1 << square.index()]
}
