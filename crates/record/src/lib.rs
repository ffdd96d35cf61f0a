#![doc = include_str!("../README.md")]
//! # Where to start reading
//!
//! Text in, text out: nothing here opens a file, and nothing here panics on what is in one. A [`Record`] is a tree of moves,
//! set-ups and remarks with its [`Info`], generic over the game; [`Cursor`] walks in it with a position. [`read`] and
//! [`write()`] take and give whole files in any [`Format`]:
//!
//! | format | module | read | written | games |
//! |---|---|---|---|---|
//! | SGF | [`sgf`] | FF\[1\] to FF\[4\] | FF\[4\] | all three |
//! | GGF | [`ggf`] | yes | yes | Othello |
//! | transcripts | [`transcript`] | yes | yes | Othello |
//! | plain text | [`plain`] | yes | yes | Othello |
//! | OBF | [`obf`] | positions with scores | yes | Othello |
//! | WTHOR | [`wthor`] | `.wtb`, `.JOU`, `.TRN` | no | Othello |
//!
//! Three ideas hold it together:
//!
//! - **Nothing is lost.** What is not understood stays with its node and is written again. Under the records of SGF lies
//!   [`sgf::syntax`], which gives an unedited file back byte for byte.
//! - **A record says what was played, not what should have been.** Moves against the rules are carried out as well as they
//!   can be and are warned of; only damage to the brackets themselves is an error, and with [`Mode::Recover`] a damaged
//!   file opens up to the damage.
//! - **Input has limits** ([`Limits`]), and no parser recurses over it. A collection of any length is read game by game with
//!   [`sgf::Splitter`].

#![no_std]

extern crate alloc;

pub mod charset;
mod date;
mod error;
mod file;
mod format;
pub mod ggf;
mod info;
mod limits;
pub mod obf;
mod othello_line;
pub mod plain;
mod reading;
pub mod sgf;
pub mod transcript;
pub mod tree;
pub mod wthor;

pub use charset::Charset;
pub use date::date;
pub use error::{Error, Limit, Place};
pub use file::{AnyRecord, Contents, read, read_as, read_game, read_named, write, write_one};
pub use format::Format;
pub use info::{Ending, Info, Unsaid};
pub use limits::{Limits, Mode, ReadOptions};
pub use reading::Reading;
pub use tree::{Cursor, Record, Recorded};
