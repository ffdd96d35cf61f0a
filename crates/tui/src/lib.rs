//! The terminal screen and the plain console: two faces of the same [table](table::AnyTable).
//!
//! - [`console`] is line by line: good for screen readers, pipes and scripts.
//! - [`screen`] is the full screen by ratatui, with keyboard and mouse.
//!
//! Both sit at a [`Desk`], which brings together what they need from outside: where games are kept ([`Store`](store::Store)), who
//! thinks for the machine ([`Thinker`](players::thinker::Thinker)), how records are read and written ([`Files`]), and the time.
//! [`Sitting`] is a game that somebody sits at; when the machine does something there is for its
//! [attendant](players::attendant) to say.
//!
//! Invariant: no rule is written here. Whether a move is legal stands in the view, or is asked of the table.

mod app;
mod ascii;
mod board;
mod cards;
pub mod console;
mod context;
mod desk;
mod disk;
mod exercise;
mod first;
mod look;
mod options;
mod pages;
mod paint;
mod puzzles;
mod say;
pub mod screen;
mod screens;
mod sitting;
mod study;
mod thinker;

pub use app::App;
pub use context::{Event, Post};
pub use desk::{Desk, Entry, Files};
pub use disk::Disk;
pub use first::First;
pub use look::{Background, Colours, Look};
pub use pages::{PAGE_WIDTH, PageLine, rules_lines};
pub(crate) use say::not_a_move;
pub use say::say;
pub use sitting::Sitting;
pub use study::{name as player_name, study_lines, turning_lines};
pub use thinker::RandomThinker;
