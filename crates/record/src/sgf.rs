//! SGF, the Smart Game Format: FF\[1\] to FF\[4\] read, FF\[4\] written.
//!
//! Two layers. [`syntax`] knows brackets, not games: it turns bytes into trees of properties and back, and a file that nobody
//! edited comes back byte for byte, odd spacing and unknown properties included. The typed layer (`go`, `othello`,
//! `aligne4`) gives those properties their meaning as a [`Record`](crate::Record) and writes records in one canonical layout.
//! [`Splitter`] reads a collection game by game in the memory of one game.
//!
//! The crate `sgf-parse` was considered and not used. Its tree holds the meaning of properties and not their text: spacing,
//! the order of invalid values, the spelling of names and the character set are gone after parsing, so a file cannot come
//! back as it was; it takes `&str`, so the double-byte sets must be decoded first; and its errors have no line and column. It
//! is the yardstick of the speed benchmark, where the syntax layer parses 11 to 21 times as many bytes a second and records
//! without checked moves 1.4 to 4 times as many.

mod aligne4;
mod dialect;
mod fields;
mod go;
mod lines;
mod othello;
mod properties;
mod reader;
mod splitter;
pub mod syntax;
pub mod text;
mod writer;

pub use dialect::Dialect;
pub use lines::Writer;
pub use properties::Properties;
pub use reader::{game_number, read};
pub use splitter::{Games, Splitter};
pub use writer::write;
