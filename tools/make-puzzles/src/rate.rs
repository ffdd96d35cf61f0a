//! How hard a puzzle is: the levels of the machine try it, and it is rated as an opponent that they won or lost against.

use players::{Level, Measured};

use crate::games::Levels;

/// How often a level tried a puzzle, and how often it found an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    /// The rating of the level.
    pub(crate) rating: f64,
    pub(crate) tries: u32,
    pub(crate) found: u32,
}

/// Random play has this rating, and the first level stands above it as far as it was measured.
const RANDOM: f64 = 400.0;

/// A level that never lost against the one below was not measured to the end; more than this is not believed.
const LARGEST_STEP: f64 = 400.0;

/// The ratings of levels, from the first up, by the games of each against the one below.
pub(crate) fn ratings<'a>(measured: impl IntoIterator<Item = &'a Measured>) -> Vec<f64> {
    let step = |measured: &Measured| {
        let games = f64::from(measured.wins + measured.draws + measured.losses);
        let share = (f64::from(measured.wins) + f64::from(measured.draws) / 2.0) / games;
        if share >= 1.0 { LARGEST_STEP } else { (400.0 * (share / (1.0 - share)).log10()).min(LARGEST_STEP) }
    };
    let above = |rating: &mut f64, measured: &Measured| {
        *rating += step(measured);
        Some(*rating)
    };
    measured.into_iter().scan(RANDOM, |rating, measured| above(rating, measured)).collect()
}

/// The same of a game's levels.
pub(crate) fn of_levels(levels: &[Level]) -> Vec<f64> {
    ratings(levels.iter().map(|level| &level.measured))
}

/// Where ratings are believed to lie before anybody has tried.
const EXPECTED: f64 = 1500.0;
const SPREAD: f64 = 700.0;

/// The rating that explains best who found the answer, by the chances of Elo.
pub(crate) fn rating(tried: &[Tried]) -> u16 {
    let likelihood = |rating: f64| {
        let prior = -((rating - EXPECTED) / SPREAD).powi(2) / 2.0;
        let of = |tried: &Tried| {
            let chance = 1.0 / (1.0 + 10_f64.powf((rating - tried.rating) / 400.0));
            f64::from(tried.found) * chance.ln() + f64::from(tried.tries - tried.found) * (1.0 - chance).ln()
        };
        prior + tried.iter().map(of).sum::<f64>()
    };
    let best = (LOWEST..=HIGHEST)
        .step_by(5)
        .max_by(|&one, &other| likelihood(f64::from(one)).total_cmp(&likelihood(f64::from(other))));
    best.unwrap_or(LOWEST)
}

const LOWEST: u16 = 400;
const HIGHEST: u16 = 3000;

/// Lets levels try a position so often each.
pub(crate) fn attempts<G: players::MachineGame>(
    levels: &mut Levels<G>,
    ratings: &[f64],
    tries: impl Fn(u8) -> u32,
    position: &G::Position,
    is_right: impl Fn(table::MoveOf<G>) -> bool,
) -> Vec<Tried> {
    let mut all = Vec::new();
    for (level, &rating) in (1..).zip(ratings) {
        let tries = tries(level);
        let found = (0..tries).filter(|_| levels.choose(level, position).is_some_and(&is_right)).count() as u32;
        all.push(Tried { rating, tries, found });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strong_levels_miss_is_hard() {
        let tried = |found: [u32; 4]| -> u16 {
            let tried = found.iter().zip([600.0, 1200.0, 1800.0, 2400.0]);
            rating(&tried.map(|(&found, rating)| Tried { rating, tries: 4, found }).collect::<Vec<_>>())
        };
        let ratings = [[4, 4, 4, 4], [1, 4, 4, 4], [0, 1, 3, 4], [0, 0, 1, 4], [0, 0, 0, 0]].map(tried);
        assert!(ratings.is_sorted_by(|easy, hard| easy < hard), "{ratings:?}");
    }

    #[test]
    fn a_level_stands_above_the_one_below_as_it_was_measured() {
        let won = |wins, losses| Measured { wins, draws: 0, losses };
        let ratings = ratings(&[won(10, 1), won(50, 50), won(100, 0)]);
        assert_eq!(ratings.map_round(), [800, 800, 1200]);
    }

    trait Rounded {
        fn map_round(&self) -> Vec<i64>;
    }

    impl Rounded for Vec<f64> {
        fn map_round(&self) -> Vec<i64> {
            self.iter().map(|rating| rating.round() as i64).collect()
        }
    }
}
