//! The weights as the vector paths want them.

use std::sync::OnceLock;

use super::super::input::PLANES;
use super::super::weights::{Layer, Weights};
use super::arithmetic::Arithmetic;
use super::layout::Tiling;
use super::memory::Floats;
use super::product::{PANEL, weight_place};
use super::sums::Sums;
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
    /// By the tiling and by what the products are made in.
    blocks: [[OnceLock<Vec<[Kernel; 2]>>; 2]; 2],
}

/// A transformed kernel: `[place in the tile]`, in panels.
pub(super) struct Kernel {
    /// A number to a cell, or two short integers.
    pub(super) cells: Floats,
    /// `[place][channel]`: what the sums of integers have to be multiplied with, for inputs up to 1.
    pub(super) scales: Floats,
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
        Prepared { channels, head_channels, stem, heads, heads_bias, blocks: Default::default() }
    }

    /// The transformed kernels of all blocks.
    pub(super) fn blocks<A: Arithmetic>(&self, weights: &Weights, tiling: Tiling) -> &[[Kernel; 2]] {
        let both = |transform: fn(&Layer, usize) -> Kernel| {
            weights.blocks.iter().map(|block| block.each_ref().map(|layer| transform(layer, self.channels))).collect()
        };
        let made_in = A::Sums::INPUTS_A_CELL - 1;
        match tiling {
            Tiling::Three => self.blocks[0][made_in].get_or_init(|| both(transformed::<A, Three, 5, 3>)),
            Tiling::Four => self.blocks[1][made_in].get_or_init(|| both(transformed::<A, Four, 6, 4>)),
        }
    }
}

/// The largest sum of the weights of an output, in absolute values, for which no sum of products with 16-bit integers can leave
/// 32 bits, with room for rounding.
const WEIGHTS_SUM: f32 = 65_000.0;

fn transformed<A: Arithmetic, S: Scheme<I, O>, const I: usize, const O: usize>(
    layer: &Layer,
    channels: usize,
) -> Kernel {
    let (inputs, outputs) = (layer.inputs, layer.outputs);
    let input_cells = inputs.div_ceil(A::Sums::INPUTS_A_CELL);
    let mut kernel =
        Kernel { cells: Floats::zeroed(I * I * input_cells * channels), scales: Floats::zeroed(I * I * channels) };
    let reach = S::reach();
    for output in 0..outputs {
        let of = |input: usize| {
            let at = |tap: usize| layer.weights[(tap * inputs + input) * outputs + output];
            S::kernel([[at(0), at(1), at(2)], [at(3), at(4), at(5)], [at(6), at(7), at(8)]])
        };
        let places: Vec<[[f32; I]; I]> = (0..inputs).map(of).collect();
        for place in 0..I * I {
            let column = places.iter().map(|kernel| kernel.as_flattened()[place]);
            let panels = &mut kernel.cells[place * input_cells * channels..];
            let Some(largest) = A::LARGEST else {
                for (input, weight) in column.enumerate() {
                    panels[weight_place(inputs, input, output)] = weight;
                }
                continue;
            };
            let sum: f32 = column.clone().map(f32::abs).sum();
            let most = column.clone().map(f32::abs).fold(f32::MIN_POSITIVE, f32::max);
            let scale = (WEIGHTS_SUM / sum.max(f32::MIN_POSITIVE)).min(largest / most);
            kernel.scales[place * channels + output] = reach.as_flattened()[place] / (largest * scale);
            let rounded: Vec<i16> = column.map(|weight| (weight * scale).round() as i16).collect();
            for (cell, pair) in rounded.chunks(2).enumerate() {
                let pair = [pair[0], pair.get(1).copied().unwrap_or(0)];
                panels[weight_place(input_cells, cell, output)] = cell_of(pair);
            }
        }
    }
    kernel
}

/// Two integers as they lie in a cell, the first one first.
fn cell_of([first, second]: [i16; 2]) -> f32 {
    let ([a, b], [c, d]) = (first.to_ne_bytes(), second.to_ne_bytes());
    f32::from_ne_bytes([a, b, c, d])
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::arithmetic::Integers;
    use super::super::pairs::Avx2Pairs;
    use super::super::x86::Avx2;
    use super::*;

    /// Inputs of the largest size, with the signs of the weights, stay within 32 bits; and the weights use what there is.
    #[test]
    fn no_sum_leaves_32_bits() {
        let mut rng = fastrand::Rng::with_seed(7);
        for (inputs, loud) in [(96, 1), (96, 96), (2, 1), (1, 1)] {
            let outputs = 3;
            let weight = |rng: &mut fastrand::Rng, input| if input % loud == 0 { rng.f32() - 0.5 } else { 0.0 };
            let weights = (0..9 * inputs * outputs).map(|at| weight(&mut rng, at / outputs % inputs)).collect();
            let layer = Layer { inputs, outputs, weights, ..Layer::default() };
            let kernel = transformed::<Integers<Avx2, Avx2Pairs<false>>, Four, 6, 4>(&layer, PANEL);
            let cells = inputs.div_ceil(2);
            for (place, output) in (0..36).flat_map(|place| (0..outputs).map(move |output| (place, output))) {
                let sum: i64 = (0..cells)
                    .map(|cell| kernel.cells[place * cells * PANEL + weight_place(cells, cell, output)].to_ne_bytes())
                    .flat_map(|[a, b, c, d]| [i16::from_ne_bytes([a, b]), i16::from_ne_bytes([c, d])])
                    .map(|weight| i64::from(weight).abs())
                    .sum();
                assert!(sum * i64::from(i16::MAX) <= i64::from(i32::MAX), "{inputs} inputs: {sum}");
                assert!(sum >= i64::from(i16::MAX) - 1, "{inputs} inputs: {sum}");
            }
        }
    }
}
