//! The hot functions of Othello, on bare words: which squares a player may play, what a disc would turn, and the discs
//! after it.
//!
//! Bits are squares as [`Square`] draws them. Start reading at `bits/portable.rs`, which says how each works with ordinary
//! arithmetic; its twin `avx2` does the same with four directions side by side. The caller says which is taken, by its [`Path`];
//! `tests/it/twins.rs` holds them equal.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

use plateau_core::processor::{Instructions, Path};

use crate::Square;

/// The empty squares from which `own` brackets discs of `opponent`.
#[inline(always)]
pub fn moves(path: impl Path, own: u64, opponent: u64) -> u64 {
    match path.instructions() {
        Instructions::Portable(_) => portable::moves(own, opponent),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(path) => avx2::moves(path, own, opponent),
    }
}

/// The discs of `opponent` that a disc of `own` on this empty square turns.
#[inline(always)]
pub fn flips(path: impl Path, own: u64, opponent: u64, square: Square) -> u64 {
    match path.instructions() {
        Instructions::Portable(_) => portable::flips(own, opponent, square),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(path) => avx2::flips(path, own, opponent, square),
    }
}

/// The discs after one of `own` was put on this empty square, as the other player sees them: `[own, opponent]`.
#[inline(always)]
pub fn after(path: impl Path, own: u64, opponent: u64, square: Square) -> [u64; 2] {
    match path.instructions() {
        Instructions::Portable(_) => portable::after(own, opponent, square),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(path) => avx2::after(path, own, opponent, square),
    }
}

/// The steps to the right, down, down-right and down-left; the other four directions are their opposites.
///
/// ```text
///   −9  −8  −7
///   −1   ·  +1      from the bit of a square to those of its neighbours
///   +7  +8  +9
/// ```
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// Every square but those of the columns a and h.
///
/// A run of turned discs ends before the border it heads for, so discs on those columns never matter to a run that changes
/// column; leaving them out also keeps shifts from wrapping around to the next row.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Which discs can be turned along each of [`STEPS`].
const TURNABLE: [u64; 4] = [INNER_COLUMNS, !0, INNER_COLUMNS, INNER_COLUMNS];

/// The squares that are reached from one square: `after` along [`STEPS`], `before` against them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    after: [u64; 4],
    before: [u64; 4],
}

/// The rays of every square: 4 KiB, which stay in the nearest cache.
static RAYS: [Rays; 64] = {
    let mut rays = [Rays { after: [0; 4], before: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (dx, dy) = [(1, 0), (0, 1), (1, 1), (-1, 1)][line];
            rays[square].after[line] = ray(square as i32, dx, dy);
            rays[square].before[line] = ray(square as i32, -dx, -dy);
            line += 1;
        }
        square += 1;
    }
    rays
};

/// The squares from one square to the border, without that square.
const fn ray(square: i32, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y, mut bits) = (square % 8 + dx, square / 8 + dy, 0);
    while 0 <= x && x < 8 && 0 <= y && y < 8 {
        bits |= 1 << (y * 8 + x);
        x += dx;
        y += dy;
    }
    bits
}
