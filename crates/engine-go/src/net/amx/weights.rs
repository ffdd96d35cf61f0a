//! The weights as the matrix unit wants them.

use super::super::input::PLANES;
use super::super::weights::{Layer, Weights};
use super::bf16::{add_product, rounded};
use super::memory::{LINE, Rows};
use super::plan::{OUTPUTS_TOGETHER, STEM_INPUTS};

/// All convolutions of a network.
pub(in super::super) struct Prepared {
    /// Channels of the trunk, in whole lines.
    pub(super) channels: usize,
    pub(super) stem: Panels,
    pub(super) blocks: Vec<[Panels; 2]>,
    /// The three heads as one convolution.
    pub(super) heads: Panels,
}

/// The weights of a convolution: a panel for every 32 outputs, in it two tiles for every 32 inputs.
pub(super) struct Panels {
    rows: Rows,
    /// Lines of one panel.
    panel_lines: usize,
    /// In whole panels.
    pub(super) outputs: usize,
    /// For all outputs, zero for those that only fill a panel.
    pub(super) bias: Vec<f32>,
}

impl Prepared {
    pub(in super::super) fn new(weights: &Weights) -> Prepared {
        let channels = weights.shape.channels.next_multiple_of(LINE);
        let kernel = |layer: &Layer| {
            let at = |input: usize| {
                let (tap, channel) = (input / channels, input % channels);
                (channel < layer.inputs).then(|| tap * layer.inputs + channel)
            };
            Panels::new(&[layer], 9 * channels, at)
        };
        let heads = [&weights.head_pool, &weights.head_policy, &weights.head_value];
        Prepared {
            channels,
            stem: Panels::new(&[&weights.stem], STEM_INPUTS, |input| (input < 9 * PLANES).then_some(input)),
            blocks: weights.blocks.iter().map(|[first, second]| [kernel(first), kernel(second)]).collect(),
            heads: Panels::new(&heads, channels, |input| (input < weights.shape.channels).then_some(input)),
        }
    }
}

impl Panels {
    /// Layers side by side. `at` gives the row of the weights that an input of the unit has, if it has one.
    fn new(layers: &[&Layer], inputs: usize, at: impl Fn(usize) -> Option<usize>) -> Panels {
        let mut bias: Vec<f32> = layers.iter().flat_map(|layer| &layer.bias).copied().collect();
        let outputs = bias.len().next_multiple_of(OUTPUTS_TOGETHER);
        let weight = |input: usize, mut output: usize| {
            for layer in layers {
                if output < layer.outputs {
                    return at(input).map_or(0.0, |row| layer.weights[row * layer.outputs + output]);
                }
                output -= layer.outputs;
            }
            0.0
        };
        bias.resize(outputs, 0.0);
        // Each line of a tile has sixteen outputs, and of each two neighbouring inputs.
        let panel_lines = inputs / 2 * 2;
        let mut rows = Rows::zeroed(outputs / OUTPUTS_TOGETHER * panel_lines, LINE);
        for line in 0..rows.count() {
            let (panel, within) = (line / panel_lines, line % panel_lines);
            // Two tiles of sixteen lines for each 32 inputs.
            let (group, tile, pair) = (within / 32, within / 16 % 2, within % 16);
            for (place, number) in rows.line_mut(line, 0).iter_mut().enumerate() {
                let output = panel * OUTPUTS_TOGETHER + tile * 16 + place / 2;
                *number = rounded(weight(group * 32 + pair * 2 + place % 2, output));
            }
        }
        Panels { rows, panel_lines, outputs, bias }
    }

    /// Where the weights of a panel begin, and how many bytes they are.
    pub(super) fn panel(&self, panel: usize) -> (*const u16, usize) {
        (self.rows.row(panel * self.panel_lines), self.panel_lines * LINE * size_of::<u16>())
    }

    /// Appends this layer's bias with what the side inputs add to it.
    #[target_feature(enable = "avx512f")]
    pub(super) fn extend_bias(&self, layer: &Layer, side: &[f32], to: &mut Vec<f32>) {
        let begin = to.len();
        to.extend_from_slice(&self.bias);
        add_product(side, &layer.side, &mut to[begin..][..layer.outputs]);
    }
}
