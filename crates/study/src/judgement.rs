use std::error::Error;
use std::fmt;

use plateau_core::Player;
use search::Score;

/// What an engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// Who is to move. Scores are seen by this player.
    pub turn: Player,
    /// What the position is worth.
    pub score: Score,
    /// The moves that it looked at, the best first; none where the game is over.
    pub moves: Vec<Judged>,
    /// Go: for each point along the rows from the upper left, who will own it: 1 for Black, −1 for White.
    pub ownership: Vec<f32>,
    /// Positions (or visits) that were looked at.
    pub nodes: u64,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move and the play that is expected after it, in the game's notation; never empty.
    pub line: Vec<String>,
    /// Its worth to whoever makes it.
    pub score: Score,
    /// How much of the thinking went into it.
    pub visits: u64,
}

impl Judged {
    /// The move.
    pub fn mv(&self) -> &str {
        &self.line[0]
    }
}

impl Judgement {
    /// The best move.
    pub fn best(&self) -> Option<&Judged> {
        self.moves.first()
    }

    /// What is thought of this move.
    pub fn of(&self, mv: &str) -> Option<&Judged> {
        self.moves.iter().find(|judged| judged.mv() == mv)
    }

    /// The same as it is read again where it was kept. Numbers are rounded there, and whoever hears of it first must be told what everybody is
    /// told later.
    #[must_use]
    pub fn as_kept(self) -> Judgement {
        Judgement::read(&self.to_string()).unwrap_or(self)
    }
}

/// The text is none of those that are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this text is not what it should be")
    }
}

impl Error for Unreadable {}

/// As lines: whose turn, how many nodes and the worth; who owns what, if it is known; each move with its visits, its worth and its line.
///
/// ```text
/// black 32 chance 0.6154 2.37
/// owners z80t…
/// move 20 chance 0.6154 2.37 E5 C3 G5
/// ```
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {}", self.turn, self.nodes, ScoreText(self.score))?;
        if !self.ownership.is_empty() {
            let owners: String = self.ownership.iter().map(|&owned| owner_to_char(owned)).collect();
            writeln!(f, "owners {owners}")?;
        }
        for Judged { line, score, visits } in &self.moves {
            writeln!(f, "move {visits} {} {}", ScoreText(*score), line.join(" "))?;
        }
        Ok(())
    }
}

impl Judgement {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Result<Judgement, Unreadable> {
        let mut lines = text.lines();
        let mut first = lines.next().ok_or(Unreadable)?.split(' ');
        let turn = word(&mut first)?.parse().map_err(|_| Unreadable)?;
        let nodes = number(&mut first)?;
        let score = read_score(&mut first)?;
        let mut judgement = Judgement { turn, score, moves: Vec::new(), ownership: Vec::new(), nodes };
        for line in lines {
            let mut words = line.split(' ');
            match word(&mut words)? {
                "owners" => {
                    judgement.ownership = word(&mut words)?.chars().map(char_to_owner).collect::<Result<_, _>>()?;
                }
                "move" => {
                    let (visits, score) = (number(&mut words)?, read_score(&mut words)?);
                    let line: Vec<String> = words.map(str::to_owned).collect();
                    if line.iter().any(String::is_empty) || line.is_empty() {
                        return Err(Unreadable);
                    }
                    judgement.moves.push(Judged { line, score, visits });
                }
                _ => return Err(Unreadable),
            }
        }
        Ok(judgement)
    }
}

fn word<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<&'a str, Unreadable> {
    words.next().ok_or(Unreadable)
}

fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Result<T, Unreadable> {
    word(words)?.parse().map_err(|_| Unreadable)
}

/// A number that can be compared.
fn finite<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<f32, Unreadable> {
    number(words).and_then(|value: f32| if value.is_finite() { Ok(value) } else { Err(Unreadable) })
}

struct ScoreText(Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Exact { margin, plies: Some(plies) } => write!(f, "exact {margin} {plies}"),
            Score::Exact { margin, plies: None } => write!(f, "exact {margin} -"),
            Score::Margin(margin) => write!(f, "margin {margin:.2}"),
            Score::Chance { win, lead } => write!(f, "chance {win:.4} {lead:.2}"),
        }
    }
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Score, Unreadable> {
    match word(words)? {
        "exact" => {
            let margin = number(words)?;
            let plies = match word(words)? {
                "-" => None,
                plies => Some(plies.parse().map_err(|_| Unreadable)?),
            };
            Ok(Score::Exact { margin, plies })
        }
        "margin" => Ok(Score::Margin(finite(words)?)),
        "chance" => Ok(Score::Chance { win: finite(words)?, lead: finite(words)? }),
        _ => Err(Unreadable),
    }
}

/// Owners are kept as one letter a point: 61 steps from White's `0` to Black's.
const OWNERS: &[u8; 61] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";

/// From the middle of them to either end.
const OWNER_STEPS: f32 = 30.0;

fn owner_to_char(owned: f32) -> char {
    let step = (owned.clamp(-1.0, 1.0) * OWNER_STEPS + OWNER_STEPS).round();
    OWNERS[step as usize] as char
}

fn char_to_owner(letter: char) -> Result<f32, Unreadable> {
    let step = OWNERS.iter().position(|&known| known as char == letter).ok_or(Unreadable)?;
    Ok(step as f32 / OWNER_STEPS - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(line: &str, score: Score, visits: u64) -> Judged {
        Judged { line: line.split(' ').map(str::to_owned).collect(), score, visits }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let chance = Score::Chance { win: 0.25, lead: -2.5 };
        for judgement in [
            Judgement {
                turn: Player::White,
                score: chance,
                moves: vec![judged("E5 C3 pass", chance, 20), judged("pass", Score::Margin(-0.5), 1)],
                ownership: vec![-1.0, 0.0, 0.5, 1.0],
                nodes: 32,
            },
            Judgement {
                turn: Player::Black,
                score: Score::Exact { margin: -1, plies: Some(3) },
                moves: vec![judged("8@a1", Score::Exact { margin: -1, plies: None }, 0)],
                ownership: Vec::new(),
                nodes: 0,
            },
        ] {
            assert_eq!(Judgement::read(&judgement.to_string()), Ok(judgement));
        }
    }

    #[test]
    fn what_is_told_first_is_what_is_kept() {
        let score = Score::Chance { win: 0.61539, lead: 2.3679 };
        let moves = vec![judged("E5", score, 20)];
        let seen = Judgement { turn: Player::Black, score, moves, ownership: vec![0.31, -0.98], nodes: 32 };
        let kept = Judgement::read(&seen.to_string()).expect("it can be read");
        assert_ne!(kept, seen);
        assert_eq!(seen.as_kept(), kept);
        assert_eq!(kept.clone().as_kept(), kept);
    }

    #[test]
    fn what_is_no_judgement_is_refused() {
        for text in [
            "",
            "black",
            "black 3",
            "black 3 margin",
            "black 3 margin nan",
            "black 3 margin inf",
            "black x margin 1",
            "green 3 margin 1",
            "black 3 chance 0.5",
            "black 3 exact 4",
            "black 3 margin 1\nwhat",
            "black 3 margin 1\nowners",
            "black 3 margin 1\nowners !",
            "black 3 margin 1\nmove 3 margin 1",
            "black 3 margin 1\nmove 3 margin 1 E5  C3",
        ] {
            assert_eq!(Judgement::read(text), Err(Unreadable), "{text:?}");
        }
    }

    #[test]
    fn a_move_is_found_by_its_name() {
        let score = Score::Margin(2.0);
        let moves = vec![judged("f5 d6", score, 0), judged("d6", score, 0)];
        let judgement = Judgement { turn: Player::Black, score, moves, ownership: Vec::new(), nodes: 1 };
        assert_eq!(judgement.best().map(Judged::mv), Some("f5"));
        assert_eq!(judgement.of("d6").map(Judged::mv), Some("d6"));
        assert_eq!(judgement.of("c3"), None);
    }
}
