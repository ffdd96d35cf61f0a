//! The program as a person or a script runs it: the real binary, its output, its messages and its exit codes.

mod analysis;
mod analyze;
#[cfg(unix)]
mod balanced;
mod bench;
mod bots;
#[cfg(unix)]
mod breaks;
#[cfg(unix)]
mod cluster;
mod config;
mod contest;
#[cfg(unix)]
mod crash;
mod deck;
mod engines;
mod errors;
#[cfg(unix)]
mod faults;
mod files;
mod help;
mod ids;
mod katago;
mod katrain;
mod perft;
mod play;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processor;
mod program;
#[cfg(unix)]
mod pty;
mod puzzles;
#[cfg(unix)]
mod quarry;
mod rules;
mod sabaki;
mod server;
mod solve;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod window;
#[cfg(unix)]
mod workers;
