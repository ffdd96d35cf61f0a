//! How the machine plays Othello.
//!
//! [`Opponent`] is the engine. It deepens a principal variation search (`search`, `scout`, `order`) that looks at boards through learned patterns
//! (`pattern`, `vector`) and a small network (`network`, [`Weights`]), remembers for a while what they are worth (`worths`), cuts what a shallower search makes unlikely to matter (`probcut`), remembers positions in one table for
//! all threads (`transpositions`), plays the end of the game exactly (`endgame`, `last`, `stability`), and shares out its time (`pace`). [`Solver`] is the same for
//! whoever wants exact scores. The weights come from `tools/learn-othello` and `tools/train-othello`.
//!
//! [`Novice`], [`GreedyMinimax`] and [`LimitedPlayer`] are weaker on purpose. [`explain`] says in players' words why a move is
//! good.

mod book;
mod endgame;
mod greedy;
mod last;
mod learned;
mod machine;
mod network;
mod node;
mod pace;
mod packed;
mod pattern;
mod player;
mod probcut;
mod reason;
mod scout;
mod search;
mod skill;
mod solver;
mod stability;
mod task;
mod transpositions;
mod vector;
mod weights;
mod worths;

pub use book::Book;
pub use greedy::{GreedyMinimax, Novice};
pub use learned::{Learned, STAGES};
pub use machine::{Budget, Found, Interrupted, Machine, Reach};
pub use network::Layers;
pub use packed::{BadWeights, Packed};
pub use player::Opponent;
pub use reason::{Reason, explain};
pub use skill::{LimitedPlayer, Skill};
pub use solver::{Progress, Question, Solution, Solver};
pub use task::Width;
pub use weights::{Layout, Weights};
