//! The Go Text Protocol, version 2.
//!
//! The specification is Gunnar Farnebäck's, <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>. On top of
//! it come what Go programs agreed on since: the time settings of KGS, `lz-analyze` and its kin from Leela Zero, `kata-…` from
//! `KataGo` (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>), and `gogui-…` from `GoGui`, by which it
//! plays games other than Go.
//!
//! - [`Session`] is the server: one set of commands for all games, over an [`Adapter`] for each ([`Go`], [`Othello`],
//!   [`Aligne4`]). Start reading at [`Session`].
//! - [`Client`] is the other end: an external engine in a seat.
//!
//! # Coordinates
//!
//! Go is written as the specification says: `D4`, rows from the bottom, no I. Othello and Aligne 4 are written as their players
//! write them, `f5` and `7b2`, rows counted from the *top*; Quarry and the Othello engines that speak GTP do the same.
//! `GoGui` numbers every board's rows from the bottom of the screen, and takes the first line of `gogui-rules_board` for the
//! highest number. So that line holds row 8 of Othello (row 4 of Aligne 4): every square on `GoGui`'s screen has its right name,
//! and the board stands on its head.

mod adapter;
mod aligne4;
mod client;
mod go;
mod othello;
mod session;
mod syntax;
mod time;

pub use adapter::{Adapter, AtSight, Click, Refusal, Status};
pub use aligne4::Aligne4;
pub use client::{Client, Dialect};
pub use go::Go;
pub use othello::Othello;
pub use session::{Identity, MAX_PLIES, Reply, Session};
pub(crate) use syntax::read_colour;
