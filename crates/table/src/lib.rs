//! A game being played, and what it looks like.
//!
//! Start reading at [`Table`]: seats, turns, clocks, undo, the marking of dead stones, all as the fold of [`event`]s. Every face
//! (terminal, browser, diagrams) draws a [`view`], which is plain data without a rule in it, and says [`Message`]s by their
//! ids. [`AnyTable`] is a table of any of the games.
//!
//! Nothing here does I/O, reads a clock or draws random numbers: the same events give the same table.

mod any;
pub mod clock;
pub mod event;
mod games;
mod message;
mod playable;
pub mod records;
mod seat;
mod setup;
mod table;
pub mod view;

pub use any::AnyTable;
pub use games::aligne4::characteristic_id;
pub use message::{Message, Value};
pub use playable::{GameResult, MoveOf, Playable, Scene};
pub use seat::{Seat, Who};
pub use setup::{Setup, Written};
pub use table::{Command, Ending, Phase, Table};
