//! Scenes and lists as HTML: pure functions, no state, no I/O.
