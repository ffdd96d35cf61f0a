//! The weights of the evaluation, and the evaluation itself.
//!
//! Every filling of a pattern has a vector of small numbers, the same at all times of the game; so has every number of moves that
//! either player has. The vectors of a board are added up, and a small network (`network`), another one for every number of empty
//! squares, makes the worth of the sum. Here the vectors lie spread out, one for every filling, for speed; [`Learned`] has
//! them once for fillings that are mirrors of each other, as they are learned and stored.

use std::sync::{Arc, LazyLock};

use othello::Board;
use plateau_core::processor::{Instructions, Path};
use search::Supply;

use crate::learned::{Learned, MOBILITIES};
use crate::network::{Network, SCALE, UNITS};
use crate::packed::{BadWeights, Packed};
use crate::pattern::{self, FIRST, Numbers, SHAPES, fillings};
#[cfg(target_arch = "x86_64")]
use crate::vector::Registers;
use crate::vector::{Arrays, Sums, Vector};

/// Evaluations stay below a certain win of everything.
pub(crate) const EVALUATION_MAX: i32 = 62;

/// A number of 16 bits can be so far from zero: the first table needs so much room in front of its middle, the last one behind.
/// With it no look-up can leave the span, and the compiler knows.
const ZERO: usize = 1 << 15;

/// Where the middle of each shape's vectors is.
const MIDDLE: [usize; SHAPES.len()] = {
    let mut middle = [0; SHAPES.len()];
    let mut end = ZERO - fillings(0) / 2;
    let mut shape = 0;
    while shape < SHAPES.len() {
        middle[shape] = end + fillings(shape) / 2;
        end += fillings(shape);
        shape += 1;
    }
    middle
};

/// Room for the vectors of all fillings.
const SPAN: usize = MIDDLE[SHAPES.len() - 1] + ZERO;

/// All weights, spread out.
pub struct Weights {
    fillings: Box<[Vector; SPAN]>,
    /// By the moves of the player to move, and of the other.
    mobility: Box<[[[i16; UNITS]; MOBILITIES]; 2]>,
    /// By empty squares.
    stages: Vec<Stage>,
}

struct Stage {
    start: [i16; UNITS],
    network: Network,
}

/// The file that comes with the program.
static FILE: Supply = search::supply!("othello-weights.bin", "../weights/weights.bin");

/// What tells it from those of other versions, known when the program is built.
const SHIPPED_ID: u64 = Packed::hash_of(include_bytes!("../weights/weights.bin"));

fn packed(layout: &Layout) -> Result<Packed<'static>, BadWeights> {
    Packed::new(FILE.bytes(), layout.weights)
}

impl Weights {
    /// The weights that come with the program, unpacked once.
    pub fn shipped() -> Arc<Weights> {
        static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let layout = Layout::new();
            // A test unpacks the file, so a damaged one is not shipped.
            Arc::new(layout.spread(&packed(&layout).expect("the file was checked by a test").unpack()))
        });
        SHIPPED.clone()
    }

    /// A number by which the shipped weights are told from those of other versions of the program.
    pub fn shipped_id() -> u64 {
        SHIPPED_ID
    }

    /// The file of the shipped weights.
    pub fn file() -> &'static Supply {
        &FILE
    }

    /// The worth of a board to the player to move, in discs.
    #[inline(always)]
    pub(crate) fn evaluate<P: Path>(&self, board: Board<P>, numbers: &Numbers, empties: u32) -> i32 {
        // Rounded to the nearest.
        ((self.worth(board, numbers, empties) + SCALE / 2) >> SCALE.ilog2()).clamp(-EVALUATION_MAX, EVALUATION_MAX)
    }

    /// The worth in discs, with its fraction.
    pub(crate) fn evaluate_finely(&self, board: Board, numbers: &Numbers, empties: u32) -> f32 {
        self.worth(board, numbers, empties) as f32 / SCALE as f32
    }

    fn worth<P: Path>(&self, board: Board<P>, numbers: &Numbers, empties: u32) -> i32 {
        board.path().run(
            #[inline(always)]
            || {
                let mobilities = [board.moves().len(), board.swapped().moves().len()];
                if mobilities == [0; 2] {
                    return board.final_margin() * SCALE;
                }
                let stage = &self.stages[empties as usize];
                let mut sum = match board.path().instructions() {
                    Instructions::Portable(_) => self.sum(numbers, Arrays::new()),
                    #[cfg(target_arch = "x86_64")]
                    Instructions::Avx2(path) => self.sum(numbers, Registers::new(path)),
                };
                for (sum, more) in sum.iter_mut().zip(stage.start) {
                    *sum += more;
                }
                for (vectors, moves) in self.mobility.iter().zip(mobilities) {
                    for (sum, &more) in sum.iter_mut().zip(&vectors[moves as usize % MOBILITIES]) {
                        *sum += more;
                    }
                }
                stage.network.worth(board.path(), &sum)
            },
        )
    }

    /// The sum of the vectors of all fillings.
    #[inline(always)]
    fn sum(&self, numbers: &Numbers, mut sums: impl Sums) -> [i16; UNITS] {
        macro_rules! add {
            ($($shape:literal)*) => {
                $(
                    for &number in &numbers.0[FIRST[$shape]..FIRST[$shape + 1]] {
                        sums.add(&self.fillings[(const { MIDDLE[$shape] as isize } + number as isize) as usize]);
                    }
                )*
            };
        }
        add!(0 1 2 3 4 5 6 7 8 9 10 11);
        sums.finish()
    }
}

/// Where each filling's vector is among the learned ones.
pub struct Layout {
    /// For each shape and each filling, the place among all.
    places: Vec<Vec<u32>>,
    /// How many vectors there are.
    pub weights: usize,
}

impl Layout {
    /// Counts it out; it is always the same.
    #[allow(clippy::new_without_default, reason = "it is work, not a default")]
    pub fn new() -> Layout {
        let (mut places, mut weights) = (Vec::new(), 0);
        for shape in 0..SHAPES.len() {
            let (class, classes) = pattern::classes(shape);
            places.push(class.into_iter().map(|class| class + weights as u32).collect());
            weights += classes;
        }
        Layout { places, weights }
    }

    /// The places of the vectors that a board's sum is made of.
    pub fn places(&self, board: Board) -> [u32; pattern::PATTERNS] {
        let numbers = Numbers::of(board);
        std::array::from_fn(|i| {
            let shape = pattern::ALL[i].shape;
            self.places[shape][(numbers.0[i] as i32 + fillings(shape) as i32 / 2) as usize]
        })
    }

    /// The layout as numbers, for a program in another language: how many patterns there are; for each pattern what a disc on each
    /// square adds to its number, and where its shape's fillings begin; how many fillings there are; for each the place.
    pub fn table(&self) -> Vec<i32> {
        let mut starts = vec![0; SHAPES.len() + 1];
        for shape in 0..SHAPES.len() {
            starts[shape + 1] = starts[shape] + fillings(shape);
        }
        let mut table = vec![pattern::PATTERNS as i32];
        for pattern in &pattern::ALL {
            let mut adds = [0; 64];
            for (i, &square) in pattern.squares[..pattern.len].iter().enumerate() {
                adds[square as usize] = 3i32.pow(i as u32);
            }
            table.extend(adds);
            table.push((starts[pattern.shape] + fillings(pattern.shape) / 2) as i32);
        }
        table.push(starts[SHAPES.len()] as i32);
        table.extend(self.places.iter().flatten().map(|&place| place as i32));
        table
    }

    /// Spreads learned weights out.
    pub fn spread(&self, learned: &Learned) -> Weights {
        let none = vec![Vector::ZERO; SPAN].into_boxed_slice();
        let mut spread: Box<[Vector; SPAN]> = none.try_into().ok().expect("the length fits");
        for (shape, (middle, places)) in MIDDLE.into_iter().zip(&self.places).enumerate() {
            let first = middle - fillings(shape) / 2;
            for (to, &place) in spread[first..].iter_mut().zip(places) {
                *to = Vector::new(&learned.fillings[place as usize]);
            }
        }
        let mut mobility = Box::new([[[0; UNITS]; MOBILITIES]; 2]);
        for (to, vector) in mobility.iter_mut().flatten().zip(&learned.mobility) {
            *to = *vector;
        }
        let stages =
            learned.stages.iter().map(|layers| Stage { start: layers.start, network: Network::new(layers) }).collect();
        Weights { fillings: spread, mobility, stages }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::{Square, SquareSet};

    #[test]
    fn the_worth_is_that_of_the_sum_of_the_places() {
        let layout = Layout::new();
        let mut rng = fastrand::Rng::with_seed(5);
        let mut learned = Learned::zero(layout.weights);
        learned.fillings.as_flattened_mut().fill_with(|| rng.i8(..));
        learned.mobility.as_flattened_mut().fill_with(|| rng.i16(-200..200));
        for layers in &mut learned.stages {
            layers.start.fill_with(|| rng.i16(-200..200));
            layers.first.as_flattened_mut().fill_with(|| rng.i16(-200..200));
        }
        let weights = layout.spread(&learned);
        let mut board = Board::START;
        for _ in 0..50 {
            let Some(square) = board.moves().iter().last() else { break };
            board = board.after(square);
            let empties = board.empties().len();
            let layers = &learned.stages[empties as usize];
            let mut sum = layers.start;
            let mut add = |unit: usize, more: i16| sum[unit] += more;
            for unit in 0..UNITS {
                layout.places(board).iter().for_each(|&place| add(unit, learned.fillings[place as usize][unit] as i16));
                add(unit, learned.mobility[board.moves().len() as usize][unit]);
                add(unit, learned.mobility[MOBILITIES + board.swapped().moves().len() as usize][unit]);
            }
            assert_eq!(
                weights.worth(board, &Numbers::of(board), empties),
                Network::new(layers).worth(board.path(), &sum)
            );
        }
    }

    #[test]
    fn a_game_that_is_over_is_worth_its_margin() {
        let board = Board::new(0b111.into_set(), (1u64 << 63).into_set()).expect("apart");
        assert_eq!(Weights::shipped().evaluate(board, &Numbers::of(board), 60), 62);
        assert!(
            (Weights::shipped().evaluate_finely(board, &Numbers::of(board), 60) - board.final_margin() as f32).abs()
                < 0.01
        );
    }

    #[test]
    fn the_shipped_weights_know_what_a_corner_is_worth() {
        let weights = Weights::shipped();
        let worth = |board: Board, empties| weights.evaluate_finely(board, &Numbers::of(board), empties);
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut gains, mut count) = (0.0, 0);
        while count < 200 {
            let mut board = Board::START;
            for _ in 0..24 {
                let moves = board.moves();
                let Some(square) = moves.iter().nth(rng.usize(..moves.len().max(1) as usize)) else { break };
                board = board.after(square);
            }
            let (empties, corner) = (board.empties().len(), SquareSet::from(Square::A1));
            if (board.empties() & corner).is_empty() || board.moves().is_empty() {
                continue;
            }
            // The same board twice, once with a corner in addition.
            let with_corner = Board::new(board.own() | corner, board.opponent()).expect("it was empty");
            gains += worth(with_corner, empties) - worth(board, empties);
            count += 1;
        }
        assert!(gains / count as f32 > 8.0, "{}", gains / count as f32);
    }

    #[test]
    fn symmetric_boards_are_worth_the_same() {
        let layout = Layout::new();
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..200 {
            let own = rng.u64(..);
            let opponent = rng.u64(..) & !own;
            let board = Board::new(own.into_set(), opponent.into_set()).expect("apart");
            let sorted = |board| {
                let mut places = layout.places(board);
                places.sort_unstable();
                places
            };
            for symmetry in plateau_core::Dihedral::ALL {
                assert_eq!(sorted(board), sorted(board.transformed(symmetry)));
            }
        }
    }

    trait IntoSet {
        fn into_set(self) -> othello::SquareSet;
    }

    impl IntoSet for u64 {
        fn into_set(self) -> othello::SquareSet {
            othello::SquareSet::from_bits(self)
        }
    }
}
