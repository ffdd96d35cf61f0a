//! The first convolution: planes are 0 or 1 and mostly 0, so the weights of the ones are added up.

use super::super::input::{Input, PLANES};
use super::layout::Layout;
use super::vector::Vector;

/// Makes the trunk of one board, `[cell][channel]`, from its planes, and raises its peaks. `weights` is `[tap][plane][channel]`.
///
/// # Safety
///
/// The processor must have the instructions.
#[inline(always)]
pub(super) unsafe fn convolve<V: Vector>(
    layout: &Layout,
    input: &Input,
    weights: &[f32],
    bias: &[f32],
    to: &mut [f32],
    peaks: &mut [f32],
) {
    let (width, channels) = (layout.width, layout.channels);
    assert!(peaks.len() >= V::LANES);
    assert!(weights.len() >= 9 * PLANES * channels && bias.len() >= channels && to.len() >= layout.cells() * channels);
    // The rows of the weights that a point adds up: at most all planes of all taps.
    let mut rows = [0usize; 9 * PLANES];
    for point in 0..width * width {
        let mut count = 0;
        for tap in 0..9 {
            let (row, column) = (point / width + tap / 3, point % width + tap % 3);
            if !(1..=width).contains(&row) || !(1..=width).contains(&column) {
                continue;
            }
            let mut word = input.words()[(row - 1) * width + column - 1];
            while word != 0 {
                rows[count] = (tap * PLANES + word.trailing_zeros() as usize) * channels;
                count += 1;
                word &= word - 1;
            }
        }
        let to = &mut to[layout.cell(point / width, point % width) * channels..][..channels];
        for channel in (0..channels).step_by(V::LANES) {
            // SAFETY: rows and channels are within what was asserted above, and the caller vouches for the instructions.
            unsafe {
                let mut sum = V::load(bias.as_ptr().add(channel));
                for row in &rows[..count] {
                    sum = sum.add(V::load(weights.as_ptr().add(row + channel)));
                }
                let sum = sum.max(V::splat(0.0));
                sum.store(to.as_mut_ptr().add(channel));
                sum.max(V::load(peaks.as_ptr())).store(peaks.as_mut_ptr());
            }
        }
    }
}
