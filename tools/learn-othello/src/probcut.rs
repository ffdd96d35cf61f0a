//! How far shallow searches are from deep ones: the numbers behind selective cuts.
//!
//! Positions are searched to several depths without selective cuts. The standard deviation of the difference between two depths is
//! taken for each pair, and a line is laid through their logarithms by least squares: `exp(a + b·deep + c·shallow + d·empties)`.

use std::sync::Arc;

use engine_othello::{Machine, Reach, Weights, Width};

use crate::sample::Sample;

/// The depths that are compared, at most.
const DEPTH_MAX: u32 = 10;

/// Positions with at most so many empty squares are also solved.
const SOLVE_EMPTIES: u32 = 18;

/// Positions of similar numbers of empty squares are taken together.
const BAND: u32 = 4;

/// How many differences there are, and the sum of their squares.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    squares: f64,
}

/// Measures and prints.
pub(crate) fn measure(weights: Arc<Weights>, samples: &[Sample], positions: usize) {
    let mut machine = Machine::new(weights, 1, 64 << 20);
    let mut ahead = vec![Spread::default(); 64 * 16 * 16];
    let mut to_the_end = vec![Spread::default(); 64 * 16];
    let step = (samples.len() / positions.max(1)).max(1);
    for sample in samples.iter().step_by(step) {
        let empties = sample.empties();
        if empties < 12 || sample.board.moves().is_empty() {
            continue;
        }
        let deepest = DEPTH_MAX.min(empties - 1);
        let scores: Vec<i32> = (1..=deepest).map(|depth| search(&mut machine, sample, depth)).collect();
        let band = (empties / BAND) as usize;
        for deep in 2..=deepest as usize {
            for shallow in (1..deep).rev().skip(1).step_by(2) {
                add(&mut ahead[(band * 16 + deep) * 16 + shallow], scores[deep - 1] - scores[shallow - 1]);
            }
        }
        if empties <= SOLVE_EMPTIES {
            let exact = search(&mut machine, sample, empties);
            for shallow in 1..=deepest as usize {
                add(&mut to_the_end[empties as usize * 16 + shallow], exact - scores[shallow - 1]);
            }
        }
    }
    let mut rows = Vec::new();
    println!("empties deep shallow count deviation");
    for band in 3..15 {
        for deep in 3..=DEPTH_MAX as usize {
            for shallow in 1..deep {
                let spread = ahead[(band * 16 + deep) * 16 + shallow];
                if spread.count >= 50.0 {
                    let empties = (band as u32 * BAND) as f64 + (BAND - 1) as f64 / 2.0;
                    let deviation = (spread.squares / spread.count).sqrt();
                    println!("{empties} {deep} {shallow} {} {deviation:.3}", spread.count);
                    rows.push(([1.0, deep as f64, shallow as f64, empties], deviation.ln(), spread.count));
                }
            }
        }
    }
    println!("ahead: {:?}", least_squares(&rows));
    rows.clear();
    for empties in 12..=SOLVE_EMPTIES as usize {
        for shallow in 1..=DEPTH_MAX as usize {
            let spread = to_the_end[empties * 16 + shallow];
            if spread.count >= 30.0 {
                let deviation = (spread.squares / spread.count).sqrt();
                println!("{empties} end {shallow} {} {deviation:.3}", spread.count);
                rows.push(([1.0, 0.0, shallow as f64, empties as f64], deviation.ln(), spread.count));
            }
        }
    }
    println!("to the end: {:?}", least_squares(&rows));
}

fn search(machine: &mut Machine, sample: &Sample, depth: u32) -> i32 {
    let budget = machine.unlimited();
    machine.think(sample.board, Reach { depth, width: Width::FULL }, &budget).expect("nothing stops it").score
}

fn add(spread: &mut Spread, difference: i32) {
    spread.count += 1.0;
    spread.squares += (difference * difference) as f64;
}

/// The four factors that come nearest, by the normal equations; a factor of what is always zero stays zero.
fn least_squares(rows: &[([f64; 4], f64, f64)]) -> [f64; 4] {
    let mut matrix = [[0.0; 5]; 4];
    for (inputs, output, weight) in rows {
        for i in 0..4 {
            for j in 0..4 {
                matrix[i][j] += weight * inputs[i] * inputs[j];
            }
            matrix[i][4] += weight * inputs[i] * output;
        }
    }
    for i in 0..4 {
        if matrix[i][i].abs() < 1e-9 {
            continue;
        }
        let pivot = matrix[i];
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(j, _)| j != i) {
            let factor = row[i] / pivot[i];
            for (cell, above) in row.iter_mut().zip(pivot) {
                *cell -= factor * above;
            }
        }
    }
    std::array::from_fn(|i| if matrix[i][i].abs() < 1e-9 { 0.0 } else { matrix[i][4] / matrix[i][i] })
}
