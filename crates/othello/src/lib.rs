//! The rules of othello.
