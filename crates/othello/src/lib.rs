//! The rules of Othello.
//!
//! ```
//! use othello::{Game, Illegal, Move, Square};
//! use plateau_core::{Game as _, Position as _, perft};
//!
//! let mut position = Game.start();
//! assert_eq!(position.check(Move::Place(Square::A1)), Err(Illegal::TurnsNothing));
//! position.play("f5".parse().unwrap()).unwrap();
//! assert_eq!(position.counts(), [4, 1]);
//! assert_eq!(position.to_string(), "---------------------------OX------XXX-------------------------- O");
//! assert_eq!(perft(&Game.start(), 6), 8200);
//! ```
//!
//! [`Position`] is the contract of `plateau-core` kept for this game. Under it lies [`Board`], the discs as the player to
//! move sees them, which searches use directly; [`SquareSet`] is a set of squares in one word; [`bits`] has the two
//! functions that decide how fast everything is. Nothing here searches or does input and output.

pub mod bits;
mod board;
mod game;
mod mv;
mod position;
mod square;
mod square_set;

pub use board::Board;
pub use game::Game;
pub use mv::{Move, Moves};
pub use position::{Illegal, Position};
pub use square::Square;
pub use square_set::{SquareSet, Squares};
