//! What the table knows of each game.

pub(crate) mod aligne4;
mod go;
pub(crate) mod othello;
