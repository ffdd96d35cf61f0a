//! The network in plain loops: what every processor can do, and what the other paths are compared with.

use super::heads;
use super::input::{GLOBALS, Input, PLANES, size_value};
use super::weights::{Layer, POOLED, Weights, has_pooling};

/// Numbers for each point of one board, along the rows, all channels of a point together.
#[derive(Default)]
pub(super) struct Portable {
    planes: Vec<f32>,
    trunk: Vec<f32>,
    middle: Vec<f32>,
    branch: Vec<f32>,
    heads: Vec<f32>,
}

impl Portable {
    /// Runs all convolutions; gives the channels of the three heads for each point, before anything is pooled from them.
    pub(super) fn run(&mut self, weights: &Weights, input: &Input) -> &[f32] {
        let Portable { planes, trunk, middle, branch, heads } = self;
        let width = input.size().width() as usize;
        planes.clear();
        for &word in input.words() {
            planes.extend((0..PLANES).map(|plane| (word >> plane & 1) as f32));
        }
        let globals: [f32; GLOBALS] = input.globals();
        convolve(&weights.stem, width, planes, &globals, trunk);
        relu(trunk);
        for (index, [first, second]) in weights.blocks.iter().enumerate() {
            convolve(first, width, trunk, &[], middle);
            relu(middle);
            let mut pooled = vec![0.0; POOLED * first.outputs];
            if has_pooling(index) {
                pool(middle.chunks_exact(first.outputs), size_value(input.size()), &mut pooled);
                convolve(second, width, middle, &pooled, branch);
            } else {
                convolve(second, width, middle, &[], branch);
            }
            trunk.iter_mut().zip(branch.iter()).for_each(|(x, y)| *x = (*x + y).max(0.0));
        }
        let parts = [&weights.head_pool, &weights.head_policy, &weights.head_value];
        heads.resize(width * width * heads::width(weights.shape), 0.0);
        for (part, layer) in parts.into_iter().enumerate() {
            // The policy's side comes of what the heads pool, and is added there.
            convolve(&Layer { side: Vec::new(), ..layer.clone() }, width, trunk, &[], branch);
            for (whole, made) in
                heads.chunks_exact_mut(heads::width(weights.shape)).zip(branch.chunks_exact(layer.outputs))
            {
                whole[part * layer.outputs..][..layer.outputs].copy_from_slice(made);
            }
        }
        heads
    }
}

/// `to` = the convolution of `from`, with zeros around the board, plus the bias and what the side inputs add to it.
fn convolve(layer: &Layer, width: usize, from: &[f32], side: &[f32], to: &mut Vec<f32>) {
    let (inputs, outputs) = (layer.inputs, layer.outputs);
    let mut bias = layer.bias.clone();
    for (value, weights) in side.iter().zip(layer.side.chunks_exact(outputs)) {
        add_scaled(&mut bias, *value, weights);
    }
    let kernel = if layer.weights.len() == inputs * outputs { 1 } else { 3 };
    to.clear();
    for point in 0..width * width {
        to.extend_from_slice(&bias);
        let sum = &mut to[point * outputs..];
        for tap in 0..kernel * kernel {
            let (row, column) = (point / width + tap / kernel, point % width + tap % kernel);
            let inside = |place: usize| (kernel / 2..width + kernel / 2).contains(&place);
            if !inside(row) || !inside(column) {
                continue;
            }
            let neighbour = (row - kernel / 2) * width + column - kernel / 2;
            let values = &from[neighbour * inputs..][..inputs];
            let weights = &layer.weights[tap * inputs * outputs..][..inputs * outputs];
            for (value, weights) in values.iter().zip(weights.chunks_exact(outputs)) {
                // About half of what comes out of a relu is zero.
                if *value != 0.0 {
                    add_scaled(sum, *value, weights);
                }
            }
        }
    }
}

fn add_scaled(sum: &mut [f32], scale: f32, values: &[f32]) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += scale * value);
}

pub(super) fn relu(values: &mut [f32]) {
    for value in values {
        *value = value.max(0.0);
    }
}

/// For each channel of these points, its mean, the mean scaled by the size of the board, and its maximum.
///
/// Inlined, so that it is compiled for the instructions of whoever calls it.
#[inline(always)]
pub(super) fn pool<'a>(points: impl Iterator<Item = &'a [f32]>, size_value: f32, pooled: &mut [f32]) {
    let channels = pooled.len() / POOLED;
    let (mean, rest) = pooled.split_at_mut(channels);
    let (scaled, largest) = rest.split_at_mut(channels);
    mean.fill(0.0);
    largest.fill(f32::NEG_INFINITY);
    let mut count = 0;
    for point in points {
        mean.iter_mut().zip(point).for_each(|(sum, value)| *sum += value);
        largest.iter_mut().zip(point).for_each(|(largest, value)| *largest = largest.max(*value));
        count += 1;
    }
    let share = 1.0 / count as f32;
    for (mean, scaled) in mean.iter_mut().zip(scaled) {
        *mean *= share;
        *scaled = *mean * size_value;
    }
}
