//! The store as a face uses it, and as a hostile world treats it.

mod games;
mod kit;
