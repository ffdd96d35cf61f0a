//! Memory in whole cache lines, as tiles are loaded.

/// Sixteen-bit numbers of one line.
pub(super) const LINE: usize = 32;

/// One line of the cache.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(super) struct CacheLine(pub(super) [u16; LINE]);

/// Rows of bfloat16 numbers, each a whole number of lines.
#[derive(Default)]
pub(super) struct Rows {
    lines: Vec<CacheLine>,
    lines_per_row: usize,
}

impl Rows {
    /// So many rows of so many numbers, all zero. The length must be a multiple of a line's.
    pub(super) fn zeroed(rows: usize, length: usize) -> Rows {
        let mut made = Rows::default();
        made.lay_out(rows, length);
        made
    }

    /// Becomes so many rows of so many numbers, all zero, in the same memory if that is enough.
    pub(super) fn lay_out(&mut self, rows: usize, length: usize) {
        assert_eq!(length % LINE, 0, "rows are whole lines");
        self.lines_per_row = length / LINE;
        self.lines.clear();
        self.lines.resize(rows * self.lines_per_row, CacheLine([0; LINE]));
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> usize {
        self.lines.len() / self.lines_per_row.max(1)
    }

    /// The distance of two rows.
    pub(super) fn row_bytes(&self) -> usize {
        self.lines_per_row * size_of::<CacheLine>()
    }

    /// The lines of this row and every so many rows after it that have 32 numbers from this one on.
    pub(super) fn lines(&self, row: usize, from: usize, every: usize) -> impl Iterator<Item = &[u16; LINE]> {
        let begin = row * self.lines_per_row + from / LINE;
        self.lines[begin..].iter().step_by(every * self.lines_per_row).map(|line| &line.0)
    }

    /// All lines of a row.
    pub(super) fn row_lines_mut(&mut self, row: usize) -> &mut [CacheLine] {
        &mut self.lines[row * self.lines_per_row..][..self.lines_per_row]
    }

    /// The line of a row that has 32 numbers from this one on.
    pub(super) fn line_mut(&mut self, row: usize, from: usize) -> &mut [u16; LINE] {
        &mut self.lines[row * self.lines_per_row + from / LINE].0
    }

    /// The lines of this row and the next ones that have 32 numbers from this one on.
    pub(super) fn lines_mut(&mut self, row: usize, from: usize) -> impl Iterator<Item = &mut [u16; LINE]> {
        let begin = row * self.lines_per_row + from / LINE;
        self.lines[begin..].iter_mut().step_by(self.lines_per_row).map(|line| &mut line.0)
    }

    /// Where the row begins, with all rows around it in reach.
    pub(super) fn row(&self, row: usize) -> *const u16 {
        assert!(row < self.count(), "the row is there");
        self.lines.as_ptr().wrapping_add(row * self.lines_per_row).cast()
    }
}
