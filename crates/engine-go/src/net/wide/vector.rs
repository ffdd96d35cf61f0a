//! The few operations on vectors that the network needs.

/// A vector of 32-bit numbers.
///
/// All functions are inlined into one that has the instructions enabled: see the end of `wide.rs`.
///
/// # Safety
///
/// Every function may only be called where the processor has the instructions; loads and stores touch `LANES` numbers from the
/// pointer on.
pub(super) trait Vector: Copy {
    const LANES: usize;

    unsafe fn splat(value: f32) -> Self;
    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn times(self, factor: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// This times the factor, plus the summand.
    unsafe fn times_plus(self, factor: Self, summand: Self) -> Self;
}

/// Vectors that become integers and come from them.
///
/// # Safety
///
/// As for [`Vector`].
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) trait Rounded: Vector {
    /// Stores the nearest integers of 16 bits.
    unsafe fn store_shorts(self, to: *mut i16);
    unsafe fn load_integers(from: *const i32) -> Self;
}
