//! The random numbers behind the hashes: one per stone and point, and one per fact about the turn.
//!
//! They are drawn at compile time from a fixed seed, so that keys are the same in every build and may be written to files.

use plateau_core::Player;

use crate::Point;

/// Cells of the board's arrays; a power of two, so that a masked index needs no bounds check.
const CELLS: usize = 1024;

/// `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
const fn splitmix(counter: u64) -> u64 {
    let mut z = counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Both colours of a point lie side by side, in one cache line.
static STONES: [[u64; 2]; CELLS] = {
    let mut table = [[0; 2]; CELLS];
    let mut i = 0;
    while i < CELLS {
        table[i] = [splitmix(2 * i as u64), splitmix(2 * i as u64 + 1)];
        i += 1;
    }
    table
};

/// A stone of `player` at this index.
#[inline]
pub(crate) fn stone(index: usize, player: Player) -> u64 {
    STONES[index & (CELLS - 1)][player]
}

/// Facts about the turn, apart from the stones. Each draws from its own range of the sequence.
pub(crate) fn turn(player: Player) -> u64 {
    splitmix(0x1_0000 + player as u64)
}

/// This player gave the board its state by placing a stone.
pub(crate) fn created_by(player: Player) -> u64 {
    splitmix(0x2_0000 + player as u64)
}

/// This point is forbidden by ko.
pub(crate) fn ko(point: Point) -> u64 {
    splitmix(0x3_0000 + point.index() as u64)
}

/// So many passes were just played in a row; none is the normal case and leaves the key alone.
pub(crate) fn passes(count: u8) -> u64 {
    if count == 0 { 0 } else { splitmix(0x4_0000 + count as u64) }
}

/// So many free handicap stones are still to be placed.
pub(crate) fn handicap_left(count: u16) -> u64 {
    if count == 0 { 0 } else { splitmix(0x5_0000 + count as u64) }
}

/// The game is void.
pub(crate) fn void() -> u64 {
    splitmix(0x6_0000)
}
