//! The network: what it sees of a position, how its file is read, and how it is run on the processor.
//!
//! [`Network`] holds the weights, [`Input`] is a position as the network sees it, a [`Runner`] makes an [`Evaluation`] of each
//! input. The features, the file and the arithmetic are specified in `docs/training-go.md`; golden files made by the training
//! tools hold both sides to it.
//!
//! One arithmetic, several ways to do it, chosen when a runner is made: [`Path`] lists them. The plain loops of `portable.rs`
//! are the text to read first, and what the tests compare the others with.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
mod evaluation;
mod file;
mod heads;
mod input;
mod network;
mod path;
mod portable;
mod runner;
#[cfg(test)]
mod tests;
mod weights;
mod wide;

pub use evaluation::Evaluation;
pub use file::Unreadable;
pub use input::Input;
pub(crate) use input::komi_half_points;
pub use network::Network;
pub use path::Path;
pub use runner::Runner;
