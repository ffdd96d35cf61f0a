//! What a product of matrices is added up in.

use super::product::Product;
use super::vector::Vector;

/// A vector of 32-bit sums.
///
/// # Safety
///
/// Every function may only be called where the processor has the instructions; loads and stores touch `LANES` cells from the
/// pointer on.
pub(super) trait Sums: Copy {
    const LANES: usize;
    /// Rows that a product of matrices makes together.
    const ROWS: usize;
    /// Inputs that a cell of 32 bits holds.
    const INPUTS_A_CELL: usize;

    unsafe fn zero() -> Self;
    unsafe fn load(from: *const f32) -> Self;
    /// The one cell at the pointer in all lanes.
    unsafe fn repeat(from: *const f32) -> Self;
    /// These and, lane by lane, the products of what is in the cells of the other two.
    unsafe fn plus_products(self, inputs: Self, weights: Self) -> Self;
    unsafe fn store(self, to: *mut f32);
    /// Fetches what is there into the nearest cache, where a processor can be told to.
    #[inline(always)]
    unsafe fn fetch(_: *const f32) {}
    /// A product of matrices, in blocks of `ROWS` rows.
    unsafe fn multiply(product: &Product);
}

/// Numbers that are multiplied and added up as they are.
///
/// # Safety
///
/// As for [`Sums`].
pub(super) trait PlainSums: Vector {
    /// As in [`Sums`].
    const ROWS: usize;

    /// As in [`Sums`].
    unsafe fn multiply(product: &Product);
}

impl<V: PlainSums> Sums for V {
    const LANES: usize = <V as Vector>::LANES;
    const ROWS: usize = <V as PlainSums>::ROWS;
    const INPUTS_A_CELL: usize = 1;

    #[inline(always)]
    unsafe fn zero() -> V {
        // SAFETY: as the caller vouches.
        unsafe { V::splat(0.0) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> V {
        // SAFETY: as the caller vouches.
        unsafe { <V as Vector>::load(from) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> V {
        // SAFETY: as the caller vouches.
        unsafe { V::splat(*from) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: V, weights: V) -> V {
        // SAFETY: as the caller vouches.
        unsafe { inputs.times_plus(weights, self) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: as the caller vouches.
        unsafe { <V as Vector>::store(self, to) }
    }

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { <V as PlainSums>::multiply(product) }
    }
}
