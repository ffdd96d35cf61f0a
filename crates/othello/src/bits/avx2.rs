//! The functions with four directions in the four lanes of a 256-bit register.
//!
//! Measured on one core of a Sapphire Rapids Xeon at about 2.5 GHz by `cargo bench -p plateau-othello`: nanoseconds per call
//! where nothing waits for the result, and millions of leaves a second in perft 11 by a textbook loop and by the contract.
//!
//! | | mobility | flips | textbook | contract |
//! |---|---|---|---|---|
//! | portable | 11 ns | 7.4 ns | 287 | 289 |
//! | portable, the whole build for AVX2 (`RUSTFLAGS='-C target-cpu=x86-64-v3'`): the compiler makes vectors too | 6.5 ns | 5.9 ns | 428 | |
//! | this module | 4.5 ns | 3.3 ns | 513 | 636 |
//!
//! How far from the limit: the inner loop of the contract's perft has about 75 vector instructions for a flip and a mobility,
//! and three can start in a cycle, so of the 13.6 ns per pair 10 are spent at full throughput: a bound of some 860 million
//! leaves a second. The rest is lost where lists of moves end, which the processor cannot foresee. Going below 75 takes
//! AVX-512 (leading zeros per lane, three-operand logic), for which there is no path.
//!
//! Tried and not kept: looking lines up with `pext` and `pdep` (perft 7 % slower, and they are very slow on AMD before Zen 3);
//! the mobility of four boards at once, one to a lane (no gain over [`after`], since lists of moves seldom fill the lanes).
#![allow(
    unsafe_code,
    reason = "calling a function that needs AVX2 is unsafe unless the caller is marked in the same way"
)]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128, _mm_set_epi64x, _mm_shuffle_epi32,
    _mm_xor_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use plateau_core::processor::Avx2;

use super::{RAYS, Rays, STEPS, TURNABLE};
use crate::Square;

/// The empty squares from which `own` brackets discs of `opponent`.
#[inline(always)]
pub(super) fn moves(_: Avx2, own: u64, opponent: u64) -> u64 {
    // SAFETY: the path proves that the processor has AVX2.
    unsafe { moves_in_lanes(own, opponent) }
}

/// The discs of `opponent` that a disc of `own` on this empty square turns.
#[inline(always)]
pub(super) fn flips(_: Avx2, own: u64, opponent: u64, square: Square) -> u64 {
    // SAFETY: the path proves that the processor has AVX2.
    unsafe { low_word(flips_in_lanes(own, opponent, &RAYS[square.index()])) }
}

/// The discs after one of `own` was put on this empty square, as the other player sees them: `[own, opponent]`.
///
/// The flips do not leave the vector registers on their way, which the mobility that is asked for next can make use of: perft
/// is 14 % faster than with plain arithmetic on [`flips`].
#[inline(always)]
pub(super) fn after(_: Avx2, own: u64, opponent: u64, square: Square) -> [u64; 2] {
    // SAFETY: the path proves that the processor has AVX2.
    unsafe { after_in_lanes(own, opponent, square) }
}

/// The fill of [`super::portable::moves`], one pair of opposite directions to a lane.
#[inline]
#[target_feature(enable = "avx2")]
fn moves_in_lanes(own: u64, opponent: u64) -> u64 {
    let step = lanes(STEPS.map(u64::from));
    let two_steps = lanes(STEPS.map(|step| 2 * step as u64));
    let own = _mm256_set1_epi64x(own as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let enemy = _mm256_and_si256(opponent, lanes(TURNABLE));
    let pairs_up = _mm256_and_si256(enemy, _mm256_sllv_epi64(enemy, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);

    let mut up = _mm256_and_si256(enemy, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(enemy, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(enemy, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(enemy, _mm256_srlv_epi64(down, step)));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    }
    let behind = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    low_word(union(_mm256_andnot_si256(_mm256_or_si256(own, opponent), behind)))
}

/// As [`super::portable::flips`] on the rays that climb the bits. There is no instruction for the highest bit of a lane, so
/// on those that descend the own discs are smeared downwards, and what stays clear above them turns if no empty square is
/// higher than the highest of them.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_in_lanes(own: u64, opponent: u64, rays: &Rays) -> __m128i {
    let own = _mm256_set1_epi64x(own as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let none = _mm256_setzero_si256();

    let after = lanes(rays.after);
    let stops = _mm256_andnot_si256(opponent, after);
    let end = _mm256_and_si256(_mm256_and_si256(stops, _mm256_sub_epi64(none, stops)), own);
    let beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(end, none), end);
    let up = _mm256_andnot_si256(beyond, after);

    let before = lanes(rays.before);
    let ends = _mm256_and_si256(own, before);
    let gaps = _mm256_xor_si256(_mm256_andnot_si256(opponent, before), ends);
    let mut shadow = ends;
    for doubling in 0..3 {
        let shift = lanes(STEPS.map(|step| (step as u64) << doubling));
        shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, shift));
    }
    let down = _mm256_and_si256(_mm256_andnot_si256(shadow, before), _mm256_cmpgt_epi64(ends, gaps));

    union(_mm256_or_si256(up, down))
}

/// Both words of the new board in one register, the new opponent's above.
#[inline]
#[target_feature(enable = "avx2")]
fn after_in_lanes(own: u64, opponent: u64, square: Square) -> [u64; 2] {
    let flips = flips_in_lanes(own, opponent, &RAYS[square.index()]);
    let [below, disc] = DISCS[square.index()];
    let discs = _mm_or_si128(_mm_set_epi64x(own as i64, opponent as i64), _mm_set_epi64x(disc, below));
    let board = _mm_xor_si128(discs, flips);
    [low_word(board), _mm_extract_epi64::<1>(board) as u64]
}

/// A disc on each square in the upper of two words, to be loaded as one.
static DISCS: [[i64; 2]; 64] = {
    let mut discs = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        discs[square][1] = 1 << square;
        square += 1;
    }
    discs
};

/// Four words side by side.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: [u64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The bits that are set in any lane, in both words.
#[inline]
#[target_feature(enable = "avx2")]
fn union(lanes: __m256i) -> __m128i {
    let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    _mm_or_si128(two, _mm_shuffle_epi32::<SWAP_WORDS>(two))
}

/// The selection of 32-bit parts that exchanges the two words of a register.
const SWAP_WORDS: i32 = 0b01_00_11_10;

/// The lower word.
#[inline]
#[target_feature(enable = "avx2")]
fn low_word(words: __m128i) -> u64 {
    _mm_cvtsi128_si64(words) as u64
}
