//! The server for programs that play: who they are, what they may do, and what they are told.
//!
//! The addresses and shapes are those of lichess's Bot and Board API wherever the meaning is the same, so that programs written for it
//! need another address and little else. A program is known by its token ([`scope`]); a challenge is a game that waits for its second
//! player; a stream of a game is one more way of [seeing](crate::hub::Sight) a room ([`told`]). Where everything is stands in
//! `routes::api`.

mod callers;
mod events;
mod schemas;
mod scope;
mod shapes;
mod told;
mod wish;

pub(crate) use callers::{Callers, Here, Rate, Streaming};
pub(crate) use events::Events;
pub(crate) use schemas::schemas;
pub(crate) use scope::{Scope, Scopes, program_name};
pub(crate) use shapes::{account, challenge, game, playing};
pub(crate) use told::told;
pub(crate) use wish::{Fields, Wish, wrong_field};
