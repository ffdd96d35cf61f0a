//! The fit: for each stage, the weights whose sums come nearest to the labels.
//!
//! Least squares with a ridge, by the method of conjugate gradients on the normal equations (M. Hestenes and E. Stiefel, 1952),
//! preconditioned by how often each weight occurs. It needs no rates to be tuned, starts from the weights of the round
//! before, and is stopped early: what the last iterations would fit is noise.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use engine_othello::{Layout, Learned, SCALE, STAGES, stage_of};

use crate::sample::Sample;

/// The patterns of a board.
const PATTERNS: usize = 46;

/// So many occurrences are as heavy as the pull towards zero.
const RIDGE: f32 = 4.0;

/// Most samples of a stage that are fitted.
const SAMPLES_MAX: usize = 4_000_000;

/// How the fit of one stage came out.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fitted {
    /// Samples that it was fitted to.
    pub(crate) samples: usize,
    /// Held-out samples of the round.
    pub(crate) held_out: usize,
    /// Mean absolute error on those, before and after.
    pub(crate) before: f64,
    pub(crate) after: f64,
}

/// Fits all stages on all threads.
pub(crate) fn fit(
    layout: &Layout,
    start: &Learned,
    samples: &[Sample],
    round: u8,
    iterations: usize,
    threads: usize,
    until: Instant,
) -> (Learned, Vec<Fitted>) {
    let learned = Mutex::new(start.clone());
    let fitted = Mutex::new(vec![Fitted::default(); STAGES]);
    // The late stages have the most samples: begun first, so that no thread ends long after the others.
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let turn = next.fetch_add(1, Relaxed);
                    if turn >= STAGES {
                        break;
                    }
                    let stage = STAGES - 1 - turn;
                    let (weights, outcome) =
                        fit_stage(layout, &start.stages[stage], samples, stage, round, iterations, until);
                    learned.lock().expect("no thread panics").stages[stage] = weights;
                    fitted.lock().expect("no thread panics")[stage] = outcome;
                }
            });
        }
    });
    (learned.into_inner().expect("no thread panics"), fitted.into_inner().expect("no thread panics"))
}

/// Whether a sample teaches a stage: its own boards, and those one move before and after, so that stages pass smoothly.
fn teaches(sample: &Sample, stage: usize) -> bool {
    let empties = sample.empties();
    stage_of(empties) == stage || stage_of(empties + 1) == stage || stage_of(empties.saturating_sub(1)) == stage
}

fn fit_stage(
    layout: &Layout,
    start: &[i16],
    samples: &[Sample],
    stage: usize,
    round: u8,
    iterations: usize,
    until: Instant,
) -> (Vec<i16>, Fitted) {
    let taught: Vec<&Sample> = samples.iter().filter(|sample| !sample.held_out && teaches(sample, stage)).collect();
    // Evenly thinned if there are too many; they come in the order of games.
    let step = taught.len().div_ceil(SAMPLES_MAX).max(1);
    let taught: Vec<&Sample> = taught.into_iter().skip(round as usize % step).step_by(step).collect();
    let tested: Vec<&Sample> = samples
        .iter()
        .filter(|sample| sample.held_out && sample.round == round && stage_of(sample.empties()) == stage)
        .collect();
    let places: Vec<[u32; PATTERNS]> = taught.iter().map(|sample| layout.places(sample.board)).collect();
    let labels: Vec<f32> = taught.iter().map(|sample| sample.label()).collect();
    let scale = SCALE as f32;
    let mut weights: Vec<f32> = start.iter().map(|&weight| weight as f32 / scale).collect();
    let error = |weights: &[f32]| {
        let sum: f64 = tested
            .iter()
            .map(|sample| {
                let worth: f32 = layout.places(sample.board).iter().map(|&place| weights[place as usize]).sum();
                (worth.clamp(-64.0, 64.0) - sample.label()).abs() as f64
            })
            .sum();
        sum / tested.len().max(1) as f64
    };
    let before = error(&weights);
    if !taught.is_empty() {
        conjugate_gradients(&places, &labels, &mut weights, iterations, until);
    }
    let quantised: Vec<i16> =
        weights.iter().map(|&weight| (weight * scale).round().clamp(-32000.0, 32000.0) as i16).collect();
    let as_used: Vec<f32> = quantised.iter().map(|&weight| weight as f32 / scale).collect();
    let fitted = Fitted { samples: taught.len(), held_out: tested.len(), before, after: error(&as_used) };
    (quantised, fitted)
}

fn conjugate_gradients(
    places: &[[u32; PATTERNS]],
    labels: &[f32],
    weights: &mut [f32],
    iterations: usize,
    until: Instant,
) {
    let sum = |weights: &[f32], places: &[u32; PATTERNS]| -> f32 { places.iter().map(|&p| weights[p as usize]).sum() };
    let mut counts = vec![0f32; weights.len()];
    for sample in places {
        for &place in sample {
            counts[place as usize] += 1.0;
        }
    }
    let mut residual: Vec<f32> = places.iter().zip(labels).map(|(p, label)| label - sum(weights, p)).collect();
    let downhill = |residual: &[f32], weights: &[f32]| {
        let mut gradient: Vec<f32> = weights.iter().map(|weight| -RIDGE * weight).collect();
        for (sample, &error) in places.iter().zip(residual) {
            for &place in sample {
                gradient[place as usize] += error;
            }
        }
        gradient
    };
    let preconditioned = |gradient: &[f32]| -> Vec<f32> {
        gradient.iter().zip(&counts).map(|(slope, count)| slope / (count + RIDGE)).collect()
    };
    let dot = |a: &[f32], b: &[f32]| -> f64 { a.iter().zip(b).map(|(&a, &b)| a as f64 * b as f64).sum() };
    let mut gradient = downhill(&residual, weights);
    let mut scaled = preconditioned(&gradient);
    let mut direction = scaled.clone();
    let mut slope = dot(&gradient, &scaled);
    for _ in 0..iterations {
        if slope <= 0.0 || Instant::now() >= until {
            break;
        }
        let effect: Vec<f32> = places.iter().map(|sample| sum(&direction, sample)).collect();
        let curvature = dot(&effect, &effect) + RIDGE as f64 * dot(&direction, &direction);
        let step = (slope / curvature) as f32;
        for (weight, along) in weights.iter_mut().zip(&direction) {
            *weight += step * along;
        }
        for (error, change) in residual.iter_mut().zip(&effect) {
            *error -= step * change;
        }
        gradient = downhill(&residual, weights);
        scaled = preconditioned(&gradient);
        let next = dot(&gradient, &scaled);
        let keep = (next / slope) as f32;
        for (along, steepest) in direction.iter_mut().zip(&scaled) {
            *along = steepest + keep * *along;
        }
        slope = next;
    }
}
