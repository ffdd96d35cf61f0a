//! The opponents play by their rules.

mod beginner;
mod inquiries;
mod puct;
mod reasons;
mod uct;

use go::{Game, Position, Size};
use plateau_core::Game as _;

/// A position under French rules, by its text.
pub(crate) fn position(size: u8, text: &str) -> Position {
    let size = Size::new(size).expect("a size");
    Game::even(size, go::Rules::default()).position(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}
