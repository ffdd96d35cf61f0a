//! What the products of the trunk are made in.

use std::marker::PhantomData;

use super::sums::Sums;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use super::vector::Rounded;
use super::vector::Vector;

/// How transformed inputs are kept, multiplied and taken back.
///
/// # Safety
///
/// The functions may only be called where the processor has the instructions, and touch as many numbers as a vector has lanes.
pub(super) trait Arithmetic {
    type Vector: Vector;
    type Sums: Sums;
    /// The largest transformed input, where they have to be brought into a range.
    const LARGEST: Option<f32>;

    /// Keeps transformed inputs, times the scale, as those of the channels from this one on.
    unsafe fn put(values: Self::Vector, scale: f32, row: *mut f32, channel: usize);
    /// The sums from this channel on, times the scales from this pointer on.
    unsafe fn take(row: *const f32, channel: usize, scales: *const f32) -> Self::Vector;
}

/// Numbers of 32 bits, as they are.
#[cfg(not(target_feature = "simd128"))]
pub(super) struct Numbers<V>(PhantomData<V>);

#[cfg(not(target_feature = "simd128"))]
impl<V: Vector + Sums> Arithmetic for Numbers<V> {
    type Vector = V;
    type Sums = V;
    const LARGEST: Option<f32> = None;

    #[inline(always)]
    unsafe fn put(values: V, _: f32, row: *mut f32, channel: usize) {
        // SAFETY: as the caller vouches.
        unsafe { Vector::store(values, row.add(channel)) }
    }

    #[inline(always)]
    unsafe fn take(row: *const f32, channel: usize, _: *const f32) -> V {
        // SAFETY: as the caller vouches.
        unsafe { <V as Vector>::load(row.add(channel)) }
    }
}

/// Integers of 16 bits, two to a cell: half the memory, and twice the products of an instruction or more.
///
/// An input of a convolution went through a relu, so it lies between 0 and the largest of its board; with that the transforms
/// stay in a known range, which is spread over the 16 bits. The weights of each place and output have a scale of their own, such
/// that no sum can leave 32 bits (`weights.rs`). So nothing has to be measured beforehand, and nothing overflows.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) struct Integers<V, S>(PhantomData<(V, S)>);

#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
impl<V: Rounded, S: Sums> Arithmetic for Integers<V, S> {
    type Vector = V;
    type Sums = S;
    const LARGEST: Option<f32> = Some(i16::MAX as f32);

    #[inline(always)]
    unsafe fn put(values: V, scale: f32, row: *mut f32, channel: usize) {
        // SAFETY: as the caller vouches.
        unsafe { values.times(V::splat(scale)).store_shorts(row.cast::<i16>().add(channel)) }
    }

    #[inline(always)]
    unsafe fn take(row: *const f32, channel: usize, scales: *const f32) -> V {
        // SAFETY: as the caller vouches.
        unsafe { V::load_integers(row.cast::<i32>().add(channel)).times(<V as Vector>::load(scales)) }
    }
}
