//! What the tree search asks about a position, and the judge that needs no network.

use std::fmt;

use fastrand::Rng;
use go::{Board, Game, Position, Size, Territory};
use plateau_core::{Dihedral, Player, Position as _, change_side};

use crate::net::{Input, Network, Output, Path, Runner, komi_half_points};

/// Judges positions: a network, or random playouts. One per thread.
pub trait Evaluator: Send {
    /// Fills in the evaluation of every leaf. Random choices (a symmetry, playouts) are drawn from `rng` alone.
    fn evaluate(&mut self, leaves: &mut [Leaf], rng: &mut Rng);

    /// How many positions of this size are best evaluated together. They must not take longer than some ten milliseconds, since
    /// nobody can be stopped in between.
    fn batch(&self, size: Size) -> usize;
}

/// A position and what an [`Evaluator`] thinks of it.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The position. Its outcome is not asked for: a game that both have passed in is judged as if it went on.
    pub position: Position,
    /// The judgement, seen by the player to move.
    pub evaluation: Evaluation,
}

/// A judgement, seen by the player to move.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// How much each move promises, as logits: the points from the upper left along the rows, then the pass. What stands on
    /// illegal moves does not matter.
    pub policy: Vec<f32>,
    /// The chance to win, from 0 to 1.
    pub win: f32,
    /// The expected lead at the end in points, komi counted.
    pub lead: f32,
    /// Who will own each point, from the upper left along the rows: 1 for the player to move, −1 for the other.
    pub ownership: Vec<f32>,
}

impl Leaf {
    /// A leaf with an evaluation that says nothing yet.
    pub fn new(position: &Position) -> Leaf {
        let area = position.size().area() as usize;
        let evaluation = Evaluation { policy: vec![0.0; area + 1], win: 0.5, lead: 0.0, ownership: vec![0.0; area] };
        Leaf { position: position.clone(), evaluation }
    }
}

/// Judges by a network.
pub struct Networked {
    runner: Runner,
    /// Whether each board gets the shipped network that knows its size best.
    by_size: bool,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
}

impl Networked {
    /// Judges by this network, on the fastest path of this processor.
    pub fn new(network: &Network) -> Networked {
        Networked { runner: Runner::new(network), by_size: false, inputs: Vec::new(), outputs: Vec::new() }
    }

    /// Judges by the shipped networks, each board by the one for its size: an engine outlives a change of the board.
    pub fn shipped() -> Networked {
        Networked { by_size: true, ..Networked::new(Network::shipped(Game::default().size())) }
    }
}

impl fmt::Debug for Networked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Networked").field("path", &self.runner.path()).finish_non_exhaustive()
    }
}

impl Evaluator for Networked {
    /// Each position is seen through one of the eight symmetries, drawn anew: what the network gets wrong by habit in one of
    /// them averages out over the tree.
    fn evaluate(&mut self, leaves: &mut [Leaf], rng: &mut Rng) {
        let Some(first) = leaves.first() else { return };
        if self.by_size && !self.runner.runs(Network::shipped(first.position.size())) {
            self.runner = Runner::new(Network::shipped(first.position.size()));
        }
        self.inputs.clear();
        for Leaf { position, .. } in &*leaves {
            let symmetry = Dihedral::ALL[rng.usize(..Dihedral::ALL.len())];
            self.inputs.push(Input::of(position, symmetry));
        }
        self.outputs.resize_with(self.outputs.len().max(leaves.len()), Output::default);
        self.runner.run(&self.inputs, &mut self.outputs[..leaves.len()]);
        for (Leaf { evaluation, .. }, output) in leaves.iter_mut().zip(&mut self.outputs) {
            std::mem::swap(&mut evaluation.policy, &mut output.policy);
            std::mem::swap(&mut evaluation.ownership, &mut output.ownership);
            (evaluation.win, evaluation.lead) = (output.win, output.margin);
        }
    }

    /// The matrix unit is fast enough for a full batch of any board; on the other paths a batch is as much work as eight boards
    /// of 9×9.
    fn batch(&self, size: Size) -> usize {
        match self.runner.path() {
            Path::Amx => BATCH,
            _ => (BATCH * 81 / size.area() as usize).clamp(1, BATCH),
        }
    }
}

/// More positions than this at a time are hardly faster on any path.
const BATCH: usize = 8;

/// Judges by random playouts, and knows nothing but the rules: every move promises the same, own eyes excepted.
#[derive(Clone, Debug)]
pub struct Playouts {
    each: u32,
    board: Option<Board>,
}

impl Playouts {
    /// So many playouts for each position.
    pub fn new(each: u32) -> Playouts {
        Playouts { each: each.max(1), board: None }
    }
}

/// Logits of moves that no playout would make: own eyes, and the pass.
const UNLIKELY: f32 = -4.0;

impl Evaluator for Playouts {
    fn evaluate(&mut self, leaves: &mut [Leaf], rng: &mut Rng) {
        for Leaf { position, evaluation } in leaves {
            let (size, own, start) = (position.size(), position.turn(), position.board());
            let needed = komi_half_points(position) as f32 / 2.0;
            evaluation.ownership.fill(0.0);
            let (mut wins, mut leads) = (0.0, 0.0);
            let board = self.board.get_or_insert_with(|| start.clone());
            for _ in 0..self.each {
                board.clone_from(start);
                let lead = board.playout(own, |below| rng.u32(..below)) as f32 - needed;
                let lead = change_side(lead, Player::Black, own);
                leads += lead;
                wins += if lead > 0.0 {
                    1.0
                } else if lead == 0.0 {
                    0.5
                } else {
                    0.0
                };
                let territory = Territory::of(board);
                for (point, sum) in size.points_from_top().zip(&mut evaluation.ownership) {
                    let owner = board.at(point).or_else(|| territory.owner(point));
                    *sum += owner.map_or(0.0, |owner| if owner == own { 1.0 } else { -1.0 });
                }
            }
            let share = 1.0 / self.each as f32;
            evaluation.ownership.iter_mut().for_each(|sum| *sum *= share);
            // So few playouts are never certain.
            evaluation.win = (wins + 0.5) / (self.each as f32 + 1.0);
            evaluation.lead = leads * share;
            for (point, logit) in size.points_from_top().zip(&mut evaluation.policy) {
                *logit = if start.is_eye(point, own) { UNLIKELY } else { 0.0 };
            }
            evaluation.policy[size.area() as usize] = UNLIKELY;
        }
    }

    fn batch(&self, _size: Size) -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go::Rules;
    use plateau_core::Game as _;

    #[test]
    fn playouts_see_who_is_ahead() {
        let position = Game::default()
            .position("........./........./........./XXXXXXXXX/........./OOOOOOOOO/........./........./......... O");
        let mut leaves = vec![Leaf::new(&position.expect("a position"))];
        Playouts::new(200).evaluate(&mut leaves, &mut Rng::with_seed(1));
        let Evaluation { win, lead, ownership, policy } = &leaves[0].evaluation;
        assert!(*win > 0.5 && *lead > 0.0, "White gets komi: {win} {lead}");
        assert!(ownership[40].abs() < 0.5 && ownership[75] > 0.5 && ownership[5] < -0.5, "{ownership:?}");
        assert!(policy[81] < policy[0]);
    }

    #[test]
    fn a_change_of_the_board_changes_the_network() {
        let mut kept = Networked::shipped();
        for width in [9, 19, 13, 9] {
            let size = Size::new(width).expect("a size");
            let position = Game::even(size, Rules::default()).start();
            let mut leaves = [vec![Leaf::new(&position)], vec![Leaf::new(&position)]];
            kept.evaluate(&mut leaves[0], &mut Rng::with_seed(1));
            Networked::new(Network::shipped(size)).evaluate(&mut leaves[1], &mut Rng::with_seed(1));
            assert_eq!(leaves[0][0].evaluation.policy, leaves[1][0].evaluation.policy, "{width}");
        }
    }
}
