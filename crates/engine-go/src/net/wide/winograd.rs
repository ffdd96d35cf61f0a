//! The transforms of minimal filtering: Lavin and Gray, *Fast Algorithms for Convolutional Neural Networks*, 2016.
//!
//! For a tile d and a kernel g, the outputs are Aᵀ [(G g Gᵀ) ⊙ (Bᵀ d B)] A. The matrices come from evaluating polynomials at
//! 0, 1, −1, 2 (and −2), and ∞.
//!
//! Loops are plain, without closures of the library, so that all of it is inlined where the instructions are enabled: through
//! `array::from_fn` every operation became a call.

#![allow(clippy::needless_range_loop, reason = "rows and columns are read as such")]

use std::array;
use std::mem::MaybeUninit;

use super::arithmetic::Arithmetic;
use super::vector::Vector;

/// How tiles of one size are transformed: `INPUTS` points across in, `OUTPUTS` = `INPUTS` − 2 out.
pub(super) trait Scheme<const INPUTS: usize, const OUTPUTS: usize> {
    /// Gives the transform of a row or column of inputs.
    const INPUT: [[f32; INPUTS]; INPUTS];
    /// Gives the transform of a row or column of the kernel.
    const KERNEL: [[f32; 3]; INPUTS];
    /// Gives the outputs of a row or column of products.
    const OUTPUT: [[f32; INPUTS]; OUTPUTS];

    /// Transforms a tile of inputs, as many channels as a vector has from this one on: `at` gives the place of a point, and `put`
    /// the row of its transform with the scale of it.
    ///
    /// # Safety
    ///
    /// The processor must have the instructions, and all places must have a vector's numbers.
    #[inline(always)]
    unsafe fn transform<A: Arithmetic>(
        channel: usize,
        at: impl Fn(usize, usize) -> *const f32,
        put: impl Fn(usize, usize) -> (*mut f32, f32),
    ) {
        // SAFETY: as the caller vouches.
        unsafe {
            let zero = A::Vector::splat(0.0);
            let mut half = [[MaybeUninit::uninit(); INPUTS]; INPUTS];
            for x in 0..INPUTS {
                let mut column = [zero; INPUTS];
                for y in 0..INPUTS {
                    column[y] = A::Vector::load(at(y, x).add(channel));
                }
                let column = combine(&Self::INPUT, column);
                for y in 0..INPUTS {
                    half[y][x].write(column[y]);
                }
            }
            for y in 0..INPUTS {
                let row = combine(&Self::INPUT, written(half[y]));
                for x in 0..INPUTS {
                    let (to, scale) = put(y, x);
                    A::put(row[x], scale, to, channel);
                }
            }
        }
    }

    /// The outputs of a tile of products, likewise: `at` gives the row of a product and the scales of its channels.
    ///
    /// # Safety
    ///
    /// As for [`transform`](Scheme::transform).
    #[inline(always)]
    unsafe fn outputs<A: Arithmetic>(
        channel: usize,
        at: impl Fn(usize, usize) -> (*const f32, *const f32),
    ) -> [[A::Vector; OUTPUTS]; OUTPUTS] {
        // SAFETY: as the caller vouches.
        unsafe {
            let zero = A::Vector::splat(0.0);
            let mut half = [[MaybeUninit::uninit(); INPUTS]; OUTPUTS];
            for x in 0..INPUTS {
                let mut column = [zero; INPUTS];
                for y in 0..INPUTS {
                    let (row, scales) = at(y, x);
                    column[y] = A::take(row, channel, scales);
                }
                let column = combine(&Self::OUTPUT, column);
                for y in 0..OUTPUTS {
                    half[y][x].write(column[y]);
                }
            }
            let mut outputs = [[zero; OUTPUTS]; OUTPUTS];
            for y in 0..OUTPUTS {
                outputs[y] = combine(&Self::OUTPUT, written(half[y]));
            }
            outputs
        }
    }

    /// How large the transform of inputs between 0 and 1 can become at each place.
    fn reach() -> [[f32; INPUTS]; INPUTS] {
        let sum = |row: &[f32; INPUTS], sign: f32| row.iter().map(|value| (value * sign).max(0.0)).sum::<f32>();
        let parts = Self::INPUT.each_ref().map(|row| (sum(row, 1.0), sum(row, -1.0)));
        parts.map(|(up, down)| parts.map(|(right, left)| (up * right + down * left).max(up * left + down * right)))
    }

    /// The transform of a kernel.
    fn kernel(kernel: [[f32; 3]; 3]) -> [[f32; INPUTS]; INPUTS] {
        let weigh = |weights: &[f32; 3], values: [f32; 3]| (0..3).map(|i| weights[i] * values[i]).sum::<f32>();
        let columns: [[f32; 3]; INPUTS] =
            array::from_fn(|y| array::from_fn(|x| weigh(&Self::KERNEL[y], array::from_fn(|i| kernel[i][x]))));
        array::from_fn(|y| array::from_fn(|x| weigh(&Self::KERNEL[x], columns[y])))
    }
}

/// Vectors that were all written. (Arrays that are filled with zeros first are so by a call for each: the compiler does not see that
/// nobody reads them.)
///
/// # Safety
///
/// They were.
#[inline(always)]
unsafe fn written<V: Copy, const COUNT: usize>(vectors: [MaybeUninit<V>; COUNT]) -> [V; COUNT] {
    // SAFETY: as the caller vouches; what may not be written has the form of what was.
    unsafe { std::ptr::from_ref(&vectors).cast::<[V; COUNT]>().read() }
}

/// A small matrix of constants times a column of vectors. Loops and coefficients are known when this is compiled, so that only
/// the operations on vectors remain.
#[inline(always)]
unsafe fn combine<V: Vector, const FROM: usize, const TO: usize>(
    matrix: &[[f32; FROM]; TO],
    values: [V; FROM],
) -> [V; TO] {
    // SAFETY: as the caller vouches.
    unsafe {
        let mut made = [V::splat(0.0); TO];
        for to in 0..TO {
            let mut sum = None;
            for from in 0..FROM {
                let (coefficient, value) = (matrix[to][from], values[from]);
                sum = match (coefficient, sum) {
                    (0.0, sum) => sum,
                    (1.0, None) => Some(value),
                    (1.0, Some(sum)) => Some(value.add(sum)),
                    (_, None) => Some(value.times(V::splat(coefficient))),
                    (_, Some(sum)) => Some(value.times_plus(V::splat(coefficient), sum)),
                };
            }
            if let Some(sum) = sum {
                made[to] = sum;
            }
        }
        made
    }
}

/// 3×3 points from 5×5.
pub(super) struct Three;

impl Scheme<5, 3> for Three {
    const INPUT: [[f32; 5]; 5] = [
        [2.0, -1.0, -2.0, 1.0, 0.0],
        [0.0, -2.0, -1.0, 1.0, 0.0],
        [0.0, 2.0, -3.0, 1.0, 0.0],
        [0.0, -1.0, 0.0, 1.0, 0.0],
        [0.0, 2.0, -1.0, -2.0, 1.0],
    ];
    const KERNEL: [[f32; 3]; 5] = [
        [1.0 / 2.0, 0.0, 0.0],
        [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
        [0.0, 0.0, 1.0],
    ];
    const OUTPUT: [[f32; 5]; 3] = [[1.0, 1.0, 1.0, 1.0, 0.0], [0.0, 1.0, -1.0, 2.0, 0.0], [0.0, 1.0, 1.0, 4.0, 1.0]];
}

/// 4×4 points from 6×6.
pub(super) struct Four;

impl Scheme<6, 4> for Four {
    const INPUT: [[f32; 6]; 6] = [
        [4.0, 0.0, -5.0, 0.0, 1.0, 0.0],
        [0.0, -4.0, -4.0, 1.0, 1.0, 0.0],
        [0.0, 4.0, -4.0, -1.0, 1.0, 0.0],
        [0.0, -2.0, -1.0, 2.0, 1.0, 0.0],
        [0.0, 2.0, -1.0, -2.0, 1.0, 0.0],
        [0.0, 4.0, 0.0, -5.0, 0.0, 1.0],
    ];
    const KERNEL: [[f32; 3]; 6] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    const OUTPUT: [[f32; 6]; 4] = [
        [1.0, 1.0, 1.0, 1.0, 1.0, 0.0],
        [0.0, 1.0, -1.0, 2.0, -2.0, 0.0],
        [0.0, 1.0, 1.0, 4.0, 4.0, 0.0],
        [0.0, 1.0, -1.0, 8.0, -8.0, 1.0],
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In one dimension, with numbers that stay exact: the outputs are those of the convolution.
    fn check<S: Scheme<I, O>, const I: usize, const O: usize>() {
        let inputs: [f64; I] = array::from_fn(|i| (i * i) as f64 - 3.0 * i as f64 + 1.0);
        let kernel = [3.0, -5.0, 7.0];
        let row = |matrix: &[f32], values: &[f64]| matrix.iter().zip(values).map(|(m, v)| *m as f64 * v).sum::<f64>();
        let products: Vec<f64> = (0..I).map(|i| row(&S::INPUT[i], &inputs) * row(&S::KERNEL[i], &kernel)).collect();
        for output in 0..O {
            let expected: f64 = (0..3).map(|tap| kernel[tap] * inputs[output + tap]).sum();
            let made = row(&S::OUTPUT[output], &products);
            assert!((made - expected).abs() < 1e-4, "{made} is not {expected}");
        }
    }

    /// In one dimension by two: inputs of 0 and 1 that reach furthest, and no others further.
    fn check_reach<S: Scheme<I, O>, const I: usize, const O: usize>() {
        let reach = S::reach();
        for (y, x) in (0..I).flat_map(|y| (0..I).map(move |x| (y, x))) {
            let factors = S::INPUT[y].iter().flat_map(|a| S::INPUT[x].iter().map(move |b| a * b));
            let (above, below) =
                factors.fold(
                    (0.0, 0.0),
                    |(above, below), factor| {
                        if factor > 0.0 { (above + factor, below) } else { (above, below - factor) }
                    },
                );
            assert!((reach[y][x] - f32::max(above, below)).abs() < 1e-4, "at {y}, {x}");
        }
    }

    #[test]
    fn inputs_up_to_one_reach_as_far_as_is_said() {
        check_reach::<Three, 5, 3>();
        check_reach::<Four, 6, 4>();
    }

    #[test]
    fn transforms_make_a_convolution() {
        check::<Three, 5, 3>();
        check::<Four, 6, 4>();
    }
}
