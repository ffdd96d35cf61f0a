//! The last four empty squares, where nearly all nodes of an endgame are: no lists, no table, no sorting.
//!
//! Every function answers a question with a window of one point: the score, if it is at most `alpha` or more, as a bound on
//! the side that it is found (fail-soft). Squares come in the order in which they are to be tried.

use othello::{Square, bits};
use plateau_core::processor::Path;

/// The discs turned by the last disc of the game on each line of eight: `TURNED[place][own discs of the line]`, doubled.
static TURNED: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            turned[place][own] = 2 * turned_on_line(place as i32, own as u32);
            own += 1;
        }
        place += 1;
    }
    turned
};

/// On a line where everything but `place` is full, and the other player has what is not `own`.
const fn turned_on_line(place: i32, own: u32) -> u8 {
    let mut count = 0;
    let mut direction = -1;
    while direction <= 1 {
        let (mut at, mut run) = (place + direction, 0);
        while 0 <= at && at < 8 && own >> at & 1 == 0 {
            run += 1;
            at += direction;
        }
        if 0 <= at && at < 8 {
            count += run;
        }
        direction += 2;
    }
    count
}

/// The two diagonals through each square, without it: falling, rising.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - x, other / 8 - y);
            if dx != 0 && dx == dy {
                diagonals[square as usize][0] |= 1 << other;
            }
            if dx != 0 && dx == -dy {
                diagonals[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// The squares around each square: without an enemy there, nothing can be turned.
pub(crate) static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let sides = bit << 1 & !0x0101_0101_0101_0101 | bit >> 1 & !0x8080_8080_8080_8080;
        let row = bit | sides;
        around[square] = (row << 8 | row >> 8 | row) & !bit;
        square += 1;
    }
    around
};

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Twice the number of discs that a disc on the only empty square turns.
///
/// Each line is gathered into eight bits by a multiplication: the squares of a diagonal stand in different columns, so adding up
/// the rows puts them side by side. What a short diagonal leaves clear looks like enemies before the border, and turns nothing.
#[inline(always)]
fn turned_twice(own: u64, square: Square) -> i32 {
    let [falling, rising] = DIAGONALS[square.index()];
    let (x, y) = (square.index() % 8, square.index() / 8);
    let by_column = &TURNED[x];
    let row = (own >> (y * 8)) as u8;
    let column = ((own >> x & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    let falling = ((own & falling).wrapping_mul(COLUMN_A) >> 56) as u8;
    let rising = ((own & rising).wrapping_mul(COLUMN_A) >> 56) as u8;
    let turned =
        by_column[row as usize] + by_column[falling as usize] + by_column[rising as usize] + TURNED[y][column as usize];
    turned as i32
}

/// The final margin with one empty square.
#[inline(always)]
pub(crate) fn last_1(own: u64, opponent: u64, square: Square, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let margin = 2 * own.count_ones() as i32 - 64;
    let turned = turned_twice(own, square);
    if turned != 0 {
        return margin + turned + 2;
    }
    let turned = turned_twice(opponent, square);
    if turned != 0 {
        return margin - turned;
    }
    // The empty square is the winner's: 32 discs against 31 win by two.
    if margin >= 0 { margin + 2 } else { margin }
}

#[inline(always)]
fn try_square(path: impl Path, own: u64, opponent: u64, square: Square) -> Option<[u64; 2]> {
    if AROUND[square.index()] & opponent == 0 {
        return None;
    }
    let flips = bits::flips(path, own, opponent, square);
    (flips != 0).then(|| [opponent ^ flips, own ^ flips | 1 << square.index()])
}

/// The final margin if neither can move, with `empties` empty squares.
#[inline(always)]
fn margin_at_end(own: u64, empties: i32) -> i32 {
    let own = own.count_ones() as i32;
    let opponent = 64 - empties - own;
    own - opponent + (own - opponent).signum() * empties
}

/// No score is as low.
const NONE: i32 = -127;

macro_rules! last {
    ($(#[$doc:meta])* $name:ident, $count:literal, $next:ident, [$([$($order:literal),*]),*]) => {
        $(#[$doc])*
        pub(crate) fn $name(
            path: impl Path,
            own: u64,
            opponent: u64,
            alpha: i32,
            squares: [Square; $count],
            nodes: &mut u64,
        ) -> i32 {
            path.run(#[inline(always)] move || {
                *nodes += 1;
                let mut best = NONE;
                $(
                    let order = [$($order),*];
                    if let Some([next_own, next_opponent]) = try_square(path, own, opponent, squares[order[0]]) {
                        let rest = std::array::from_fn(|i| squares[order[i + 1]]);
                        let score = -$next(path, next_own, next_opponent, -alpha - 1, rest, nodes);
                        if score > alpha {
                            return score;
                        }
                        best = best.max(score);
                    }
                )*
                if best != NONE {
                    return best;
                }
                // A pass: the same for the other player, who wants less than -alpha.
                let beta = -alpha;
                $(
                    let order = [$($order),*];
                    if let Some([next_own, next_opponent]) = try_square(path, opponent, own, squares[order[0]]) {
                        let rest = std::array::from_fn(|i| squares[order[i + 1]]);
                        let score = -$next(path, next_own, next_opponent, -beta, rest, nodes);
                        if score >= beta {
                            return -score;
                        }
                        best = best.max(score);
                    }
                )*
                if best != NONE { -best } else { margin_at_end(own, $count) }
            })
        }
    };
}

#[inline(always)]
fn last_1_of(_: impl Path, own: u64, opponent: u64, _alpha: i32, [square]: [Square; 1], nodes: &mut u64) -> i32 {
    last_1(own, opponent, square, nodes)
}

last!(
    /// Two empty squares.
    last_2, 2, last_1_of, [[0, 1], [1, 0]]
);
last!(
    /// Three empty squares.
    last_3, 3, last_2, [[0, 1, 2], [1, 0, 2], [2, 0, 1]]
);
last!(
    /// Four empty squares.
    last_4, 4, last_3, [[0, 1, 2, 3], [1, 0, 2, 3], [2, 0, 1, 3], [3, 0, 1, 2]]
);

#[cfg(test)]
mod tests {
    use super::*;
    use plateau_core::processor::Fastest;

    #[test]
    fn the_last_disc_turns_what_the_rules_say() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..20_000 {
            let square = Square::ALL[rng.usize(..64)];
            let own = rng.u64(..) & !(1 << square.index());
            let opponent = !own & !(1 << square.index());
            let expected = 2 * bits::flips(Fastest, own, opponent, square).count_ones() as i32;
            assert_eq!(turned_twice(own, square), expected, "{own:x} {square}");
        }
    }
}
