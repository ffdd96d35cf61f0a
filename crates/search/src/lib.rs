//! What an engine is, for any game.
//!
//! An [`Engine`] is asked to [`think`](Engine::think) about a position within [`Limits`], may be stopped at any moment by a
//! [`Stop`] token, tells what it sees on the way in [`Report`]s, and ends with a [`Thought`]. It runs on the caller's thread
//! (and may use more of its own): whoever wants a screen that never freezes calls it from another thread.
//!
//! Promises that every engine keeps:
//!
//! - the choice is legal, and comes within 20 ms of a stop request and within the time limit;
//! - with a seed, one thread and a node limit, the same position gets the same answer twice;
//! - memory stays within what its [`Resources`] allow.
//!
//! In a browser a program has no clock and loads its large files by themselves: [`Moment`] and [`Supply`] are for that.
//!
//! This crate knows no game. [`Random`] is the one player that needs no knowledge of any.

mod clock;
mod engine;
mod limits;
mod moment;
mod random;
mod stop;
mod supply;

pub use clock::{Overtime, TimeLeft};
pub use engine::{Ban, Choice, Details, Engine, Failure, Report, Score, Thought, Variation, Whole};
pub use limits::{Limits, Resources, Unhurried};
pub use moment::Moment;
pub use random::Random;
pub use stop::{Stop, Watch};
pub use supply::{Missing, Supply};
