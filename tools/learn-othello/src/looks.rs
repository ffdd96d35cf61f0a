//! What searches of all depths say about positions of games: what selective cuts and the evaluation itself are put right by.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{available_parallelism, scope};

use engine_othello::{Machine, Reach, Weights, Width};

use crate::sample::Sample;

/// The deepest look.
pub(crate) const DEPTH_MAX: u32 = 10;

/// Positions with at most so many empty squares are also solved.
pub(crate) const SOLVE_EMPTIES: u32 = 20;

/// Positions with fewer say little: their looks reach the end.
const EMPTIES_MIN: u32 = 12;

const MEMORY_BYTES: usize = 64 << 20;

/// What was found about one position, all without selective cuts.
pub(crate) struct Looks {
    pub(crate) empties: u32,
    /// The scores of looks of one ply, of two, and so on.
    scores: Vec<i32>,
    /// The score of the whole game, where it is near enough.
    pub(crate) exact: Option<i32>,
}

impl Looks {
    #[cfg(test)]
    pub(crate) fn new(empties: u32, scores: Vec<i32>, exact: Option<i32>) -> Looks {
        Looks { empties, scores, exact }
    }

    /// The score of a look of so many plies; there is one up to [`Looks::deepest`].
    pub(crate) fn score(&self, depth: u32) -> i32 {
        self.scores[depth as usize - 1]
    }

    pub(crate) fn deepest(&self) -> u32 {
        self.scores.len() as u32
    }

    fn of(machine: &mut Machine, sample: &Sample) -> Option<Looks> {
        let empties = sample.empties();
        if empties < EMPTIES_MIN || sample.board.moves().is_empty() {
            return None;
        }
        let mut look = |depth| {
            let budget = machine.unlimited();
            machine.think(sample.board, Reach { depth, width: Width::FULL }, &budget).expect("nothing stops it").score
        };
        let scores = (1..=DEPTH_MAX.min(empties - 1)).map(&mut look).collect();
        let exact = (empties <= SOLVE_EMPTIES).then(|| look(empties));
        Some(Looks { empties, scores, exact })
    }
}

/// Looks at about so many of the samples, spread over all of them, on all processors.
pub(crate) fn at(weights: &Arc<Weights>, samples: &[Sample], positions: usize) -> Vec<Looks> {
    let step = (samples.len() / positions.max(1)).max(1);
    let chosen: Vec<&Sample> = samples.iter().step_by(step).collect();
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    let share = chosen.len().div_ceil(threads).max(1);
    scope(|scope| {
        let parts: Vec<_> = chosen
            .chunks(share)
            .map(|part| {
                scope.spawn(move || {
                    let mut machine = Machine::new(weights.clone(), 1, MEMORY_BYTES);
                    part.iter().filter_map(|sample| Looks::of(&mut machine, sample)).collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("no thread panics")).collect()
    })
}

/// The factors that come nearest, by the normal equations: rows are inputs, the output, and a weight. A factor of what is always zero
/// stays zero.
pub(crate) fn least_squares<const N: usize>(rows: &[([f64; N], f64, f64)]) -> [f64; N] {
    let (mut matrix, mut right) = ([[0.0; N]; N], [0.0; N]);
    for (inputs, output, weight) in rows {
        for i in 0..N {
            for j in 0..N {
                matrix[i][j] += weight * inputs[i] * inputs[j];
            }
            right[i] += weight * inputs[i] * output;
        }
    }
    let is_nothing = |pivot: f64| pivot.abs() < 1e-9;
    for i in 0..N {
        let (pivot, pivot_right) = (matrix[i], right[i]);
        if is_nothing(pivot[i]) {
            continue;
        }
        for j in (0..N).filter(|&j| j != i) {
            let factor = matrix[j][i] / pivot[i];
            for (cell, above) in matrix[j].iter_mut().zip(pivot) {
                *cell -= factor * above;
            }
            right[j] -= factor * pivot_right;
        }
    }
    std::array::from_fn(|i| if is_nothing(matrix[i][i]) { 0.0 } else { right[i] / matrix[i][i] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_found_again() {
        let mut rng = fastrand::Rng::with_seed(3);
        // The third input is always zero.
        let factors = [1.5, -0.25, 0.0, 4.0];
        let rows: Vec<([f64; 4], f64, f64)> = (0..50)
            .map(|_| {
                let inputs = [1.0, rng.f64(), 0.0, rng.f64()];
                let output = inputs.iter().zip(factors).map(|(input, factor)| input * factor).sum();
                (inputs, output, 1.0 + rng.f64())
            })
            .collect();
        let found = least_squares(&rows);
        assert!(found.iter().zip(factors).all(|(found, factor)| (found - factor).abs() < 1e-6), "{found:?}");
    }
}
