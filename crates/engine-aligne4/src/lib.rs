//! How the machine plays Aligne 4.

mod board;
mod canonical;
mod gift;
pub mod opening;
mod order;
mod score;
mod search;
mod solver;
mod table;

pub use solver::{GiveUp, NEVER, Question, Settings, Solution, Solver, Value};
