/// What is thought of a position, seen by the player to move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Evaluation {
    /// How much each move promises, as logits: the points from the upper left along the rows, then the pass. The chances of the
    /// moves are the softmax over those that are legal; what stands on the others does not matter.
    pub policy: Vec<f32>,
    /// The chance to win, from 0 to 1.
    pub win: f32,
    /// The expected lead at the end in points, komi counted.
    pub lead: f32,
    /// Who will own each point, from the upper left along the rows: 1 for the player to move, −1 for the other.
    pub ownership: Vec<f32>,
}
