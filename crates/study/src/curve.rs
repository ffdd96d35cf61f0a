//! How a game went, as a curve: what each position is worth to Black, and where moves lost much.

use plateau_core::Player;
use search::Score;
use table::Kind;

use crate::{Analysis, Effort, Grade, Measure};

/// A curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What each position is worth to Black; nothing where that is not known yet.
    pub worths: Vec<Option<f32>>,
    /// Moves that lost something.
    pub dots: Vec<Dot>,
    /// The position that is looked at.
    pub here: Option<usize>,
    /// The curve reaches so far up and down at least: small differences must not look like mountains.
    pub reach: f32,
}

/// A move that lost something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dot {
    /// The position in which it was made; the dot stands at the one that came of it.
    pub at: usize,
    /// Who made it.
    pub player: Player,
    /// How bad it was: 1 a little, 2 more, 3 much.
    pub weight: u8,
}

impl Curve {
    /// The largest worth that can be shown, either way.
    pub fn top(&self) -> f32 {
        let largest = self.worths.iter().flatten().map(|worth| worth.abs()).fold(0.0, f32::max);
        largest.max(self.reach).max(f32::MIN_POSITIVE)
    }

    /// Where a worth lies between the middle and the edge, from −1 to 1.
    pub fn height(&self, worth: f32) -> f32 {
        (worth / self.top()).clamp(-1.0, 1.0)
    }
}

impl Analysis {
    /// The curve of the game as far as it is known, and where one stands on it.
    pub fn curve(&self, here: Option<usize>) -> Curve {
        let dot = |at: usize| {
            let verdict = self.verdict(at)?;
            (verdict.grade > Grade::Fine).then_some(Dot { at, player: verdict.player, weight: verdict.grade as u8 })
        };
        Curve {
            worths: (0..self.len()).map(|at| self.worth(at).map(|score| height(self.kind(), score))).collect(),
            dots: (0..self.len()).filter_map(dot).collect(),
            here,
            reach: self.measure().from(Grade::Blunder),
        }
    }

    /// The same of Black's chance instead of what Black is ahead by: from 1, a win, to −1, a loss.
    pub fn curve_of_chances(&self, here: Option<usize>) -> Curve {
        let noise = self.measure().noise(Effort::Normal);
        let worths = (0..self.len()).map(|at| self.worth(at).map(|score| chance(score, noise))).collect();
        Curve { worths, reach: 1.0, ..self.curve(here) }
    }
}

/// How high a position stands. A result alone would be a flat line: the nearer a forced win is, the higher it stands, between the
/// middle of one side and its edge.
fn height(kind: Kind, score: Score) -> f32 {
    /// No game of Aligne 4 has more moves; under the gift rule giving and placing are two.
    const LONGEST: f32 = 32.0;
    match (kind, score) {
        (Kind::Aligne4, Score::Exact { margin, plies: Some(plies) }) => {
            margin as f32 * (2.0 - (plies as f32 / LONGEST).min(1.0))
        }
        _ => Measure::worth(score),
    }
}

/// The chance that a score is. Where an engine sees no chances, whoever is ahead by more than its noise is expected to win.
fn chance(score: Score, noise: f32) -> f32 {
    match score {
        Score::Chance { win, .. } => 2.0 * win - 1.0,
        Score::Exact { margin, .. } => margin.signum() as f32,
        Score::Margin(margin) if margin.abs() <= noise => 0.0,
        Score::Margin(margin) => margin.signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_a_forced_win_the_higher_it_stands_and_a_draw_in_the_middle() {
        let of = |margin, plies| height(Kind::Aligne4, Score::Exact { margin, plies });
        let heights = [of(-1, Some(1)), of(-1, Some(9)), of(-1, None), of(0, Some(9)), of(1, Some(9)), of(1, Some(1))];
        assert!(heights.is_sorted(), "{heights:?}");
        let discs = height(Kind::Othello, Score::Exact { margin: 6, plies: Some(3) });
        assert_eq!([of(1, Some(0)), of(0, Some(3)), discs].map(|height| height as i32), [2, 0, 6], "discs are discs");
    }

    #[test]
    fn a_chance_is_the_engines_or_who_is_clearly_ahead() {
        let scores = [
            Score::Chance { win: 0.75, lead: -3.0 },
            Score::Exact { margin: -12, plies: None },
            Score::Margin(1.5),
            Score::Margin(-2.5),
        ];
        assert_eq!(scores.map(|score| (100.0 * chance(score, 2.0)) as i32), [50, -100, 0, -100]);
    }
}
