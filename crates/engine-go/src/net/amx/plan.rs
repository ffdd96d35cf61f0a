//! Which tiles a board size and a number of boards make, and what each is multiplied with.

use super::super::input::PLANES;
use super::memory::LINE;

/// Rows of a tile.
pub(super) const TILE_ROWS: usize = 16;
/// Bytes of a tile of weights: 32 inputs by 16 outputs.
pub(super) const TILE_BYTES: usize = 1024;
/// Outputs that are made together: two tiles.
pub(super) const OUTPUTS_TOGETHER: usize = 32;

const TAPS: usize = 9;
/// Numbers in a row of the stem's input: all taps of all planes, in whole lines.
pub(super) const STEM_INPUTS: usize = (TAPS * PLANES).next_multiple_of(LINE);

/// Sixteen rows that a convolution makes together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// The first row.
    pub(super) first: usize,
    /// The rows that are points, as bits; the others belong to the frame.
    pub(super) points: u16,
    /// The board of the first row; the next rows are of the next boards, around and around.
    pub(super) board: usize,
}

/// One product of tiles: where the input is from a tile's first row on, and where the weights are in their panel.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) input_bytes: i32,
    pub(super) weight_bytes: i32,
}

/// Two tiles that are made together, and where the steps of their 3×3 kernel are.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) tiles: [Tile; 2],
    steps: std::ops::Range<usize>,
}

/// What a convolution takes its input from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// All taps of all planes, laid out in one row.
    Stem,
    /// The nine neighbours.
    Kernel,
    /// The point itself.
    Centre,
}

/// All pairs of tiles for one board size and number of boards.
#[derive(Debug)]
pub(super) struct Plan {
    width: usize,
    boards: usize,
    channels: usize,
    /// The row of each point of the first board.
    rows: Vec<usize>,
    pub(super) pairs: Vec<Pair>,
    stem: Vec<Step>,
    kernel: Vec<Step>,
    centre: Vec<Step>,
}

impl Plan {
    pub(super) fn new(width: usize, boards: usize, channels: usize) -> Plan {
        let lines = channels / LINE;
        let across = width + 1;
        let rows: Vec<usize> =
            (0..width * width).map(|point| ((point / width + 1) * across + point % width + 1) * boards).collect();
        let mut tiles: Vec<(u32, Tile)> = Vec::new();
        for first in (rows[0]..rows[rows.len() - 1] + boards).step_by(TILE_ROWS) {
            let (mut taps, mut points) = (0, 0);
            for row in 0..TILE_ROWS {
                let cell = (first + row) / boards;
                let (line, column) = (cell / across, cell % across);
                if (1..=width).contains(&line) && (1..=width).contains(&column) {
                    points |= 1 << row;
                    taps |= taps_on_board(width, line - 1, column - 1);
                }
            }
            if points != 0 {
                tiles.push((taps, Tile { first, points, board: first % boards }));
            }
        }
        // Tiles that leave the same taps out go together.
        tiles.sort_by_key(|&(taps, _)| taps);

        let mut plan =
            Plan { width, boards, channels, rows, pairs: Vec::new(), stem: vec![], kernel: vec![], centre: vec![] };
        let line_bytes = |line: usize| (line * LINE * size_of::<u16>()) as i32;
        let weight_bytes = |step: usize| (step * 2 * TILE_BYTES) as i32;
        let in_row = |step| Step { input_bytes: line_bytes(step), weight_bytes: weight_bytes(step) };
        plan.stem = (0..STEM_INPUTS / LINE).map(in_row).collect();
        plan.centre = (0..lines).map(in_row).collect();
        for two in tiles.chunks(2) {
            let (first, second) = (two[0], two.get(1).copied().unwrap_or((two[0].0, Tile { points: 0, ..two[0].1 })));
            let begin = plan.kernel.len();
            for tap in (0..TAPS).filter(|tap| (first.0 | second.0) >> tap & 1 == 1) {
                let cells = (tap / 3 * across + tap % 3) as i32 - across as i32 - 1;
                let bytes = cells * boards as i32 * line_bytes(lines);
                plan.kernel.extend((0..lines).map(|line| Step {
                    input_bytes: bytes + line_bytes(line),
                    weight_bytes: weight_bytes(tap * lines + line),
                }));
            }
            plan.pairs.push(Pair { tiles: [first.1, second.1], steps: begin..plan.kernel.len() });
        }
        plan
    }

    /// Whether this is the plan for these sizes.
    pub(super) fn fits(&self, width: usize, boards: usize, channels: usize) -> bool {
        (self.width, self.boards, self.channels) == (width, boards, channels)
    }

    pub(super) fn boards(&self) -> usize {
        self.boards
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Rows of a buffer, with room for a tile that begins on the last point.
    pub(super) fn rows(&self) -> usize {
        ((self.width + 2) * (self.width + 1) + 1) * self.boards + TILE_ROWS
    }

    /// The row of a point of a board.
    pub(super) fn row(&self, point: usize, board: usize) -> usize {
        self.rows[point] + board
    }

    /// The products that make a pair of tiles.
    pub(super) fn steps(&self, kind: Kind, pair: &Pair) -> &[Step] {
        match kind {
            Kind::Stem => &self.stem,
            Kind::Kernel => &self.kernel[pair.steps.clone()],
            Kind::Centre => &self.centre,
        }
    }
}

/// The taps of the kernel that lie on the board for this point, as bits.
///
/// ```text
///   0  1  2
///   3  4  5      the bit of each tap; 4 is the point itself
///   6  7  8
/// ```
fn taps_on_board(width: usize, row: usize, column: usize) -> u32 {
    let reaches = |from: usize, by: usize| (1..=width).contains(&(from + by));
    (0..TAPS).filter(|&tap| reaches(row, tap / 3) && reaches(column, tap % 3)).map(|tap| 1 << tap).sum()
}
