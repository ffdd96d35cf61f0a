//! Products of matrices, panel by panel: where the time goes.

#![allow(clippy::needless_range_loop, reason = "plain loops become registers; see `winograd.rs`")]

use super::product::{PANEL, Product};
use super::sums::Sums;

/// Rows of a block of vectors of sixteen: 27 sums, three vectors of weights and inputs from memory fill the 32 registers; a 9×9 board has
/// nine tiles.
#[cfg(target_arch = "x86_64")]
pub(super) const ROWS_OF_SIXTEEN: usize = 9;

/// Rows of a block of vectors of eight: twelve sums, two vectors of weights and one of input fill the sixteen registers.
#[cfg(target_arch = "x86_64")]
pub(super) const ROWS_OF_EIGHT: usize = 6;

/// A product on vectors of eight: one panel at a time, which takes two of them, in blocks of `R` rows.
///
/// # Safety
///
/// As for [`Sums::multiply`].
#[inline(always)]
pub(super) unsafe fn multiply_by_ones<S: Sums, const R: usize>(product: &Product) {
    for panel in 0..product.outputs / PANEL {
        // SAFETY: the caller vouches for the instructions and the matrices, which have this panel.
        unsafe { multiply_panels::<S, R, 2>(product, panel) };
    }
}

/// A product on vectors of sixteen: three panels at a time, then those that are left.
///
/// # Safety
///
/// As for [`Sums::multiply`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) unsafe fn multiply_by_threes<S: Sums>(product: &Product) {
    let panels = product.outputs / PANEL;
    for panel in (0..panels / 3 * 3).step_by(3) {
        // SAFETY: the caller vouches for the instructions and the matrices, which have this panel and those after it.
        unsafe { multiply_panels::<S, ROWS_OF_SIXTEEN, 3>(product, panel) };
    }
    for panel in panels / 3 * 3..panels {
        // SAFETY: the caller vouches for the instructions and the matrices, which have this panel.
        unsafe { multiply_panels::<S, ROWS_OF_SIXTEEN, 1>(product, panel) };
    }
}

/// `C` vectors of outputs from this panel on, for all rows in blocks of `R`: the weights stay in the nearest cache.
///
/// # Safety
///
/// The processor must have the instructions; all rows, in whole blocks, and the panels must be there.
#[inline(always)]
unsafe fn multiply_panels<S: Sums, const R: usize, const C: usize>(product: &Product, panel: usize) {
    let last = (product.rows - 1) / R * R;
    for row in (0..last).step_by(R) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_block::<S, R, C, false>(product, row, panel) };
    }
    // SAFETY: as the caller vouches.
    unsafe { multiply_block::<S, R, C, true>(product, last, panel) };
}

/// A block of `R` rows and `C` vectors, kept in registers over all inputs; with it the next weights may be fetched.
///
/// # Safety
///
/// As for [`multiply_panels`].
#[inline(always)]
unsafe fn multiply_block<S: Sums, const R: usize, const C: usize, const FETCH: bool>(
    product: &Product,
    row: usize,
    panel: usize,
) {
    // SAFETY: everything is inside the matrices, as the caller vouches.
    unsafe {
        let mut from = [product.from; R];
        for r in 0..R {
            from[r] = product.from.add((row + r) * product.from_distance);
        }
        // Where the weights of each vector begin: two of eight lanes, or one of sixteen, to a panel.
        let mut weights = [product.weights; C];
        for c in 0..C {
            let (panel, within) = (panel + c * S::LANES / PANEL, c * S::LANES % PANEL);
            weights[c] = product.weights.add(panel * PANEL * product.inputs + within);
        }
        let mut sums = [[S::zero(); C]; R];
        for input in 0..product.inputs {
            let mut row = [S::zero(); C];
            for c in 0..C {
                row[c] = S::load(weights[c].add(input * PANEL));
                if FETCH {
                    S::fetch(weights[c].wrapping_add(input * PANEL + product.next_weights));
                }
            }
            for r in 0..R {
                let value = S::repeat(from[r].add(input));
                for c in 0..C {
                    sums[r][c] = sums[r][c].plus_products(value, row[c]);
                }
            }
        }
        let to = product.to.add(row * product.outputs + panel * PANEL);
        for r in 0..R {
            for c in 0..C {
                sums[r][c].store(to.add(r * product.outputs + c * S::LANES));
            }
        }
    }
}
