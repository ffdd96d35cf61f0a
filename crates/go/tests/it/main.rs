//! The rules of go, held to the contract of a game, to an independent model, to another program and to named cases.

mod cases;
mod conformance;
mod counting;
mod gnugo;
mod handicap;
mod model;
mod notation;
mod random_play;
mod setup;
