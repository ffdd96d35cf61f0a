//! The store as a face uses it, and as a hostile world treats it.

mod child;
mod crash;
mod export;
mod games;
mod kit;
mod refusals;
