//! Products of short integers on x86-64 processors: a cell holds two, and what they make is added up in 32 bits.

use std::arch::x86_64::{
    __m256i, __m512i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi32, _mm256_dpwssd_avx_epi32, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256, _mm512_add_epi32,
    _mm512_dpwssd_epi32, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use super::panels::{ROWS_OF_EIGHT, ROWS_OF_SIXTEEN, multiply_by_ones, multiply_by_threes};
use super::product::Product;
use super::sums::Sums;

/// Eight sums; with `VNNI` by the instruction that was made for networks.
#[derive(Clone, Copy)]
pub(super) struct Avx2Pairs<const VNNI: bool>(__m256i);

impl<const VNNI: bool> Sums for Avx2Pairs<VNNI> {
    const LANES: usize = 8;
    const ROWS: usize = ROWS_OF_EIGHT;
    const INPUTS_A_CELL: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2Pairs(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller vouches for the instructions, and for the cells at the pointer.
        unsafe { Avx2Pairs(_mm256_loadu_si256(from.cast())) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> Self {
        // SAFETY: the caller vouches for the instructions, and for the cell at the pointer.
        unsafe { Avx2Pairs(_mm256_set1_epi32(*from.cast::<i32>())) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: Self, weights: Self) -> Self {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            Avx2Pairs(if VNNI {
                _mm256_dpwssd_avx_epi32(self.0, inputs.0, weights.0)
            } else {
                _mm256_add_epi32(self.0, _mm256_madd_epi16(inputs.0, weights.0))
            })
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for the instructions, and for the room at the pointer.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn fetch(from: *const f32) {
        // SAFETY: nothing is read; any address may be asked for.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_ones::<Self, ROWS_OF_EIGHT>(product) }
    }
}

/// Sixteen sums; with `VNNI` by the instruction that was made for networks.
#[derive(Clone, Copy)]
pub(super) struct Avx512Pairs<const VNNI: bool>(__m512i);

impl<const VNNI: bool> Sums for Avx512Pairs<VNNI> {
    const LANES: usize = 16;
    const ROWS: usize = ROWS_OF_SIXTEEN;
    const INPUTS_A_CELL: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512Pairs(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller vouches for the instructions, and for the cells at the pointer.
        unsafe { Avx512Pairs(_mm512_loadu_si512(from.cast())) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> Self {
        // SAFETY: the caller vouches for the instructions, and for the cell at the pointer.
        unsafe { Avx512Pairs(_mm512_set1_epi32(*from.cast::<i32>())) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: Self, weights: Self) -> Self {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            Avx512Pairs(if VNNI {
                _mm512_dpwssd_epi32(self.0, inputs.0, weights.0)
            } else {
                _mm512_add_epi32(self.0, _mm512_madd_epi16(inputs.0, weights.0))
            })
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for the instructions, and for the room at the pointer.
        unsafe { _mm512_storeu_si512(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn fetch(from: *const f32) {
        // SAFETY: nothing is read; any address may be asked for.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_threes::<Self>(product) }
    }
}
