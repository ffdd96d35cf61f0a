use std::error::Error;
use std::fmt;

use plateau_core::Player;
use table::event::Event;
use table::{AnyTable, AnyWay, Command, Kind, Message, Review};

use super::ground::Ground;
use super::task::Task;
use super::theme::Theme;

/// A position with a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The board and the rules.
    pub ground: Ground,
    /// What is asked.
    pub task: Task,
    /// How hard it is, on the scale of the levels that tried it.
    pub rating: u16,
    /// What it is about, the most telling first; perhaps nothing that has a name.
    pub themes: Vec<Theme>,
    /// The moves that led to the position, in the game's notation, passes that the rules force left out. Where a mistake is to be found,
    /// the whole game.
    pub moves: Vec<String>,
    /// Every answer that is right: moves, or the number of the move that was the mistake.
    pub answers: Vec<String>,
    /// Best play from a right answer on. Where a mistake is to be found, from what should have been played instead of it.
    pub line: Vec<String>,
}

impl Puzzle {
    /// The table with the position, or the rule that a move breaks.
    pub fn table(&self) -> Result<AnyTable, Message> {
        self.table_after(self.moves.len(), &[])
    }

    /// The table after so many of its moves, and these.
    pub fn table_after(&self, moves: usize, then: &[String]) -> Result<AnyTable, Message> {
        let mut table = self.ground.setup().table()?;
        for mv in self.moves.iter().take(moves).chain(then) {
            play(&mut table, mv)?;
        }
        Ok(table)
    }

    /// The way to the position, which is its last moment.
    pub fn way(&self) -> Result<AnyWay, Message> {
        Review::of_game(&self.table()?, None).way()
    }

    /// Whether this is a right answer.
    pub fn is_right(&self, answer: &str) -> bool {
        self.answers.iter().any(|right| right == answer)
    }

    /// Refuses a puzzle that cannot be asked: moves that the rules forbid, no answer, a line that begins with none.
    pub fn check(&self) -> Result<(), Unfit> {
        let table = self.table().map_err(|_| Unfit::Moves)?;
        if let Task::Mistake { from } = self.task {
            self.check_mistake(from)?;
        } else {
            self.check_answers(&table)?;
        }
        if self.task.kind() == self.ground.kind() { Ok(()) } else { Err(Unfit::Task) }
    }

    /// One number of a move that was looked at, and something else to play there.
    fn check_mistake(&self, from: u16) -> Result<(), Unfit> {
        let [answer] = self.answers.as_slice() else { return Err(Unfit::Answers) };
        let number = answer.parse().ok().filter(|number| (from as usize..=self.moves.len()).contains(number));
        let number: usize = number.filter(|&number| number > 0).ok_or(Unfit::Answers)?;
        self.table_after(number - 1, &self.line).map_err(|_| Unfit::Line)?;
        let is_other = self.line.first().is_some_and(|better| *better != self.moves[number - 1]);
        if is_other { Ok(()) } else { Err(Unfit::Line) }
    }

    /// Answers that can be played, and a solution that begins with one.
    fn check_answers(&self, table: &AnyTable) -> Result<(), Unfit> {
        if table.turn().is_none() || self.answers.is_empty() {
            return Err(Unfit::Answers);
        }
        for answer in &self.answers {
            self.table_after(self.moves.len(), std::slice::from_ref(answer)).map_err(|_| Unfit::Answers)?;
        }
        self.table_after(self.moves.len(), &self.line).map_err(|_| Unfit::Line)?;
        let is_solved = self.line.first().is_some_and(|first| self.is_right(first));
        if is_solved { Ok(()) } else { Err(Unfit::Line) }
    }
}

/// Plays a move for whoever's turn it is.
fn play(table: &mut AnyTable, mv: &str) -> Result<(), Message> {
    let turn = table.turn().unwrap_or(Player::Black);
    let actions = table.decide(turn, &Command::Play(mv.to_owned()), 0)?;
    actions.into_iter().try_for_each(|action| table.apply(&Event { at_ms: 0, action }))
}

/// Why a puzzle cannot be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// The text is not one of a puzzle.
    Text,
    /// The question is one of another game.
    Task,
    /// The rules forbid one of the moves that lead to it.
    Moves,
    /// An answer is missing or forbidden.
    Answers,
    /// The solution does not begin with an answer, or the rules forbid it.
    Line,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Text => "this is not a puzzle",
            Unfit::Task => "the question is one of another game",
            Unfit::Moves => "the rules forbid a move that leads to the position",
            Unfit::Answers => "an answer is missing or forbidden",
            Unfit::Line => "the solution does not follow from an answer",
        })
    }
}

impl Error for Unfit {}

/// One line: board, task, rating, themes, moves, answers, solution.
///
/// ```text
/// 9;gain 4;1450;capture ladder;E5 C3 G4;D2;D2 D3 C2
/// ```
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { ground, task, rating, themes, moves, answers, line } = self;
        let themes: Vec<&str> = themes.iter().map(|theme| theme.name()).collect();
        let [themes, moves, answers, line] = [themes.join(" "), moves.join(" "), answers.join(" "), line.join(" ")];
        write!(f, "{};{task};{rating};{themes};{moves};{answers};{line}", ground.board())
    }
}

impl Puzzle {
    /// Reads what [`Display`](fmt::Display) writes of a puzzle of this game. Whether it can be asked, [`Puzzle::check`] says.
    pub fn read(kind: Kind, text: &str) -> Result<Puzzle, Unfit> {
        let fields: Vec<&str> = text.split(';').collect();
        let [board, task, rating, themes, moves, answers, line] = fields.as_slice() else { return Err(Unfit::Text) };
        let words = |field: &str| field.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let themes = themes.split(' ').filter(|word| !word.is_empty()).map(Theme::named);
        Ok(Puzzle {
            ground: Ground::new(kind, board).ok_or(Unfit::Text)?,
            task: Task::read(task).ok_or(Unfit::Text)?,
            rating: rating.parse().map_err(|_| Unfit::Text)?,
            themes: themes.collect::<Option<_>>().ok_or(Unfit::Text)?,
            moves: words(moves),
            answers: words(answers),
            line: words(line),
        })
    }
}
