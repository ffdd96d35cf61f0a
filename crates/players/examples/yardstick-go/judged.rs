//! A position, what its moves are worth, and both as a line of text.

use std::fmt;
use std::str::FromStr;

use go::{Game, Move, Position, Rules, Size};
use plateau_core::{Game as _, Position as _};

/// What a move leads to, as the one who plays it sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    /// The chance to win, in percent.
    pub(crate) chance: f32,
    /// The lead in points.
    pub(crate) lead: f32,
}

/// A position with moves that were judged.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judged {
    /// How it came about.
    pub(crate) moves: Vec<Move>,
    pub(crate) position: Position,
    /// The visits that each move was judged by; none if another judged.
    pub(crate) visits: u64,
    /// The best first; there is one at least.
    pub(crate) worths: Vec<(Move, Worth)>,
}

impl Judged {
    pub(crate) fn new(moves: Vec<Move>, position: Position, visits: u64, mut worths: Vec<(Move, Worth)>) -> Judged {
        worths.sort_by(|(_, a), (_, b)| b.chance.total_cmp(&a.chance));
        Judged { moves, position, visits, worths }
    }

    /// The best move that is known, and what it is worth.
    pub(crate) fn best(&self) -> (Move, Worth) {
        self.worths[0]
    }

    /// What this move is worth, if it was judged.
    pub(crate) fn worth(&self, mv: Move) -> Option<Worth> {
        self.worths.iter().find(|(judged, _)| *judged == mv).map(|&(_, worth)| worth)
    }
}

/// What is played: Chinese rules, by which the network learned.
pub(crate) fn game(size: Size) -> Game {
    let rules: Rules = "chinese".parse().expect("there are such rules");
    Game::even(size, rules)
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position.size(), self.visits)?;
        for mv in &self.moves {
            write!(f, " {mv}")?;
        }
        for (mv, Worth { chance, lead }) in &self.worths {
            write!(f, " | {mv} {chance:.2} {lead:.2}")?;
        }
        Ok(())
    }
}

impl FromStr for Judged {
    /// What is wrong, and where.
    type Err = String;

    fn from_str(line: &str) -> Result<Judged, String> {
        let mut parts = line.split('|');
        let mut words = parts.next().unwrap_or_default().split_whitespace();
        let width = words.next().ok_or("nothing stands here; a position is expected")?;
        let size = width.parse().ok().and_then(Size::new).ok_or_else(|| format!("{width:?} is no width of a board"))?;
        let visits = words.next().ok_or("the visits of the judge are missing after the width")?;
        let visits = visits.parse().map_err(|_| format!("{visits:?} is no number of visits"))?;
        let (mut moves, mut position) = (Vec::new(), game(size).start());
        for word in words {
            let mv = legal(&position, word)?;
            position.play_legal(mv);
            moves.push(mv);
        }
        if position.is_over() {
            return Err("the game is over there; nothing is left to choose".to_owned());
        }
        let mut worths: Vec<(Move, Worth)> = Vec::new();
        for part in parts {
            let [mv, chance, lead] = part.split_whitespace().collect::<Vec<_>>()[..] else {
                return Err(format!("{:?} is not a move, its chance and its lead", part.trim()));
            };
            let mv = legal(&position, mv)?;
            if worths.iter().any(|(judged, _)| *judged == mv) {
                return Err(format!("{mv} is judged twice"));
            }
            let chance: f32 = number(chance)?;
            if !(0.0..=100.0).contains(&chance) {
                return Err(format!("{chance} is no chance in percent"));
            }
            worths.push((mv, Worth { chance, lead: number(lead)? }));
        }
        if worths.is_empty() {
            return Err("no move is judged; \"| MOVE CHANCE LEAD\" is expected after the moves".to_owned());
        }
        Ok(Judged::new(moves, position, visits, worths))
    }
}

fn legal(position: &Position, word: &str) -> Result<Move, String> {
    let mv: Move = word.parse().map_err(|why| format!("{word:?} is no move: {why}"))?;
    position.check(mv).map_err(|why| format!("{mv} cannot be played there: {why}"))?;
    Ok(mv)
}

fn number(word: &str) -> Result<f32, String> {
    word.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| format!("{word:?} is no number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "9 5000 E5 C3 G3 | C7 48.12 -0.35 | pass 3.00 -14.00";

    #[test]
    fn a_line_is_read_and_written_the_same() {
        let judged: Judged = LINE.parse().expect("a position");
        assert_eq!(judged.to_string(), LINE);
        let [best, pass] = ["C7", "pass"].map(|text| text.parse().expect("a move"));
        assert_eq!(judged.best(), (best, Worth { chance: 48.12, lead: -0.35 }));
        assert_eq!(judged.worth(pass), Some(Worth { chance: 3.0, lead: -14.0 }));
        assert_eq!(judged.worth("D4".parse().expect("a move")), None);
        assert_eq!(judged.position.recent_moves().next(), judged.moves.last().copied(), "its past is there");
    }

    #[test]
    fn the_best_move_comes_first_wherever_it_stood() {
        let judged: Judged = "9 0 | C7 48 1 | D4 52 -1".parse().expect("a position");
        assert_eq!(judged.to_string(), "9 0 | D4 52.00 -1.00 | C7 48.00 1.00");
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        for (line, wrong) in [
            ("", "nothing stands here"),
            ("99 5000 | C7 48 0", "\"99\" is no width"),
            ("9", "the visits of the judge are missing"),
            ("9 many | C7 48 0", "\"many\" is no number of visits"),
            ("9 5000 E5 E5 | C7 48 0", "E5 cannot be played there"),
            ("9 5000 T19 | C7 48 0", "T19 cannot be played there"),
            ("9 5000 5E | C7 48 0", "\"5E\" is no move"),
            ("9 5000 pass pass | C7 48 0", "the game is over"),
            ("9 5000 E5", "no move is judged"),
            ("9 5000 E5 | C7 48", "\"C7 48\" is not a move, its chance and its lead"),
            ("9 5000 E5 | E5 48 0", "E5 cannot be played there"),
            ("9 5000 E5 | C7 480 0", "480 is no chance"),
            ("9 5000 E5 | C7 48 far", "\"far\" is no number"),
            ("9 5000 E5 | C7 48 0 | C7 47 0", "C7 is judged twice"),
        ] {
            let why = line.parse::<Judged>().expect_err(line);
            assert!(why.contains(wrong), "{line:?}: {why}");
        }
    }
}
