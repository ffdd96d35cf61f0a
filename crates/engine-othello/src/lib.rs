//! How the machine plays Othello.
//!
//! [`GreedyMinimax`] is the classic opponent of a beginner: it sees three plies and wants discs.

mod endgame;
mod greedy;
mod last;
mod machine;
mod packed;
mod pattern;
mod player;
mod probcut;
mod reason;
mod search;
mod skill;
mod solver;
mod stability;
mod table;
mod weights;

pub use greedy::GreedyMinimax;
pub use machine::{Budget, Found, Interrupted, Machine, Reach};
pub use packed::{BadWeights, Packed};
pub use player::Player;
pub use probcut::Width;
pub use reason::{Reason, explain};
pub use skill::{LimitedPlayer, Skill};
pub use solver::{Progress, Question, Solution, Solver};
pub use weights::{Layout, Learned, SCALE, STAGES, Weights, stage_of};
