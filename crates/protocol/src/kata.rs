//! The protocol of `KataGo`'s analysis engine: queries as lines of JSON in, answers as lines of JSON out, many at once.
//!
//! The text is <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>. A query names a game and the turns of it that
//! are to be analysed; each turn is a [`Task`], answered when it is done, in whatever order. Start reading at [`Session`], which is one
//! client: it reads lines ([`Request`]), hands tasks to a [`Desk`], and what comes of them goes into the client's [`Outbox`].
//!
//! Who does the thinking is the desk's business: this module reads, writes and keeps count. What one client may have open is bounded
//! ([`MAX_LINE_BYTES`], [`MAX_ID_BYTES`], [`MAX_MOVES`], [`MAX_OPEN_TASKS`], [`MAX_OPEN_BYTES`]).

mod answer;
mod fields;
mod load;
mod manner;
mod outbox;
mod pipe;
mod problem;
mod query;
mod request;
mod session;
mod start;
mod task;

pub use load::{Load, MAX_OPEN_BYTES, MAX_OPEN_TASKS};
pub use manner::{Manner, Perspective};
pub use outbox::{Outbox, Overflow};
pub use pipe::{Ending, serve};
pub use problem::{Problem, Warning};
pub use query::{MAX_MOVES, Query, Wants};
pub use request::{Action, Echo, MAX_ID_BYTES, MAX_LINE_BYTES, Reading, Request};
pub use session::Session;
pub use task::{Desk, Model, Task};
