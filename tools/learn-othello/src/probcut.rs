//! How far shallow searches are from deep ones: the numbers behind selective cuts.
//!
//! The standard deviation of the difference between the scores of two depths is taken for each pair, and a line is laid through their
//! logarithms by least squares: `exp(a + b·deep + c·shallow + d·empties)`.

use crate::looks::{DEPTH_MAX, Looks, SOLVE_EMPTIES, least_squares};

/// Positions of similar numbers of empty squares are taken together.
const BAND: u32 = 4;

/// How many differences there are, and the sum of their squares.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    squares: f64,
}

/// Measures and prints.
pub(crate) fn measure(looks: &[Looks]) {
    let mut ahead = vec![Spread::default(); 64 * 16 * 16];
    let mut to_the_end = vec![Spread::default(); 64 * 16];
    for look in looks {
        let band = (look.empties / BAND) as usize;
        for deep in 2..=look.deepest() {
            for shallow in (1..deep).rev().skip(1).step_by(2) {
                let pair = (band * 16 + deep as usize) * 16 + shallow as usize;
                add(&mut ahead[pair], look.score(deep) - look.score(shallow));
            }
        }
        if let Some(exact) = look.exact {
            for shallow in 1..=look.deepest() {
                add(&mut to_the_end[(look.empties * 16 + shallow) as usize], exact - look.score(shallow));
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

fn add(spread: &mut Spread, difference: i32) {
    spread.count += 1.0;
    spread.squares += (difference * difference) as f64;
}
