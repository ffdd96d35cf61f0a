//! Thinking that is done elsewhere: by a worker of a site, or by another part of a browser.
//!
//! Whoever wants to know something writes a [`question`] down, whoever has time reads it, [thinks](question::Question::think), and
//! writes [what it says](said). Both are texts that are read with as little trust as a form.

pub mod question;
pub mod said;
