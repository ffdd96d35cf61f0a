//! A game being played, and what it looks like.
//!
//! The faces (terminal, browser, diagrams) draw a [`view`]: plain data without a rule in it.

pub mod clock;
pub mod view;
