#![doc = include_str!("../README.md")]
//! # Where to start reading
//!
//! [`Game`] is what is agreed before the first move (a [`Size`], the [`Rules`], a [`Handicap`]); it makes and reads
//! [`Position`]s, which know whose turn it is, what is legal and why not, and the whole history that superko needs. Under it
//! lies the [`Board`], flat and incremental, which searches copy and play on, down to random [playouts](Board::playout).
//! At the end a [`Count`] says whose every point is, after the players marked [`DeadStones`].
//!
//! Invariants: a board never holds a chain without a liberty; every legality question is answered without playing or copying;
//! nothing here draws random numbers, reads a clock or does I/O.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod board;
mod count;
mod dead;
mod game;
mod handicap;
mod history;
mod illegal;
mod komi;
mod moves;
mod notation;
mod point;
mod point_set;
mod position;
mod rules;
mod seki;
mod symmetry;
mod zobrist;

pub use board::{Board, ChainWithoutLiberty, Territory};
pub use count::{Count, Margin, PointCount, Status, Tally};
pub use dead::DeadStones;
pub use game::Game;
pub use handicap::{Handicap, InvalidHandicap, handicap_points};
pub use illegal::Illegal;
pub use komi::Komi;
pub use moves::Move;
pub use plateau_core::Player;
pub use point::{Point, Size};
pub use point_set::PointSet;
pub use position::Position;
pub use rules::{Compensation, Ko, RULE_SETS, Rules, Scoring};
