//! A puzzle as a person meets it: the position on a way, what is asked, what an answer is worth, what can be hinted at. Every face asks
//! this; what a wrong move loses, the [analyst](crate::analyst::Attempt) says.

use search::Score;
use study::puzzle::{Puzzle, Task};
use study::{Judged, Judgement};
use table::{AnyWay, Kind, Message};

use crate::analyst::{Solution, Trial};

/// A puzzle that is put to somebody.
#[derive(Clone, Debug)]
pub struct Posed {
    puzzle: Puzzle,
    way: AnyWay,
    /// The position that the solution begins in.
    moment: usize,
    /// What is known of that position: the answers, and best play.
    known: Judgement,
}

/// An answer that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// As it is written in the game's notation; the number of a move where a mistake is to be found.
    pub answer: String,
    /// Whether it is right.
    pub is_right: bool,
}

impl Posed {
    /// This puzzle; or which rule a move of it breaks, which none that was checked does.
    pub fn new(puzzle: Puzzle) -> Result<Posed, Message> {
        let way = puzzle.way()?;
        let mistake = matches!(puzzle.task, Task::Mistake { .. });
        let number = puzzle.answers.first().and_then(|answer| answer.parse::<usize>().ok()).filter(|_| mistake);
        let moment = number.map_or(way.len() - 1, |number| number.saturating_sub(1)).min(way.len() - 1);
        let line = with_passes(&way, moment, &puzzle.line);
        let score = match puzzle.task {
            Task::Win | Task::WinIn { .. } => Score::Exact { margin: 1, plies: None },
            Task::Hold => Score::Exact { margin: 0, plies: None },
            _ => Score::Margin(0.0),
        };
        let answers = puzzle.answers.iter().filter(|answer| !mistake && Some(*answer) != line.first());
        let lines = std::iter::once(line.clone()).chain(answers.map(|answer| vec![answer.clone()]));
        let moves = lines.filter(|line| !line.is_empty()).map(|line| Judged { line, score, visits: 0 });
        let known =
            Judgement { turn: way.turn(moment), score, moves: moves.collect(), ownership: Vec::new(), nodes: 0 };
        Ok(Posed { puzzle, way, moment, known })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The way to the position that is shown, its last; where a mistake is to be found, the game.
    pub fn way(&self) -> &AnyWay {
        &self.way
    }

    /// The position on the way in which a move is asked for: the last one.
    pub fn asked(&self) -> usize {
        self.way.len() - 1
    }

    /// The position on the way that the solution begins in: where a mistake is to be found, the one in which it was made.
    pub fn solved_from(&self) -> usize {
        self.moment
    }

    /// The first of the moves among which a mistake is to be found, by its number from 1; none where a move is asked for.
    pub fn mistake_from(&self) -> Option<usize> {
        match self.puzzle.task {
            Task::Mistake { from } => Some(usize::from(from)),
            _ => None,
        }
    }

    /// What is asked.
    pub fn task(&self) -> Message {
        self.puzzle.task.message().with("player", self.way.kind().side(self.way.turn(self.asked())))
    }

    /// What an answer is worth, as a person writes it: a move, or the number of one. Or why it is none.
    pub fn given(&self, text: &str) -> Result<Given, Message> {
        let answer = match self.mistake_from() {
            Some(from) => {
                let number = text.trim().trim_end_matches('.').parse::<usize>().ok();
                let last = self.puzzle.moves.len();
                let number = number.filter(|number| (from..=last).contains(number));
                let refused = || Message::new("puzzle-no-such-move").with("from", from as i64).with("to", last as i64);
                number.ok_or_else(refused)?.to_string()
            }
            None => self.way.branch(self.asked(), &[text])?.played(0).unwrap_or_default(),
        };
        let is_right = self.puzzle.is_right(&answer);
        Ok(Given { answer, is_right })
    }

    /// The solution.
    pub fn solution(&self) -> Option<Solution<'_>> {
        Solution::new(&self.way, self.moment, &self.known)
    }

    /// Best play after a right answer, which comes first.
    pub fn line_after(&self, answer: &str) -> Vec<String> {
        self.known.of(answer).map_or_else(|| vec![answer.to_owned()], |judged| judged.line.clone())
    }

    /// What is said of a right answer.
    pub fn right(&self, answer: &str) -> Vec<Message> {
        if self.mistake_from().is_some() {
            return self.solved();
        }
        vec![Message::new("study-right").with("move", self.way.kind().told_move(answer))]
    }

    /// What is said of a wrong one, with what the machine thinks of it if it was asked. Where it sees no difference, the puzzle was looked
    /// at longer.
    pub fn wrong(&self, given: &Given, trial: Option<&Trial>) -> Vec<Message> {
        if self.mistake_from().is_some() {
            return vec![Message::new("puzzle-no-mistake").with("number", given.answer.as_str())];
        }
        match trial.filter(|trial| !trial.is_right()) {
            Some(trial) => trial.said(),
            None => vec![Message::new("puzzle-wrong").with("move", self.way.kind().told_move(&given.answer))],
        }
    }

    /// The solution in words.
    pub fn solved(&self) -> Vec<Message> {
        let kind = self.way.kind();
        if let (Some(_), Some(number)) = (self.mistake_from(), self.puzzle.answers.first()) {
            let played = self.way.played(self.moment).unwrap_or_default();
            let better = self.puzzle.line.first().map(String::as_str).unwrap_or_default();
            let said = Message::new("puzzle-mistake").with("number", number.as_str());
            return vec![said.with("move", kind.told_move(&played)).with("better", kind.told_move(better))];
        }
        self.solution().map(|solution| solution.said()).into_iter().collect()
    }

    /// What narrows it down without being the answer: what the move does, where it is.
    pub fn hint(&self) -> Vec<Message> {
        let kind = self.way.kind();
        if self.mistake_from().is_some() {
            return vec![Message::new("puzzle-hint-player").with("player", kind.side(self.way.turn(self.moment)))];
        }
        let deed = self.solution().and_then(|solution| solution.hint());
        let place = match (kind, self.puzzle.answers.first()) {
            (Kind::Go | Kind::Othello, Some(answer)) => self.region(answer),
            (Kind::Aligne4, Some(answer)) if answer.len() == 3 => {
                Some(Message::new("puzzle-hint-piece").with("piece", piece(&answer[..1])))
            }
            _ => None,
        };
        let said: Vec<Message> = deed.into_iter().chain(place).collect();
        if said.is_empty() { vec![Message::new("exercise-no-hint")] } else { said }
    }

    /// Which part of the board a move is in.
    fn region(&self, answer: &str) -> Option<Message> {
        const NAMES: [[&str; 3]; 3] = [
            ["compass-north-west", "compass-north", "compass-north-east"],
            ["compass-west", "compass-centre", "compass-east"],
            ["compass-south-west", "compass-south", "compass-south-east"],
        ];
        let view = self.way.view(self.asked(), &table::view::Wanted::default(), false);
        let width = view.board.columns.len();
        let at = view.board.cells.iter().position(|cell| cell.name == answer)?;
        let third = |line: usize| (3 * line / width).min(2);
        let region = Message::new(NAMES[third(at / width)][third(at % width)]);
        Some(Message::new("puzzle-hint-region").with("region", region))
    }
}

/// How people call a piece of Aligne 4 with this digit.
fn piece(digit: &str) -> Message {
    Message::new(format!("aligne4-piece-{digit}"))
}

/// A line with the passes that the rules force, which are not written in a puzzle.
fn with_passes(way: &AnyWay, moment: usize, line: &[String]) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for mv in line {
        let is_legal = |moves: &[String]| {
            let texts: Vec<&str> = moves.iter().map(String::as_str).chain([mv.as_str()]).collect();
            way.branch(moment, &texts).is_ok()
        };
        if !is_legal(&moves) {
            moves.push("pass".to_owned());
        }
        if !is_legal(&moves) {
            moves.pop();
            break;
        }
        moves.push(mv.clone());
    }
    moves
}
