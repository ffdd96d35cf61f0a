//! How well each side played.

use plateau_core::Player;
use table::Kind;

use crate::{Analysis, Grade, Measure};

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The beginning.
    Opening,
    /// What comes between.
    Middle,
    /// The end.
    End,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// Its name, in messages and for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::End => "end",
        }
    }

    /// The phase in which a board is so full, from 0 to 1: in Go the end begins when half of the board is full, less what will be
    /// territory; in Othello with twenty empty squares, in Aligne 4 with six pieces left.
    fn of(kind: Kind, fullness: f32) -> Phase {
        let [middle, end] = match kind {
            Kind::Go => [0.15, 0.45],
            Kind::Othello => [1.0 / 3.0, 2.0 / 3.0],
            Kind::Aligne4 => [5.0 / 16.0, 10.0 / 16.0],
        };
        match fullness {
            fullness if fullness < middle => Phase::Opening,
            fullness if fullness < end => Phase::Middle,
            _ => Phase::End,
        }
    }
}

/// What a player did in a game or a part of it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Played {
    /// Moves that there was a choice for and that were judged.
    pub moves: u32,
    /// How many of them the machine would have made, too.
    pub agreed: u32,
    /// What they lost in all, noise left out.
    pub lost: f32,
}

impl Played {
    /// What a move lost on average.
    pub fn lost_per_move(&self) -> Option<f32> {
        (self.moves > 0).then(|| self.lost / self.moves as f32)
    }
}

/// How well a player played.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The whole game.
    pub whole: Played,
    /// Its phases.
    pub phases: [Played; 3],
    /// How many moves there were of each grade, from the best.
    pub grades: [u32; 4],
    /// Where the game turned: the moves that lost most, in the order of the game, three at most.
    pub turning_points: Vec<usize>,
    /// Moves that were the only good ones, and were found: what the next best would have lost, the most first, three at most.
    pub found: Vec<usize>,
}

/// So many moves are shown of each kind.
const SHOWN: usize = 3;

impl Analysis {
    /// How well a player played, as far as is known.
    pub fn summary(&self, player: Player) -> Summary {
        let (mut whole, mut phases, mut grades) = (Played::default(), [Played::default(); 3], [0; 4]);
        let mut found = Vec::new();
        for at in 0..self.len() {
            let Some(verdict) = self.verdict(at).filter(|verdict| verdict.player == player) else { continue };
            let phase = &mut phases[self.phase(at) as usize];
            for played in [&mut whole, phase] {
                played.moves += 1;
                played.agreed += u32::from(verdict.agrees);
                played.lost += if verdict.loss > verdict.noise { verdict.loss } else { 0.0 };
            }
            grades[verdict.grade as usize] += 1;
            if let Some(lead) = self.lead_of_best(at).filter(|_| verdict.agrees)
                && self.measure().grade(lead, verdict.noise) >= Grade::Mistake
            {
                found.push((at, lead));
            }
        }
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found.truncate(SHOWN);
        let bad = |&at: &usize| self.verdict(at).is_some_and(|verdict| verdict.grade > Grade::Fine);
        let worst = self.worst(player, self.len(), 0.0);
        let mut turning_points: Vec<usize> = worst.into_iter().filter(bad).take(SHOWN).collect();
        turning_points.sort_unstable();
        let found = found.into_iter().map(|(at, _)| at).collect();
        Summary { whole, phases, grades, turning_points, found }
    }

    /// The part of the game that a position belongs to.
    pub fn phase(&self, moment: usize) -> Phase {
        Phase::of(self.kind(), self.fullness(moment))
    }

    /// By how much the best move of a position is better than the next one.
    fn lead_of_best(&self, at: usize) -> Option<f32> {
        let [best, next, ..] = &self.judgement(at)?.moves[..] else { return None };
        Some(Measure::worth(best.score) - Measure::worth(next.score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_begins_when_the_board_is_so_full() {
        for (kind, full, [middle, end]) in [
            (Kind::Go, 100.0, [15, 45]),
            // Twenty empty squares of sixty are left.
            (Kind::Othello, 60.0, [20, 40]),
            (Kind::Aligne4, 16.0, [5, 10]),
        ] {
            let phase = |placed: u16| Phase::of(kind, f32::from(placed) / full);
            let around = [0, middle - 1, middle, end - 1, end, full as u16].map(phase);
            let [opening, middle, end] = Phase::ALL;
            assert_eq!(around, [opening, opening, middle, middle, end, end], "{kind}");
        }
        assert_eq!(Phase::ALL.map(Phase::name), ["opening", "middle", "end"]);
    }

    #[test]
    fn what_a_move_lost_on_average_is_not_known_of_none() {
        let played = Played { moves: 4, agreed: 1, lost: 6.0 };
        assert_eq!((played.lost_per_move(), Played::default().lost_per_move()), (Some(1.5), None));
    }
}
