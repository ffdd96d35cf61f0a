use super::winograd::{Four, Scheme, Three};

/// How the boards of a batch lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Points across the board.
    pub(super) width: usize,
    pub(super) boards: usize,
    /// Channels of the trunk and of the heads, in whole vectors.
    pub(super) channels: usize,
    pub(super) head_channels: usize,
    pub(super) tiling: Tiling,
}

/// The size of the tiles, in points across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tiling {
    Three,
    Four,
}

/// Rows of the products that are worth streaming the weights through the cache for.
const ROWS_WANTED: usize = 72;

impl Tiling {
    /// The tiles that take fewer products on a board of this width.
    pub(super) fn of(width: usize) -> Tiling {
        let products = |tiling: Tiling| (width.div_ceil(tiling.outputs()) * tiling.inputs()).pow(2);
        if products(Tiling::Three) <= products(Tiling::Four) { Tiling::Three } else { Tiling::Four }
    }

    /// Points across that a tile makes.
    pub(super) const fn outputs(self) -> usize {
        match self {
            Tiling::Three => Three::OUTPUT.len(),
            Tiling::Four => Four::OUTPUT.len(),
        }
    }

    /// Points across that it takes.
    pub(super) const fn inputs(self) -> usize {
        self.outputs() + 2
    }
}

impl Layout {
    /// Boards of this width that best go through together.
    pub(super) fn boards_together(width: usize) -> usize {
        let tiles = width.div_ceil(Tiling::of(width).outputs()).pow(2);
        (ROWS_WANTED / tiles).max(1)
    }

    /// Tiles along one side of a board.
    pub(super) fn tiles_across(&self) -> usize {
        self.width.div_ceil(self.tiling.outputs())
    }

    /// Tiles of all boards.
    pub(super) fn tiles(&self) -> usize {
        self.tiles_across().pow(2) * self.boards
    }

    /// Cells along one side of a board with its frame.
    pub(super) fn side(&self) -> usize {
        self.tiles_across() * self.tiling.outputs() + 2
    }

    /// Cells of one board.
    pub(super) fn cells(&self) -> usize {
        self.side().pow(2)
    }

    /// The cell of a point, by its row and column.
    pub(super) fn cell(&self, row: usize, column: usize) -> usize {
        (row + 1) * self.side() + column + 1
    }
}
