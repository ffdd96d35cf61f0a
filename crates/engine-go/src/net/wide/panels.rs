//! Products of matrices, panel by panel: where the time goes.

#![allow(clippy::needless_range_loop, reason = "plain loops become registers; see `winograd.rs`")]

use super::product::{PANEL, Product};
use super::vector::Vector;

/// `C` vectors of outputs from this panel on, for all rows in blocks of `R`: the weights stay in the nearest cache.
///
/// # Safety
///
/// The processor must have the instructions; all rows, in whole blocks, and the panels must be there.
#[inline(always)]
pub(super) unsafe fn multiply_panels<V: Vector, const R: usize, const C: usize>(product: &Product, panel: usize) {
    for row in (0..product.rows).step_by(R) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_block::<V, R, C>(product, row, panel) };
    }
}

/// A block of `R` rows and `C` vectors, kept in registers over all inputs.
///
/// # Safety
///
/// As for [`multiply_panels`].
#[inline(always)]
unsafe fn multiply_block<V: Vector, const R: usize, const C: usize>(product: &Product, row: usize, panel: usize) {
    // SAFETY: everything is inside the matrices, as the caller vouches.
    unsafe {
        let mut from = [product.from; R];
        for r in 0..R {
            from[r] = product.from.add((row + r) * product.from_distance);
        }
        // Where the weights of each vector begin: two of eight lanes, or one of sixteen, to a panel.
        let mut weights = [product.weights; C];
        for c in 0..C {
            let (panel, within) = (panel + c * V::LANES / PANEL, c * V::LANES % PANEL);
            weights[c] = product.weights.add(panel * PANEL * product.inputs + within);
        }
        let mut sums = [[V::splat(0.0); C]; R];
        for input in 0..product.inputs {
            let mut row = [V::splat(0.0); C];
            for c in 0..C {
                row[c] = V::load(weights[c].add(input * PANEL));
            }
            for r in 0..R {
                let value = V::splat(*from[r].add(input));
                for c in 0..C {
                    sums[r][c] = value.times_plus(row[c], sums[r][c]);
                }
            }
        }
        let to = product.to.add(row * product.outputs + panel * PANEL);
        for r in 0..R {
            for c in 0..C {
                sums[r][c].store(to.add(r * product.outputs + c * V::LANES));
            }
        }
    }
}
