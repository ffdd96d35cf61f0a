//! From the channels of the three heads to what the network says: little arithmetic, the same on every path.

use super::Output;
use super::input::{Input, size_value};
use super::portable::{pool, relu};
use super::weights::{Dense, POOLED, Shape, Weights};

/// The network's unit of the margin, in points.
const MARGIN_SCALE: f32 = 10.0;

/// Channels of the three heads together: what is pooled, the policy's, the value's.
pub(super) const fn width(shape: Shape) -> usize {
    3 * shape.head
}

/// Fills the output. `seen` gives the head channels of a point of the turned board: convolutions and their bias, nothing else.
pub(super) fn finish<'a>(weights: &Weights, input: &Input, seen: impl Fn(usize) -> &'a [f32], output: &mut Output) {
    let head = weights.shape.head;
    let area = input.size().area() as usize;
    let part = |point: usize, part: usize| &seen(point)[part * head..][..head];
    let pooled_from = |which: usize| {
        // The relu may come after pooling a maximum, but not after a mean.
        let mut positive = vec![0.0; area * head];
        for (point, row) in positive.chunks_exact_mut(head).enumerate() {
            row.copy_from_slice(part(point, which));
        }
        relu(&mut positive);
        let mut pooled = vec![0.0; POOLED * head];
        pool(positive.chunks_exact(head), size_value(input.size()), &mut pooled);
        pooled
    };

    let pooled = pooled_from(0);
    let policy_side = product(&pooled, &weights.head_policy.side, vec![0.0; head]);
    for (number, point) in output.prepare(input).enumerate() {
        let channels = part(point, 1).iter().zip(&policy_side).map(|(channel, side)| (channel + side).max(0.0));
        output.policy[number] = weighted(channels, &weights.policy);
        let channels = part(point, 2).iter().map(|channel| channel.max(0.0));
        output.ownership[number] = weighted(channels, &weights.owner).tanh();
    }
    output.policy[area] = weighted(dense_relu(&pooled, &weights.pass_hidden).into_iter(), &weights.pass);

    let mut summary = pooled_from(2);
    summary.extend(input.globals());
    let hidden = dense_relu(&summary, &weights.value_hidden);
    let result = product(&hidden, &weights.value.weights, weights.value.bias.clone());
    output.win = 1.0 / (1.0 + (-result[0]).exp());
    output.margin = result[1] * MARGIN_SCALE;
}

/// A matrix with one output.
fn weighted(inputs: impl Iterator<Item = f32>, dense: &Dense) -> f32 {
    dense.bias[0] + inputs.zip(&dense.weights).map(|(input, weight)| input * weight).sum::<f32>()
}

fn dense_relu(inputs: &[f32], dense: &Dense) -> Vec<f32> {
    let mut made = product(inputs, &dense.weights, dense.bias.clone());
    relu(&mut made);
    made
}

/// Inputs times a matrix `[in][out]`, added to `sum`.
fn product(inputs: &[f32], matrix: &[f32], mut sum: Vec<f32>) -> Vec<f32> {
    for (input, row) in inputs.iter().zip(matrix.chunks_exact(sum.len())) {
        sum.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
    }
    sum
}
