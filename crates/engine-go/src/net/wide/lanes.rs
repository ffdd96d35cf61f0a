//! Vectors for any processor.

use super::panels::multiply_by_ones;
use super::product::Product;
use super::sums::PlainSums;
use super::vector::Vector;

/// Eight numbers that the compiler makes vectors of, whatever the processor: the way for those that are not x86-64.
#[derive(Clone, Copy)]
pub(super) struct Lanes([f32; 8]);

impl Lanes {
    #[inline(always)]
    fn zip(self, other: Lanes, operation: impl Fn(f32, f32) -> f32) -> Lanes {
        let Lanes(mut made) = self;
        for (made, other) in made.iter_mut().zip(other.0) {
            *made = operation(*made, other);
        }
        Lanes(made)
    }
}

impl Vector for Lanes {
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Lanes {
        Lanes([value; 8])
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Lanes {
        // SAFETY: the caller vouches for the numbers at the pointer.
        unsafe { Lanes(from.cast::<[f32; 8]>().read()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for the room at the pointer.
        unsafe { to.cast::<[f32; 8]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn times(self, factor: Lanes) -> Lanes {
        self.zip(factor, |a, b| a * b)
    }

    #[inline(always)]
    unsafe fn max(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    unsafe fn times_plus(self, factor: Lanes, summand: Lanes) -> Lanes {
        let Lanes(mut made) = summand;
        for (made, (value, factor)) in made.iter_mut().zip(self.0.into_iter().zip(factor.0)) {
            // One rounding where the processor has it; where it has not, `mul_add` would be a call.
            *made = if cfg!(any(target_arch = "aarch64", target_feature = "fma")) {
                value.mul_add(factor, *made)
            } else {
                value * factor + *made
            };
        }
        Lanes(made)
    }
}

impl PlainSums for Lanes {
    const ROWS: usize = 6;

    #[inline(always)]
    unsafe fn multiply(product: &Product) {
        // SAFETY: as the caller vouches.
        unsafe { multiply_by_ones::<Lanes, { <Lanes as PlainSums>::ROWS }>(product) }
    }
}
