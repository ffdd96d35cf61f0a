#![doc = include_str!("../README.md")]
//! # Where to start reading
//!
//! [`Position`] keeps the board as one mask of cells for each characteristic, so that a win is found
//! without looking at single cells; [`Rules`] are the variants. [`Symmetry`] has the ways of moving cells and renaming pieces that change nothing.

#![no_std]

extern crate alloc;

mod bits;
mod cell;
mod game;
mod illegal;
mod legal;
mod line;
mod moves;
mod notation;
mod piece;
mod position;
mod rules;
mod symmetry;

pub use bits::Bits;
pub use cell::Cell;
pub use game::Game;
pub use illegal::Illegal;
pub use line::{Line, LineShape};
pub use moves::Move;
pub use piece::{Aspect, Characteristic, Characteristics, Piece};
pub use position::{Position, WonLine};
pub use rules::Rules;
pub use symmetry::{CellSymmetry, PieceSymmetry, Symmetry};
