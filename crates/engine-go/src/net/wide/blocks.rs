//! One 3×3 convolution of the trunk: transform, multiply, transform back.

use super::layout::Layout;
use super::product::Product;
use super::vector::Vector;
use super::winograd::Scheme;
use super::{Buffers, Floats, ROWS_MOST};

/// What becomes of a convolution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// relu of it, from the trunk into the middle.
    Middle,
    /// relu of it and the trunk, from the middle into the trunk.
    Trunk,
}

/// `bias` is that of all boards, one after another.
///
/// # Safety
///
/// The processor must have the instructions.
#[inline(always)]
pub(super) unsafe fn convolve<V: Vector, S: Scheme<I, O>, const I: usize, const O: usize>(
    layout: &Layout,
    inputs: usize,
    weights: &Floats,
    bias: &[f32],
    step: Step,
    buffers: &mut Buffers,
) {
    let Buffers { trunk, middle, transformed, products, .. } = buffers;
    let (channels, tiles, side) = (layout.channels, layout.tiles(), layout.side());
    let across = layout.tiles_across();
    // Blocks of rows may go beyond the last tile, into the next place's or the room after the last.
    const { assert!(V::ROWS <= ROWS_MOST, "there is room for a block") };
    let room = (I * I * tiles + V::ROWS) * channels;
    let cells = layout.boards * layout.cells() * channels;
    assert!(transformed.len() >= room && products.len() >= room && weights.len() >= I * I * inputs * channels);
    assert!(trunk.len() >= cells && middle.len() >= cells && bias.len() >= layout.boards * channels);
    // Where a tile's first input is; its first output is one cell further down and to the right.
    let corner = |tile: usize| {
        let (board, tile) = (tile / (across * across), tile % (across * across));
        (board * layout.cells() + tile / across * O * side + tile % across * O) * channels
    };

    let from = if step == Step::Middle { trunk.as_ptr() } else { middle.as_ptr() };
    let spread = transformed.as_mut_ptr();
    for tile in 0..tiles {
        for channel in (0..channels).step_by(V::LANES) {
            let at = |y: usize, x: usize| from.wrapping_add(corner(tile) + (y * side + x) * channels + channel);
            let put = |y: usize, x: usize| spread.wrapping_add(((y * I + x) * tiles + tile) * channels + channel);
            // SAFETY: tiles lie in the boards with their frames, and all places in the buffers, as asserted.
            unsafe { S::transform::<V>(at, put) };
        }
    }

    for place in 0..I * I {
        let product = Product {
            rows: tiles,
            inputs,
            outputs: channels,
            from: transformed[place * tiles * channels..].as_ptr(),
            from_distance: channels,
            weights: weights[place * inputs * channels..].as_ptr(),
            to: products[place * tiles * channels..].as_mut_ptr(),
        };
        // SAFETY: as asserted. Rows of the next place that a block overwrites are made after this one.
        unsafe { V::multiply(&product) };
    }

    let made = products.as_ptr();
    for tile in 0..tiles {
        let within = tile % (across * across);
        let (row, column) = (within / across * O, within % across * O);
        let board = tile / (across * across);
        for channel in (0..channels).step_by(V::LANES) {
            let at = |y: usize, x: usize| made.wrapping_add(((y * I + x) * tiles + tile) * channels + channel);
            // SAFETY: as above; what lies beyond the edge of the board is not written, so that the frame stays zero.
            unsafe {
                let outputs: [[V; O]; O] = S::outputs::<V>(at);
                let bias = V::load(bias.as_ptr().add(board * channels + channel));
                for (y, outputs) in outputs.into_iter().enumerate().take(layout.width - row) {
                    for (x, output) in outputs.into_iter().enumerate().take(layout.width - column) {
                        let cell = corner(tile) + ((y + 1) * side + x + 1) * channels + channel;
                        let output = output.add(bias);
                        if step == Step::Middle {
                            output.max(V::splat(0.0)).store(middle.as_mut_ptr().add(cell));
                        } else {
                            let to = trunk.as_mut_ptr().add(cell);
                            output.add(V::load(to)).max(V::splat(0.0)).store(to);
                        }
                    }
                }
            }
        }
    }
}
