//! Sessions as other programs see them: golden transcripts, hostile input, fake and real engines.

mod client;
mod desk;
mod engines;
mod fake;
mod files;
mod golden;
mod hostile;
mod kata;
mod live;
mod nboard_client;
mod peers;
