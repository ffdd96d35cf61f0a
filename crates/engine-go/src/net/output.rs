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
