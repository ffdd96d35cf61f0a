//! Products of matrices: where the time goes.

#![allow(clippy::needless_range_loop, reason = "plain loops become registers; see `winograd.rs`")]

use super::vector::Vector;

/// `[rows][inputs]` times `[inputs][outputs]` into `[rows][outputs]`, all along their rows.
///
/// The rows made are those of whole blocks: up to [`Vector::ROWS`] − 1 rows after the last one are read and written too.
pub(super) struct Product {
    pub(super) rows: usize,
    pub(super) inputs: usize,
    /// A multiple of sixteen.
    pub(super) outputs: usize,
    pub(super) from: *const f32,
    /// From one row of inputs to the next.
    pub(super) from_distance: usize,
    pub(super) weights: *const f32,
    pub(super) to: *mut f32,
}

/// # Safety
///
/// The processor must have the instructions; all rows, in whole blocks, must be there.
#[inline(always)]
pub(super) unsafe fn multiply<V: Vector>(product: &Product) {
    for row in (0..product.rows).step_by(V::ROWS) {
        // SAFETY: as the caller vouches.
        unsafe { V::multiply_rows(product, row) };
    }
}

/// A block of `R` rows and `C` vectors of outputs, kept in registers over all inputs.
///
/// # Safety
///
/// As for [`multiply`]; the block must lie in the product.
#[inline(always)]
pub(super) unsafe fn multiply_block<V: Vector, const R: usize, const C: usize>(
    product: &Product,
    row: usize,
    column: usize,
) {
    // SAFETY: everything is inside the matrices, as the caller vouches.
    unsafe {
        let from = product.from.add(row * product.from_distance);
        let weights = product.weights.add(column);
        let mut sums = [[V::splat(0.0); C]; R];
        for input in 0..product.inputs {
            let mut row = [V::splat(0.0); C];
            for c in 0..C {
                row[c] = V::load(weights.add(input * product.outputs + c * V::LANES));
            }
            for r in 0..R {
                let value = V::splat(*from.add(r * product.from_distance + input));
                for c in 0..C {
                    sums[r][c] = value.times_plus(row[c], sums[r][c]);
                }
            }
        }
        let to = product.to.add(row * product.outputs + column);
        for r in 0..R {
            for c in 0..C {
                sums[r][c].store(to.add(r * product.outputs + c * V::LANES));
            }
        }
    }
}
