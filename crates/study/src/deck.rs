//! A person's deck: positions in which they went wrong, asked again when they are about to be forgotten.
//!
//! A [`Card`] is a position with the way that led to it, as the text of a record, so that it outlives every engine; what is right in it is
//! asked of an analyst anew each time. Its [`Schedule`] says when it is due. Nothing here knows the time: it comes in as an argument.

mod card;
mod file;
mod schedule;

pub use card::{Card, Entry, Source, Theme};
pub use file::{FILE_BYTES, read as read_file, write as write_file};
pub use schedule::{Answer, Memory, Schedule};
