use plateau_core::Symmetric;

use crate::{Cell, Move, Piece, Position};

/// A way of moving the cells and renaming the pieces after which everything plays the same.
///
/// There are 32 of the first kind (8 with `squares`) and 384 of the second, and they combine freely: 12,288 (3,072).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Where the cells go.
    pub cells: CellSymmetry,
    /// What the pieces become.
    pub pieces: PieceSymmetry,
}

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Symmetry = Symmetry { cells: CellSymmetry(0), pieces: PieceSymmetry(0) };

    /// First this one, then the other.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        Symmetry { cells: self.cells.then(next.cells), pieces: self.pieces.then(next.pieces) }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        Symmetry { cells: self.cells.inverse(), pieces: self.pieces.inverse() }
    }

    /// A move seen through this symmetry.
    pub fn apply(self, mv: Move) -> Move {
        match mv {
            Move::Put { piece, cell } => Move::Put { piece: self.pieces.apply(piece), cell: self.cells.apply(cell) },
            Move::Give(piece) => Move::Give(self.pieces.apply(piece)),
            Move::Place(cell) => Move::Place(self.cells.apply(cell)),
        }
    }
}

/// A permutation of the cells that takes the set of lines to itself.
///
/// Rows and columns must stay rows and columns (a diagonal is different: each of its cells is on three lines), so such a
/// permutation permutes the columns by some σ and the rows by some τ, perhaps after exchanging rows with columns. The two
/// diagonals stay diagonals if σ keeps the outer pair and the inner pair of columns together (eight do) and τ is σ, or σ and
/// a reversal: 8 · 2 · 2 = 32. The first eight of the table are the turns and mirrors of the square, which alone keep the
/// squares of two by two. A test finds all permutations by exhaustive search and gets the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellSymmetry(u8);

/// The permutations of four columns that keep the outer and the inner pair together; identity and reversal first.
const COLUMN_PERMUTATIONS: [[u8; 4]; 8] =
    [[0, 1, 2, 3], [3, 2, 1, 0], [3, 1, 2, 0], [0, 2, 1, 3], [1, 0, 3, 2], [2, 3, 0, 1], [1, 3, 0, 2], [2, 0, 3, 1]];

/// Where each cell goes under each of them: column permutation, then whether rows are reversed as well, then exchange.
const CELL_TABLE: [[u8; 16]; 32] = {
    let mut table = [[0; 16]; 32];
    let mut symmetry = 0;
    while symmetry < 32 {
        let columns = COLUMN_PERMUTATIONS[symmetry / 4];
        let mut cell = 0;
        while cell < 16 {
            let (mut column, mut row) = (columns[cell % 4], columns[cell / 4]);
            if symmetry / 2 % 2 == 1 {
                row = 3 - row;
            }
            if symmetry % 2 == 1 {
                (column, row) = (row, column);
            }
            table[symmetry][cell] = 4 * row + column;
            cell += 1;
        }
        symmetry += 1;
    }
    table
};

impl CellSymmetry {
    /// How many there are.
    pub const COUNT: usize = 32;
    /// How many of them keep the squares of two by two.
    pub const COUNT_WITH_SQUARES: usize = 8;

    /// All that keep the lines, and the squares as well if they count; the identity first.
    pub fn all(squares: bool) -> impl ExactSizeIterator<Item = CellSymmetry> + Clone {
        let count = if squares { CellSymmetry::COUNT_WITH_SQUARES } else { CellSymmetry::COUNT };
        (0..count as u8).map(CellSymmetry)
    }

    /// Where this cell goes.
    #[inline]
    pub fn apply(self, cell: Cell) -> Cell {
        Cell::from_low_bits(self.table()[cell.index() as usize])
    }

    /// Where every cell goes, by their numbers.
    #[inline]
    pub fn table(self) -> &'static [u8; 16] {
        &CELL_TABLE[self.0 as usize]
    }

    /// First this one, then the other.
    #[must_use]
    pub fn then(self, next: CellSymmetry) -> CellSymmetry {
        let table: [u8; 16] = core::array::from_fn(|i| next.table()[self.table()[i] as usize]);
        let place = CELL_TABLE.iter().position(|&candidate| candidate == table);
        CellSymmetry(place.expect("symmetries are closed under composition") as u8)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> CellSymmetry {
        let mut all = CellSymmetry::all(false);
        all.find(|&other| self.then(other).0 == 0).expect("every symmetry can be undone")
    }
}

/// A renaming of the pieces: the four aspects are exchanged among themselves in one of 24 ways, then any of them swap
/// their two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceSymmetry(u16);

/// The orders of the four bits of a piece, the identity first.
const BIT_ORDERS: [[u8; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let mut found = 0;
    let mut code = 0;
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            orders[found] = [order[0] as u8, order[1] as u8, order[2] as u8, order[3] as u8];
            found += 1;
        }
        code += 1;
    }
    orders
};

/// What each piece becomes under each symmetry; the number is 16 · order + swapped values.
const PIECE_TABLE: [[u8; 16]; 384] = {
    let mut table = [[0; 16]; 384];
    let mut symmetry = 0;
    while symmetry < 384 {
        let (order, swapped) = (BIT_ORDERS[symmetry / 16], (symmetry % 16) as u8);
        let mut piece = 0;
        while piece < 16 {
            let mut bit = 0;
            let mut renamed = 0;
            while bit < 4 {
                renamed |= (piece >> bit & 1) << order[bit];
                bit += 1;
            }
            table[symmetry][piece as usize] = renamed ^ swapped;
            piece += 1;
        }
        symmetry += 1;
    }
    table
};

impl PieceSymmetry {
    /// How many there are.
    pub const COUNT: usize = 384;

    /// All of them, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = PieceSymmetry> + Clone {
        (0..PieceSymmetry::COUNT as u16).map(PieceSymmetry)
    }

    /// What this piece becomes.
    #[inline]
    pub fn apply(self, piece: Piece) -> Piece {
        Piece::from_low_bits(self.table()[piece.index() as usize])
    }

    /// What every piece becomes, by their numbers.
    #[inline]
    pub fn table(self) -> &'static [u8; 16] {
        &PIECE_TABLE[self.0 as usize]
    }

    /// First this one, then the other.
    #[must_use]
    pub fn then(self, next: PieceSymmetry) -> PieceSymmetry {
        let table: [u8; 16] = core::array::from_fn(|i| next.table()[self.table()[i] as usize]);
        let place = PIECE_TABLE.iter().position(|&candidate| candidate == table);
        PieceSymmetry(place.expect("symmetries are closed under composition") as u16)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> PieceSymmetry {
        let mut all = PieceSymmetry::all();
        all.find(|&other| self.then(other).0 == 0).expect("every symmetry can be undone")
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        let cells = CellSymmetry::all(self.rules().squares);
        cells.flat_map(|cells| PieceSymmetry::all().map(move |pieces| Symmetry { cells, pieces }))
    }

    fn transformed(&self, symmetry: Symmetry) -> Position {
        let mut image = Position::new(self.rules());
        for cell in Cell::all() {
            if let Some(piece) = self.piece_at(cell) {
                image.put(symmetry.pieces.apply(piece), symmetry.cells.apply(cell));
            }
        }
        if let Some(piece) = self.given() {
            image.give(symmetry.pieces.apply(piece));
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        symmetry.apply(mv)
    }
}
