use plateau_core::Dihedral;

use super::input::Input;

/// What the network says of a position, seen from the side of the player to move, in the orientation of the real board.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Output {
    /// For each point along the rows from the upper left, then for the pass: how good a move seems, as a logit. The chances
    /// of the moves are the softmax over those that are legal.
    pub policy: Vec<f32>,
    /// The chance to win, from 0 to 1.
    pub win: f32,
    /// The margin in points that is expected, komi counted.
    pub margin: f32,
    /// For each point along the rows from the upper left, who is expected to own it at the end: 1 the player to move, −1 the
    /// opponent.
    pub ownership: Vec<f32>,
}

impl Output {
    /// Makes room for a board, and gives for each of its points the place where the network sees it.
    pub(super) fn prepare(&mut self, input: &Input) -> impl Iterator<Item = usize> + use<> {
        let area = input.size().area() as usize;
        self.policy.resize(area + 1, 0.0);
        self.ownership.resize(area, 0.0);
        let (width, symmetry) = (input.size().width(), input.symmetry());
        (0..area).map(move |number| seen_at(number, width, symmetry))
    }
}

/// Where the point with this number is after the symmetry.
fn seen_at(number: usize, width: u8, symmetry: Dihedral) -> usize {
    let across = width as usize;
    let (column, row) = symmetry.apply(width, ((number % across) as u8, (number / across) as u8));
    row as usize * across + column as usize
}
