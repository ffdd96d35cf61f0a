//! The network on vectors: AVX2, AVX-512, or whatever the compiler makes of eight lanes; one text for all.
//!
//! The 3×3 convolutions go through Winograd's minimal filtering (Lavin and Gray, 2016): a tile of M×M outputs takes (M + 2)²
//! products for each pair of channels instead of 9·M². Boards are covered by tiles of 3×3 (9×9 exactly) or 4×4 points, whichever
//! takes fewer products. Each place in a tile is then one product of matrices, [tiles of all boards][inputs] times
//! [inputs][outputs], and this is where the time goes: `wide/panels.rs`. On x86-64 and in browsers these products are made of 16-bit integers, all
//! else of 32-bit numbers: `wide/arithmetic.rs`.
//!
//! All channels of a point lie together, so that transforms work on as many channels as a vector has lanes. Boards have a
//! frame of zeros; what fills the last tiles beyond the edge is part of it:
//!
//! ```text
//! cell = (row + 1) · side + column + 1, side = tiles across · M + 2
//! ```

#![allow(unsafe_code, reason = "vector instructions and what they read; each use says why it is sound")]

mod arithmetic;
mod blocks;
#[cfg(target_feature = "simd128")]
mod browser;
#[cfg(not(target_feature = "simd128"))]
mod lanes;
mod layout;
mod memory;
#[cfg(target_arch = "x86_64")]
mod pairs;
mod panels;
mod product;
mod stem;
mod sums;
mod vector;
mod weights;
mod winograd;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
use plateau_core::processor;

use super::heads::add_product;
use super::input::{Input, size_value};
use super::portable::pool;
use super::weights::{Layer, POOLED, Weights, has_pooling};
use arithmetic::Arithmetic;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use arithmetic::Integers;
#[cfg(not(target_feature = "simd128"))]
use arithmetic::Numbers;
use blocks::{GROUP, Step};
#[cfg(target_feature = "simd128")]
use browser::Lanes;
#[cfg(not(target_feature = "simd128"))]
use lanes::Lanes;
use layout::{Layout, Tiling};
use memory::Floats;
#[cfg(target_arch = "x86_64")]
use pairs::{Avx2Pairs, Avx512Pairs};
use product::{PANEL, Product};
use sums::Sums;
pub(super) use weights::Prepared;
use winograd::{Four, Three};
#[cfg(target_arch = "x86_64")]
use x86::{Avx2, Avx512};

/// What products are made of on whatever has eight lanes: in a browser of integers, elsewhere of what the compiler makes vectors of.
#[cfg(target_feature = "simd128")]
type OnLanes = Integers<Lanes, browser::Pairs>;
#[cfg(not(target_feature = "simd128"))]
type OnLanes = Numbers<Lanes>;

/// Which vectors the processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    Lanes,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// With the products of short integers that were made for networks.
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Likewise.
    #[cfg(target_arch = "x86_64")]
    Vnni,
}

impl Width {
    /// Whether this processor has them.
    pub(super) fn is_available(self) -> bool {
        match self {
            Width::Lanes => true,
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => processor::Avx2::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Width::AvxVnni => Width::Avx2.is_available() && is_x86_feature_detected!("avxvnni"),
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(target_arch = "x86_64")]
            Width::Vnni => Width::Avx512.is_available() && is_x86_feature_detected!("avx512vnni"),
        }
    }
}

/// The most rows that a block of a product has, on any vectors.
const ROWS_MOST: usize = 9;

/// The memory of one thread.
pub(super) struct Wide {
    width: Width,
    layout: Option<Layout>,
    buffers: Buffers,
}

/// What a batch needs, for its layout.
#[derive(Default)]
struct Buffers {
    /// `[board][cell][channel]`, and so is the next.
    trunk: Boards,
    middle: Boards,
    /// `[place in the tile][tile][channel]`: transformed inputs, and the products of them for a group of outputs.
    transformed: Floats,
    products: Floats,
    /// `[board][cell][3 heads]`.
    heads: Floats,
    /// `[board][channel]`.
    bias: Vec<f32>,
}

/// Boards that went through a relu, with their frames.
#[derive(Default)]
struct Boards {
    points: Floats,
    /// For each board a vector whose largest number is the board's.
    peaks: Floats,
}

impl Boards {
    fn lay_out(&mut self, points: usize, boards: usize) {
        self.points.grow(points);
        self.points.fill(0.0);
        self.peaks.grow(boards * PANEL);
        self.peaks.fill(0.0);
    }

    /// The largest number of a board.
    #[inline(always)]
    fn peak(&self, board: usize) -> f32 {
        self.peaks[board * PANEL..][..PANEL].iter().fold(0.0, |most, &peak| if peak > most { peak } else { most })
    }
}

impl Wide {
    /// For vectors that must be available.
    pub(super) fn new(width: Width) -> Wide {
        assert!(width.is_available(), "the processor has the vectors");
        Wide { width, layout: None, buffers: Buffers::default() }
    }

    /// Runs all convolutions on boards of one size, some at a time, and hands over what the heads see of each board.
    pub(super) fn run(
        &mut self,
        weights: &Weights,
        prepared: &Prepared,
        inputs: &[Input],
        mut done: impl FnMut(usize, &Seen<'_>),
    ) {
        let Some(first) = inputs.first() else { return };
        let width = first.size().width() as usize;
        let together = Layout::boards_together(width);
        for (group, inputs) in inputs.chunks(together).enumerate() {
            let (channels, head_channels) = (prepared.channels, prepared.head_channels);
            let layout = Layout { width, boards: inputs.len(), channels, head_channels, tiling: Tiling::of(width) };
            if self.layout != Some(layout) {
                self.buffers.lay_out(&layout);
                self.layout = Some(layout);
            }
            let buffers = &mut self.buffers;
            // SAFETY: a value of this type is only made where the processor has the instructions; the buffers were just laid
            // out, if they were not before.
            unsafe {
                match self.width {
                    Width::Lanes => convolve_all::<OnLanes>(&layout, weights, prepared, inputs, buffers),
                    #[cfg(target_arch = "x86_64")]
                    Width::Avx2 => on_avx2(&layout, weights, prepared, inputs, buffers),
                    #[cfg(target_arch = "x86_64")]
                    Width::AvxVnni => on_avx_vnni(&layout, weights, prepared, inputs, buffers),
                    #[cfg(target_arch = "x86_64")]
                    Width::Avx512 => on_avx512(&layout, weights, prepared, inputs, buffers),
                    #[cfg(target_arch = "x86_64")]
                    Width::Vnni => on_vnni(&layout, weights, prepared, inputs, buffers),
                }
            }
            for board in 0..inputs.len() {
                let rows = &self.buffers.heads[board * layout.cells() * head_channels..];
                done(group * together + board, &Seen { layout: &layout, rows });
            }
        }
    }
}

/// The head channels of one board.
pub(super) struct Seen<'a> {
    layout: &'a Layout,
    rows: &'a [f32],
}

impl<'a> Seen<'a> {
    /// Those of a point, by its number.
    pub(super) fn at(&self, point: usize) -> &'a [f32] {
        let cell = self.layout.cell(point / self.layout.width, point % self.layout.width);
        &self.rows[cell * self.layout.head_channels..]
    }
}

impl Buffers {
    /// Lays the buffers out, with zeros in the frames of the boards; what is written before it is read may hold anything.
    fn lay_out(&mut self, layout: &Layout) {
        // Blocks of rows may go beyond the last one.
        let cells = layout.boards * layout.cells() + ROWS_MOST;
        let places = layout.tiling.inputs().pow(2) * layout.tiles() + ROWS_MOST;
        self.trunk.lay_out(cells * layout.channels, layout.boards);
        self.middle.lay_out(cells * layout.channels, layout.boards);
        self.transformed.grow(places * layout.channels);
        self.products.grow(places * GROUP.min(layout.channels));
        self.heads.grow(cells * layout.head_channels);
    }
}

/// # Safety
///
/// The processor must have AVX2 and FMA; the rest as for [`convolve_all`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn on_avx2(layout: &Layout, weights: &Weights, prepared: &Prepared, inputs: &[Input], buffers: &mut Buffers) {
    // SAFETY: as the caller vouches.
    unsafe { convolve_all::<Integers<Avx2, Avx2Pairs<false>>>(layout, weights, prepared, inputs, buffers) };
}

/// # Safety
///
/// The processor must have AVX2, FMA and AVX-VNNI; the rest as for [`convolve_all`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,avxvnni")]
unsafe fn on_avx_vnni(
    layout: &Layout,
    weights: &Weights,
    prepared: &Prepared,
    inputs: &[Input],
    buffers: &mut Buffers,
) {
    // SAFETY: as the caller vouches.
    unsafe { convolve_all::<Integers<Avx2, Avx2Pairs<true>>>(layout, weights, prepared, inputs, buffers) };
}

/// # Safety
///
/// The processor must have AVX-512; the rest as for [`convolve_all`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn on_avx512(layout: &Layout, weights: &Weights, prepared: &Prepared, inputs: &[Input], buffers: &mut Buffers) {
    // SAFETY: as the caller vouches.
    unsafe { convolve_all::<Integers<Avx512, Avx512Pairs<false>>>(layout, weights, prepared, inputs, buffers) };
}

/// # Safety
///
/// The processor must have AVX-512 and its products of short integers; the rest as for [`convolve_all`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn on_vnni(layout: &Layout, weights: &Weights, prepared: &Prepared, inputs: &[Input], buffers: &mut Buffers) {
    // SAFETY: as the caller vouches.
    unsafe { convolve_all::<Integers<Avx512, Avx512Pairs<true>>>(layout, weights, prepared, inputs, buffers) };
}

/// All convolutions; inlined, with all it calls, where the instructions are enabled.
///
/// # Safety
///
/// The processor must have the instructions, and the buffers must be laid out for these boards.
#[inline(always)]
unsafe fn convolve_all<A: Arithmetic<Vector: Sums>>(
    layout: &Layout,
    weights: &Weights,
    prepared: &Prepared,
    inputs: &[Input],
    buffers: &mut Buffers,
) {
    let board_numbers = layout.cells() * layout.channels;
    for (board, input) in inputs.iter().enumerate() {
        buffers.bias.clear();
        extend_bias(layout.channels, &weights.stem, &input.globals(), &mut buffers.bias);
        let Boards { points, peaks } = &mut buffers.trunk;
        let (points, peaks) = (&mut points[board * board_numbers..], &mut peaks[board * PANEL..][..PANEL]);
        peaks.fill(0.0);
        // SAFETY: the caller vouches for the instructions.
        unsafe { stem::convolve::<A::Vector>(layout, input, &prepared.stem, &buffers.bias, points, peaks) };
    }
    let kernels = prepared.blocks::<A>(weights, layout.tiling);
    for (index, (block, kernels)) in weights.blocks.iter().zip(kernels).enumerate() {
        for (layer, kernel, step) in [(&block[0], &kernels[0], Step::Middle), (&block[1], &kernels[1], Step::Trunk)] {
            let mut bias = std::mem::take(&mut buffers.bias);
            bias.clear();
            for board in 0..inputs.len() {
                let mut pooled = vec![0.0; POOLED * layer.inputs];
                if step == Step::Trunk && has_pooling(index) {
                    let points = &buffers.middle.points[board * board_numbers..][..board_numbers];
                    pool_framed(points, layout, size_value(inputs[0].size()), &mut pooled);
                }
                extend_bias(layout.channels, layer, &pooled, &mut bias);
            }
            // SAFETY: the caller vouches for the instructions.
            unsafe {
                match layout.tiling {
                    Tiling::Three => {
                        blocks::convolve::<A, Three, 5, 3>(layout, layer.inputs, kernel, &bias, step, buffers);
                    }
                    Tiling::Four => {
                        blocks::convolve::<A, Four, 6, 4>(layout, layer.inputs, kernel, &bias, step, buffers);
                    }
                }
            }
            buffers.bias = bias;
        }
    }
    let product = Product {
        rows: layout.boards * layout.cells(),
        inputs: weights.shape.channels,
        outputs: layout.head_channels,
        from: buffers.trunk.points.as_ptr(),
        from_distance: layout.channels,
        weights: prepared.heads.as_ptr(),
        next_weights: 0,
        to: buffers.heads.as_mut_ptr(),
    };
    // The frames go through as well, which nobody looks at: it is little, and the rows are in one piece.
    // SAFETY: the caller vouches for the instructions and the buffers, which have room for a block of rows after the last cell;
    // the weights were prepared for all channels of the trunk and of the heads.
    unsafe { A::Vector::multiply(&product) };
    for row in buffers.heads.chunks_exact_mut(layout.head_channels).take(layout.boards * layout.cells()) {
        row.iter_mut().zip(&prepared.heads_bias).for_each(|(sum, bias)| *sum += bias);
    }
}

/// Appends a layer's bias with what the side inputs add to it, in whole vectors.
#[inline(always)]
fn extend_bias(channels: usize, layer: &Layer, side: &[f32], to: &mut Vec<f32>) {
    let begin = to.len();
    to.extend_from_slice(&layer.bias);
    add_product(side, &layer.side, &mut to[begin..]);
    to.resize(begin + channels, 0.0);
}

/// Mean, scaled mean and maximum of each channel over a board with its frame, whose zeros change neither a sum nor, of what went
/// through a relu, a maximum.
#[inline(always)]
fn pool_framed(cells: &[f32], layout: &Layout, size_value: f32, pooled: &mut [f32]) {
    let channels = pooled.len() / POOLED;
    pool(cells.chunks_exact(layout.channels).map(|cell| &cell[..channels]), size_value, pooled);
    let share = layout.cells() as f32 / (layout.width * layout.width) as f32;
    for value in &mut pooled[..2 * channels] {
        *value *= share;
    }
}
