use alloc::vec::Vec;

use crate::Error;

/// A record and what is doubtful about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading<R> {
    /// The record.
    pub record: R,
    /// What was passed over, in the order of the file.
    pub warnings: Vec<Error>,
}

impl<R> Reading<R> {
    /// The same warnings about something else.
    pub fn map<S>(self, change: impl FnOnce(R) -> S) -> Reading<S> {
        Reading { record: change(self.record), warnings: self.warnings }
    }
}
