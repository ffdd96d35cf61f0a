//! The pictures, read back.
//!
//! `golden` compares with files in `tests/golden`; `BLESS=1 cargo test -p plateau-draw` writes them anew, and the difference
//! is then to be looked at.

mod golden;
mod odd;
mod pixels;
mod refusals;
mod samples;
mod structure;
