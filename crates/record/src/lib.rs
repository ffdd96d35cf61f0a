//! Records of games: trees with variations and metadata, and the file formats they travel in.
//!
//! Text in, text out: nothing here opens a file.

pub mod charset;
mod error;
mod format;
pub mod ggf;
mod info;
mod limits;
pub mod obf;
mod othello_line;
pub mod plain;
pub mod sgf;
pub mod transcript;
pub mod tree;
pub mod wthor;

pub use charset::Charset;
pub use error::{Error, Limit, Place};
pub use format::{AnyRecord, Contents, Format, read, read_as, read_game, write, write_one};
pub use info::{Ending, Info, Unsaid};
pub use limits::{Limits, Mode, Options};
pub use sgf::Reading;
pub use tree::{Cursor, Record, Recorded};
