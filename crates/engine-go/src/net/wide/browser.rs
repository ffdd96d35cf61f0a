//! Vectors in a browser. Left to itself, the compiler takes the numbers of `lanes.rs` one by one there.

use std::arch::wasm32::{
    f32x4_add, f32x4_convert_i32x4, f32x4_mul, f32x4_nearest, f32x4_pmax, f32x4_splat, i16x8_narrow_i32x4, i32x4_add,
    i32x4_dot_i16x8, i32x4_splat, i32x4_trunc_sat_f32x4, v128, v128_load, v128_load32_splat, v128_store,
};

use super::panels::multiply_by_ones;
use super::product::Product;
use super::sums::{PlainSums, Sums};
use super::vector::{Rounded, Vector};

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

impl Rounded for Lanes {
    #[inline(always)]
    unsafe fn store_shorts(self, to: *mut i16) {
        let [low, high] = self.0.map(|numbers| i32x4_trunc_sat_f32x4(f32x4_nearest(numbers)));
        // SAFETY: the caller vouches for the room at the pointer.
        unsafe { v128_store(to.cast(), i16x8_narrow_i32x4(low, high)) }
    }

    #[inline(always)]
    unsafe fn load_integers(from: *const i32) -> Lanes {
        // SAFETY: the caller vouches for the numbers at the pointer.
        let both = unsafe { [v128_load(from.cast()), v128_load(from.add(4).cast())] };
        Lanes(both.map(|integers| f32x4_convert_i32x4(integers)))
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

/// Eight sums of products of short integers, of which a cell holds two.
#[derive(Clone, Copy)]
pub(super) struct Pairs([v128; 2]);

impl Sums for Pairs {
    const LANES: usize = 8;
    /// As above.
    const ROWS: usize = 3;
    const INPUTS_A_CELL: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> Pairs {
        Pairs([i32x4_splat(0); 2])
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Pairs {
        // SAFETY: the caller vouches for the cells at the pointer.
        unsafe { Pairs([v128_load(from.cast()), v128_load(from.add(4).cast())]) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> Pairs {
        // SAFETY: the caller vouches for the cell at the pointer.
        unsafe { Pairs([v128_load32_splat(from.cast()); 2]) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: Pairs, weights: Pairs) -> Pairs {
        let plus = |half: usize| i32x4_add(self.0[half], i32x4_dot_i16x8(inputs.0[half], weights.0[half]));
        Pairs([plus(0), plus(1)])
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
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_ones::<Pairs, { Pairs::ROWS }>(product) }
    }
}
