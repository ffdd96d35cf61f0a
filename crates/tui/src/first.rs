use table::Kind;

use crate::Sitting;

/// What the program begins with, on the screen or line by line.
#[derive(Debug)]
pub enum First {
    /// The menu.
    Home,
    /// A game.
    Game(Box<Sitting>),
    /// One's own mistakes that are due.
    Deck,
    /// Puzzles, beginning with the one of this number.
    Puzzle(Kind, usize),
}
