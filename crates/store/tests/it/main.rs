//! The store as a face uses it, and as a hostile world treats it.

mod child;
mod conformance;
mod crash;
mod deck;
mod ground;
mod judgements;
mod kept;
mod kit;
mod leases;
mod memory;
mod postgres;
mod refusals;
mod suite_catches_bugs;
mod suited;
