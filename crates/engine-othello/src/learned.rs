//! What is learned, as the training hands it over and a file keeps it.

use crate::network::{Layers, UNITS};

/// Networks: one for each number of empty squares, and for none.
pub const STAGES: usize = 61;

/// No player has so many moves.
pub(crate) const MOBILITIES: usize = 64;

/// All weights as they are learned: fillings that are mirrors of each other have one vector together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    /// The vectors of the fillings of each shape one after another, all of a shape before the next.
    pub fillings: Vec<[i8; UNITS]>,
    /// The vectors by the moves of the player to move, then those by the moves of the other.
    pub mobility: Vec<[i16; UNITS]>,
    /// For each number of empty squares.
    pub stages: Vec<Layers>,
}
