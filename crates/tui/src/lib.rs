//! The terminal screen and the plain console: two faces of the same [table](table::AnyTable).
//!
//! - [`console`] is line by line: good for screen readers, pipes and scripts.
//! - [`screen`] is the full screen by ratatui, with keyboard and mouse.
//!
//! Both sit at a [`Desk`], which brings together what they need from outside: where games are kept ([`Games`]), who thinks for
//! the machine ([`Thinker`](players::thinker::Thinker)), how records are read and written ([`Files`]), and the time. [`Sitting`] is a game that somebody
//! sits at; it holds the order that is never broken: decide, keep, apply, show.
//!
//! Invariant: no rule is written here. Whether a move is legal stands in the view, or is asked of the table.

mod app;
mod ascii;
mod board;
mod cards;
pub mod console;
mod desk;
mod disk;
mod games;
mod look;
mod machine;
mod options;
mod paint;
mod plan;
mod say;
pub mod screen;
mod screens;
mod sitting;
mod stored;

pub use app::{App, Event, Post};
pub use desk::{Desk, Entry, Files};
pub use disk::Disk;
pub use games::{Games, Kept, Listed, Memory};
pub use look::{Background, Colours, Look};
pub use machine::RandomMachine;
pub use options::Options;
pub use plan::{Game, Plan};
pub(crate) use say::not_a_move;
pub use say::say;
pub use sitting::Sitting;
pub use stored::Stored;
