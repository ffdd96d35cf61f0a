//! All that is not a product of tiles: bias, residual, relu and rounding of what was made; planes; pooling.

use std::arch::x86_64::{
    __m512, __m512bh, __m512i, _mm256_loadu_si256, _mm512_add_ps, _mm512_and_si512, _mm512_castsi512_ps,
    _mm512_cvtepu16_epi32, _mm512_cvtne2ps_pbh, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_maskz_mov_epi16,
    _mm512_max_ps, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_slli_epi32,
    _mm512_storeu_ps, _mm512_storeu_si512,
};

use super::super::input::{Input, PLANES};
use super::super::weights::POOLED;
use super::memory::{LINE, Rows};
use super::plan::{OUTPUTS_TOGETHER, Plan, STEM_INPUTS, TILE_ROWS, Tile};

/// The nearest bfloat16, ties to even.
pub(super) fn rounded(value: f32) -> u16 {
    let bits = value.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// One, as a bfloat16.
const ONE: i16 = 0x3f80;

/// What is done with the sums that the tiles hold, and where the result goes.
pub(super) struct Finish<'a> {
    /// `[board][output]`, or one row for all boards.
    bias: &'a [f32],
    /// From one board's bias to the next one's.
    bias_distance: usize,
    target: Target<'a>,
}

enum Target<'a> {
    /// relu, into a buffer with a frame.
    Relu(&'a mut Rows),
    /// Added to what is in a buffer with a frame, then relu.
    AddAndRelu(&'a mut Rows),
    /// As it is, into rows of so many numbers, without a frame.
    Plain(&'a mut [f32], usize),
}

/// Sums of a pair of tiles: 32 rows, of each 32 outputs.
#[repr(C, align(64))]
pub(super) struct Sums(pub(super) [[f32; OUTPUTS_TOGETHER]; 2 * TILE_ROWS]);

impl<'a> Finish<'a> {
    pub(super) fn relu(bias: &'a [f32], biases: usize, to: &'a mut Rows) -> Finish<'a> {
        Finish { bias, bias_distance: distance(bias, biases), target: Target::Relu(to) }
    }

    pub(super) fn add_and_relu(bias: &'a [f32], biases: usize, to: &'a mut Rows) -> Finish<'a> {
        Finish { bias, bias_distance: distance(bias, biases), target: Target::AddAndRelu(to) }
    }

    pub(super) fn plain(bias: &'a [f32], to: &'a mut [f32], outputs: usize) -> Finish<'a> {
        Finish { bias, bias_distance: 0, target: Target::Plain(to, outputs) }
    }

    /// Finishes the rows of a tile, for the 32 outputs from `output` on.
    #[target_feature(enable = "avx512f,avx512bf16")]
    #[inline]
    pub(super) fn tile(&mut self, tile: &Tile, boards: usize, sums: &[[f32; OUTPUTS_TOGETHER]], output: usize) {
        let Finish { bias, bias_distance, target } = self;
        let mut board = tile.board;
        let biased = sums[..tile.rows].iter().map(|sums| {
            let bias: &[f32; OUTPUTS_TOGETHER] =
                bias[board * *bias_distance + output..].first_chunk().expect("a bias for each output");
            board = if board + 1 == boards { 0 } else { board + 1 };
            (_mm512_add_ps(load(sums, 0), load(bias, 0)), _mm512_add_ps(load(sums, 16), load(bias, 16)))
        });
        match target {
            Target::Relu(to) => {
                for ((low, high), line) in biased.zip(to.lines_mut(tile.framed, output)) {
                    store_relu(low, high, line);
                }
            }
            Target::AddAndRelu(to) => {
                for ((low, high), line) in biased.zip(to.lines_mut(tile.framed, output)) {
                    let (old_low, old_high) = widen(line);
                    store_relu(_mm512_add_ps(low, old_low), _mm512_add_ps(high, old_high), line);
                }
            }
            Target::Plain(to, outputs) => {
                for ((low, high), to) in biased.zip(to[tile.dense * *outputs..].chunks_exact_mut(*outputs)) {
                    let to: &mut [f32; OUTPUTS_TOGETHER] =
                        to[output..].first_chunk_mut().expect("a place for each output");
                    // SAFETY: both halves are in the array.
                    unsafe {
                        _mm512_storeu_ps(to.as_mut_ptr(), low);
                        _mm512_storeu_ps(to.as_mut_ptr().add(16), high);
                    }
                }
            }
        }
    }
}

fn distance(bias: &[f32], biases: usize) -> usize {
    if biases == 1 { 0 } else { bias.len() / biases }
}

/// Sixteen of these numbers, from 0 or 16 on.
#[target_feature(enable = "avx512f")]
#[inline]
fn load(numbers: &[f32; 32], from: usize) -> __m512 {
    let numbers: &[f32; 16] = numbers[from..].first_chunk().expect("from 0 or 16");
    // SAFETY: the array has what is read.
    unsafe { _mm512_loadu_ps(numbers.as_ptr()) }
}

/// The first and the last sixteen numbers of a line, in 32 bits.
#[target_feature(enable = "avx512f")]
#[inline]
fn widen(line: &[u16; LINE]) -> (__m512, __m512) {
    // SAFETY: both halves are in the line.
    let halves = unsafe { [0, 16].map(|from| _mm256_loadu_si256(line.as_ptr().add(from).cast())) };
    let [low, high] = halves.map(|half| _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(half))));
    (low, high)
}

/// Rounds what is above zero into a line.
#[target_feature(enable = "avx512f,avx512bf16")]
#[inline]
fn store_relu(low: __m512, high: __m512, to: &mut [u16; LINE]) {
    let zero = _mm512_setzero_ps();
    let both: __m512bh = _mm512_cvtne2ps_pbh(_mm512_max_ps(high, zero), _mm512_max_ps(low, zero));
    // SAFETY: both types are 512 bits without a meaning of their own; the line has as many.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), std::mem::transmute::<__m512bh, __m512i>(both)) };
}

/// Lays out the nine neighbours of every point in a row: `[point][board][tap · planes]`.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn spread_planes(inputs: &[Input], width: usize, to: &mut Rows) {
    let ones = _mm512_set1_epi16(ONE);
    let across = width + 2;
    let mut framed = vec![0u16; across * across];
    for (board, input) in inputs.iter().enumerate() {
        for (row, words) in input.words().chunks_exact(width).enumerate() {
            framed[(row + 1) * across + 1..][..width].copy_from_slice(words);
        }
        for point in 0..width * width {
            let corner = point / width * across + point % width;
            let mut bits = 0u128;
            for tap in 0..9 {
                bits |= (framed[corner + tap / 3 * across + tap % 3] as u128) << (tap * PLANES);
            }
            for line in 0..STEM_INPUTS / LINE {
                let numbers = _mm512_maskz_mov_epi16((bits >> (line * LINE)) as u32, ones);
                let to = to.line_mut(point * inputs.len() + board, line * LINE);
                // SAFETY: the line has 512 bits.
                unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), numbers) };
            }
        }
    }
}

/// The points of one board.
pub(super) struct Pooling<'a> {
    pub(super) plan: &'a Plan,
    pub(super) board: usize,
    pub(super) size_value: f32,
}

impl Pooling<'_> {
    /// Mean, mean scaled by the size, maximum of each channel. Nothing in the buffer is below zero.
    #[target_feature(enable = "avx512f")]
    pub(super) fn pool(&self, from: &Rows, pooled: &mut [f32]) {
        let channels = pooled.len() / POOLED;
        let area = self.plan.width() * self.plan.width();
        let odd = _mm512_set1_epi32(0xffff_0000_u32 as i32);
        let share = _mm512_set1_ps(1.0 / area as f32);
        for begin in (0..channels).step_by(LINE) {
            // Even and odd channels apart: each is the upper half of a 32-bit number, after a shift or a mask.
            let mut sum = [_mm512_setzero_ps(); 2];
            let mut largest = [_mm512_setzero_ps(); 2];
            for point in 0..area {
                let line = from.line(self.plan.framed_row(point, self.board), begin);
                // SAFETY: the line has 512 bits.
                let both = unsafe { _mm512_loadu_si512(line.as_ptr().cast()) };
                let parts =
                    [_mm512_slli_epi32::<16>(both), _mm512_and_si512(both, odd)].map(|p| _mm512_castsi512_ps(p));
                for (half, part) in parts.into_iter().enumerate() {
                    sum[half] = _mm512_add_ps(sum[half], part);
                    largest[half] = _mm512_max_ps(largest[half], part);
                }
            }
            let mut means = [[0f32; 16]; 2];
            let mut maxima = [[0f32; 16]; 2];
            for half in 0..2 {
                // SAFETY: the arrays have what is written.
                unsafe {
                    _mm512_storeu_ps(means[half].as_mut_ptr(), std::arch::x86_64::_mm512_mul_ps(sum[half], share));
                    _mm512_storeu_ps(maxima[half].as_mut_ptr(), largest[half]);
                }
            }
            for channel in begin..(begin + LINE).min(channels) {
                let (half, place) = (channel % 2, (channel - begin) / 2);
                pooled[channel] = means[half][place];
                pooled[channels + channel] = means[half][place] * self.size_value;
                pooled[2 * channels + channel] = maxima[half][place];
            }
        }
    }
}
