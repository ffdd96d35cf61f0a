use crate::Player;

/// How a game that was played to its end came out.
///
/// Resigning, running out of time and agreeing are not here: they end a record, not a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Neither won.
    Draw,
    /// The game is void, as after an endless cycle under Japanese rules of Go.
    NoResult,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw | Outcome::NoResult => None,
        }
    }

    /// 1 for a win of `player`, −1 for a loss, 0 for the rest.
    pub fn value_for(self, player: Player) -> i32 {
        match self {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw | Outcome::NoResult => 0,
        }
    }

    /// The outcome by a margin seen from `player`: positive wins, zero is a draw.
    pub fn from_margin(margin: i32, player: Player) -> Outcome {
        match margin {
            0 => Outcome::Draw,
            1.. => Outcome::Win(player),
            _ => Outcome::Win(player.opponent()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{Black, White};

    #[test]
    fn a_margin_decides_for_the_side_it_is_seen_from() {
        assert_eq!(Outcome::from_margin(2, White), Outcome::Win(White));
        assert_eq!(Outcome::from_margin(-2, White), Outcome::Win(Black));
        assert_eq!(Outcome::from_margin(0, White), Outcome::Draw);
    }

    #[test]
    fn the_value_is_zero_sum() {
        for outcome in [Outcome::Win(Black), Outcome::Win(White), Outcome::Draw, Outcome::NoResult] {
            assert_eq!(outcome.value_for(Black), -outcome.value_for(White));
        }
        assert_eq!(Outcome::Win(Black).value_for(Black), 1);
    }
}
