//! Our engines for other programs, and other programs as engines here.
//!
//! - [`gtp`]: the Go Text Protocol, version 2, as a server for all three games ([`gtp::Session`]) and as a client that puts an
//!   external engine in a seat ([`gtp::Client`]).
//! - [`kata`]: the protocol of `KataGo`'s analysis engine, as a server.
//! - [`nboard`]: the protocol of the Othello program `NBoard`, version 2, likewise as a server ([`nboard::Session`]) and as a client
//!   ([`nboard::Client`]).
//! - [`external`]: what the two clients have in common.
//!
//! A server takes a line and gives a reply; it knows nothing of standard input. [`serve`] joins it to any reader and writer: it
//! reads ahead, so that a search that goes on 'until the next line' ends when that line comes. What a peer may send is bounded
//! ([`MAX_LINE_BYTES`], [`MAX_WAITING_LINES`], [`gtp::MAX_PLIES`]), and no input ends a session but the protocol's own `quit`
//! and the end of the input.
//!
//! This crate knows no concrete engine: it gets a `Box<dyn search::Engine<P>>` from its caller.

pub mod external;
pub mod gtp;
pub mod kata;
mod kata_rules;
mod lines;
pub mod nboard;

pub use lines::{Flow, Incoming, MAX_LINE_BYTES, MAX_WAITING_LINES, Server, Wire, serve};
