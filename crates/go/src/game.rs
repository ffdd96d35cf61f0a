use alloc::vec::Vec;

use crate::handicap::handicap_points;
use crate::{Handicap, InvalidHandicap, Point, Rules, Size};

/// What is agreed before the first move: the board, the rules, the handicap.
///
/// ```
/// use go::{Game, Handicap, Rules, Size};
/// use plateau_core::{Game as _, Position as _};
///
/// let game = Game::new(Size::NINE, Rules::default(), Handicap::Fixed(2)).unwrap();
/// assert_eq!(game.start().turn(), go::Player::White);
/// assert_eq!(game.start().board().stones(go::Player::Black), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    size: Size,
    rules: Rules,
    handicap: Handicap,
}

impl Game {
    /// A game, if there is such a handicap on a board of this size.
    pub fn new(size: Size, rules: Rules, handicap: Handicap) -> Result<Game, InvalidHandicap> {
        handicap.check(size)?;
        Ok(Game { size, rules, handicap })
    }

    /// An even game.
    pub const fn even(size: Size, rules: Rules) -> Game {
        Game { size, rules, handicap: Handicap::None }
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rules.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The handicap.
    pub const fn handicap(&self) -> Handicap {
        self.handicap
    }

    /// The points on which the stones of a fixed handicap stand, in the order of the Go Text Protocol; none otherwise.
    pub fn handicap_points(&self) -> Vec<Point> {
        match self.handicap {
            Handicap::Fixed(stones) => handicap_points(self.size, stones),
            Handicap::None | Handicap::Free(_) => Vec::new(),
        }
    }
}

/// 9×9 with the default rules, without handicap.
impl Default for Game {
    fn default() -> Game {
        Game::even(Size::NINE, Rules::default())
    }
}
