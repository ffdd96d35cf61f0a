//! The vectors of x86-64 processors.

use std::arch::x86_64::{
    __m256, __m512, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_set1_ps,
    _mm256_storeu_ps, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_max_ps, _mm512_mul_ps, _mm512_set1_ps,
    _mm512_storeu_ps,
};

use super::panels::multiply_panels;
use super::product::{PANEL, Product};
use super::vector::Vector;

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256);

#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512);

impl Vector for Avx2 {
    const LANES: usize = 8;
    /// Twelve sums, two vectors of weights and one of input fill the sixteen registers.
    const ROWS: usize = 6;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Avx2 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2(_mm256_set1_ps(value)) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Avx2 {
        // SAFETY: the caller vouches for the instructions, and for the numbers at the pointer.
        unsafe { Avx2(_mm256_loadu_ps(from)) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for the instructions, and for the room at the pointer.
        unsafe { _mm256_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Avx2) -> Avx2 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2(_mm256_add_ps(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn times(self, factor: Avx2) -> Avx2 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2(_mm256_mul_ps(self.0, factor.0)) }
    }

    #[inline(always)]
    unsafe fn max(self, other: Avx2) -> Avx2 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2(_mm256_max_ps(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn times_plus(self, factor: Avx2, summand: Avx2) -> Avx2 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2(_mm256_fmadd_ps(self.0, factor.0, summand.0)) }
    }

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        for panel in 0..product.outputs / PANEL {
            // SAFETY: the caller vouches for the instructions and the matrices, which have this panel and those after it.
            unsafe { multiply_panels::<Avx2, { Avx2::ROWS }, 2>(product, panel) };
        }
    }
}

impl Vector for Avx512 {
    const LANES: usize = 16;
    /// 27 sums, three vectors of weights and inputs from memory fill the 32 registers; a 9×9 board has nine tiles.
    const ROWS: usize = 9;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Avx512 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512(_mm512_set1_ps(value)) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Avx512 {
        // SAFETY: the caller vouches for the instructions, and for the numbers at the pointer.
        unsafe { Avx512(_mm512_loadu_ps(from)) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for the instructions, and for the room at the pointer.
        unsafe { _mm512_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Avx512) -> Avx512 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512(_mm512_add_ps(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn times(self, factor: Avx512) -> Avx512 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512(_mm512_mul_ps(self.0, factor.0)) }
    }

    #[inline(always)]
    unsafe fn max(self, other: Avx512) -> Avx512 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512(_mm512_max_ps(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn times_plus(self, factor: Avx512, summand: Avx512) -> Avx512 {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512(_mm512_fmadd_ps(self.0, factor.0, summand.0)) }
    }

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        let panels = product.outputs / PANEL;
        for panel in (0..panels / 3 * 3).step_by(3) {
            // SAFETY: the caller vouches for the instructions and the matrices, which have this panel and those after it.
            unsafe { multiply_panels::<Avx512, { Avx512::ROWS }, 3>(product, panel) };
        }
        for panel in panels / 3 * 3..panels {
            // SAFETY: the caller vouches for the instructions and the matrices, which have this panel and those after it.
            unsafe { multiply_panels::<Avx512, { Avx512::ROWS }, 1>(product, panel) };
        }
    }
}
