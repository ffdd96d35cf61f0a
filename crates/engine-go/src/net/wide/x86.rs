//! The vectors of x86-64 processors.

use std::arch::x86_64::{
    __m256, __m512, _mm_packs_epi32, _mm_storeu_si128, _mm256_add_ps, _mm256_castsi256_si128, _mm256_cvtepi32_ps,
    _mm256_cvtps_epi32, _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_max_ps,
    _mm256_mul_ps, _mm256_set1_ps, _mm256_storeu_ps, _mm256_storeu_si256, _mm512_add_ps, _mm512_cvtepi32_ps,
    _mm512_cvtps_epi32, _mm512_cvtsepi32_epi16, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_max_ps,
    _mm512_mul_ps, _mm512_set1_ps, _mm512_storeu_ps,
};

use super::panels::{ROWS_OF_SIXTEEN, multiply_by_ones, multiply_by_threes};
use super::product::Product;
use super::sums::PlainSums;
use super::vector::{Rounded, Vector};

#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256);

#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512);

impl Vector for Avx2 {
    const LANES: usize = 8;

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
}

impl Rounded for Avx2 {
    #[inline(always)]
    unsafe fn store_shorts(self, to: *mut i16) {
        // SAFETY: the caller vouches for the instructions, and for the room at the pointer.
        unsafe {
            let integers = _mm256_cvtps_epi32(self.0);
            let (low, high) = (_mm256_castsi256_si128(integers), _mm256_extracti128_si256::<1>(integers));
            _mm_storeu_si128(to.cast(), _mm_packs_epi32(low, high));
        }
    }

    #[inline(always)]
    unsafe fn load_integers(from: *const i32) -> Avx2 {
        // SAFETY: the caller vouches for the instructions, and for the numbers at the pointer.
        unsafe { Avx2(_mm256_cvtepi32_ps(_mm256_loadu_si256(from.cast()))) }
    }
}

impl PlainSums for Avx2 {
    /// Twelve sums, two vectors of weights and one of input fill the sixteen registers.
    const ROWS: usize = 6;

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_ones::<Avx2, { <Avx2 as PlainSums>::ROWS }>(product) }
    }
}

impl Vector for Avx512 {
    const LANES: usize = 16;

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
}

impl Rounded for Avx512 {
    #[inline(always)]
    unsafe fn store_shorts(self, to: *mut i16) {
        // SAFETY: the caller vouches for the instructions, and for the room at the pointer.
        unsafe { _mm256_storeu_si256(to.cast(), _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(self.0))) }
    }

    #[inline(always)]
    unsafe fn load_integers(from: *const i32) -> Avx512 {
        // SAFETY: the caller vouches for the instructions, and for the numbers at the pointer.
        unsafe { Avx512(_mm512_cvtepi32_ps(_mm512_loadu_si512(from.cast()))) }
    }
}

impl PlainSums for Avx512 {
    const ROWS: usize = ROWS_OF_SIXTEEN;

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_threes::<Avx512>(product) }
    }
}
