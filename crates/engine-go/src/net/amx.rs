//! The network on the matrix unit of recent Intel processors (AMX), in bfloat16 with 32-bit sums.
//!
//! The unit multiplies a tile of 16 rows by 32 inputs with one of 32 inputs by 16 outputs. A row is a point of one board. The
//! boards of a batch lie interleaved, point by point, with a frame of zeros around them:
//!
//! ```text
//! row of a cell = (cell · boards + board), cell = (row + 1) · (N + 1) + column + 1
//! ```
//!
//! so that sixteen rows in memory are a tile, and the neighbours that a tap of the kernel asks for are the tile at a fixed
//! distance: nothing is gathered or copied. With 16 boards a tile is one point of them all, with one it is sixteen points of
//! it; taps that fall off the board for all of a tile are left out. The weights are 8 significant bits wide, as they were in training; `docs/network-go.md` has what that costs.
//!
//! Start reading at [`Amx::run`]; the instructions themselves are in `amx/tiles.rs`.

#![allow(unsafe_code, reason = "instructions without a safe form; each use says why it is sound")]

mod bf16;
mod memory;
mod plan;
mod tiles;
mod weights;

use super::input::{Input, size_value};
use super::weights::{POOLED, Weights, has_pooling};
use bf16::{Finish, Pooling};
use memory::Rows;
use plan::{Kind, Plan, STEM_INPUTS};
pub(super) use tiles::is_available;
pub(super) use weights::Prepared;

/// Boards that go through together: as many as stay in the cache. Measured on 9×9, 13×13 and 19×19.
const fn boards_together(width: usize) -> usize {
    match width {
        0..=9 => 16,
        10..=13 => 4,
        _ => 1,
    }
}

/// Plans that are kept: a search on one board size makes sixteen at most.
const PLANS_MOST: usize = 32;

/// The memory of one thread. Made only where [`is_available`].
#[derive(Default)]
pub(super) struct Amx {
    /// Those made so far, since a search asks for batches of many sizes.
    plans: Vec<Plan>,
    current: usize,
    stem: Rows,
    trunk: Rows,
    middle: Rows,
    /// What the heads see, in 32 bits, in the same rows.
    heads: Vec<f32>,
    bias: Vec<f32>,
}

/// The head channels of one board.
pub(super) struct Seen<'a> {
    plan: &'a Plan,
    board: usize,
    rows: &'a [f32],
    channels: usize,
}

impl<'a> Seen<'a> {
    /// Those of a point, by its number.
    pub(super) fn at(&self, point: usize) -> &'a [f32] {
        &self.rows[self.plan.row(point, self.board) * self.channels..]
    }
}

impl Amx {
    /// Runs all convolutions on boards of one size, some at a time, and hands over what the heads see of each board.
    pub(super) fn run(
        &mut self,
        weights: &Weights,
        prepared: &Prepared,
        inputs: &[Input],
        mut done: impl FnMut(usize, &Seen<'_>),
    ) {
        let Some(first) = inputs.first() else { return };
        let together = boards_together(first.size().width() as usize);
        for (group, inputs) in inputs.chunks(together).enumerate() {
            // SAFETY: a value of this type is only made where the unit is there and the system lets us use it.
            unsafe {
                tiles::configure();
                self.convolve_all(weights, prepared, inputs);
                tiles::release();
            }
            let plan = self.plan().expect("it was made for these boards");
            for board in 0..inputs.len() {
                let seen = Seen { plan, board, rows: &self.heads, channels: prepared.heads.outputs };
                done(group * together + board, &seen);
            }
        }
    }

    fn plan(&self) -> Option<&Plan> {
        self.plans.get(self.current)
    }

    /// Finds or makes the plan for these boards, and lays the buffers out for it, with zeros in their frames.
    fn change_plan(&mut self, width: usize, boards: usize, prepared: &Prepared) {
        let channels = prepared.channels;
        let known = self.plans.iter().position(|plan| plan.fits(width, boards, channels));
        self.current = known.unwrap_or_else(|| {
            if self.plans.len() == PLANS_MOST {
                self.plans.clear();
            }
            self.plans.push(Plan::new(width, boards, channels));
            self.plans.len() - 1
        });
        let rows = self.plans[self.current].rows();
        self.stem.lay_out(rows, STEM_INPUTS);
        self.trunk.lay_out(rows, channels);
        self.middle.lay_out(rows, channels);
        self.heads.resize(rows * prepared.heads.outputs, 0.0);
    }

    /// # Safety
    ///
    /// The processor must have the features that [`is_available`] asks for, and the tiles must be configured.
    #[target_feature(enable = "avx512f,avx512bw,avx512bf16")]
    unsafe fn convolve_all(&mut self, weights: &Weights, prepared: &Prepared, inputs: &[Input]) {
        let (size, boards, channels) = (inputs[0].size(), inputs.len(), prepared.channels);
        let width = size.width() as usize;
        if !self.plan().is_some_and(|plan| plan.fits(width, boards, channels)) {
            self.change_plan(width, boards, prepared);
        }
        let Amx { plans, current, stem, trunk, middle, heads, bias } = self;
        let plan = &plans[*current];

        bf16::spread_planes(inputs, plan, stem);
        bias.clear();
        for input in inputs {
            prepared.stem.extend_bias(&weights.stem, &input.globals(), bias);
        }
        // SAFETY: the caller vouches for the tiles; the plan was made for the rows of the buffers, the panels for the inputs of
        // the stem.
        unsafe { tiles::convolve(plan, Kind::Stem, &prepared.stem, stem, Finish::relu(bias, boards, trunk)) };
        for (index, [first, second]) in prepared.blocks.iter().enumerate() {
            // SAFETY: as for the stem; these panels were made for the channels of the trunk.
            unsafe { tiles::convolve(plan, Kind::Kernel, first, trunk, Finish::relu(&first.bias, 1, middle)) };
            let (bias, biases) = if has_pooling(index) {
                bias.clear();
                for board in 0..boards {
                    let pooling = Pooling { plan, board, size_value: size_value(size) };
                    let mut pooled = vec![0.0; POOLED * weights.shape.channels];
                    pooling.pool(middle, &mut pooled);
                    second.extend_bias(&weights.blocks[index][1], &pooled, bias);
                }
                (&*bias, boards)
            } else {
                (&second.bias, 1)
            };
            let finish = Finish::add_and_relu(bias, biases, trunk);
            // SAFETY: as for the stem; the middle has the channels of the trunk.
            unsafe { tiles::convolve(plan, Kind::Kernel, second, middle, finish) };
        }
        let finish = Finish::plain(&prepared.heads.bias, heads, prepared.heads.outputs);
        // SAFETY: as for the stem; these panels too were made for the channels of the trunk.
        unsafe { tiles::convolve(plan, Kind::Centre, &prepared.heads, trunk, finish) };
    }
}
