//! What every game is tested with.
//!
//! [`conformance::check`] holds a game to the contract of `plateau-core`; [`fuzz`] has the bodies of the fuzz targets, which
//! ordinary tests can call too; [`postgres`] starts a server to keep games in, [`nats`] one by which servers meet, [`proxy`] is a bad way to either, and
//! [`history`] says whether what clients were told can all be true. Nothing here ships: crates name it under `dev-dependencies` only.

pub mod conformance;
pub mod fuzz;
pub mod history;
pub mod nats;
pub mod postgres;
pub mod proxy;
