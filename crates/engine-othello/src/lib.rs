//! How the machine plays Othello.
//!
//! [`GreedyMinimax`] is the classic opponent of a beginner: it sees three plies and wants discs.

mod greedy;

pub use greedy::GreedyMinimax;
