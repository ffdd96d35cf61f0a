//! One puzzle: what is asked, what an answer is, and the page with what came of it. The first try at one counts.

use std::sync::Arc;

use maud::Markup;
use players::analyst::Spot;
use players::puzzles::{Given, Posed};
use study::Notebook;
use study::puzzle::{Puzzle, Standing};
use table::view::Wanted;
use table::{Kind, Message};

use crate::exercise::{Want, Wish, exercise};
use crate::puzzles::{PuzzleFacts, puzzle_facts, puzzle_title};
use crate::{Context, Exercise, Mood};

/// A puzzle that somebody looks at.
#[derive(Clone, Debug)]
pub struct PuzzlePage {
    kind: Kind,
    number: usize,
    posed: Posed,
    /// The position that the solution begins in: where a mistake is to be found, the one in which it was made.
    spot: Spot,
}

/// What an answer is.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// Whether it is right, where it counts as a try.
    pub is_right: Option<bool>,
    /// What has to be thought about before more can be told: a position, and a move in it if there is one.
    pub think: Option<(Spot, Option<String>)>,
}

impl PuzzlePage {
    /// The puzzle with this number; or which rule a move of it breaks, which none that was checked does.
    pub fn new(kind: Kind, number: usize, puzzle: Puzzle) -> Result<PuzzlePage, Message> {
        let posed = Posed::new(puzzle)?;
        let spot = Spot { way: Arc::new(posed.way().clone()), moment: posed.solved_from() };
        Ok(PuzzlePage { kind, number, posed, spot })
    }

    /// Where a puzzle is.
    pub fn address(kind: Kind, number: usize) -> String {
        format!("/puzzle/{kind}/{number}")
    }

    /// Which one it is.
    pub fn which(&self) -> (Kind, usize) {
        (self.kind, self.number)
    }

    /// The puzzle before anything was tried.
    pub fn asked(&self) -> Exercise {
        let PuzzlePage { kind, number, posed, .. } = self;
        let address = PuzzlePage::address(*kind, *number);
        let mut exercise = Exercise::new(address, String::new(), "/learn", posed.way(), posed.asked());
        exercise.task = posed.task();
        if posed.mistake_from().is_some() {
            exercise.view = posed.way().view(posed.asked(), &Wanted::default(), false);
            exercise.said = vec![Message::new("puzzle-mistake-lead")];
        }
        exercise
    }

    /// What is sent as an answer; or what is wrong with it. Who looks has not found it, nor who plays on before an answer.
    pub fn tried(&self, wish: &Wish) -> Result<Tried, Message> {
        if !wish.played().is_empty() {
            let spot = wish.spot(&self.spot)?;
            if let Some(mv) = &wish.play {
                spot.way.branch(spot.moment, &[mv])?;
            }
            return Ok(Tried { is_right: Some(false), think: Some((spot, wish.play.clone())) });
        }
        Ok(match (&wish.play, wish.want) {
            (Some(text), _) => {
                let Given { answer, is_right } = self.posed.given(text)?;
                let has_refutation = !is_right && self.posed.mistake_from().is_none();
                let think = has_refutation.then(|| (self.spot.clone(), Some(answer)));
                Tried { is_right: Some(is_right), think }
            }
            (None, Some(Want::Answer)) => Tried { is_right: Some(false), think: None },
            (None, _) => Tried::default(),
        })
    }

    /// The puzzle with what is known of what was tried or asked.
    pub fn shown(&self, wish: &Wish, known: &dyn Notebook) -> Result<Exercise, Message> {
        let (posed, exercise) = (&self.posed, self.asked());
        if !wish.played().is_empty() {
            return exercise.shown(&self.spot, wish, known);
        }
        if let Some(text) = &wish.play {
            return Ok(match posed.given(text) {
                Ok(given) if given.is_right => self.right(exercise, &given.answer, wish.step),
                Ok(given) => self.wrong(exercise, &given, wish.step, known),
                Err(refused) => Exercise { refused: Some(refused), ..exercise },
            });
        }
        Ok(match wish.want {
            Some(Want::Hint) => Exercise { said: posed.hint(), has_hint: false, ..exercise },
            Some(Want::Answer) => {
                let line = posed.solution().map(|solution| solution.line().to_vec()).unwrap_or_default();
                let (from, what) = ((posed.way(), posed.solved_from()), ("want", "answer".to_owned()));
                exercise.answered((Mood::Shown, posed.solved()), from, &line, wish.step, what)
            }
            None => match (posed.mistake_from(), wish.step) {
                // The game is looked through before one says which move it was.
                (Some(_), Some(step)) => {
                    let view = posed.way().view(step.min(posed.asked()), &Wanted::default(), false);
                    Exercise { view, ..exercise }
                }
                _ => exercise,
            },
        })
    }

    fn right(&self, exercise: Exercise, answer: &str, step: Option<usize>) -> Exercise {
        let posed = &self.posed;
        let line = if posed.mistake_from().is_some() { posed.puzzle().line.clone() } else { posed.line_after(answer) };
        let what = ("play", answer.to_owned());
        let said = (Mood::Right, posed.right(answer));
        exercise.answered(said, (posed.way(), posed.solved_from()), &line, step, what)
    }

    fn wrong(&self, exercise: Exercise, given: &Given, step: Option<usize>, known: &dyn Notebook) -> Exercise {
        let posed = &self.posed;
        if posed.mistake_from().is_some() {
            return Exercise { mood: Mood::Wrong, said: posed.wrong(given, None), ..exercise };
        }
        match self.spot.known_trial(known, &given.answer) {
            Ok(Some(trial)) => {
                let answered = trial.line().iter().cloned();
                let line: Vec<String> = std::iter::once(given.answer.clone()).chain(answered).collect();
                let said = (Mood::Wrong, posed.wrong(given, Some(&trial)));
                let what = ("play", given.answer.clone());
                exercise.answered(said, (posed.way(), posed.asked()), &line, step, what)
            }
            Ok(None) => exercise.waits(("play", given.answer.clone())),
            Err(refused) => Exercise { refused: Some(refused), ..exercise },
        }
    }

    /// The page, with what stands beside the board and where one can go from there.
    pub fn page(&self, context: &Context<'_>, mut shown: Exercise, standing: &Standing) -> Markup {
        let is_done = matches!(shown.mood, Mood::Right | Mood::Shown) || !shown.played.is_empty();
        shown.ways_on = vec![
            (format!("/puzzles/{}/next", self.kind), "puzzle-next", is_done),
            ("/puzzles".to_owned(), "puzzle-all", false),
        ];
        let listed =
            self.posed.mistake_from().filter(|_| !is_done).map(|from| (from, self.posed.puzzle().moves.clone()));
        let puzzle = self.posed.puzzle().clone();
        let facts = PuzzleFacts { number: self.number, puzzle, standing: standing.clone(), listed };
        shown.title = puzzle_title(context, &facts);
        shown.aside = Some(puzzle_facts(context, &shown.address, &facts));
        exercise(context, &shown)
    }
}
