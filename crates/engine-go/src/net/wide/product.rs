//! A product of matrices, as the caller lays it out; `panels.rs` makes it.

/// Outputs whose weights lie together.
pub(super) const PANEL: usize = 16;

/// `[rows][inputs]` times `[inputs][outputs]` into `[rows][outputs]`, all in cells of 32 bits.
///
/// What a cell of an input or a weight holds is the matter of the [`Sums`](super::sums::Sums): a number, or two short integers,
/// whose products are added up. The weights lie in panels of sixteen outputs, `[panel][input][16]`, so that what a block reads is
/// in one piece. The rows made are those of whole blocks: up to [`ROWS`](super::sums::Sums::ROWS) − 1 rows after the last one are
/// read and written too.
pub(super) struct Product {
    pub(super) rows: usize,
    /// In cells.
    pub(super) inputs: usize,
    /// A multiple of sixteen.
    pub(super) outputs: usize,
    pub(super) from: *const f32,
    /// From one row of inputs to the next, in cells.
    pub(super) from_distance: usize,
    pub(super) weights: *const f32,
    /// How far the weights of the next product are, in cells: they are fetched while this one is made.
    pub(super) next_weights: usize,
    pub(super) to: *mut f32,
}

/// Where the weight of an input and an output is, for so many inputs, all in cells.
pub(super) const fn weight_place(inputs: usize, input: usize, output: usize) -> usize {
    (output / PANEL * inputs + input) * PANEL + output % PANEL
}
