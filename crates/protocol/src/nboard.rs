//! The protocol of the Othello program `NBoard`, version 2, from both ends.
//!
//! Chris Welty's text is at <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>. A command gets any number of
//! lines in answer, or none; a command that is not understood gets none. `hint` and `analyze` end when the next line comes,
//! `go` when a `ping` comes, which is how the program says that the board is about to change.
//!
//! - [`Session`] is the engine. Start reading there.
//! - [`Client`] is the other end: an external engine in a seat.

mod client;
mod game;
mod session;

pub use client::Client;
pub use session::Session;
