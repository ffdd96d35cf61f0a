//! What every game is tested with.
//!
//! [`conformance::check`] holds a game to the contract of `plateau-core`; [`fuzz`] has the bodies of the fuzz targets, which
//! ordinary tests can call too; [`postgres`] starts a server to keep games in, [`nats`] one by which servers meet. Nothing here ships: crates name it under `dev-dependencies` only.

pub mod conformance;
pub mod fuzz;
pub mod nats;
pub mod postgres;
