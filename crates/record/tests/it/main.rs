//! Every test of the crate that needs nothing but its public face.

mod syntax;
