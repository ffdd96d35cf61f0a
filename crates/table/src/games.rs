//! What the table knows of each game.

mod aligne4;
mod go;
mod othello;
