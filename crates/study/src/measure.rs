//! What counts as a mistake: in which unit, from which loss on, and what is only the analyst's own noise.

use search::Score;
use table::{AnyWay, Kind};

use crate::Effort;

/// How losses are measured on a board: in points of Go, discs of Othello, or results of Aligne 4 (1 from a win to a draw or from
/// a draw to a loss).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    kind: Kind,
    width: u32,
}

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Nothing to say against it.
    Fine,
    /// It lost a little.
    Doubtful,
    /// It lost what players notice.
    Mistake,
    /// It lost what decides games.
    Blunder,
}

impl Grade {
    /// All of them, from the best.
    pub const ALL: [Grade; 4] = [Grade::Fine, Grade::Doubtful, Grade::Mistake, Grade::Blunder];

    /// Its name, in messages and for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Fine => "fine",
            Grade::Doubtful => "doubtful",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

/// From which loss on a move is doubtful, a mistake, a blunder.
type Steps = [f32; 3];

const GO_SMALL: Steps = [1.5, 3.0, 8.0];
const GO_MIDDLE: Steps = [2.0, 4.0, 10.0];
const GO_LARGE: Steps = [2.5, 5.0, 12.0];
/// Final margins are even, so two discs are the least that can be lost.
const OTHELLO: Steps = [2.0, 4.0, 10.0];
const ALIGNE4: Steps = [1.0, 1.0, 2.0];

impl Measure {
    /// For the board of this game.
    pub fn of(way: &AnyWay) -> Measure {
        Measure { kind: way.kind(), width: way.width() }
    }

    /// Which game it is for.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// A score as a number in the game's unit.
    pub fn worth(score: Score) -> f32 {
        match score {
            Score::Exact { margin, .. } => margin as f32,
            Score::Margin(margin) => margin,
            Score::Chance { lead, .. } => lead,
        }
    }

    /// Losses that the analyst sees where there are none stay below this nineteen times out of twenty: of moves by which it sees nothing
    /// lost at the highest effort.
    ///
    /// Measured by the example `noise` of `players`, on games between levels; see `docs/study.md`. The highest effort is given the noise
    /// of the one below it. Exact values have none.
    pub fn noise(self, effort: Effort) -> f32 {
        let of = match (self.kind, self.width) {
            (Kind::Go, _) => [4.7, 2.5, 2.5],
            (Kind::Othello, _) => [2.0; 3],
            (Kind::Aligne4, _) => [0.0; 3],
        };
        of[effort as usize]
    }

    /// From which loss on a move is at least this bad.
    pub fn from(self, grade: Grade) -> f32 {
        let steps = match (self.kind, self.width) {
            (Kind::Go, ..=9) => GO_SMALL,
            (Kind::Go, 10..=13) => GO_MIDDLE,
            (Kind::Go, _) => GO_LARGE,
            (Kind::Othello, _) => OTHELLO,
            (Kind::Aligne4, _) => ALIGNE4,
        };
        match grade {
            Grade::Fine => 0.0,
            Grade::Doubtful => steps[0],
            Grade::Mistake => steps[1],
            Grade::Blunder => steps[2],
        }
    }

    /// How bad a loss is. What may be noise is none.
    pub fn grade(self, loss: f32, noise: f32) -> Grade {
        if loss <= noise {
            return Grade::Fine;
        }
        let reached = Grade::ALL.into_iter().rev().find(|&grade| loss >= self.from(grade));
        reached.unwrap_or(Grade::Fine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_noise_is_no_mistake() {
        use Grade::{Blunder, Doubtful, Fine, Mistake};
        let go = Measure { kind: Kind::Go, width: 9 };
        assert_eq!(go.grade(3.5, 4.0), Grade::Fine);
        assert_eq!(go.grade(3.5, 3.5), Grade::Fine);
        assert_eq!(go.grade(3.5, 2.0), Grade::Mistake);
        let grades = [0.0, 1.4, 1.5, 2.9, 3.0, 7.9, 8.0].map(|loss| go.grade(loss, 0.5));
        assert_eq!(grades, [Fine, Fine, Doubtful, Doubtful, Mistake, Mistake, Blunder]);
    }

    #[test]
    fn the_larger_the_board_the_more_it_takes_to_be_a_mistake() {
        let go = |width| Measure { kind: Kind::Go, width };
        let from =
            |measure: Measure| [Grade::Doubtful, Grade::Mistake, Grade::Blunder].map(|grade| measure.from(grade));
        assert_eq!([7, 9, 10, 13, 14, 19].map(|width| from(go(width))[1] as u32), [3, 3, 4, 4, 5, 5]);
        for measure in [go(9), go(13), go(19), Measure { kind: Kind::Othello, width: 8 }] {
            assert!(
                measure.from(Grade::Fine) == 0.0 && from(measure).is_sorted_by(|one, next| 0.0 < *one && one < next)
            );
        }
        assert_eq!(Grade::ALL.map(Grade::name), ["fine", "doubtful", "mistake", "blunder"]);
    }

    #[test]
    fn a_result_given_away_is_a_mistake_and_two_are_a_blunder() {
        let aligne4 = Measure { kind: Kind::Aligne4, width: 4 };
        let noise = aligne4.noise(Effort::Quick);
        assert_eq!(
            [0.0, 1.0, 2.0].map(|loss| aligne4.grade(loss, noise)),
            [Grade::Fine, Grade::Mistake, Grade::Blunder]
        );
    }

    #[test]
    fn the_harder_it_thinks_the_less_is_noise_and_the_larger_the_board_the_more() {
        for (kind, widths) in [(Kind::Go, &[9, 13, 19][..]), (Kind::Othello, &[8][..])] {
            for &width in widths {
                let measure = Measure { kind, width };
                assert!(measure.noise(Effort::Quick) >= measure.noise(Effort::Normal), "{kind} {width}");
                assert!(measure.noise(Effort::Normal) >= measure.noise(Effort::Deep), "{kind} {width}");
            }
        }
        let quick = [9, 13, 19].map(|width| Measure { kind: Kind::Go, width }.noise(Effort::Quick));
        assert!(quick.is_sorted(), "{quick:?}");
    }
}
