//! All that is not a product of tiles: bias, residual, relu and rounding of what was made; planes; pooling.

use std::arch::x86_64::{
    __m512, __m512bh, __m512i, _mm256_loadu_si256, _mm512_add_ps, _mm512_and_si512, _mm512_castsi512_ps,
    _mm512_cvtepu16_epi32, _mm512_cvtne2ps_pbh, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_loadu_si512,
    _mm512_maskz_mov_epi16, _mm512_max_ps, _mm512_mul_ps, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_ps,
    _mm512_setzero_ps, _mm512_slli_epi32, _mm512_storeu_ps, _mm512_storeu_si512,
};

use super::super::input::{Input, PLANES};
use super::super::weights::POOLED;
use super::memory::{LINE, Rows};
use super::plan::{OUTPUTS_TOGETHER, Plan, TILE_ROWS, Tile};

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
    /// relu of it.
    Relu(&'a mut Rows),
    /// Added to what is there, then relu.
    AddAndRelu(&'a mut Rows),
    /// As it is, into rows of so many numbers.
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
        let bias_of = |board: usize| -> &[f32; OUTPUTS_TOGETHER] {
            bias[board * *bias_distance + output..].first_chunk().expect("a bias for each output")
        };
        let (mut bias_low, mut bias_high) = (load(bias_of(board), 0), load(bias_of(board), 16));
        let biased = sums.iter().map(|sums| {
            let made = (_mm512_add_ps(load(sums, 0), bias_low), _mm512_add_ps(load(sums, 16), bias_high));
            if *bias_distance > 0 {
                board = if board + 1 == boards { 0 } else { board + 1 };
                (bias_low, bias_high) = (load(bias_of(board), 0), load(bias_of(board), 16));
            }
            made
        });
        // The frame stays zero.
        let is_point = |row: usize| tile.points >> row & 1 == 1;
        match target {
            Target::Relu(to) => {
                for (row, ((low, high), line)) in biased.zip(to.lines_mut(tile.first, output)).enumerate() {
                    if is_point(row) {
                        store_relu(low, high, line);
                    }
                }
            }
            Target::AddAndRelu(to) => {
                for (row, ((low, high), line)) in biased.zip(to.lines_mut(tile.first, output)).enumerate() {
                    if is_point(row) {
                        let (old_low, old_high) = widen(line);
                        store_relu(_mm512_add_ps(low, old_low), _mm512_add_ps(high, old_high), line);
                    }
                }
            }
            Target::Plain(to, outputs) => {
                for ((low, high), to) in biased.zip(to[tile.first * *outputs..].chunks_exact_mut(*outputs)) {
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

/// Lays out the planes of the nine neighbours of every point in its row.
///
/// ```text
///    0 … 11    12 … 23    24 … 35
///   36 … 47    48 … 59    60 … 71      which numbers of the row are the planes of each neighbour; in the middle, the point's own
///   72 … 83    84 … 95    96 … 107
/// ```
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn spread_planes(inputs: &[Input], plan: &Plan, to: &mut Rows) {
    let width = plan.width();
    let ones = _mm512_set1_epi16(ONE);
    // For every cell of a board with its frame, the planes of its left neighbour, its own and its right neighbour's.
    let mut threes = vec![0u64; (width + 2) * width];
    for (board, input) in inputs.iter().enumerate() {
        for (words, threes) in input.words().chunks_exact(width).zip(threes[width..].chunks_exact_mut(width)) {
            let mut sliding = (words[0] as u64) << (2 * PLANES);
            for (column, three) in threes.iter_mut().enumerate() {
                sliding = sliding >> PLANES | (*words.get(column + 1).unwrap_or(&0) as u64) << (2 * PLANES);
                *three = sliding;
            }
        }
        let (above, middle, below) = (&threes[..], &threes[width..], &threes[2 * width..]);
        for (point, ((above, middle), below)) in above.iter().zip(middle).zip(below).enumerate() {
            let bits = *above as u128 | (*middle as u128) << (3 * PLANES) | (*below as u128) << (6 * PLANES);
            let lines = to.row_lines_mut(plan.row(point, board));
            for (place, line) in lines.iter_mut().enumerate() {
                let numbers = _mm512_maskz_mov_epi16((bits >> (place * LINE)) as u32, ones);
                // SAFETY: the line has 512 bits.
                unsafe { _mm512_storeu_si512(line.0.as_mut_ptr().cast(), numbers) };
            }
        }
    }
}

/// Adds inputs times a matrix `[in][out]`, sixteen outputs at a time.
#[target_feature(enable = "avx512f")]
pub(super) fn add_product(inputs: &[f32], matrix: &[f32], sum: &mut [f32]) {
    let outputs = sum.len();
    let (blocks, rest) = sum.as_chunks_mut::<16>();
    // Four sums for each block hide how long one addition takes.
    for (block, sum) in blocks.iter_mut().enumerate() {
        let mut sums = [_mm512_setzero_ps(); 4];
        for (place, (input, row)) in inputs.iter().zip(matrix.chunks_exact(outputs)).enumerate() {
            let weights: &[f32; 16] = row[block * 16..].first_chunk().expect("a whole block");
            // SAFETY: the array has what is read.
            let weights = unsafe { _mm512_loadu_ps(weights.as_ptr()) };
            sums[place % 4] = _mm512_fmadd_ps(_mm512_set1_ps(*input), weights, sums[place % 4]);
        }
        let [a, b, c, d] = sums;
        let added = _mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d));
        // SAFETY: the block has what is read and written.
        unsafe { _mm512_storeu_ps(sum.as_mut_ptr(), _mm512_add_ps(_mm512_loadu_ps(sum.as_ptr()), added)) };
    }
    let begin = outputs - rest.len();
    for (input, row) in inputs.iter().zip(matrix.chunks_exact(outputs)) {
        for (sum, weight) in rest.iter_mut().zip(&row[begin..]) {
            *sum += input * weight;
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
        let width = self.plan.width();
        let odd = _mm512_set1_epi32(0xffff_0000_u32 as i32);
        let share = _mm512_set1_ps(1.0 / (width * width) as f32);
        for begin in (0..channels).step_by(LINE) {
            // Even and odd channels apart: each is the upper half of a 32-bit number, after a shift or a mask.
            let mut sum = [_mm512_setzero_ps(); 2];
            let mut largest = [_mm512_setzero_ps(); 2];
            for row in 0..width {
                // The points of a row of the board lie one board after another.
                for line in from.lines(self.plan.row(row * width, self.board), begin, self.plan.boards()).take(width) {
                    // SAFETY: the line has 512 bits.
                    let both = unsafe { _mm512_loadu_si512(line.as_ptr().cast()) };
                    let parts =
                        [_mm512_slli_epi32::<16>(both), _mm512_and_si512(both, odd)].map(|p| _mm512_castsi512_ps(p));
                    for (half, part) in parts.into_iter().enumerate() {
                        sum[half] = _mm512_add_ps(sum[half], part);
                        largest[half] = _mm512_max_ps(largest[half], part);
                    }
                }
            }
            let mut means = [[0f32; 16]; 2];
            let mut maxima = [[0f32; 16]; 2];
            for half in 0..2 {
                // SAFETY: the arrays have what is written.
                unsafe {
                    _mm512_storeu_ps(means[half].as_mut_ptr(), _mm512_mul_ps(sum[half], share));
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
