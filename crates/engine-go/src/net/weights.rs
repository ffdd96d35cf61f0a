//! The weights of a network as the file has them, widened to 32 bits: every path prepares its own from these.

use super::input::{GLOBALS, PLANES};

/// How much `pool` makes of each channel: the mean, the mean scaled by the size of the board, the maximum.
pub(super) const POOLED: usize = 3;

/// The sizes that a network can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) blocks: usize,
    pub(super) channels: usize,
    /// Channels of each of the three head convolutions.
    pub(super) head: usize,
    /// Hidden units before the win and the margin.
    pub(super) hidden: usize,
}

/// A convolution with a bias, and perhaps a matrix that makes another bias of what belongs to the whole board.
#[derive(Clone, Default, Debug)]
pub(super) struct Layer {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// `[tap][in][out]`, the nine taps of a 3×3 kernel along its rows, or one.
    pub(super) weights: Vec<f32>,
    /// `[side input][out]`; empty if there is none.
    pub(super) side: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// A matrix `[in][out]` with a bias.
#[derive(Clone, Default, Debug)]
pub(super) struct Dense {
    pub(super) weights: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// All of a network, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) shape: Shape,
    pub(super) stem: Layer,
    pub(super) blocks: Vec<[Layer; 2]>,
    pub(super) head_pool: Layer,
    pub(super) head_policy: Layer,
    pub(super) head_value: Layer,
    pub(super) policy: Dense,
    pub(super) pass_hidden: Dense,
    pub(super) pass: Dense,
    pub(super) value_hidden: Dense,
    pub(super) value: Dense,
    pub(super) owner: Dense,
}

/// Whether the second convolution of this block adds what it pooled from its input.
pub(super) const fn has_pooling(block: usize) -> bool {
    block % 2 == 1
}

impl Weights {
    /// Builds a network by asking `tensor` for each part by its name and dimensions, in the order of the file.
    pub(super) fn build<E>(
        shape: Shape,
        mut tensor: impl FnMut(&str, &[usize]) -> Result<Vec<f32>, E>,
    ) -> Result<Weights, E> {
        let Shape { blocks, channels: c, head: h, hidden } = shape;
        let mut layer = |name: &str, kernel: usize, inputs: usize, outputs: usize, side: usize| {
            let weights = tensor(&format!("{name}.w"), &[kernel, kernel, inputs, outputs])?;
            let side = if side == 0 { Vec::new() } else { tensor(&format!("{name}.side"), &[side, outputs])? };
            let bias = tensor(&format!("{name}.b"), &[outputs])?;
            Ok(Layer { inputs, outputs, weights, side, bias })
        };
        let stem = layer("stem", 3, PLANES, c, GLOBALS)?;
        let block = |index| {
            let side = if has_pooling(index) { POOLED * c } else { 0 };
            Ok([layer(&format!("block{index}a"), 3, c, c, 0)?, layer(&format!("block{index}b"), 3, c, c, side)?])
        };
        let blocks = (0..blocks).map(block).collect::<Result<Vec<_>, E>>()?;
        let head_pool = layer("head_pool", 1, c, h, 0)?;
        let head_policy = layer("head_policy", 1, c, h, POOLED * h)?;
        let head_value = layer("head_value", 1, c, h, 0)?;
        let mut dense = |name: &str, inputs: usize, outputs: usize| {
            let weights = tensor(&format!("{name}.w"), &[inputs, outputs])?;
            Ok(Dense { weights, bias: tensor(&format!("{name}.b"), &[outputs])? })
        };
        Ok(Weights {
            shape,
            stem,
            blocks,
            head_pool,
            head_policy,
            head_value,
            policy: dense("policy", h, 1)?,
            pass_hidden: dense("pass_hidden", POOLED * h, h)?,
            pass: dense("pass", h, 1)?,
            value_hidden: dense("value_hidden", POOLED * h + GLOBALS, hidden)?,
            value: dense("value", hidden, 2)?,
            owner: dense("owner", h, 1)?,
        })
    }
}
