use plateau_core::{Outcome, Player};
use record::Ending;

use crate::{Kind, Message};

/// How a game came out: what is counted, shown and kept of it are the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won and how; its text is the one that records use: `B+3.5`, `W+R`, `0`.
    pub ending: Ending,
    /// The half points of each player, Black's first, where they are counted.
    pub half_points: Option<[i32; 2]>,
}

impl End {
    /// An end that nothing was counted for.
    pub const fn uncounted(ending: Ending) -> End {
        End { ending, half_points: None }
    }

    /// The end of a game in which both players' half points are counted. What is counted for a player need not be what the
    /// margin is made of, so that is said by itself.
    pub fn counted(black_margin_half_points: i32, half_points: [i32; 2]) -> End {
        End { ending: Ending::from_margin(black_margin_half_points), half_points: Some(half_points) }
    }

    /// The end of a game whose rules know a winner and no margin.
    pub const fn decided(outcome: Outcome) -> End {
        End::uncounted(match outcome {
            Outcome::Win(winner) => Ending::Win(winner),
            Outcome::Draw => Ending::Draw,
            Outcome::NoResult => Ending::Void,
        })
    }

    /// What the rules would call it.
    pub const fn outcome(&self) -> Outcome {
        match (self.ending.winner(), self.ending) {
            (Some(winner), _) => Outcome::Win(winner),
            (None, Ending::Draw) => Outcome::Draw,
            (None, _) => Outcome::NoResult,
        }
    }

    /// Who won, if anybody did.
    pub const fn winner(&self) -> Option<Player> {
        self.ending.winner()
    }

    /// By how many half points this player won; what was lost is below zero, and what was not counted is nothing.
    pub fn margin_for(&self, player: Player) -> i32 {
        match self.ending {
            Ending::Score { winner, half_points } if winner == player => half_points as i32,
            Ending::Score { half_points, .. } => -(half_points as i32),
            _ => 0,
        }
    }

    /// The result as people of this game write it: `B+3.5` in the letters of each language, or in words.
    pub fn told(&self, kind: Kind) -> Message {
        told(self.ending, kind)
    }

    /// The points of each player as people write them.
    pub fn points(&self) -> Option<[String; 2]> {
        self.half_points.map(|both| both.map(points_text))
    }
}

/// The result of a game or of a record of this kind as people write it.
pub fn told(ending: Ending, kind: Kind) -> Message {
    let won = |id: &'static str, winner: Player| Message::new(id).with("player", kind.side(winner));
    match ending {
        Ending::Score { winner, half_points } => {
            won("result-score", winner).with("margin", points_text(half_points as i32))
        }
        Ending::Resignation(winner) => won("result-resignation", winner),
        Ending::Time(winner) => won("result-time", winner),
        Ending::Forfeit(winner) => won("result-forfeit", winner),
        Ending::Win(winner) => won("result-won", winner),
        Ending::Draw => Message::new("result-draw"),
        Ending::Void | Ending::Unknown => Message::new("result-none"),
    }
}

/// A count of half points as people write it: `3.5`.
pub fn points_text(half_points: i32) -> String {
    let sign = if half_points < 0 { "-" } else { "" };
    let half = if half_points % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", half_points.unsigned_abs() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_are_written_as_people_do() {
        for (half_points, text) in [(0, "0"), (7, "3.5"), (-1, "-0.5"), (-8, "-4"), (128, "64")] {
            assert_eq!(points_text(half_points), text);
        }
    }

    #[test]
    fn a_margin_is_seen_from_both_sides() {
        let end = End::counted(-7, [20, 27]);
        assert_eq!((end.ending.to_string().as_str(), end.winner()), ("W+3.5", Some(Player::White)));
        assert_eq!((end.margin_for(Player::White), end.margin_for(Player::Black)), (7, -7));
        assert_eq!(end.points(), Some(["10".to_owned(), "13.5".to_owned()]));
        assert_eq!(End::decided(Outcome::Win(Player::Black)).margin_for(Player::Black), 0);
    }
}
