//! A site for one person, in their own browser: the pages, the rules and the engines of the server, without a server.
//!
//! A service worker (`pages/assets/sw.js`) hands in each request as text and answers with what comes back; [`Site`] keeps games in a
//! [`Memory`](store::Memory), of which the service worker writes down what changes. Nothing thinks there, since whoever thinks answers
//! nobody meanwhile: the [site](Site) writes down what it would like to know ([`players::elsewhere`]), and a worker that every open page
//! has (`pages/assets/thinker.js`, the same program once more) thinks about it. So the site is to its workers what a server is to its own.
//!
//! On a server, too, a browser can think by itself: what it is handed for a game and what it shows of it is [`advice`].
//!
//! No page is made here and no rule decided: this is what the routes of `web` are on a server, for one person.

pub mod advice;
mod errands;
#[cfg(target_family = "wasm")]
mod host;
mod refused;
mod request;
mod room;
mod routes;
mod site;
mod studies;

pub use request::{Answer, Field, Request};
pub use site::Site;
