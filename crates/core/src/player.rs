use alloc::string::ToString;
use core::fmt;
use core::ops::{Index, IndexMut, Neg, Not};
use core::str::FromStr;

use crate::{Expected, ParseError};

/// One of the two sides. Black moves first in every game, except after handicap stones in Go.
///
/// In Aligne 4, whose *pieces* are black and white too, this is the side at the table, not a piece's colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The side that begins.
    Black,
    /// The side that answers.
    White,
}

impl Player {
    /// Both sides, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

impl Not for Player {
    type Output = Player;

    #[inline]
    fn not(self) -> Player {
        self.opponent()
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Black => "black",
            Player::White => "white",
        })
    }
}

/// Reads `black` or `white`.
impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Player, ParseError> {
        const PLAYER: Expected = Expected { id: "player", phrase: "black or white" };
        let named = Player::BOTH.into_iter().find(|player| player.to_string() == text);
        named.ok_or(ParseError { at: 0, expected: PLAYER, found: text.chars().next() })
    }
}

/// `[black's, white's]` values are indexed by the player.
impl<T> Index<Player> for [T; 2] {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self[player as usize]
    }
}

impl<T> IndexMut<Player> for [T; 2] {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self[player as usize]
    }
}

/// Changes the side that a score is seen from: what is good for `from` is as bad for the other side.
///
/// Searches call this with the turns before and after a move instead of negating, since the same player may act twice.
///
/// ```
/// use plateau_core::{Player, change_side};
/// assert_eq!(change_side(3, Player::Black, Player::White), -3);
/// assert_eq!(change_side(3, Player::White, Player::White), 3);
/// ```
#[inline]
pub fn change_side<S: Neg<Output = S>>(score: S, from: Player, to: Player) -> S {
    if from == to { score } else { -score }
}
