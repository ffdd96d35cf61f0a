//! What every game is tested with.
//!
//! [`conformance::check`] holds a game to the contract of `plateau-core`; [`fuzz`] has the bodies of the fuzz targets, which
//! ordinary tests can call too. Nothing here ships: crates name it under `dev-dependencies` only.

pub mod conformance;
pub mod fuzz;
