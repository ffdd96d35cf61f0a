//! Selective cuts: what a shallow search says about a deep one.
//!
//! The result of a search to some depth is, nearly, normally distributed around that of a shallower one. If the shallow result
//! is so far above or below the window that the deep one falls back into it only with a small chance, the position is cut
//! (M. Buro, *`ProbCut`: an effective selective extension of the alpha-beta algorithm*, 1995; *Experiments with Multi-ProbCut and
//! a new high-quality evaluation function for Othello*, 1997).

use std::sync::LazyLock;

use crate::node::ALL;
use crate::task::{DEVIATIONS, Task, Width};

/// Standard deviations at the last ply.
const LEAF_DEVIATIONS: f32 = 1.5;

/// Least depth at which shallower searches are asked; below it, see [`leaf_margin`].
const DEPTH_MIN: u32 = 3;

/// A way to cut: what to ask instead, and how far from the window the answer must be.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) shallow: Task,
    pub(crate) margin: i32,
}

/// How a search may be cut, if at all.
#[inline]
pub(crate) fn cut(task: Task, empties: u32) -> Option<Cut> {
    let Task { depth, width } = task;
    if width == Width::FULL || depth < DEPTH_MIN {
        return None;
    }
    let by_depth = &MARGINS[width.0 as usize][(depth >= empties) as usize];
    let margin = by_depth[depth as usize][empties as usize] as i32;
    Some(Cut { shallow: Task { depth: shallow_depth(depth), width }, margin })
}

/// How far the worth of a board must be from the window to answer for a look at its moves, if it may.
#[inline]
pub(crate) fn leaf_margin(width: Width, empties: u32) -> i32 {
    if width == Width::NARROWEST { LEAF_MARGINS[empties as usize] as i32 } else { 2 * ALL }
}

/// The shallow depth that is asked about a deep one: of the same parity, since scores swing from ply to ply.
fn shallow_depth(depth: u32) -> u32 {
    depth / 4 * 2 + depth % 2
}

/// Margins by empty squares.
type ByEmpties = [u8; 61];

/// Margins in discs by width, ahead and to the end, by depth and empty squares.
static MARGINS: LazyLock<[[[ByEmpties; 61]; 2]; DEVIATIONS.len()]> = LazyLock::new(|| {
    let pair = |depth: usize| [depth as u32, shallow_depth(depth as u32)];
    DEVIATIONS.map(|[near, far]| {
        [
            std::array::from_fn(|depth| margins(near * care(depth), ahead, pair(depth))),
            std::array::from_fn(|depth| margins(far, to_the_end, pair(depth))),
        ]
    })
});

/// Margins of a worth about a search of one ply.
static LEAF_MARGINS: LazyLock<ByEmpties> = LazyLock::new(|| margins(LEAF_DEVIATIONS, ahead, [1, 0]));

/// A standard deviation in discs by the deep depth, the shallow one and the empty squares.
type Deviation = fn(f32, f32, f32) -> f32;

fn margins(deviations: f32, of: Deviation, [deep, shallow]: [u32; 2]) -> ByEmpties {
    std::array::from_fn(|empties| (deviations * of(deep as f32, shallow as f32, empties as f32)).round() as u8)
}

/// The deeper the search that is cut, the more a wrong cut costs: more deviations are asked for.
fn care(depth: usize) -> f32 {
    1.0 + 0.03 * depth.saturating_sub(8) as f32
}

/// The standard deviation of a search ahead from a shallower one, in discs. The numbers are from `learn-othello probcut` with the
/// network before the shipped one, which goes on from it.
fn ahead(deep: f32, shallow: f32, empties: f32) -> f32 {
    (1.428 + 0.0836 * deep - 0.1308 * shallow - 0.0221 * empties).exp()
}

/// The standard deviation of the exact score from a search ahead.
fn to_the_end(_: f32, shallow: f32, empties: f32) -> f32 {
    (1.733 - 0.0652 * shallow + 0.0047 * empties).exp()
}
