//! Puts the evaluation right at each number of empty squares, by what deeper searches and the ends of games say.
//!
//! What the network says was too low for the player to move by some discs, which depend on the number of empty squares; two reasons
//! are likely. A label from a game that players play out is too low where its player makes one move more than the other before the exact
//! part begins, which is so with every odd number of empty squares: they lose a little with each. And a search picks leaves whose worth
//! errs in favour of the player before them. Let `w(e)` be these. A look of `d` plies from `e` empty squares is then off by `w(e − d)`, and against
//! the player at the root if `d` is even; so the differences between looks, and those from exact scores, are equations for all
//! `w` together.

use std::collections::BTreeMap;

use engine_othello::{Learned, STAGES};

use crate::looks::{Looks, least_squares};

/// Positions with fewer empty squares come from play with many random moves.
const EMPTIES_MIN: u32 = 16;

/// Shorter looks are not what the engine goes by.
const DEPTH_MIN: u32 = 3;

/// Looks that differ by more plies are not compared.
const APART_MAX: u32 = 4;

/// Scores beyond are of decided games, in discs.
const SCORE_MAX: i32 = 40;

/// Fewer differences are no evidence.
const COUNT_MIN: f64 = 5.0;

/// An exact score is worth so many searched ones.
const EXACT_WEIGHT: f64 = 3.0;

/// How strongly `w` is held to zero, and to that of two empty squares fewer.
const HELD: [f64; 2] = [1.0, 9.0];

/// With fewer empty squares the game is solved, and with more there are no looks to tell: the last that is known of the same parity counts.
const KNOWN: [usize; 2] = [8, 49];

/// The mean of some differences, and how sure it is.
#[derive(Clone, Copy, Default)]
struct Differences {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Differences {
    fn add(&mut self, difference: i32) {
        self.count += 1.0;
        self.sum += difference as f64;
        self.squares += (difference * difference) as f64;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The inverse of the mean's variance, nearly: a few equal differences are no certainty.
    fn weight(&self) -> f64 {
        self.count / (self.squares / self.count - self.mean() * self.mean() + 4.0)
    }
}

/// How many discs too low the worth of a board is for the player to move, by empty squares.
pub(crate) fn too_low(looks: &[Looks]) -> [f64; STAGES] {
    // By empty squares, depth, and the deeper look, if it is not the exact score.
    let mut differences = BTreeMap::<(u32, u32, Option<u32>), Differences>::new();
    for look in looks {
        let depths = DEPTH_MIN..=look.deepest();
        let is_decided = depths.clone().any(|depth| look.score(depth).abs() > SCORE_MAX);
        if look.empties < EMPTIES_MIN || is_decided {
            continue;
        }
        for depth in depths {
            let mut note = |deeper, score: i32| {
                differences.entry((look.empties, depth, deeper)).or_default().add(score - look.score(depth));
            };
            if let Some(exact) = look.exact {
                note(None, exact);
            }
            for deeper in depth + 1..=look.deepest().min(depth + APART_MAX) {
                note(Some(deeper), look.score(deeper));
            }
        }
    }
    let mut rows = Vec::new();
    for ((empties, depth, deeper), differences) in differences.into_iter().filter(|(_, found)| found.count >= COUNT_MIN)
    {
        let mut inputs = [0.0; STAGES];
        let sign = |depth: u32| if depth.is_multiple_of(2) { 1.0 } else { -1.0 };
        inputs[(empties - depth) as usize] += sign(depth);
        if let Some(deeper) = deeper {
            inputs[(empties - deeper) as usize] -= sign(deeper);
        }
        let weight = differences.weight() * if deeper.is_none() { EXACT_WEIGHT } else { 1.0 };
        rows.push((inputs, differences.mean(), weight));
    }
    for stage in 0..STAGES {
        let mut inputs = [0.0; STAGES];
        inputs[stage] = 1.0;
        rows.push((inputs, 0.0, HELD[0]));
        if let Some(near) = stage.checked_sub(2) {
            inputs[near] = -1.0;
            rows.push((inputs, 0.0, HELD[1]));
        }
    }
    let found = least_squares(&rows);
    let [first, last] = KNOWN;
    std::array::from_fn(|stage| match stage {
        _ if stage < first => 0.0,
        _ if stage > last => found[last - (stage - last) % 2],
        _ => found[stage],
    })
}

/// Raises what the network says by so many discs.
pub(crate) fn raise(learned: &mut Learned, discs: &[f64; STAGES]) {
    for (layers, discs) in learned.stages.iter_mut().zip(discs) {
        layers.raise(*discs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_network_lacks_is_found_again() {
        let mut rng = fastrand::Rng::with_seed(4);
        let lacks = |empties: u32| if empties % 2 == 1 { 2.0 } else { 0.5 };
        let looks: Vec<Looks> = (0..6000)
            .map(|_| {
                let (empties, truth) = (rng.u32(16..50), rng.i32(-20..=20));
                let noise = |rng: &mut fastrand::Rng| rng.f64() * 4.0 - 2.0;
                let look = |depth: u32, rng: &mut fastrand::Rng| {
                    let sign = if depth.is_multiple_of(2) { 1.0 } else { -1.0 };
                    (truth as f64 - sign * lacks(empties - depth) + noise(rng)).round() as i32
                };
                let scores = (1..=10).map(|depth| look(depth, &mut rng)).collect();
                Looks::new(empties, scores, (empties <= 20).then_some(truth))
            })
            .collect();
        let found = too_low(&looks);
        for (stage, discs) in found.iter().enumerate().take(41).skip(10) {
            assert!((discs - lacks(stage as u32)).abs() < 0.4, "{stage} empty squares: {discs:.2}");
        }
        let same = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(found[..8].iter().all(|&discs| same(discs, 0.0)), "the last squares are left alone");
        assert!(same(found[50], found[48]) && same(found[51], found[49]) && same(found[60], found[48]));
    }
}
