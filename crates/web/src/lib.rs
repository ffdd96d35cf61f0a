//! The graphical version in the browser, on one's own machine and as a public server.
//!
//! Data takes one way. A request becomes a [`Command`](table::Command) to the [`hub`], which holds the games that are live: it
//! asks the table, keeps the event, applies it and tells every watcher. What a watcher sees is a [`Scene`](pages::Scene); [`pages`] turns
//! scenes into HTML, and two scenes into the few elements that differ, which is all that crosses the wire after the first page.
//!
//! No rule of a game is here, and none in the script: a click is a text that the table accepts or refuses.

mod answers;
mod api;
mod app;
mod backoff;
mod boards;
mod bringers;
mod cluster;
pub mod config;
mod door;
mod elsewhere;
mod errands;
pub mod exchange;
pub mod guard;
mod heads;
mod household;
pub mod hub;
mod judging;
mod limits;
mod listen;
mod live;
pub mod log;
mod lru;
pub mod metrics;
mod news;
mod patient;
mod pictures;
mod records;
mod render;
mod reviews;
mod routes;
mod run;
mod site;
mod trials;
mod turns;
mod values;
mod waits;
mod work;
mod workers;

pub use app::app;
pub use household::Household;
pub use listen::serve;
pub use run::{Failed, bring, join, run, think, think_until};
pub use site::Site;
pub use turns::Size;
pub use work::Work;
