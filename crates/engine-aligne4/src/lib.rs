//! How the machine plays Aligne 4.
//!
//! A [`Solver`] finds the exact value of a position: who wins with best play, and in how many plies. A [`Machine`] plays, at
//! any [`Level`] from random to perfect, and says why ([`Reason`]).
//!
//! ```
//! use aligne4::{Position, Rules};
//! use engine_aligne4::{NEVER, Question, Settings, Solver, Value};
//!
//! let mut solver = Solver::new(Settings { memory_bytes: 8 << 20, ..Settings::default() });
//! let solution = solver.solve(&Position::new(Rules::BASE), Question::Distance, NEVER).unwrap();
//! // Black, who begins, loses; White completes a line with the fourteenth piece.
//! assert_eq!((solution.value, solution.plies), (Value::Loss, Some(14)));
//! ```
//!
//! # What makes it fast
//!
//! - Whoever can complete a line does. So only *quiet* positions are searched, in which nobody can, by *safe* moves, which
//!   lead to quiet positions; masks tell the safe moves without trying any (`board`). A player without one has lost.
//! - All symmetric positions share one name, found in 20 ns (`canonical`).
//! - The table keeps whole names in words of 64 bits, so there are no false hits, and threads share it without locks
//!   (`transpositions`).
//! - Every question is 'at least so much?' (`search`), and moves that leave the opponent the fewest safe moves come first.
//! - Positions with few pieces come from a table in the repository that the solver made itself (`opening`).
//!
//! # What is exact
//!
//! All four variants, from the empty board on. In the base game and in `squares` the second player wins, under the gift rule nobody does. A move
//! takes milliseconds; under the gift rule with four to six pieces on the board, where the tables end, it can take a second, with squares a few.

mod board;
mod canonical;
mod engine;
mod gift;
mod machine;
pub mod opening;
mod order;
mod question;
mod reason;
mod score;
mod search;
mod sight;
pub mod simple;
mod solver;
mod transpositions;

pub use engine::Opponent;
pub use machine::{Choice, Level, Machine, Strength};
pub use question::{GiveUp, NEVER, Question, Settings};
pub use reason::{Reason, explain};
pub use solver::{Best, Solution, Solver, Value};
