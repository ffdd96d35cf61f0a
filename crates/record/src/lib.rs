//! Records of games: trees with variations and metadata, and the file formats they travel in.
//!
//! Text in, text out: nothing here opens a file.

pub mod charset;
mod error;
mod format;
mod limits;
pub mod sgf;

pub use charset::Charset;
pub use error::{Error, Limit, Place};
pub use format::Format;
pub use limits::{Limits, Mode, Options};
