//! The patterns of the evaluation: twelve shapes of squares, each wherever a symmetry of the board takes it, 46 in all.
//!
//! The filling of a pattern is a number in balanced ternary: +1 for a disc of the player to move, −1 for one of the opponent, 0
//! for an empty square. So the other player sees the same number with its sign changed, a disc put down adds a constant to the
//! patterns that it lies in, and a whole board is kept up to date by adding vectors of 16-bit numbers, which the compiler
//! turns into a few vector instructions (48 numbers: three registers of AVX2).

use othello::{Board, Square, SquareSet};
use plateau_core::processor::Path;

use Square::{
    A1, A2, A3, A4, A5, B1, B2, B3, B4, B5, B6, B7, B8, C1, C2, C3, C4, C5, C6, C7, C8, D1, D2, D3, D4, D5, D6, D7, D8,
    E1, E2, E5, E6, E7, E8, F1, F2, F6, F7, F8, G1, G2, G7, G8, H1, H8,
};

/// The shapes, as squares in the order of their digits, the lowest first.
pub(crate) const SHAPES: [&[Square]; 12] = [
    // The corner with its X-square and both edges.
    &[A5, A4, A3, A2, A1, B2, B1, C1, D1, E1],
    // The edge with both X-squares.
    &[B2, A1, B1, C1, D1, E1, F1, G1, H1, G2],
    // The corners of an edge with the block between them.
    &[A1, C1, D1, E1, F1, H1, C2, D2, E2, F2],
    // The triangle in the corner.
    &[A1, B1, C1, D1, A2, B2, C2, A3, B3, A4],
    // The block in the corner.
    &[A1, B1, C1, A2, B2, C2, A3, B3, C3],
    // The second, third and fourth lines from the edge.
    &[B1, B2, B3, B4, B5, B6, B7, B8],
    &[C1, C2, C3, C4, C5, C6, C7, C8],
    &[D1, D2, D3, D4, D5, D6, D7, D8],
    // The diagonals, from the longest.
    &[A1, B2, C3, D4, E5, F6, G7, H8],
    &[A2, B3, C4, D5, E6, F7, G8],
    &[A3, B4, C5, D6, E7, F8],
    &[A4, B5, C6, D7, E8],
];

/// How many patterns there are: every shape in every distinct place.
pub(crate) const PATTERNS: usize = 46;

/// Numbers kept for a board: the patterns, and unused ones to fill whole registers.
const NUMBERS: usize = 48;

/// Which shape a pattern has, and its squares in the order of the shape.
#[derive(Clone, Copy)]
pub(crate) struct Pattern {
    pub(crate) shape: usize,
    pub(crate) squares: [u8; 10],
    pub(crate) len: usize,
}

/// A square under one of the eight symmetries: mirrored left to right, top to bottom, along the diagonal.
const fn image(square: usize, symmetry: usize) -> usize {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    y * 8 + x
}

/// All patterns; those of one shape stand together.
pub(crate) static ALL: [Pattern; PATTERNS] = ALL_CONST;
const ALL_CONST: [Pattern; PATTERNS] = {
    let mut all = [Pattern { shape: 0, squares: [0; 10], len: 0 }; PATTERNS];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut new = Pattern { shape, squares: [0; 10], len: SHAPES[shape].len() };
            let mut i = 0;
            while i < new.len {
                new.squares[i] = image(SHAPES[shape][i].index(), symmetry) as u8;
                i += 1;
            }
            let mut seen = false;
            let mut other = first;
            while other < count {
                seen |= set_of(&all[other]) == set_of(&new);
                other += 1;
            }
            if !seen {
                all[count] = new;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == PATTERNS);
    all
};

const fn set_of(pattern: &Pattern) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < pattern.len {
        set |= 1 << pattern.squares[i];
        i += 1;
    }
    set
}

/// The first pattern of each shape, and after the last shape the number of all.
pub(crate) const FIRST: [usize; SHAPES.len() + 1] = {
    let mut first = [PATTERNS; SHAPES.len() + 1];
    let mut pattern = PATTERNS;
    while pattern > 0 {
        pattern -= 1;
        first[ALL_CONST[pattern].shape] = pattern;
    }
    first
};

/// How many fillings a shape has.
pub(crate) const fn fillings(shape: usize) -> usize {
    3usize.pow(SHAPES[shape].len() as u32)
}

/// The number of each pattern of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(crate) struct Numbers(pub(crate) [i16; NUMBERS]);

/// What a disc on each square adds to the numbers.
static DISC: [Numbers; 64] = discs(1);
/// What turning a disc over adds.
static TURN: [Numbers; 64] = discs(2);

const fn discs(factor: i16) -> [Numbers; 64] {
    let mut discs = [Numbers([0; NUMBERS]); 64];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let Pattern { squares, len, .. } = ALL_CONST[pattern];
        let (mut i, mut power) = (0, 1i16);
        while i < len {
            discs[squares[i] as usize].0[pattern] = power.wrapping_mul(factor);
            // Numbers are right modulo 2^16, and all that occur fit.
            power = power.wrapping_mul(3);
            i += 1;
        }
        pattern += 1;
    }
    discs
}

impl Numbers {
    /// The numbers of a board, counted from nothing.
    pub(crate) fn of<P: Path>(board: Board<P>) -> Numbers {
        let mut numbers = Numbers([0; NUMBERS]);
        for square in board.own() {
            numbers.add(&DISC[square.index()]);
        }
        for square in board.opponent() {
            numbers.subtract(&DISC[square.index()]);
        }
        numbers
    }

    /// The numbers after a disc on `square` that turns `flips`, as the other player sees them.
    #[inline(always)]
    pub(crate) fn after(&self, square: Square, flips: SquareSet) -> Numbers {
        let mut numbers = *self;
        numbers.add(&DISC[square.index()]);
        for turned in flips {
            numbers.add(&TURN[turned.index()]);
        }
        numbers.swapped()
    }

    /// As the other player sees them.
    #[inline(always)]
    pub(crate) fn swapped(&self) -> Numbers {
        // A loop, since `map` calls what knows nothing of the path.
        let mut numbers = *self;
        for number in &mut numbers.0 {
            *number = number.wrapping_neg();
        }
        numbers
    }

    #[inline(always)]
    fn add(&mut self, other: &Numbers) {
        for (number, more) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_add(more);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Numbers) {
        for (number, less) in self.0.iter_mut().zip(other.0) {
            *number = number.wrapping_sub(less);
        }
    }
}

/// For each filling of a shape (its number plus half of all), the place of its weight among those of the shape when fillings
/// that are mirrors of each other share one; and how many weights there are.
pub(crate) fn classes(shape: usize) -> (Vec<u32>, usize) {
    let squares: Vec<usize> = SHAPES[shape].iter().map(|square| square.index()).collect();
    // The symmetries that take the shape to itself, as permutations of its digits.
    let mirrors: Vec<Vec<usize>> = (1..8)
        .filter_map(|symmetry| {
            squares
                .iter()
                .map(|&square| squares.iter().position(|&other| other == image(square, symmetry)))
                .collect::<Option<Vec<usize>>>()
        })
        .collect();
    let count = fillings(shape);
    let mut class = vec![u32::MAX; count];
    let mut classes = 0;
    for filling in 0..count {
        if class[filling] != u32::MAX {
            continue;
        }
        class[filling] = classes;
        for mirror in &mirrors {
            let (mut rest, mut mirrored) = (filling, 0);
            for &to in mirror {
                mirrored += rest % 3 * 3usize.pow(to as u32);
                rest /= 3;
            }
            class[mirrored] = classes;
        }
        classes += 1;
    }
    (class, classes as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_stand_in_all_their_places() {
        let counts: Vec<usize> = (0..SHAPES.len()).map(|shape| FIRST[shape + 1] - FIRST[shape]).collect();
        assert_eq!(counts, [4, 4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4]);
    }

    #[test]
    fn numbers_kept_up_to_date_equal_those_counted_anew() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut board = Board::START;
            let mut numbers = Numbers::of(board);
            loop {
                let moves: Vec<Square> = board.moves().iter().collect();
                if moves.is_empty() {
                    board = board.swapped();
                    numbers = numbers.swapped();
                    if board.moves().is_empty() {
                        break;
                    }
                    continue;
                }
                let square = moves[rng.usize(..moves.len())];
                let flips = board.flips(square);
                numbers = numbers.after(square, flips);
                board = board.played(square, flips);
                assert_eq!(numbers, Numbers::of(board));
            }
        }
    }

    #[test]
    fn mirrored_fillings_share_their_weight() {
        for shape in 0..SHAPES.len() {
            let (class, classes) = classes(shape);
            assert_eq!(class.iter().max().copied(), Some(classes as u32 - 1));
            let fillings = fillings(shape);
            // A shape with one mirror has as many classes as half of what is not its own mirror, and that.
            let fixed = 2 * classes - fillings;
            assert!((3usize.pow(2)..=3usize.pow(7)).contains(&fixed), "shape {shape}: {fixed}");
        }
    }
}
