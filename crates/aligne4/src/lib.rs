//! The rules of aligne4.
