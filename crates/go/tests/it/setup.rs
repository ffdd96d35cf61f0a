//! Short ways to say which game, which position, which point.

use go::{Game, Move, Point, Position, RULE_SETS, Rules, Size};
use plateau_core::{Game as _, Position as _};

pub(crate) fn size(width: u8) -> Size {
    Size::new(width).expect("a size from 1 to 25")
}

pub(crate) fn rules(name: &str) -> Rules {
    name.parse().unwrap_or_else(|why| panic!("{name}: {why}"))
}

pub(crate) fn point(name: &str) -> Point {
    name.parse().unwrap_or_else(|why| panic!("{name}: {why}"))
}

pub(crate) fn mv(name: &str) -> Move {
    name.parse().unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The position of this text, on a board as wide as its first row.
pub(crate) fn position(rules: Rules, text: &str) -> Position {
    let width = text.split('/').next().expect("a first row").trim().len();
    let game = Game::even(size(width as u8), rules);
    game.position(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Plays moves parted by blanks, all of which must be legal.
pub(crate) fn play(position: &mut Position, moves: &str) {
    for name in moves.split_whitespace() {
        position.play(mv(name)).unwrap_or_else(|why| panic!("{name} in {position}: {why}"));
    }
}

pub(crate) fn every_rule_set() -> impl Iterator<Item = (&'static str, Rules)> {
    RULE_SETS.into_iter()
}
