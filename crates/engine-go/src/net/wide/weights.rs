//! The weights as the vector paths want them.

use std::sync::OnceLock;

use super::super::input::PLANES;
use super::super::weights::{Layer, Weights};
use super::layout::Tiling;
use super::memory::Floats;
use super::product::{PANEL, weight_place};
use super::winograd::{Four, Scheme, Three};

/// All convolutions of a network; the transformed kernels of each tiling when they are first needed.
pub(in super::super) struct Prepared {
    pub(super) channels: usize,
    pub(super) head_channels: usize,
    /// `[tap][plane][channel]`.
    pub(super) stem: Floats,
    /// The three heads side by side, in panels, and their bias.
    pub(super) heads: Floats,
    pub(super) heads_bias: Vec<f32>,
    three: OnceLock<Vec<[Floats; 2]>>,
    four: OnceLock<Vec<[Floats; 2]>>,
}

impl Prepared {
    pub(in super::super) fn new(weights: &Weights) -> Prepared {
        let channels = weights.shape.channels.next_multiple_of(PANEL);
        let head = weights.shape.head;
        let head_channels = (3 * head).next_multiple_of(PANEL);
        let mut heads = Floats::zeroed(weights.shape.channels * head_channels);
        let mut heads_bias = vec![0.0; head_channels];
        let layers = [&weights.head_pool, &weights.head_policy, &weights.head_value];
        for (part, layer) in layers.into_iter().enumerate() {
            heads_bias[part * head..][..head].copy_from_slice(&layer.bias);
            for (input, row) in layer.weights.chunks_exact(head).enumerate() {
                for (output, weight) in row.iter().enumerate() {
                    heads[weight_place(layer.inputs, input, part * head + output)] = *weight;
                }
            }
        }
        let mut stem = Floats::zeroed(9 * PLANES * channels);
        for (to, from) in stem.chunks_exact_mut(channels).zip(weights.stem.weights.chunks_exact(weights.stem.outputs)) {
            to[..from.len()].copy_from_slice(from);
        }
        Prepared { channels, head_channels, stem, heads, heads_bias, three: OnceLock::new(), four: OnceLock::new() }
    }

    /// The transformed kernels of all blocks: `[place in the tile]`, in panels.
    pub(super) fn blocks(&self, weights: &Weights, tiling: Tiling) -> &[[Floats; 2]] {
        let both = |transform: fn(&Layer, usize) -> Floats| {
            weights.blocks.iter().map(|block| block.each_ref().map(|layer| transform(layer, self.channels))).collect()
        };
        match tiling {
            Tiling::Three => self.three.get_or_init(|| both(transformed::<Three, 5, 3>)),
            Tiling::Four => self.four.get_or_init(|| both(transformed::<Four, 6, 4>)),
        }
    }
}

fn transformed<S: Scheme<I, O>, const I: usize, const O: usize>(layer: &Layer, channels: usize) -> Floats {
    let mut made = Floats::zeroed(I * I * layer.inputs * channels);
    for input in 0..layer.inputs {
        for output in 0..layer.outputs {
            let at = |tap: usize| layer.weights[(tap * layer.inputs + input) * layer.outputs + output];
            let kernel = S::kernel([[at(0), at(1), at(2)], [at(3), at(4), at(5)], [at(6), at(7), at(8)]]);
            for (place, value) in kernel.as_flattened().iter().enumerate() {
                made[place * layer.inputs * channels + weight_place(layer.inputs, input, output)] = *value;
            }
        }
    }
    made
}
