#![doc = include_str!("../README.md")]
//! # Where to start reading
//!
//! [`Position`] is the contract of `plateau-core` kept for this game. Under it lies [`Board`], the discs as the player to
//! move sees them, which searches use directly; [`SquareSet`] is a set of squares in one word; [`bits`] has the two
//! functions that decide how fast everything is. Nothing here searches or does input and output.

#![no_std]

extern crate alloc;

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
