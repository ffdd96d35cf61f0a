//! The board as the exact solver sees it, with or without the squares of two by two.
//!
//! Whoever can complete a line does, so a search needs only *quiet* positions, in which nobody can at once, and *safe* moves,
//! which lead from one quiet position to another. For every line the board keeps the characteristics that its pieces share
//! and how many pieces it has; from these follow, for every empty cell, the characteristics that a piece put there must not
//! have. Start reading at [`Board::safe`].
//!
//! A set of characteristics is a byte, bit *n* for lane *n* of `aligne4::Position`; one byte per cell makes a word of 128 bits, the
//! first cell in the lowest byte. Lines have a byte each too:
//!
//! ```text
//!   byte          0     1     2     3     4     5     6     7     8     9    10
//!   lines       row1  row2  row3  row4    a     b     c     d
//!   diagonals   a1–d4 a4–d1
//!   squares      a1    b1    c1    –      a2    b2    c2    –     a3    b3    c3      by the upper left cell
//! ```

use std::fmt::Debug;

use aligne4::{Bits, Cell, Piece, Position};

/// A position, kept up to date for the search. `S` is [`Squares`] or [`NoSquares`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board<S> {
    /// The cells with a piece.
    pub(crate) occupied: u16,
    /// The pieces in the reserve.
    pub(crate) reserve: u16,
    /// The upper four lanes of cells of `aligne4::Position`; with the occupied cells they tell every piece.
    pub(crate) ones: u64,
    /// Rows in the lower four bytes, columns in the upper four.
    lines: Group<u64>,
    /// The falling diagonal, then the rising one.
    diagonals: Group<u16>,
    squares: S,
}

/// Some lines, a byte for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group<W> {
    /// What the pieces of each line have in common.
    shared: W,
    /// How many pieces each line has.
    filled: W,
}

/// The part of a board that only the `squares` rule needs.
pub(crate) trait SquareLines: Copy + Eq + Debug + Send + Sync + 'static {
    /// Whether squares count.
    const COUNT: bool;
    /// Nothing on the board.
    const EMPTY: Self;
    fn after(self, piece: u8, cell: u8) -> Self;
    /// What the pieces of squares with exactly so many of them share, on each cell of those squares.
    fn shared_where_filled<const PIECES: u8>(self) -> u128;
    /// See [`Board::wanted`].
    fn wanted(self) -> u8;
    /// See [`Board::chances`].
    fn chances(self, enough: Enough) -> u32;
}

/// The characteristics that enough pieces of a reserve have to complete a line of zero to three pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enough([u8; 4]);

impl Enough {
    #[inline(always)]
    pub(crate) fn new(reserve: u16) -> Enough {
        // A byte for each characteristic, with a number up to eight: what makes `least` an eight gives those that are enough the fourth bit.
        let left = HAVE[0][(reserve & 0xff) as usize] + HAVE[1][(reserve >> 8) as usize];
        let marks = |least: u64| (left + (8 - least) * ONES) >> 3 & ONES;
        Enough([lowest_bits(marks(4)), lowest_bits(marks(3)), lowest_bits(marks(2)), lowest_bits(marks(1))])
    }
}

/// All bytes of a word in one.
#[inline(always)]
const fn any_byte(word: u64) -> u8 {
    let halves = word | word >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) as u8
}

/// The lowest bits of the bytes of a word that has no others.
#[inline(always)]
const fn lowest_bits(word: u64) -> u8 {
    (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Squares do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoSquares;

/// The nine squares, each in the byte of its upper left cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Squares(Group<u128>);

/// The pieces that have none of these characteristics.
const WITHOUT: [u16; 256] = {
    let mut without = [0; 256];
    let mut lanes = 0;
    while lanes < 256 {
        let mut piece = 0;
        while piece < 16 {
            if Piece::from_low_bits(piece).lanes() & lanes as u8 == 0 {
                without[lanes] |= 1 << piece;
            }
            piece += 1;
        }
        lanes += 1;
    }
    without
};

/// The pieces that have the characteristic of each lane.
const HAVING: [u16; 8] = {
    let mut having = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        having[lane] = !WITHOUT[1 << lane];
        lane += 1;
    }
    having
};

const ONES: u64 = u64::MAX / 255;

/// How many pieces have each characteristic, a byte for each, among the lower and the upper eight pieces.
const HAVE: [[u64; 256]; 2] = {
    let mut have = [[0; 256]; 2];
    let mut set = 0;
    while set < 256 {
        let mut lane = 0;
        while lane < 8 {
            have[0][set] |= ((set as u16 & HAVING[lane]).count_ones() as u64) << (8 * lane);
            have[1][set] |= (((set as u16) << 8 & HAVING[lane]).count_ones() as u64) << (8 * lane);
            lane += 1;
        }
        set += 1;
    }
    have
};

/// For each cell a one in the byte of each line through it.
const LINES_OF: [(u64, u16, u128); 16] = {
    let mut lines_of = [(0, 0, 0); 16];
    let mut cell = 0;
    while cell < 16 {
        let (row, column) = (cell / 4, cell % 4);
        let lines = 1 << (8 * row) | 1 << (8 * (4 + column));
        let diagonals = (row == column) as u16 | ((row + column == 3) as u16) << 8;
        let mut squares = 0;
        let mut corner = 0;
        while corner < 9 {
            let (top, left) = (corner / 3, corner % 3);
            if top <= row && row <= top + 1 && left <= column && column <= left + 1 {
                squares |= 1 << (8 * (4 * top + left));
            }
            corner += 1;
        }
        lines_of[cell] = (lines, diagonals, squares);
        cell += 1;
    }
    lines_of
};

/// The operations on groups of bytes, for the three widths.
macro_rules! group {
    ($word:ty) => {
        impl Group<$word> {
            const EMPTY: Group<$word> = Group { shared: <$word>::MAX, filled: 0 };

            /// With one more piece on the lines marked by a one in their byte.
            #[inline(always)]
            fn after(self, piece: u8, lines: $word) -> Group<$word> {
                let lost = !Piece::from_low_bits(piece).lanes() as $word * lines;
                Group { shared: self.shared & !lost, filled: self.filled + lines }
            }

            /// What is shared on the lines with exactly so many pieces, zero on the others.
            #[inline(always)]
            fn shared_where_filled<const PIECES: u8>(self) -> $word {
                // No line here is full but the dead ones that share nothing, so two is a one in the middle of three bits
                // with a zero below, and three is a one in both.
                let low = if PIECES == 2 { !self.filled } else { self.filled };
                let marks = self.filled >> 1 & low & (<$word>::MAX / 255);
                self.shared & marks * 255
            }

            /// Characteristics shared on the lines with zero to three pieces that are among those of that place in `enough`.
            #[inline(always)]
            fn chances(self, Enough(enough): Enough) -> $word {
                let ones = <$word>::MAX / 255;
                (0..4).fold(0, |chances, pieces| {
                    // Numbers up to four differ in their lower three bits.
                    let other = self.filled ^ ones * pieces as $word;
                    let marks = !(other | other >> 1 | other >> 2) & ones;
                    chances | self.shared & marks * enough[pieces] as $word
                })
            }
        }
    };
}
group!(u16);
group!(u64);
group!(u128);

impl SquareLines for NoSquares {
    const COUNT: bool = false;
    const EMPTY: NoSquares = NoSquares;

    #[inline(always)]
    fn after(self, _piece: u8, _cell: u8) -> NoSquares {
        NoSquares
    }

    #[inline(always)]
    fn shared_where_filled<const PIECES: u8>(self) -> u128 {
        0
    }

    #[inline(always)]
    fn wanted(self) -> u8 {
        0
    }

    #[inline(always)]
    fn chances(self, _enough: Enough) -> u32 {
        0
    }
}

impl SquareLines for Squares {
    const COUNT: bool = true;
    const EMPTY: Squares = Squares(Group::<u128>::EMPTY);

    #[inline(always)]
    fn after(self, piece: u8, cell: u8) -> Squares {
        Squares(self.0.after(piece, LINES_OF[cell as usize].2))
    }

    #[inline(always)]
    fn shared_where_filled<const PIECES: u8>(self) -> u128 {
        // From the upper left cell of a square to its right, lower and opposite neighbours: 1, 4 and 5 bytes on.
        let corners = self.0.shared_where_filled::<PIECES>();
        let pairs = corners | corners << 8;
        pairs | pairs << 32
    }

    #[inline(always)]
    fn wanted(self) -> u8 {
        // Bytes between the squares have no pieces, so nothing is wanted there.
        let corners = self.0.shared_where_filled::<3>();
        any_byte(corners as u64 | (corners >> 64) as u64)
    }

    #[inline(always)]
    fn chances(self, enough: Enough) -> u32 {
        // Bytes between the squares stand for nothing.
        const SQUARES: u128 = 0x00ff_ffff_00ff_ffff_00ff_ffff;
        (self.0.chances(enough) & SQUARES).count_ones()
    }
}

impl<S: SquareLines> Board<S> {
    pub(crate) const EMPTY: Board<S> = Board {
        occupied: 0,
        reserve: u16::MAX,
        ones: 0,
        lines: Group::<u64>::EMPTY,
        diagonals: Group::<u16>::EMPTY,
        squares: S::EMPTY,
    };

    /// The board of a position; what was given stays out of the reserve.
    pub(crate) fn new(position: &Position) -> Board<S> {
        let mut board = Board::EMPTY;
        for cell in Cell::all() {
            if let Some(piece) = position.piece_at(cell) {
                board = board.after(piece.index(), cell.index());
            }
        }
        board.reserve = !position.used();
        board
    }

    /// With a piece put on an empty cell.
    #[inline(always)]
    pub(crate) fn after(&self, piece: u8, cell: u8) -> Board<S> {
        let (lines, diagonals, _) = LINES_OF[cell as usize];
        Board {
            occupied: self.occupied | 1 << cell,
            reserve: self.reserve & !(1 << piece),
            ones: self.ones | Piece::from_low_bits(piece).ones() << cell,
            lines: self.lines.after(piece, lines),
            diagonals: self.diagonals.after(piece, diagonals),
            squares: self.squares.after(piece, cell),
        }
    }

    /// How many pieces are on the board.
    #[inline(always)]
    pub(crate) fn placed(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// For each cell what the pieces share on any line through it that has exactly so many of them.
    #[inline(always)]
    fn shared_around<const PIECES: u8>(&self) -> [u8; 16] {
        let lines = self.lines.shared_where_filled::<PIECES>();
        let diagonals = self.diagonals.shared_where_filled::<PIECES>() as u64;
        let (falling, rising) = (diagonals & 0xff, diagonals >> 8);
        let columns = lines >> 32 | lines & 0xffff_ffff_0000_0000;
        let row = |i: u32| (lines >> (8 * i) & 0xff) * 0x0101_0101;
        let upper = row(0) | row(1) << 32 | columns | falling | falling << 40 | rising << 24 | rising << 48;
        let lower = row(2) | row(3) << 32 | columns | falling << 16 | falling << 56 | rising << 8 | rising << 32;
        let all = upper as u128 | (lower as u128) << 64 | self.squares.shared_where_filled::<PIECES>();
        all.to_le_bytes()
    }

    /// For each empty cell the pieces of the reserve that can be put there without letting the opponent complete a line.
    ///
    /// A line of two pieces must not become one of three that share what another piece of the reserve has too. So a
    /// characteristic that only one piece of the reserve has is harmless: once it is put down, none is left.
    #[inline(always)]
    pub(crate) fn safe(&self) -> [u16; 16] {
        let forbidden = self.shared_around::<2>();
        let matters = !self.sole();
        let mut safe = [0; 16];
        for (cell, safe) in safe.iter_mut().enumerate() {
            let empty = (self.occupied >> cell & 1).wrapping_sub(1);
            *safe = WITHOUT[(forbidden[cell] & matters) as usize] & self.reserve & empty;
        }
        safe
    }

    /// How many safe moves there are.
    #[inline(always)]
    pub(crate) fn count_safe(&self) -> u32 {
        self.safe().iter().map(|pieces| pieces.count_ones()).sum()
    }

    /// The characteristics that exactly one piece of the reserve has.
    #[inline(always)]
    fn sole(&self) -> u8 {
        // Eight pieces have a characteristic, so as long as seven of them cannot be gone, none is the last.
        if self.reserve.count_ones() > 9 {
            return 0;
        }
        let sole = |lane: usize| ((self.reserve & HAVING[lane]).is_power_of_two() as u8) << lane;
        (0..8).fold(0, |set, lane| set | sole(lane))
    }

    /// For each empty cell the pieces, in the reserve or not, that complete a line there.
    #[inline(always)]
    pub(crate) fn completing(&self) -> [u16; 16] {
        let wanted = self.shared_around::<3>();
        let mut completing = [0; 16];
        for (cell, completing) in completing.iter_mut().enumerate() {
            let empty = (self.occupied >> cell & 1).wrapping_sub(1);
            *completing = !WITHOUT[wanted[cell] as usize] & empty;
        }
        completing
    }

    /// The characteristics of which one more completes a line, wherever that is.
    #[inline(always)]
    fn wanted(&self) -> u8 {
        let diagonals = self.diagonals.shared_where_filled::<3>();
        any_byte(self.lines.shared_where_filled::<3>() | diagonals as u64) | self.squares.wanted()
    }

    /// The pieces of the reserve that complete no line: those that can be given without losing at once.
    #[inline(always)]
    pub(crate) fn harmless(&self) -> u16 {
        self.reserve & WITHOUT[self.wanted() as usize]
    }

    /// How many chances to complete a line are left: for each line the characteristics that its pieces share and that enough pieces of
    /// the reserve have. Without any the game is drawn.
    #[inline(always)]
    pub(crate) fn chances(&self) -> u32 {
        self.chances_among(Enough::new(self.reserve))
    }

    /// The same for who knows already what the reserve has enough of.
    #[inline(always)]
    pub(crate) fn chances_among(&self, enough: Enough) -> u32 {
        let (lines, diagonals) = (self.lines.chances(enough), self.diagonals.chances(enough));
        lines.count_ones() + diagonals.count_ones() + self.squares.chances(enough)
    }

    /// A piece of the reserve and a cell that complete a line, if any.
    pub(crate) fn winning(&self) -> Option<(u8, u8)> {
        let completing = self.completing();
        Bits(!self.occupied).find_map(|cell| {
            let winners = completing[cell as usize] & self.reserve;
            (winners != 0).then_some((winners.trailing_zeros() as u8, cell))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aligne4::{Line, Move, Rules};
    use fastrand::Rng;
    use plateau_core::{Outcome, Position as _};

    /// What the masks say, said by the rules: play and look.
    fn check<S: SquareLines>(position: &Position) {
        let board: Board<S> = Board::new(position);
        let wins = |position: &Position| {
            position.legal_moves().any(|mv| position.after(mv).outcome().and_then(Outcome::winner).is_some())
        };
        assert_eq!(board.winning().is_some(), wins(position), "{position}");
        let completing = board.completing();
        let safe = board.safe();
        for mv in position.legal_moves() {
            let Move::Put { piece, cell } = mv else { unreachable!("not the gift rule") };
            let next = position.after(mv);
            assert_eq!(Board::new(&next), board.after(piece.index(), cell.index()));
            let won = next.outcome().is_some_and(|outcome| outcome.winner().is_some());
            assert_eq!(completing[cell.index() as usize] & piece.bit() != 0, won, "{mv} {position}");
            if board.winning().is_none() {
                assert_eq!(safe[cell.index() as usize] & piece.bit() != 0, !wins(&next), "{mv} {position}");
            }
        }
    }

    /// Whether any order of the pieces on the empty cells could complete a line: for every line and every choice of pieces for it.
    fn can_end(position: &Position) -> bool {
        let reserve: Vec<Piece> = Piece::all().filter(|piece| position.used() & piece.bit() == 0).collect();
        Line::all(position.rules().squares).any(|line| {
            let on_it: Vec<Option<Piece>> = line.cells().map(|cell| position.piece_at(cell)).to_vec();
            (0..8).any(|lane| {
                let has = |piece: &Piece| piece.lanes() >> lane & 1 != 0;
                let empty = on_it.iter().filter(|piece| piece.is_none()).count();
                on_it.iter().flatten().all(has) && reserve.iter().filter(|piece| has(piece)).count() >= empty
            })
        })
    }

    #[test]
    fn a_giver_sees_what_does_no_harm_and_whether_there_is_a_chance_left() {
        let mut rng = Rng::with_seed(8);
        let (mut with, mut without) = (0, 0);
        for game in 0..2000 {
            let rules = Rules { gift: true, squares: game % 2 == 1 };
            let mut position = Position::new(rules);
            while !position.is_over() {
                if position.given().is_none() {
                    let (harmless, chances) = if rules.squares {
                        let board = Board::<Squares>::new(&position);
                        (board.harmless(), board.chances())
                    } else {
                        let board = Board::<NoSquares>::new(&position);
                        (board.harmless(), board.chances())
                    };
                    assert_eq!(chances > 0, can_end(&position), "{position}");
                    let does_no_harm =
                        |piece: &Piece| !position.empty_cells().any(|cell| position.completes(*piece, cell));
                    let gifts = position.reserve().filter(does_no_harm).fold(0, |gifts, piece| gifts | piece.bit());
                    assert_eq!(harmless, gifts, "{position}");
                    *if chances > 0 { &mut with } else { &mut without } += 1;
                }
                let moves: Vec<Move> = position.legal_moves().collect();
                let goes_on = |mv: &&Move| !position.after(**mv).is_over();
                let quiet: Vec<&Move> = moves.iter().filter(goes_on).collect();
                position.play_legal(**rng.choice(&quiet).unwrap_or(&&moves[0]));
            }
        }
        assert!(with > 1000 && without > 100, "{with} and {without}");
    }

    #[test]
    fn safe_and_winning_moves_are_what_the_rules_say() {
        let mut rng = Rng::with_seed(5);
        for game in 0..400 {
            let rules = Rules { gift: false, squares: game % 2 == 1 };
            let mut position = Position::new(rules);
            while !position.is_over() {
                if rules.squares {
                    check::<Squares>(&position);
                } else {
                    check::<NoSquares>(&position);
                }
                // Quiet moves where there are any, so that long games are looked at too.
                let moves: Vec<Move> = position.legal_moves().collect();
                let quiet = |mv: &&Move| Board::<Squares>::new(&position.after(**mv)).winning().is_none();
                let mv = match moves.iter().find(quiet) {
                    Some(_) if rng.u32(..8) > 0 => *rng.choice(moves.iter().filter(quiet).collect::<Vec<_>>()).unwrap(),
                    _ => *rng.choice(&moves).unwrap(),
                };
                position.play_legal(mv);
            }
        }
    }
}
