//! How an exercise stands, and how that changes with what was tried, asked for, and played on.

use maud::Markup;
use players::analyst::{Solution, Trial};
use table::view::{View, Wanted};
use table::{AnyWay, Message};

use crate::line;

/// A board on which a move is asked for.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The address of the page, without a query; answers are sent there, too.
    pub address: String,
    /// What the query of every link says of the place, and every form.
    pub place: Vec<(&'static str, String)>,
    /// What the page is called.
    pub title: String,
    /// Which entry of the way around the site it belongs to.
    pub nav: &'static str,
    /// What is asked.
    pub task: Message,
    /// The moves by which one has played on from the position that was asked; none while one has not.
    pub played: Vec<String>,
    /// The board.
    pub view: View,
    /// How it stands.
    pub mood: Mood,
    /// What is said about that.
    pub said: Vec<Message>,
    /// Why a move could not be tried, if so.
    pub refused: Option<Message>,
    /// What was played on and what is expected, to be looked at step by step.
    pub line: Option<Line>,
    /// What the machine thinks about, as the query says it.
    pub waits_for: Option<(&'static str, String)>,
    /// Whether there may be a hint.
    pub has_hint: bool,
    /// Where one can go from here: an address, the message id of what is there, whether that is what one mostly wants, once something
    /// came of an answer.
    pub ways_on: Vec<(String, &'static str, bool)>,
    /// What else stands beside the board.
    pub aside: Option<Markup>,
}

/// How an exercise stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    /// A move is wanted.
    Open,
    /// A move was tried, or something was asked, and the machine thinks about it.
    Thinking,
    /// The move was right.
    Right,
    /// It was not.
    Wrong,
    /// The answer is shown.
    Shown,
}

/// A line of play that one looks at.
#[derive(Clone, Debug)]
pub struct Line {
    /// The positions, from the one that was asked on.
    pub way: AnyWay,
    /// The one that is shown.
    pub at: usize,
    /// What the query of its links says besides the place and the step: how one has played on, and the move that was tried or that the answer
    /// is wanted.
    pub what: Vec<(&'static str, String)>,
}

/// What an address and a form call the moves by which one has played on.
pub(super) const PLAYED: &str = "line";

/// What is between two moves there.
pub(super) const BETWEEN: &str = ",";

impl Exercise {
    /// A position in which a move is wanted.
    pub fn new(address: String, title: String, nav: &'static str, way: &AnyWay, moment: usize) -> Exercise {
        Exercise {
            address,
            place: Vec::new(),
            title,
            nav,
            task: Message::new("exercise-task").with("player", way.kind().side(way.turn(moment))),
            played: Vec::new(),
            view: way.view(moment, &Wanted::default(), true),
            mood: Mood::Open,
            said: Vec::new(),
            refused: None,
            line: None,
            waits_for: None,
            has_hint: true,
            ways_on: Vec::new(),
            aside: None,
        }
    }

    /// The same further on: one has played on by these moves from the position that was asked.
    #[must_use]
    pub fn played_on(self, way: &AnyWay, moment: usize, played: Vec<String>) -> Exercise {
        let on = Exercise { played, ..self }.along(way, moment, &[], None, None);
        let mover = on.line.as_ref().map(|line| way.kind().side(line.way.turn(line.at)));
        match mover {
            Some(player) => Exercise { task: Message::new("exercise-task-on").with("player", player), ..on },
            None => on,
        }
    }

    /// The same after a move was tried, so many steps along what was played and is expected: by default, with the move and how it is
    /// answered on the board.
    #[must_use]
    pub fn tried(self, way: &AnyWay, moment: usize, trial: &Trial, step: Option<usize>) -> Exercise {
        let mv = trial.mv();
        let moves: Vec<String> = std::iter::once(mv.clone()).chain(trial.line().iter().cloned()).collect();
        let mood = if trial.is_right() { Mood::Right } else { Mood::Wrong };
        self.answered((mood, trial.said()), (way, moment), &moves, step, ("play", mv))
    }

    /// The same with the answer: by default, marked on the board.
    #[must_use]
    pub fn solved(self, way: &AnyWay, moment: usize, solution: &Solution<'_>, step: Option<usize>) -> Exercise {
        let (here, said) = (self.played.len(), vec![solution.said()]);
        let step = step.unwrap_or(here);
        let what = ("want", "answer".to_owned());
        let mut shown = self.answered((Mood::Shown, said), (way, moment), solution.line(), Some(step), what);
        if let Some(line) = shown.line.as_ref().filter(|_| step == here) {
            let hint = solution.line().first().cloned();
            shown.view = line.way.view(here, &Wanted { hint, ..Wanted::default() }, true);
        }
        shown
    }

    /// The same once it is settled: how it stands, what is said, and a line from the position that was asked on, so many steps along it.
    #[must_use]
    pub fn answered(
        self,
        (mood, said): (Mood, Vec<Message>),
        (way, moment): (&AnyWay, usize),
        line: &[String],
        step: Option<usize>,
        what: (&'static str, String),
    ) -> Exercise {
        Exercise { mood, said, ..self }.along(way, moment, line, step, Some(what))
    }

    /// The same with a hint, if there is anything to be hinted at.
    #[must_use]
    pub fn hinted(self, solution: &Solution<'_>) -> Exercise {
        let hint = solution.hint().unwrap_or_else(|| Message::new("exercise-no-hint"));
        Exercise { said: vec![hint], has_hint: false, ..self }
    }

    /// The same while the machine thinks about what was tried or asked.
    #[must_use]
    pub fn waits(self, what: (&'static str, String)) -> Exercise {
        Exercise { mood: Mood::Thinking, waits_for: Some(what), ..self }
    }

    fn along(
        self,
        way: &AnyWay,
        moment: usize,
        moves: &[String],
        step: Option<usize>,
        what: Option<(&'static str, String)>,
    ) -> Exercise {
        let here = self.played.len();
        let expected = &moves[..moves.len().min(line::SHOWN)];
        let all: Vec<&str> = self.played.iter().chain(expected).map(String::as_str).collect();
        // What an engine expected is legal; if it is not, nothing of it is shown.
        let Ok(way) = way.branch(moment, &all).or_else(|_| way.branch(moment, &[])) else { return self };
        let at = step.unwrap_or_else(|| way.next_turn(here.min(way.len() - 1))).min(way.len() - 1);
        let what = named(&self.played).into_iter().chain(what).collect();
        Exercise { view: way.view(at, &Wanted::default(), true), line: Some(Line { way, at, what }), ..self }
    }

    /// Whether a move can be made on the board.
    pub(super) fn is_live(&self) -> bool {
        self.mood == Mood::Open || (self.mood != Mood::Thinking && self.line.is_some())
    }

    /// Whether something is still to be found in the position that was asked.
    pub(super) fn is_unsolved(&self) -> bool {
        self.played.is_empty() && matches!(self.mood, Mood::Open | Mood::Wrong)
    }

    /// The moves until what is shown, as forms and links say them: from there one plays on.
    pub(super) fn until_here(&self) -> Option<(&'static str, String)> {
        match &self.line {
            Some(line) => {
                let moves: Vec<String> = (0..line.at).filter_map(|at| line.way.played(at)).collect();
                named(&moves)
            }
            None => named(&self.played),
        }
    }

    /// What is thought about, as the query says it.
    pub(super) fn waiting(&self) -> Option<Vec<(&'static str, String)>> {
        let what = self.waits_for.clone()?;
        Some(named(&self.played).into_iter().chain([what]).collect())
    }
}

/// Moves that were played on, in a query or a form.
fn named(moves: &[String]) -> Option<(&'static str, String)> {
    (!moves.is_empty()).then(|| (PLAYED, moves.join(BETWEEN)))
}

impl Mood {
    pub(super) const fn id(self) -> &'static str {
        match self {
            Mood::Open => "open",
            Mood::Thinking => "thinking",
            Mood::Right => "right",
            Mood::Wrong => "wrong",
            Mood::Shown => "shown",
        }
    }
}
