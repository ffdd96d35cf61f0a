//! From the channels of the three heads to what the network says: little arithmetic, the same on every path.
//!
//! Loops run over several numbers at a time, so that any compiler makes vectors of them: in the obvious form, one sum after
//! another, this took a tenth of all the time on the fastest path. And they are loops, since `extend` with a closure calls code for every processor.

use plateau_core::Dihedral;
use plateau_core::processor::{Fastest, Path as _};

use super::Evaluation;
use super::input::{Input, size_value};
use super::weights::{Dense, POOLED, Shape, Weights};

/// The network's unit of the margin, in points.
const MARGIN_SCALE: f32 = 10.0;

/// Channels of the three heads together: what is pooled, the policy's, the value's.
pub(super) const fn width(shape: Shape) -> usize {
    3 * shape.head
}

/// The memory that finishing needs.
#[derive(Default)]
pub(super) struct Heads {
    pooled: Vec<f32>,
    side: Vec<f32>,
    hidden: Vec<f32>,
    /// For each point of the turned board.
    policy: Vec<f32>,
    owner: Vec<f32>,
}

impl Heads {
    /// Fills the output. `seen` gives the head channels of a point of the turned board: convolutions and their bias, nothing
    /// else.
    pub(super) fn finish<'a>(
        &mut self,
        weights: &Weights,
        input: &Input,
        seen: impl Fn(usize) -> &'a [f32],
        output: &mut Evaluation,
    ) {
        Fastest.run(
            #[inline(always)]
            move || {
                let Heads { pooled, side, hidden, policy, owner } = self;
                let (head, area) = (weights.shape.head, input.size().area() as usize);
                let size = size_value(input.size());
                let part = |point: usize, part: usize| &seen(point)[part * head..][..head];

                pool_relu((0..area).map(|point| part(point, 0)), head, size, pooled);
                side.clear();
                side.resize(head, 0.0);
                add_product(pooled, &weights.head_policy.side, side);
                policy.resize(area, 0.0);
                for (point, value) in policy.iter_mut().enumerate() {
                    *value = relu_product(part(point, 1), side, &weights.policy);
                }
                dense_relu(pooled, &weights.pass_hidden, hidden);
                let pass = relu_product(hidden, &[], &weights.pass);

                owner.resize(area, 0.0);
                for (point, value) in owner.iter_mut().enumerate() {
                    *value = relu_product(part(point, 2), &[], &weights.owner);
                }
                for value in owner.iter_mut() {
                    *value = tanh(*value);
                }
                pool_relu((0..area).map(|point| part(point, 2)), head, size, pooled);
                pooled.extend(input.globals());
                dense_relu(pooled, &weights.value_hidden, hidden);
                let mut result = [weights.value.bias[0], weights.value.bias[1]];
                add_product(hidden, &weights.value.weights, &mut result);

                turn_back(policy, input, &mut output.policy);
                output.policy.push(pass);
                turn_back(owner, input, &mut output.ownership);
                output.win = 1.0 / (1.0 + (-result[0]).exp());
                let (least, most) = input.possible_leads();
                output.lead = (result[1] * MARGIN_SCALE).clamp(least, most);
            },
        );
    }
}

/// Puts what the network said of each point of the turned board where the point really is.
fn turn_back(seen: &[f32], input: &Input, real: &mut Vec<f32>) {
    real.clear();
    if input.symmetry() == Dihedral::IDENTITY {
        real.extend_from_slice(seen);
        return;
    }
    let width = input.size().width();
    for row in 0..width {
        real.extend((0..width).map(|column| {
            let (column, row) = input.symmetry().apply(width, (column, row));
            seen[row as usize * width as usize + column as usize]
        }));
    }
}

/// Mean, scaled mean and maximum of what is above zero in each channel.
#[inline(always)]
fn pool_relu<'a>(points: impl Iterator<Item = &'a [f32]>, channels: usize, size_value: f32, pooled: &mut Vec<f32>) {
    pooled.clear();
    pooled.resize(POOLED * channels, 0.0);
    let (mean, rest) = pooled.split_at_mut(channels);
    let (scaled, largest) = rest.split_at_mut(channels);
    let mut count = 0;
    for point in points {
        for ((sum, largest), value) in mean.iter_mut().zip(largest.iter_mut()).zip(point) {
            let value = value.max(0.0);
            *sum += value;
            *largest = largest.max(value);
        }
        count += 1;
    }
    let share = 1.0 / count as f32;
    for (mean, scaled) in mean.iter_mut().zip(scaled) {
        *mean *= share;
        *scaled = *mean * size_value;
    }
}

/// A matrix with one output, applied to what is above zero of the inputs and the side inputs (none, or as many).
#[inline(always)]
fn relu_product(inputs: &[f32], side: &[f32], dense: &Dense) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (blocks, rest) = inputs.as_chunks::<LANES>();
    let (weight_blocks, weights_rest) = dense.weights.as_chunks::<LANES>();
    let (side_blocks, side_rest) = side.as_chunks::<LANES>();
    for (place, (inputs, weights)) in blocks.iter().zip(weight_blocks).enumerate() {
        let side = side_blocks.get(place).unwrap_or(&[0.0; LANES]);
        for lane in 0..LANES {
            sums[lane] += (inputs[lane] + side[lane]).max(0.0) * weights[lane];
        }
    }
    for (place, (input, weight)) in rest.iter().zip(weights_rest).enumerate() {
        sums[place] += (input + side_rest.get(place).unwrap_or(&0.0)).max(0.0) * weight;
    }
    dense.bias[0] + sums.iter().sum::<f32>()
}

#[inline(always)]
fn dense_relu(inputs: &[f32], dense: &Dense, to: &mut Vec<f32>) {
    to.clear();
    to.extend_from_slice(&dense.bias);
    add_product(inputs, &dense.weights, to);
    for value in to {
        *value = value.max(0.0);
    }
}

/// Adds inputs times a matrix `[in][out]`.
#[inline(always)]
pub(super) fn add_product(inputs: &[f32], matrix: &[f32], sum: &mut [f32]) {
    /// Outputs that are kept in registers over all inputs.
    const TOGETHER: usize = 32;
    let outputs = sum.len();
    let (blocks, rest) = sum.as_chunks_mut::<TOGETHER>();
    for (block, sum) in blocks.iter_mut().enumerate() {
        let mut sums = *sum;
        for (input, row) in inputs.iter().zip(matrix.chunks_exact(outputs)) {
            for (sum, weight) in sums.iter_mut().zip(&row[block * TOGETHER..][..TOGETHER]) {
                *sum += input * weight;
            }
        }
        *sum = sums;
    }
    let begin = outputs - rest.len();
    for (input, row) in inputs.iter().zip(matrix.chunks_exact(outputs)) {
        for (sum, weight) in rest.iter_mut().zip(&row[begin..]) {
            *sum += input * weight;
        }
    }
}

/// The hyperbolic tangent to seven digits, without a branch: a quotient of polynomials, the one that Eigen uses.
#[inline(always)]
fn tanh(x: f32) -> f32 {
    const ODD: [f32; 7] =
        [4.893_525e-3, 6.372_619_3e-4, 1.485_722_4e-5, 5.122_297_1e-8, -8.604_672e-11, 2.000_188e-13, -2.760_768_5e-16];
    const EVEN: [f32; 4] = [4.893_525e-3, 2.268_434_7e-3, 1.185_347_1e-4, 1.198_258_4e-6];
    // Beyond this it is 1 in 32 bits.
    let x = x.clamp(-7.904_531, 7.904_531);
    let square = x * x;
    let polynomial = |coefficients: &[f32]| coefficients.iter().rev().fold(0.0, |sum, c| sum * square + c);
    x * polynomial(&ODD) / polynomial(&EVEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tangent_is_the_tangent() {
        for step in -2000..=2000 {
            let x = step as f32 / 200.0;
            assert!((tanh(x) - x.tanh()).abs() < 1e-6, "{x}: {} is not {}", tanh(x), x.tanh());
        }
    }

    #[test]
    fn products_are_sums_of_rows() {
        for outputs in [1, 2, 31, 32, 33, 96, 100] {
            let inputs: Vec<f32> = (0..7).map(|i| i as f32 - 2.0).collect();
            let matrix: Vec<f32> = (0..7 * outputs).map(|i| (i % 13) as f32).collect();
            let mut sum = vec![1.0; outputs];
            add_product(&inputs, &matrix, &mut sum);
            for (output, sum) in sum.iter().enumerate() {
                let expected: f32 = 1.0 + (0..7).map(|i| inputs[i] * matrix[i * outputs + output]).sum::<f32>();
                assert!((sum - expected).abs() < 1e-4, "{outputs}, {output}");
            }
        }
    }

    #[test]
    fn a_product_of_what_is_above_zero() {
        for length in [1, 8, 11] {
            let dense = Dense { weights: (0..length).map(|i| i as f32 + 1.0).collect(), bias: vec![0.5] };
            let inputs: Vec<f32> = (0..length).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
            let side = vec![2.0; length];
            let expected =
                |side: f32| 0.5 + inputs.iter().zip(&dense.weights).map(|(i, w)| (i + side).max(0.0) * w).sum::<f32>();
            assert!((relu_product(&inputs, &[], &dense) - expected(0.0)).abs() < 1e-4);
            assert!((relu_product(&inputs, &side, &dense) - expected(2.0)).abs() < 1e-4);
        }
    }
}
