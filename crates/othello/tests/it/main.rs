//! The rules of Othello from outside, in one binary: what it links is linked once.

mod contract;
mod keys;
mod model;
mod notation;
mod perft;
mod reference_game;
mod rules;
mod twins;

use othello::{Game, Move, Position};
use plateau_core::{Game as _, Position as _};

/// The position of a text that is known to be right.
fn position(text: &str) -> Position {
    Game.position(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

/// Every position of `games` random games, the last of each included.
fn positions_of_random_games(games: u64, seed: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed + game);
        let mut position = Position::START;
        positions.push(position);
        while let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<Move>>()) {
            position.play(mv).expect("a legal move is accepted");
            positions.push(position);
        }
    }
    positions
}
