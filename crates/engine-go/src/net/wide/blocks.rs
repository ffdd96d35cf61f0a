//! One 3×3 convolution of the trunk: transform, multiply, transform back.

#![allow(clippy::needless_range_loop, reason = "plain loops become registers; see `winograd.rs`")]

use super::arithmetic::Arithmetic;
use super::layout::Layout;
use super::product::{PANEL, Product};
use super::sums::Sums;
use super::vector::Vector;
use super::weights::Kernel;
use super::winograd::Scheme;
use super::{Buffers, ROWS_MOST};

/// What becomes of a convolution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// relu of it, from the trunk into the middle.
    Middle,
    /// relu of it and the trunk, from the middle into the trunk.
    Trunk,
}

/// Outputs that are made together, for all places and tiles: few enough for their products to stay in the cache.
pub(super) const GROUP: usize = 3 * PANEL;

/// Nothing is divided by less than this, where a board has nothing but zeros.
const FAINTEST: f32 = 1e-6;

/// `bias` is that of all boards, one after another.
///
/// # Safety
///
/// The processor must have the instructions.
#[inline(always)]
pub(super) unsafe fn convolve<A: Arithmetic, S: Scheme<I, O>, const I: usize, const O: usize>(
    layout: &Layout,
    inputs: usize,
    kernel: &Kernel,
    bias: &[f32],
    step: Step,
    buffers: &mut Buffers,
) {
    let Buffers { trunk, middle, transformed, products, .. } = buffers;
    let (channels, tiles, side) = (layout.channels, layout.tiles(), layout.side());
    let lanes = A::Vector::LANES;
    let (row_cells, input_cells) = (channels / A::Sums::INPUTS_A_CELL, inputs.div_ceil(A::Sums::INPUTS_A_CELL));
    // Blocks of rows may go beyond the last tile, into the next place's or the room after the last.
    const { assert!(A::Sums::ROWS <= ROWS_MOST, "there is room for a block") };
    let rows = I * I * tiles + A::Sums::ROWS;
    let cells = layout.boards * layout.cells() * channels;
    assert!(transformed.len() >= rows * row_cells && products.len() >= rows * GROUP.min(channels));
    assert!(kernel.cells.len() >= I * I * input_cells * channels && kernel.scales.len() >= I * I * channels);
    assert!(trunk.points.len() >= cells && middle.points.len() >= cells && bias.len() >= layout.boards * channels);

    let source = if step == Step::Middle { &*trunk } else { &*middle };
    let peaks: Vec<f32> = (0..layout.boards).map(|board| source.peak(board).max(FAINTEST)).collect();
    let (reach, row_length) = (S::reach(), side * channels);
    for tile in 0..tiles {
        let Lie { board, corner, .. } = Lie::of::<O>(layout, tile);
        let (from, to) = (source.points[corner..].as_ptr(), transformed[tile * row_cells..].as_mut_ptr());
        let unit = A::LARGEST.map_or(1.0, |largest| largest / peaks[board]);
        let mut scales = reach;
        for scale in scales.as_flattened_mut() {
            *scale = unit / *scale;
        }
        for channel in (0..channels).step_by(lanes) {
            let at = |y: usize, x: usize| from.wrapping_add(y * row_length + x * channels);
            let put = |y: usize, x: usize| (to.wrapping_add((y * I + x) * tiles * row_cells), scales[y][x]);
            // SAFETY: tiles lie in the boards with their frames, and all places in the buffers, as asserted.
            unsafe { S::transform::<A>(channel, at, put) };
        }
    }
    let target = if step == Step::Middle { middle } else { trunk };
    target.peaks.fill(0.0);

    for first in (0..channels).step_by(GROUP) {
        let group = GROUP.min(channels - first);
        for place in 0..I * I {
            let product = Product {
                rows: tiles,
                inputs: input_cells,
                outputs: group,
                from: transformed[place * tiles * row_cells..].as_ptr(),
                from_distance: row_cells,
                weights: kernel.cells[(place * channels + first) * input_cells..].as_ptr(),
                next_weights: channels * input_cells,
                to: products[place * tiles * group..].as_mut_ptr(),
            };
            // SAFETY: as asserted. Rows of the next place that a block overwrites are made after this one.
            unsafe { A::Sums::multiply(&product) };
        }

        for tile in 0..tiles {
            let Lie { board, row, column, corner } = Lie::of::<O>(layout, tile);
            let (rows, columns) = (O.min(layout.width - row), O.min(layout.width - column));
            // The first output is one cell further down and to the right than the first input.
            let to = target.points[corner + row_length + channels + first..].as_mut_ptr();
            let (made, scales) = (products[tile * group..].as_ptr(), kernel.scales[first..].as_ptr());
            for channel in (0..group).step_by(lanes) {
                let at = |y: usize, x: usize| {
                    let place = y * I + x;
                    (made.wrapping_add(place * tiles * group), scales.wrapping_add(place * channels + channel))
                };
                // SAFETY: as above; what lies beyond the edge of the board is not written, so that the frame stays zero.
                unsafe {
                    let outputs: [[A::Vector; O]; O] = S::outputs::<A>(channel, at);
                    let bias = A::Vector::load(bias.as_ptr().add(board * channels + first + channel));
                    let peaks_to = target.peaks.as_mut_ptr().add(board * PANEL);
                    let mut peak = A::Vector::load(peaks_to);
                    for y in 0..rows {
                        for x in 0..columns {
                            let to = to.add(y * row_length + x * channels + channel);
                            let mut output = match A::LARGEST {
                                Some(_) => outputs[y][x].times_plus(A::Vector::splat(peaks[board]), bias),
                                None => outputs[y][x].add(bias),
                            };
                            if step == Step::Trunk {
                                output = output.add(A::Vector::load(to));
                            }
                            let output = output.max(A::Vector::splat(0.0));
                            output.store(to);
                            peak = peak.max(output);
                        }
                    }
                    peak.store(peaks_to);
                }
            }
        }
    }
}

/// Where a tile lies.
struct Lie {
    board: usize,
    /// Of its first output on the board.
    row: usize,
    column: usize,
    /// The number of its first input.
    corner: usize,
}

impl Lie {
    /// Of a tile of so many outputs each way: found out once, outside of all that is done for each of its points.
    #[inline(always)]
    fn of<const OUTPUTS: usize>(layout: &Layout, tile: usize) -> Lie {
        let across = layout.tiles_across();
        let (board, row, column) = (tile / across.pow(2), tile / across % across * OUTPUTS, tile % across * OUTPUTS);
        let corner = (board * layout.cells() + row * layout.side() + column) * layout.channels;
        Lie { board, row, column, corner }
    }
}
