//! The weights of the evaluation, and the evaluation itself: the sum of one weight per pattern, in 1/256 of a disc.
//!
//! Each of the stages of a game (two moves long) has its own weights. Here they lie spread out, one for every filling, for speed;
//! [`Learned`] has them once for fillings that are mirrors of each other, as they are learned and stored.

use std::sync::{Arc, LazyLock};

use crate::packed::Packed;
use crate::pattern::{self, FIRST, Numbers, SHAPES, fillings};

/// Stages of a game.
pub const STAGES: usize = 30;

/// Weights count in this part of a disc.
pub const SCALE: i32 = 256;

/// Evaluations stay below a certain win of everything.
pub(crate) const EVALUATION_MAX: i32 = 62;

/// A number of 16 bits can be so far from zero: the first table needs so much room in front of its middle, the last one behind.
/// With it no look-up can leave the span, and the compiler knows.
const ZERO: usize = 1 << 15;

/// Where the middle of each shape's weights is.
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

/// Room for all weights of a stage.
const SPAN: usize = MIDDLE[SHAPES.len() - 1] + ZERO;

type Stage = [i16; SPAN];

/// The weights of all stages, spread out.
pub struct Weights {
    stages: Vec<Box<Stage>>,
}

/// The stage of a board with so many empty squares.
#[inline]
pub const fn stage_of(empties: u32) -> usize {
    let stage = (60u32.saturating_sub(empties) / 2) as usize;
    if stage < STAGES { stage } else { STAGES - 1 }
}

impl Weights {
    /// The weights that come with the program, unpacked once.
    pub fn shipped() -> Arc<Weights> {
        static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let layout = Layout::new();
            let packed = Packed::new(include_bytes!("../weights/weights.bin"), layout.weights);
            // A test unpacks the file, so a damaged one is not shipped.
            Arc::new(layout.spread(&packed.expect("the file was checked by a test").unpack()))
        });
        SHIPPED.clone()
    }

    /// The worth of a board to the player to move, in discs.
    #[inline]
    pub(crate) fn evaluate(&self, numbers: &Numbers, empties: u32) -> i32 {
        let sum = sum(&self.stages[stage_of(empties)], numbers);
        // Rounded to the nearest.
        ((sum + SCALE / 2) >> SCALE.ilog2()).clamp(-EVALUATION_MAX, EVALUATION_MAX)
    }

    /// The worth in discs, with its fraction.
    pub(crate) fn evaluate_finely(&self, numbers: &Numbers, empties: u32) -> f32 {
        sum(&self.stages[stage_of(empties)], numbers) as f32 / SCALE as f32
    }
}

#[inline]
fn sum(stage: &Stage, numbers: &Numbers) -> i32 {
    let mut sum = 0;
    macro_rules! add {
        ($($shape:literal)*) => {
            $(
                for &number in &numbers.0[FIRST[$shape]..FIRST[$shape + 1]] {
                    sum += stage[(const { MIDDLE[$shape] as isize } + number as isize) as usize] as i32;
                }
            )*
        };
    }
    add!(0 1 2 3 4 5 6 7 8 9 10 11);
    sum
}

/// The weights of all stages as they are learned: fillings that are mirrors of each other have one together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    /// For each stage, the weights of each shape one after another.
    pub stages: Vec<Vec<i16>>,
}

/// Where each filling's weight is among the learned ones.
pub struct Layout {
    /// For each shape and each filling, the place among the weights of a stage.
    places: Vec<Vec<u32>>,
    /// How many weights a stage has.
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

    /// The places of the weights that a board's worth is the sum of.
    pub fn places(&self, board: othello::Board) -> [u32; pattern::PATTERNS] {
        let numbers = Numbers::of(board);
        std::array::from_fn(|i| {
            let shape = pattern::ALL[i].shape;
            self.places[shape][(numbers.0[i] as i32 + fillings(shape) as i32 / 2) as usize]
        })
    }

    /// Spreads learned weights out.
    pub fn spread(&self, learned: &Learned) -> Weights {
        let stages = learned.stages.iter().map(|stage| {
            let mut spread: Box<Stage> = vec![0i16; SPAN].into_boxed_slice().try_into().expect("the length fits");
            for (shape, (middle, places)) in MIDDLE.into_iter().zip(&self.places).enumerate() {
                let start = middle - fillings(shape) / 2;
                for (weight, &place) in spread[start..].iter_mut().zip(places) {
                    *weight = stage[place as usize];
                }
            }
            spread
        });
        Weights { stages: stages.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::Board;

    #[test]
    fn the_worth_is_the_sum_of_the_places() {
        let layout = Layout::new();
        let mut rng = fastrand::Rng::with_seed(5);
        let stage: Vec<i16> = (0..layout.weights).map(|_| rng.i16(-300..300)).collect();
        let learned = Learned { stages: vec![stage; STAGES] };
        let weights = layout.spread(&learned);
        let mut board = Board::START;
        for _ in 0..50 {
            let Some(square) = board.moves().iter().last() else { break };
            board = board.after(square);
            let sum: i32 = layout.places(board).iter().map(|&place| learned.stages[0][place as usize] as i32).sum();
            let worth = weights.evaluate_finely(&Numbers::of(board), board.empties().len());
            assert_eq!((worth * SCALE as f32) as i32, sum);
        }
    }

    #[test]
    fn the_shipped_weights_know_what_a_corner_is_worth() {
        let weights = Weights::shipped();
        // The same board twice, once with a corner in addition.
        let board = |more: u64| {
            let own = 0x0000_0018_3c10_0000 | more;
            Board::new(own.into_set(), 0x0000_0024_0028_1000_u64.into_set()).expect("apart")
        };
        let worth = |board: Board| weights.evaluate_finely(&Numbers::of(board), 44);
        assert!(worth(board(1)) > worth(board(0)) + 4.0, "{} {}", worth(board(1)), worth(board(0)));
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
