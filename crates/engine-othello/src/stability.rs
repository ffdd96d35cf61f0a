//! Discs that can never be turned again: a bound on the score without any search.
//!
//! A disc is counted if on each of its four lines one of these holds: the line is full; the disc is at an end of the line
//! (the border); or its neighbour on the line is a stable disc of the same colour. Edges are known exactly from a table of
//! all their fillings. Some stable discs are missed, none is invented.

use std::sync::LazyLock;

use othello::Board;
use plateau_core::processor::Path;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;
const BORDER: u64 = COLUMN_A | COLUMN_H | ROW_1 | ROW_8;

/// How many discs of the player to move can never be turned, at least.
pub(crate) fn stable_of_own<P: Path>(board: Board<P>) -> u32 {
    board.path().run(
        #[inline(always)]
        || stable(board.own().bits(), board.opponent().bits()).count_ones(),
    )
}

/// The same of the opponent's discs.
pub(crate) fn stable_of_opponent<P: Path>(board: Board<P>) -> u32 {
    board.path().run(
        #[inline(always)]
        || stable(board.opponent().bits(), board.own().bits()).count_ones(),
    )
}

/// Discs of `own` that can never be turned.
#[inline(always)]
fn stable(own: u64, opponent: u64) -> u64 {
    let edges = stable_edges(own, opponent) & own;
    let full = full_lines(own | opponent);
    let mut stable = edges | own & !BORDER & full[0] & full[1] & full[2] & full[3];
    if stable == 0 {
        return 0;
    }
    let inner = own & !BORDER;
    loop {
        let beside = [(1, 0), (8, 1), (9, 2), (7, 3)]
            .map(|(step, line): (u32, usize)| stable << step | stable >> step | full[line]);
        let more = stable | inner & beside[0] & beside[1] & beside[2] & beside[3];
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The squares on full rows, columns, falling and rising diagonals.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let empties = !discs;
    let rows = {
        let mut holes = empties;
        holes |= holes >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
        holes |= holes >> 2 & 0x3333_3333_3333_3333;
        holes |= holes >> 1;
        !((holes & COLUMN_A) * 0xff)
    };
    let columns = {
        let mut holes = empties;
        holes |= holes.rotate_right(32);
        holes |= holes.rotate_right(16);
        holes |= holes.rotate_right(8);
        !holes
    };
    // A hole spreads along its diagonal, one, two and four steps, never over the border.
    let spread = |step: u32, keep: [u64; 3]| {
        let (mut up, mut down) = (empties, empties);
        for (doubling, mask) in keep.into_iter().enumerate() {
            let shift = step << doubling;
            up |= (up & mask) << shift;
            let unmask = mask << shift;
            down |= (down & unmask) >> shift;
        }
        !(up | down)
    };
    let falling = spread(9, [0x007f_7f7f_7f7f_7f7f, 0x0000_3f3f_3f3f_3f3f, 0x0000_0000_0f0f_0f0f]);
    let rising = spread(7, [0x00fe_fefe_fefe_fefe, 0x0000_fcfc_fcfc_fcfc, 0x0000_0000_f0f0_f0f0]);
    [rows, columns, falling, rising]
}

/// The stable discs of both players on each of the four edges.
#[inline(always)]
fn stable_edges(own: u64, opponent: u64) -> u64 {
    let table = &*EDGES;
    let find = |own: u64, opponent: u64| table[(own as u8 as usize) << 8 | opponent as u8 as usize] as u64;
    let column = |bits: u64| (bits & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let upright = |line: u64| (line & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A | (line >> 7) << 56;
    find(own, opponent)
        | find(own >> 56, opponent >> 56) << 56
        | upright(find(column(own), column(opponent)))
        | upright(find(column(own >> 7), column(opponent >> 7))) << 7
}

/// For each filling of an edge by own discs (upper byte of the index) and others, the own discs that no sequence of moves
/// on this edge can turn, whoever moves, even twice in a row.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0u8; 1 << 16];
    // Fewer empties first, since a filling looks its successors up.
    for empties in 0..=8 {
        for own in 0..=255u8 {
            for opponent in 0..=255u8 {
                if own & opponent == 0 && (own | opponent).count_zeros() == empties {
                    table[(own as usize) << 8 | opponent as usize] = stable_on_edge(own, opponent, &table);
                }
            }
        }
    }
    table
});

fn stable_on_edge(own: u8, opponent: u8, table: &[u8]) -> u8 {
    let mut stable = own;
    for place in 0..8 {
        if (own | opponent) >> place & 1 != 0 {
            continue;
        }
        // On the real board a disc may land here by turning discs elsewhere, so turning none on the edge is allowed.
        let turned = line_flips(own, opponent, place);
        let (after_own, after_opponent) = (own | turned | 1 << place, opponent & !turned);
        stable &= table[(after_own as usize) << 8 | after_opponent as usize];
        let turned = line_flips(opponent, own, place);
        let (after_own, after_opponent) = (own & !turned, opponent | turned | 1 << place);
        stable &= table[(after_own as usize) << 8 | after_opponent as usize];
    }
    stable
}

/// The discs of `other` on a line of eight that a disc of `mover` at `place` turns.
fn line_flips(mover: u8, other: u8, place: u32) -> u8 {
    let mut flips = 0;
    for rising in [false, true] {
        let (mut run, mut at) = (0u8, place as i32);
        loop {
            at += if rising { 1 } else { -1 };
            if !(0..8).contains(&at) {
                break;
            }
            if other >> at & 1 != 0 {
                run |= 1 << at;
            } else {
                if mover >> at & 1 != 0 {
                    flips |= run;
                }
                break;
            }
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::SquareSet;

    fn stable_in(own: &str, opponent: &str) -> u64 {
        let set = |text: &str| {
            text.split_whitespace().map(|square| square.parse().expect("a square")).collect::<SquareSet>().bits()
        };
        stable(set(own), set(opponent))
    }

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        for (own, opponent, count) in [
            ("d4 e5", "d5 e4", 0),
            ("a1", "b1", 1),
            ("a1 b1 c1 a2", "d1", 4),
            ("a1 b1 c1 a2 b2 a3", "", 6),
            ("b1 c1", "", 0),
            ("b1 c1 d1 e1 f1 g1", "a1 h1", 6),
        ] {
            assert_eq!(stable_in(own, opponent).count_ones(), count, "{own} against {opponent}");
        }
    }

    #[test]
    fn full_lines_are_full() {
        for discs in [!0u64, 0, 0xff00, COLUMN_A << 3, 0x8040_2010_0804_0201, 0x0102_0408_1020_4080, !(1 << 27)] {
            let lines = full_lines(discs);
            for square in 0..64 {
                for (line, (dx, dy)) in [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().enumerate() {
                    let on = |steps: i32| {
                        let (x, y) = (square % 8 + steps * dx, square / 8 + steps * dy);
                        ((0..8).contains(&x) && (0..8).contains(&y)).then(|| discs >> (y * 8 + x) & 1 != 0)
                    };
                    let full = (-7..=7).filter_map(on).all(|disc| disc);
                    assert_eq!(lines[line] >> square & 1 != 0, full, "{discs:x} {square} {line}");
                }
            }
        }
    }
}
