//! The two sides of the contract: golden files made by the training tools, for every network, position and path.

mod features;
mod files;
mod golden;
mod twins;

use go::{Game, Position, Rules, Size};
use plateau_core::{Game as _, Position as _};

use super::Network;

/// The networks of the repository with their golden files.
const NETWORKS: [(&[u8], &str); 4] = [
    (include_bytes!("../../nets/small-boards.net"), include_str!("../../nets/small-boards.golden")),
    (include_bytes!("../../nets/medium-boards.net"), include_str!("../../nets/medium-boards.golden")),
    (include_bytes!("../../nets/large-boards.net"), include_str!("../../nets/large-boards.golden")),
    (TINY, include_str!("../../nets/tiny-b2c16.golden")),
];

/// The small network that a laptop teaches in a quarter of an hour.
const TINY: &[u8] = include_bytes!("../../nets/tiny-b2c16.net");

/// An even game after these moves, with this komi.
fn played(width: u8, rules: &str, komi: &str, moves: &[&str]) -> Position {
    let rules = Rules { komi: komi.parse().expect("a komi"), ..rules.parse().expect("a rule set") };
    let mut position = Game::even(Size::new(width).expect("a size"), rules).start();
    for mv in moves {
        position.play(mv.parse().expect("a move")).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
    position
}
