#![doc = include_str!("../README.md")]
//! # Where to start reading
//!
//! At [`Position`]: a state of play that knows who acts, what is legal and why
//! not, and whether it is over. A [`Game`] is what was agreed before the first move (board, rules, variant); it makes the
//! first position and reads positions from text.
//!
//! Three decisions shape it:
//!
//! - **Turns need not alternate.** [`Position::turn`] says who acts. Black places free handicap stones one after another in
//!   Go, and in the gift variant of Aligne 4 a player places and then gives. So a score is never negated blindly:
//!   [`change_side`] is the one function that changes the side a score is seen from.
//! - **Positions are copied, not unmade.** They are small and flat; a search copies and plays. [`Course`] keeps the way back
//!   where a person wants to undo.
//! - **A refusal says why.** [`Position::check`] returns the rule that forbids a move, [`ParseError`] the place and what was
//!   expected there; both have ids that a translation can hang on ([`Reason`], [`Expected`]).

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod course;
mod nearest;
mod outcome;
mod parse;
mod player;
mod position;
pub mod processor;
mod symmetry;

pub use course::Course;
pub use nearest::nearest;
pub use outcome::Outcome;
pub use parse::{Expected, ParseError, Scanner};
pub use player::{Player, change_side};
pub use position::{Game, Position, Reason, divide, perft, perft_on};
pub use symmetry::{Dihedral, Symmetric};
