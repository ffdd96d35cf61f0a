//! Sessions as other programs see them: golden transcripts, hostile input, fake and real engines.

mod client;
mod desk;
mod engines;
mod files;
mod golden;
mod hostile;
mod kata;
mod live;
mod peers;
