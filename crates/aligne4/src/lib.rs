//! The rules of Aligne 4.
//!
//! Sixteen pieces, no two alike, on a board of four by four. The players in turn take any piece from the reserve and put it
//! on any empty cell; who completes a line whose four pieces share a [`Characteristic`] wins, and a full board without that
//! is a draw. Two variants can be combined ([`Rules`]): in `gift` the opponent chooses the piece that is to be placed, and
//! with `squares` a square of two by two wins like a line.
//!
//! ```
//! use aligne4::{Game, Rules};
//! use plateau_core::{Game as _, Outcome, Player, Position as _};
//!
//! let game = Game::new(Rules::BASE);
//! let mut position = game.position("012./..../..../....")?;
//! position.play("3d1".parse()?)?;
//! assert_eq!(position.outcome(), Some(Outcome::Win(Player::White)));
//! let shared: Vec<_> = position.won_lines().map(|won| won.shared.to_string()).collect();
//! assert_eq!(shared, ["black, large"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start reading at [`Position`], which keeps the board as one mask of cells for each characteristic, so that a win is found
//! without looking at single cells. [`Symmetry`] has the ways of moving cells and renaming pieces that change nothing.

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
