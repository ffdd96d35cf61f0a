//! What a position is worth, for the search.
//!
//! A score is seen from the player to move. A win is worth the more the sooner it comes: the win that fills the board's
//! *k*th cell is 17 − *k*, so the sixteenth is worth 1; a loss is the same below zero, and a draw is 0. Who wins with the
//! *k*th piece follows from who moves now, so scores of one sign all have the same parity, and four bits hold any of them.

/// A score; see the module's description.
pub(crate) type Score = i8;

/// Wins with the piece that makes so many on the board.
pub(crate) const fn win_at(pieces: u32) -> Score {
    17 - pieces as Score
}

/// The best that a player without a win at hand can hope for: that every answer to a safe move loses.
pub(crate) const fn best_of_quiet(pieces: u32) -> Score {
    if pieces + 3 > 16 { 0 } else { win_at(pieces + 3) }
}

/// The worst that can come to a player who has a safe move.
pub(crate) const fn worst_of_safe(pieces: u32) -> Score {
    if pieces + 4 > 16 { 0 } else { -win_at(pieces + 4) }
}

/// In four bits, from 1 to 15.
#[inline]
pub(crate) const fn to_bits(score: Score) -> u8 {
    // Rounded away from zero, so that 1 is not lost.
    (8 + if score >= 0 { (score + 1) >> 1 } else { -((1 - score) >> 1) }) as u8
}

/// Back from four bits, for a position with so many pieces.
#[inline]
pub(crate) const fn from_bits(bits: u8, pieces: u32) -> Score {
    let half = bits as Score - 8;
    let odd = (pieces & 1) as Score;
    // A win comes with an odd number of pieces more, a loss with an even one.
    if half > 0 {
        2 * half - odd
    } else if half < 0 {
        2 * half + (1 - odd)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bits_hold_every_score_that_can_be() {
        for pieces in 0..16 {
            assert_eq!(from_bits(to_bits(0), pieces), 0);
            for end in (pieces + 1).max(4)..=16 {
                let score = if (end - pieces) % 2 == 1 { win_at(end) } else { -win_at(end) };
                let bits = to_bits(score);
                assert!((1..16).contains(&bits));
                assert_eq!(from_bits(bits, pieces), score, "{end} pieces from {pieces}");
            }
        }
    }
}
