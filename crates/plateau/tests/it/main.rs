//! The program as a person or a script runs it: the real binary, its output, its messages and its exit codes.

mod bench;
mod config;
mod contest;
mod engines;
mod errors;
mod files;
mod help;
mod ids;
mod perft;
mod play;
mod program;
mod rules;
mod server;
mod solve;
