//! Puzzles: a position, what is asked of it, and which answers are right.
//!
//! A [`Puzzle`] is a line of text (its [`Display`](std::fmt::Display), read by [`Puzzle::read`]); a [`Collection`] is a file of them with a version
//! and a checksum. `tools/make-puzzles` finds and proves them, `docs/puzzles.md` says how. How hard one is was measured by letting the
//! levels of the machine try it.

mod asked;
mod collection;
mod ground;
mod progress;
mod task;
#[cfg(test)]
mod tests;
mod theme;

pub use asked::{Puzzle, Unfit};
pub use collection::{Collection, Damaged};
pub use ground::Ground;
pub use progress::{DAY_MS, Progress, Standing, daily, kind_of_day, of_day};
pub use task::Task;
pub use theme::Theme;
