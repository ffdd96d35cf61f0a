//! What every store makes of a text before it keeps it.

use std::borrow::Cow;

use crate::{Error, MAX_TEXT_BYTES};

/// A text that is not too long to be kept.
pub(crate) fn within_limit(text: &str) -> Result<&str, Error> {
    within(text, MAX_TEXT_BYTES)
}

pub(crate) fn within(text: &str, limit_bytes: usize) -> Result<&str, Error> {
    if text.len() > limit_bytes { Err(Error::TooLong { limit_bytes }) } else { Ok(text) }
}

/// A text as it is kept and asked for. Not every database can keep the character NUL: it becomes a blank in all of them.
pub(crate) fn without_nul(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', " ").into() } else { text.into() }
}
