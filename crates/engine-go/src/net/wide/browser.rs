//! Vectors in a browser. Left to itself, the compiler takes the numbers of `lanes.rs` one by one there.

use std::arch::wasm32::{f32x4_add, f32x4_mul, f32x4_pmax, f32x4_splat, v128, v128_load, v128_store};

use super::panels::multiply_by_ones;
use super::product::Product;
use super::sums::PlainSums;
use super::vector::Vector;

/// Eight numbers in two registers.
#[derive(Clone, Copy)]
pub(super) struct Lanes([v128; 2]);

impl Lanes {
    #[inline(always)]
    fn zip(self, other: Lanes, operation: impl Fn(v128, v128) -> v128) -> Lanes {
        Lanes([operation(self.0[0], other.0[0]), operation(self.0[1], other.0[1])])
    }
}

impl Vector for Lanes {
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Lanes {
        Lanes([f32x4_splat(value); 2])
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Lanes {
        // SAFETY: the caller vouches for the numbers at the pointer.
        unsafe { Lanes([v128_load(from.cast()), v128_load(from.add(4).cast())]) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for the room at the pointer.
        unsafe {
            v128_store(to.cast(), self.0[0]);
            v128_store(to.add(4).cast(), self.0[1]);
        }
    }

    #[inline(always)]
    unsafe fn add(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| f32x4_add(a, b))
    }

    #[inline(always)]
    unsafe fn times(self, factor: Lanes) -> Lanes {
        self.zip(factor, |a, b| f32x4_mul(a, b))
    }

    #[inline(always)]
    unsafe fn max(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| f32x4_pmax(a, b))
    }

    #[inline(always)]
    unsafe fn times_plus(self, factor: Lanes, summand: Lanes) -> Lanes {
        self.zip(factor, |a, b| f32x4_mul(a, b)).zip(summand, |a, b| f32x4_add(a, b))
    }
}

impl PlainSums for Lanes {
    /// Twelve registers of sums leave four of the sixteen that most processors below a browser have.
    const ROWS: usize = 3;

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_ones::<Lanes, { <Lanes as PlainSums>::ROWS }>(product) }
    }
}
