//! How a game went, as a curve: what each position is worth to Black, and where moves lost much.

use plateau_core::Player;

use crate::{Analysis, Grade, Measure};

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
            worths: (0..self.len()).map(|at| self.worth(at).map(Measure::worth)).collect(),
            dots: (0..self.len()).filter_map(dot).collect(),
            here,
            reach: self.measure().from(Grade::Blunder),
        }
    }
}
