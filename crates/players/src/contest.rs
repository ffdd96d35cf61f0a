//! Matches between two movers.
//!
//! Games come in pairs: each opening is played twice with the colours exchanged, so that neither side profits from it. The
//! result is the first mover's wins, draws and losses with the 95 % interval of its score.
//!
//! Programs do not talk about dead stones as people do, and many pass with some on the board. So where the rules let the
//! players agree on them, the referee takes off what the machine would propose at a table.

use std::time::{Duration, Instant};

use plateau_core::{Course, Outcome, Player, Position, Reason as _};
use search::{Choice, Failure, Resources, Stop};
use table::MoveOf;

use crate::{Machine, Mover};

/// A match being played.
pub struct Contest<'a, G: Machine> {
    game: &'a G,
    openings: &'a [Vec<MoveOf<G>>],
    /// Plies after which a game is broken off, without a result.
    plies_max: usize,
    /// What the referee thinks with.
    referee: Resources,
}

/// What came out so far, as the first of the two movers sees it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Standing {
    /// Games won.
    pub wins: u32,
    /// Games drawn, and those without result.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Moves made by each of the two.
    pub moves: [u64; 2],
    /// Time taken by each of the two.
    pub time: [Duration; 2],
}

/// One game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<M> {
    /// Which colour the first of the two had.
    pub first_plays: Player,
    /// The moves, those of the opening included.
    pub moves: Vec<M>,
    /// How it came out.
    pub outcome: Outcome,
}

impl<'a, G: Machine> Contest<'a, G> {
    /// A match from these openings; from the first position if there are none.
    ///
    /// A referee with a seed always counts the same board in the same way.
    pub fn new(game: &'a G, openings: &'a [Vec<MoveOf<G>>], plies_max: usize, referee: Resources) -> Contest<'a, G> {
        Contest { game, openings, plies_max, referee }
    }

    /// Plays game number `number`, counted from 0: even ones with the first mover as Black.
    pub fn play(
        &self,
        number: usize,
        movers: &mut [Mover<G::Position>; 2],
        standing: &mut Standing,
        stop: &Stop,
    ) -> Result<Played<MoveOf<G>>, Failure> {
        let first_plays = Player::BOTH[number % 2];
        let start = self.game.start();
        let mut line = Course::new(start.clone());
        if !self.openings.is_empty() {
            for &mv in &self.openings[number / 2 % self.openings.len()] {
                line.play(mv).map_err(|why| Failure {
                    id: "contest-opening",
                    message: format!("the opening move {mv} is illegal: {why}"),
                    details: vec![("move", mv.to_string()), ("reason", why.id().to_owned())],
                })?;
            }
        }
        movers.iter_mut().for_each(Mover::forget);
        let mut resigned = None;
        while !line.position().is_over() && line.moves().len() < self.plies_max && !stop.is_asked() {
            let turn = line.position().turn();
            let seat = (turn != first_plays) as usize;
            let before = Instant::now();
            movers[seat].follow(&start, line.moves());
            let thought = movers[seat].think(line.position(), None, stop, &mut |_| {})?;
            standing.time[seat] += before.elapsed();
            standing.moves[seat] += 1;
            match thought.choice {
                Choice::Resign => {
                    resigned = Some(turn);
                    break;
                }
                Choice::Play(mv) => line.play(mv).map_err(|why| Failure {
                    id: "contest-illegal",
                    message: format!("{turn} played the illegal move {mv}: {why}"),
                    details: vec![
                        ("player", turn.to_string()),
                        ("move", mv.to_string()),
                        ("reason", why.id().to_owned()),
                    ],
                })?,
            }
        }
        let outcome = match resigned {
            Some(player) => Outcome::Win(player.opponent()),
            None => self.counted(line.position(), stop),
        };
        standing.count(outcome, first_plays);
        Ok(Played { first_plays, moves: line.moves().to_vec(), outcome })
    }

    /// How a game that nobody gave up came out.
    fn counted(&self, position: &G::Position, stop: &Stop) -> Outcome {
        if !position.is_over() {
            return Outcome::NoResult;
        }
        let marks = self.game.proposal(position, &self.referee, stop);
        self.game.end(position, &marks).outcome()
    }
}

impl Standing {
    fn count(&mut self, outcome: Outcome, first_plays: Player) {
        match outcome.value_for(first_plays) {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points won; a draw is half a point. Half before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64 }
    }

    /// The 95 % interval of the score, after Wilson (1927): it stays within 0 and 1 and is right for few games too.
    pub fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.959_964;
        let n = self.games() as f64;
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let score = self.score();
        let centre = score + Z * Z / (2.0 * n);
        let reach = Z * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        ((centre - reach) / scale, (centre + reach) / scale)
    }

    /// The mean time a move of each of the two.
    pub fn time_per_move(&self) -> [Duration; 2] {
        [0, 1].map(|seat| self.time[seat].div_f64(self.moves[seat].max(1) as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_known_scores_is_wilsons() {
        let standing = |wins, draws, losses| Standing { wins, draws, losses, ..Standing::default() };
        for (standing, low, high) in [
            (standing(0, 0, 0), 0.0, 1.0),
            (standing(10, 0, 0), 0.7225, 1.0),
            (standing(50, 0, 50), 0.4038, 0.5962),
            (standing(40, 20, 40), 0.4038, 0.5962),
        ] {
            let (a, b) = standing.interval();
            assert!((a - low).abs() < 1e-3 && (b - high).abs() < 1e-3, "{standing:?}: {a} {b}");
        }
    }
}
