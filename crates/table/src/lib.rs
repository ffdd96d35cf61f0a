//! A game being played, and what it looks like.
//!
//! Start reading at [`Table`]: seats, turns, clocks, undo, the marking of dead stones, all as the fold of [`event`]s. Every face
//! (terminal, browser, diagrams) draws a [`view`], which is plain data without a rule in it, and says [`Message`]s by their
//! ids. [`AnyTable`] is a table of any of the games, of which [`Kind`] says which there are; a [`Proposal`] becomes an
//! [`AnySetup`] and that a table; a [`Review`] looks through a game that was played, and a [`Draft`] is a record that
//! somebody works on.
//!
//! Nothing here does I/O, reads a clock or draws random numbers: the same events give the same table.

mod annotate;
mod any;
pub mod clock;
mod diagram;
pub mod draft;
mod end;
pub mod event;
mod games;
mod kind;
mod message;
mod playable;
mod proposal;
pub mod records;
mod retold;
pub mod review;
mod seat;
mod setup;
mod side;
mod still;
mod table;
mod telling;
pub mod view;
mod way;

pub use annotate::{Annotation, annotate};
pub use any::{AnySetup, AnyTable};
pub use diagram::diagram;
pub use draft::Draft;
pub use end::{End, points_text, told as told_result};
pub use games::aligne4::characteristic_id;
pub use games::othello::openings as othello_openings;
pub use kind::Kind;
pub use message::{Message, Value};
pub use playable::{MoveOf, Playable, Shown};
pub use proposal::{GoProposal, Proposal, RuleSet};
pub use record::{Ending, date};
pub use review::Review;
pub use seat::{Seat, Who};
pub use setup::{Setup, Written};
pub use side::Side;
pub use table::{Command, MAX_EVENTS, Phase, Table};
pub use way::{AnyWay, Moment, Way};
