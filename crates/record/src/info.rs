//! What is known about a game besides its moves.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use plateau_core::{Expected, ParseError, Player};

/// Who played, when, where, under which conditions, and how it ended. What is not known is empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// The players' names, Black's first.
    pub names: [String; 2],
    /// Their ranks or ratings.
    pub ranks: [String; 2],
    /// Their teams.
    pub teams: [String; 2],
    /// When it was played, as SGF writes it: `2024-02-29`.
    pub date: String,
    /// The event.
    pub event: String,
    /// The round in it.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// A name for the game.
    pub title: String,
    /// A remark about the whole game.
    pub comment: String,
    /// The opening.
    pub opening: String,
    /// Where the record was published.
    pub source: String,
    /// Who wrote it down.
    pub recorder: String,
    /// Who commented on it.
    pub annotator: String,
    /// To whom it belongs.
    pub copyright: String,
    /// The program that wrote the file.
    pub application: String,
    /// The time that each player had, without what comes after it.
    pub main_time: Option<Duration>,
    /// What came after it, as the file says.
    pub overtime: String,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
    /// What the file leaves unsaid, so that saving it adds nothing.
    pub unsaid: Unsaid,
    /// The name of the rules as the file has it, if that is not the one used here.
    pub rules: String,
}

/// Parts of the agreement that a file left out; the record's game has what is usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unsaid {
    /// The rules.
    pub rules: bool,
    /// The points for White.
    pub komi: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was counted.
    Score {
        /// Who won.
        winner: Player,
        /// By how many half points.
        half_points: u32,
    },
    /// The other player gave up.
    Resignation(Player),
    /// The other player's time ran out.
    Time(Player),
    /// The other player was ruled to have lost, or did not come.
    Forfeit(Player),
    /// This player won, and nothing says how.
    Win(Player),
    /// Neither won.
    Draw,
    /// The game does not count.
    Void,
    /// Nobody knows.
    Unknown,
}

impl Ending {
    /// Who won, if anyone did.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Ending::Score { winner, .. }
            | Ending::Resignation(winner)
            | Ending::Time(winner)
            | Ending::Forfeit(winner)
            | Ending::Win(winner) => Some(winner),
            Ending::Draw | Ending::Void | Ending::Unknown => None,
        }
    }

    /// The ending by a margin seen from Black.
    pub fn from_margin(black_half_points: i32) -> Ending {
        let winner = if black_half_points > 0 { Player::Black } else { Player::White };
        match black_half_points.unsigned_abs() {
            0 => Ending::Draw,
            half_points => Ending::Score { winner, half_points },
        }
    }
}

/// As SGF has it: `B+3.5`, `W+R`, `B+T`, `W+F`, `B+`, `0`, `Void`, `?`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(winner) = self.winner() {
            f.write_str(match winner {
                Player::Black => "B+",
                Player::White => "W+",
            })?;
        }
        match *self {
            Ending::Score { half_points, .. } => {
                let half = if half_points % 2 == 0 { "" } else { ".5" };
                write!(f, "{}{half}", half_points / 2)
            }
            Ending::Resignation(_) => f.write_str("R"),
            Ending::Time(_) => f.write_str("T"),
            Ending::Forfeit(_) => f.write_str("F"),
            Ending::Win(_) => Ok(()),
            Ending::Draw => f.write_str("0"),
            Ending::Void => f.write_str("Void"),
            Ending::Unknown => f.write_str("?"),
        }
    }
}

/// Reads the same, in any case, and the words that other programs write.
impl FromStr for Ending {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Ending, ParseError> {
        const ENDING: Expected = Expected { id: "record-ending", phrase: "a result such as B+3.5, W+R or 0" };
        let refuse = || ParseError { at: 0, expected: ENDING, found: text.chars().next() };
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "0" | "draw" | "jigo" | "d" => return Ok(Ending::Draw),
            "void" => return Ok(Ending::Void),
            "?" => return Ok(Ending::Unknown),
            _ => {}
        }
        let (winner, how) = lower.split_once('+').ok_or_else(refuse)?;
        let winner = match winner.trim() {
            "b" | "black" => Player::Black,
            "w" | "white" => Player::White,
            _ => return Err(refuse()),
        };
        match how.trim() {
            "" | "?" | "win" => Ok(Ending::Win(winner)),
            "r" | "resign" | "resignation" => Ok(Ending::Resignation(winner)),
            "t" | "time" => Ok(Ending::Time(winner)),
            "f" | "forfeit" => Ok(Ending::Forfeit(winner)),
            points => half_points(points).map(|half_points| Ending::Score { winner, half_points }).ok_or_else(refuse),
        }
    }
}

/// Reads `3`, `3.5`, `3,5`, `3.50`.
fn half_points(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let half = match fraction.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    let digits = whole.len() <= 6 && whole.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        return None;
    }
    Some(2 * whole.parse::<u32>().ok()? + half)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use Player::{Black, White};

    #[test]
    fn endings_are_written_as_they_are_read() {
        for (text, ending, written) in [
            ("B+3.5", Ending::Score { winner: Black, half_points: 7 }, "B+3.5"),
            ("W+64", Ending::Score { winner: White, half_points: 128 }, "W+64"),
            ("w+0.50", Ending::Score { winner: White, half_points: 1 }, "W+0.5"),
            ("B+Resign", Ending::Resignation(Black), "B+R"),
            ("White+R", Ending::Resignation(White), "W+R"),
            ("B+Time", Ending::Time(Black), "B+T"),
            ("W+F", Ending::Forfeit(White), "W+F"),
            ("B+", Ending::Win(Black), "B+"),
            ("Draw", Ending::Draw, "0"),
            ("Void", Ending::Void, "Void"),
            ("?", Ending::Unknown, "?"),
        ] {
            assert_eq!(text.parse(), Ok(ending), "{text}");
            assert_eq!(ending.to_string(), written);
            assert_eq!(written.parse(), Ok(ending));
        }
        for text in ["", "B", "X+1", "B+x", "B+3.75", "B+99999999999", "B+-1", "B+.5.5"] {
            assert!(text.parse::<Ending>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_margin_names_the_winner() {
        assert_eq!(Ending::from_margin(-7).to_string(), "W+3.5");
        assert_eq!(Ending::from_margin(0), Ending::Draw);
    }
}
