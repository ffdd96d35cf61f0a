//! Products of short integers on x86-64 processors: a cell holds two, and what they make is added up in 32 bits.

use std::arch::x86_64::{
    __m256i, __m512i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256, _mm512_add_epi32, _mm512_dpwssd_epi32,
    _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::panels::multiply_panels;
use super::product::{PANEL, Product};
use super::sums::Sums;

/// As for sixteen numbers: 27 sums, three vectors of weights, and inputs from memory.
const WIDE_ROWS: usize = 9;

/// Eight sums.
#[derive(Clone, Copy)]
pub(super) struct Avx2Pairs(__m256i);

impl Sums for Avx2Pairs {
    const LANES: usize = 8;
    const ROWS: usize = 6;
    const INPUTS_A_CELL: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> Avx2Pairs {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2Pairs(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Avx2Pairs {
        // SAFETY: the caller vouches for the instructions, and for the cells at the pointer.
        unsafe { Avx2Pairs(_mm256_loadu_si256(from.cast())) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> Avx2Pairs {
        // SAFETY: the caller vouches for the instructions, and for the cell at the pointer.
        unsafe { Avx2Pairs(_mm256_set1_epi32(*from.cast::<i32>())) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: Avx2Pairs, weights: Avx2Pairs) -> Avx2Pairs {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx2Pairs(_mm256_add_epi32(self.0, _mm256_madd_epi16(inputs.0, weights.0))) }
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
        for panel in 0..product.outputs / PANEL {
            // SAFETY: the caller vouches for the instructions and the matrices, which have this panel.
            unsafe { multiply_panels::<Avx2Pairs, { Avx2Pairs::ROWS }, 2>(product, panel) };
        }
    }
}

/// Sixteen sums.
#[derive(Clone, Copy)]
pub(super) struct Avx512Pairs(__m512i);

impl Sums for Avx512Pairs {
    const LANES: usize = 16;
    const ROWS: usize = WIDE_ROWS;
    const INPUTS_A_CELL: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> Avx512Pairs {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512Pairs(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Avx512Pairs {
        // SAFETY: the caller vouches for the instructions, and for the cells at the pointer.
        unsafe { Avx512Pairs(_mm512_loadu_si512(from.cast())) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> Avx512Pairs {
        // SAFETY: the caller vouches for the instructions, and for the cell at the pointer.
        unsafe { Avx512Pairs(_mm512_set1_epi32(*from.cast::<i32>())) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: Avx512Pairs, weights: Avx512Pairs) -> Avx512Pairs {
        // SAFETY: the caller vouches for the instructions.
        unsafe { Avx512Pairs(_mm512_add_epi32(self.0, _mm512_madd_epi16(inputs.0, weights.0))) }
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
        unsafe { multiply_wide::<Avx512Pairs>(product) }
    }
}

/// Sixteen sums, by the instructions that were made for networks.
#[derive(Clone, Copy)]
pub(super) struct VnniPairs(__m512i);

impl Sums for VnniPairs {
    const LANES: usize = 16;
    const ROWS: usize = WIDE_ROWS;
    const INPUTS_A_CELL: usize = 2;

    #[inline(always)]
    unsafe fn zero() -> VnniPairs {
        // SAFETY: the caller vouches for the instructions.
        unsafe { VnniPairs(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> VnniPairs {
        // SAFETY: the caller vouches for the instructions, and for the cells at the pointer.
        unsafe { VnniPairs(_mm512_loadu_si512(from.cast())) }
    }

    #[inline(always)]
    unsafe fn repeat(from: *const f32) -> VnniPairs {
        // SAFETY: the caller vouches for the instructions, and for the cell at the pointer.
        unsafe { VnniPairs(_mm512_set1_epi32(*from.cast::<i32>())) }
    }

    #[inline(always)]
    unsafe fn plus_products(self, inputs: VnniPairs, weights: VnniPairs) -> VnniPairs {
        // SAFETY: the caller vouches for the instructions.
        unsafe { VnniPairs(_mm512_dpwssd_epi32(self.0, inputs.0, weights.0)) }
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
        unsafe { multiply_wide::<VnniPairs>(product) }
    }
}

/// Three panels at a time, then those that are left.
///
/// # Safety
///
/// As for [`Sums::multiply`].
#[inline(always)]
unsafe fn multiply_wide<S: Sums>(product: &Product) {
    let panels = product.outputs / PANEL;
    for panel in (0..panels / 3 * 3).step_by(3) {
        // SAFETY: the caller vouches for the instructions and the matrices, which have this panel and those after it.
        unsafe { multiply_panels::<S, WIDE_ROWS, 3>(product, panel) };
    }
    for panel in panels / 3 * 3..panels {
        // SAFETY: the caller vouches for the instructions and the matrices, which have this panel.
        unsafe { multiply_panels::<S, WIDE_ROWS, 1>(product, panel) };
    }
}
