//! Checks for contributors.
fn main() {}
