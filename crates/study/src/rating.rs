//! How good somebody is, by whom they won and lost against: Glicko-2.
//!
//! After Mark E. Glickman, *Example of the Glicko-2 system* (2013), <http://www.glicko.net/glicko/glicko2.pdf>, whose worked example is the
//! test. The names in formulas are the paper's.

use std::f64::consts::PI;
use std::fmt;

/// How good somebody is, and how sure that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating; 1500 for somebody of whom nothing is known.
    pub rating: f64,
    /// How far off it may be: one standard deviation.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
}

/// From the scale of ratings to that of the formulas.
const SCALE: f64 = 173.7178;

/// How fast volatility changes; the paper recommends 0.3 to 1.2.
const TAU: f64 = 0.5;

/// When the search for the volatility is near enough.
const NEAR: f64 = 1e-6;

/// Ratings stay within this, however long somebody solves what is far too easy for them.
const BOUNDS: [f64; 2] = [100.0, 4000.0];

/// Nobody is known better than this, so that who learns is seen to.
const DEVIATION: [f64; 2] = [45.0, 350.0];

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// The rating after these games: against whom, and with what score from 0 to 1. It stays within what is sensible.
    #[must_use]
    pub fn after(self, games: &[(Rating, f64)]) -> Rating {
        let Rating { rating, deviation, volatility } = self.raw_after(games);
        Rating {
            rating: rating.clamp(BOUNDS[0], BOUNDS[1]),
            deviation: deviation.clamp(DEVIATION[0], DEVIATION[1]),
            volatility,
        }
    }

    /// The same by the formulas alone.
    fn raw_after(self, games: &[(Rating, f64)]) -> Rating {
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        if games.is_empty() {
            let deviation = SCALE * phi.hypot(self.volatility);
            return Rating { deviation, ..self };
        }
        let seen = games.iter().map(|(other, score)| {
            let (mu_j, phi_j) = ((other.rating - 1500.0) / SCALE, other.deviation / SCALE);
            let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
            (g * g * expected * (1.0 - expected), g * (score - expected))
        });
        let (information, surprise) = seen.fold((0.0, 0.0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        let v = 1.0 / information;
        let volatility = self.volatility_after(phi, v, v * surprise);
        let phi_star = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (phi_star * phi_star) + 1.0 / v).sqrt();
        Rating { rating: 1500.0 + SCALE * (mu + phi * phi * surprise), deviation: SCALE * phi, volatility }
    }

    /// Step 5: the root of the paper's function, by the Illinois variant of regula falsi.
    fn volatility_after(self, phi: f64, v: f64, delta: f64) -> f64 {
        let a = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let whole = phi * phi + v + x.exp();
            x.exp() * (delta * delta - whole) / (2.0 * whole * whole) - (x - a) / (TAU * TAU)
        };
        let beyond = delta * delta - phi * phi - v;
        // Far below, the function is above zero, so that a few steps are enough.
        let lower = || (1..1000).map(|k| a - f64::from(k) * TAU).find(|&x| f(x) >= 0.0).unwrap_or(a);
        let (mut low, mut high) = (a, if beyond > 0.0 { beyond.ln() } else { lower() });
        let (mut f_low, mut f_high) = (f(low), f(high));
        while (high - low).abs() > NEAR {
            let next = low + (low - high) * f_low / (f_high - f_low);
            let f_next = f(next);
            if f_next * f_high <= 0.0 {
                (low, f_low) = (high, f_high);
            } else {
                f_low /= 2.0;
            }
            (high, f_high) = (next, f_next);
        }
        (low / 2.0).exp()
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Rating> {
        let numbers: Option<Vec<f64>> = text.split('/').map(|number| number.parse().ok()).collect();
        let [rating, deviation, volatility] = *numbers?.as_slice() else { return None };
        let is_sensible = (BOUNDS[0]..=BOUNDS[1]).contains(&rating)
            && (DEVIATION[0]..=DEVIATION[1]).contains(&deviation)
            && (0.001..=1.0).contains(&volatility);
        is_sensible.then_some(Rating { rating, deviation, volatility })
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}/{:.2}/{:.6}", self.rating, self.deviation, self.volatility)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_example_of_the_paper() {
        let player = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
        let games = [(player(1400.0, 30.0), 1.0), (player(1550.0, 100.0), 0.0), (player(1700.0, 300.0), 0.0)];
        let after = player(1500.0, 200.0).raw_after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn who_does_not_play_becomes_less_certain() {
        let after = Rating { rating: 1800.0, deviation: 60.0, volatility: 0.06 }.after(&[]);
        assert!(after.rating.to_bits() == 1800.0_f64.to_bits() && after.deviation > 60.0);
    }

    #[test]
    fn ratings_stay_sensible_and_are_read_again() {
        let easy = Rating { rating: 400.0, deviation: 60.0, volatility: 0.06 };
        let mut rating = Rating::default();
        for _ in 0..5000 {
            rating = rating.after(&[(easy, 1.0)]);
            let read = Rating::read(&rating.to_string()).expect("what was written");
            assert!((read.rating - rating.rating).abs() < 0.01, "{rating}");
        }
        assert!(rating.rating <= BOUNDS[1] && rating.deviation >= DEVIATION[0], "{rating}");
        for text in
            ["", "1500", "1500/200", "1500/200/x", "nan/200/0.06", "1500/inf/0.06", "1500/200/0.06/1", "-5/200/0.06"]
        {
            assert_eq!(Rating::read(text), None, "{text}");
        }
    }
}
