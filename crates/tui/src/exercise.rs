//! A position in which a move is asked for: tried again from a review, a card of one's deck, a puzzle, or wherever one has played on to from
//! there. Both faces of the terminal ask it alike.

use std::sync::Arc;

use players::analyst::{Attempt, Solution, Trial, judged};
use players::puzzles::{Given, Posed};
use search::{Resources, Stop};
use store::deck::Held;
use store::{Deck, HERE, Judgements, PaperId, Store, puzzles};
use study::deck::Answer;
use study::puzzle::Collection;
use study::{Effort, Job, Judgement};
use table::view::{View, Wanted};
use table::{AnyWay, Kind, Message, Review};

/// How hard answers are looked at, as reviews are.
const EFFORT: Effort = Effort::Normal;

/// A position in which a move is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Exercise {
    way: Arc<AnyWay>,
    moment: usize,
    /// The position in which it was asked first; later ones were played on to.
    first: usize,
    source: Source,
}

/// Where an exercise comes from.
#[derive(Clone, Debug)]
enum Source {
    /// A place in a game, or one that was played on to: how it is answered is noted nowhere.
    Place,
    /// A card, and the move that was a mistake.
    Card(PaperId, String),
    /// The puzzle of this number.
    Puzzle(Box<Posed>, usize),
}

/// What came of a move that was tried, or of the wish to be told.
#[derive(Clone, Debug)]
pub(crate) struct Came {
    /// Whether the move was right; nothing where one was told.
    pub(crate) is_right: Option<bool>,
    pub(crate) said: Vec<Message>,
    /// What was played from the first position on and what is expected after it, and how far one looks along it; nothing where a mistake is
    /// still to be found.
    pub(crate) seen: Option<(AnyWay, usize)>,
}

impl Exercise {
    fn new(way: AnyWay, moment: usize, source: Source) -> Exercise {
        Exercise { way: Arc::new(way), moment, first: moment, source }
    }

    /// From where somebody stands in a game or a record.
    pub(crate) fn of_review(review: &Review) -> Result<Exercise, Message> {
        let way = review.way()?;
        let moment = way.at(review.here());
        if way.is_forced(moment) {
            return Err(Message::new("exercise-no-choice"));
        }
        Ok(Exercise::new(way, moment, Source::Place))
    }

    /// A card of a deck.
    pub(crate) fn of_card(held: &Held) -> Result<Exercise, Message> {
        let way = held.card.way()?;
        let moment = way.len() - 1;
        Ok(Exercise::new(way, moment, Source::Card(held.heading.id, held.card.played.clone())))
    }

    /// The card that is due, if one is.
    pub(crate) fn due(store: &dyn Store, now_ms: u64) -> Result<Option<Exercise>, Message> {
        let deck = Deck::new(store, HERE);
        let find = || match deck.next(now_ms)? {
            Some(id) => deck.find(id),
            None => Ok(None),
        };
        let held = find().map_err(|error: store::Error| error.message())?;
        held.as_ref().map(Exercise::of_card).transpose()
    }

    /// The puzzle of this number, if there is one.
    pub(crate) fn puzzle(kind: Kind, number: usize) -> Option<Exercise> {
        let posed = Posed::new(Collection::shipped(kind).puzzle(number)?).ok()?;
        let (way, moment) = (posed.way().clone(), posed.asked());
        Some(Exercise::new(way, moment, Source::Puzzle(Box::new(posed), number)))
    }

    /// The same further on: at a position of what was seen, from which one plays on.
    pub(crate) fn at(seen: &AnyWay, at: usize) -> Exercise {
        Exercise { first: 0, ..Exercise::new(seen.clone(), at, Source::Place) }
    }

    /// The puzzle that it is, if it is one.
    fn posed(&self) -> Option<&Posed> {
        match &self.source {
            Source::Puzzle(posed, _) => Some(posed),
            Source::Place | Source::Card(..) => None,
        }
    }

    /// Whether a move is asked for, and not which one was a mistake.
    pub(crate) fn wants_move(&self) -> bool {
        self.posed().is_none_or(|posed| posed.mistake_from().is_none())
    }

    /// The moves among which a mistake is to be found, with their numbers; none where a move is asked for.
    pub(crate) fn suspects(&self) -> impl Iterator<Item = (usize, &str)> {
        let from = self.posed().and_then(Posed::mistake_from);
        let moves = self.posed().map_or(&[][..], |posed| &posed.puzzle().moves);
        let numbered = (1..).zip(moves).map(|(number, mv)| (number, mv.as_str()));
        numbered.filter(move |(number, _)| from.is_some_and(|from| *number >= from))
    }

    /// The board.
    pub(crate) fn view(&self) -> View {
        self.way.view(self.moment, &Wanted::default(), self.wants_move())
    }

    /// What is asked.
    pub(crate) fn task(&self) -> Message {
        let usual = || Message::new("exercise-task").with("player", self.way.kind().side(self.way.turn(self.moment)));
        self.posed().map_or_else(usual, Posed::task)
    }

    /// The move that was a mistake, where it is a card.
    pub(crate) fn played(&self) -> Option<Message> {
        let Source::Card(_, mv) = &self.source else { return None };
        Some(Message::new("deck-played").with("move", self.way.kind().told_move(mv)))
    }

    /// What is wrong with an answer, before anybody thinks about it.
    pub(crate) fn check(&self, text: &str) -> Result<(), Message> {
        match self.posed() {
            Some(posed) => posed.given(text).map(drop),
            None => self.way.branch(self.moment, &[text]).map(drop),
        }
    }

    /// What comes of an answer; nothing if the thinking was stopped.
    pub(crate) fn attempt(&self, store: &dyn Store, text: &str, stop: &Stop) -> Option<Came> {
        let Some(posed) = self.posed() else {
            let trial = self.trial(store, text, stop)?;
            return Some(self.came(Some(trial.is_right()), trial.said(), &line(&trial)));
        };
        let given = posed.given(text).ok()?;
        match &given {
            Given { is_right: true, answer } => {
                let line = if self.wants_move() { posed.line_after(answer) } else { posed.puzzle().line.clone() };
                Some(self.came(Some(true), posed.right(answer), &line))
            }
            _ if !self.wants_move() => {
                Some(Came { is_right: Some(false), said: posed.wrong(&given, None), seen: None })
            }
            Given { answer, .. } => {
                let trial = self.trial(store, answer, stop)?;
                Some(self.came(Some(false), posed.wrong(&given, Some(&trial)), &line(&trial)))
            }
        }
    }

    /// What a move is worth, by the machine.
    fn trial(&self, store: &dyn Store, text: &str, stop: &Stop) -> Option<Trial> {
        let before = self.judge(store, stop)?;
        let attempt = Attempt::new(&self.way, self.moment, &before, EFFORT, text).ok()?;
        attempt.settled_by(|way, moment, effort| {
            let job = Job { moment, effort };
            judged(way, job, &mut None, &Resources::of_this_machine(), &Judgements(store), stop)
        })
    }

    fn judge(&self, store: &dyn Store, stop: &Stop) -> Option<Judgement> {
        let job = Job { moment: self.moment, effort: EFFORT };
        judged(&self.way, job, &mut None, &Resources::of_this_machine(), &Judgements(store), stop)
    }

    /// The answer; nothing if the thinking was stopped, or if the game is over.
    pub(crate) fn answer(&self, store: &dyn Store, stop: &Stop) -> Option<Came> {
        if let Some(posed) = self.posed() {
            let line = posed.solution().map(|solution| solution.line().to_vec()).unwrap_or_default();
            return Some(self.came(None, posed.solved(), &line));
        }
        let judgement = self.judge(store, stop)?;
        let solution = Solution::new(&self.way, self.moment, &judgement)?;
        Some(self.came(None, vec![solution.said()], solution.line()))
    }

    /// A hint; nothing if the thinking was stopped, or if the game is over.
    pub(crate) fn hint(&self, store: &dyn Store, stop: &Stop) -> Option<Vec<Message>> {
        if let Some(posed) = self.posed() {
            return Some(posed.hint());
        }
        let judgement = self.judge(store, stop)?;
        let solution = Solution::new(&self.way, self.moment, &judgement)?;
        Some(vec![solution.hint().unwrap_or_else(|| Message::new("exercise-no-hint"))])
    }

    /// What came of a line: all that was played until it, and how it is answered on the board.
    fn came(&self, is_right: Option<bool>, said: Vec<Message>, line: &[String]) -> Came {
        let (first, moment) = match self.posed() {
            Some(posed) => (posed.solved_from(), posed.solved_from()),
            None => (self.first, self.moment),
        };
        let path: Vec<String> = (first..moment).filter_map(|at| self.way.played(at)).collect();
        let moves: Vec<&str> = path.iter().chain(line).map(String::as_str).collect();
        let seen = self.way.branch(first, &moves).ok().map(|way| {
            let at = way.next_turn(path.len());
            (way, at)
        });
        Came { is_right, said, seen }
    }

    /// Notes how it was answered, if that is noted anywhere.
    pub(crate) fn note(&self, store: &dyn Store, answer: Answer, now_ms: u64) -> Result<(), Message> {
        let noted = match &self.source {
            Source::Place => Ok(()),
            Source::Card(id, _) => Deck::new(store, HERE).answer(*id, answer, now_ms).map(drop),
            Source::Puzzle(posed, number) => {
                let (which, is_right) = ((posed.way().kind(), *number), answer != Answer::Missed);
                puzzles::tried(store, HERE, which, is_right, now_ms).map(drop)
            }
        };
        noted.map_err(|error| error.message())
    }
}

/// The moves until a position.
pub(crate) fn moves(way: &AnyWay, at: usize) -> Vec<String> {
    (0..at).filter_map(|step| way.played(step)).collect()
}

/// A move that was tried, and what is expected after it.
fn line(trial: &Trial) -> Vec<String> {
    std::iter::once(trial.mv()).chain(trial.line().iter().cloned()).collect()
}

impl Came {
    /// How it counts; who is told has not found it.
    pub(crate) fn counts(&self, was_helped: bool) -> Answer {
        match (self.is_right, was_helped) {
            (Some(true), false) => Answer::Found,
            (Some(true), true) => Answer::Helped,
            _ => Answer::Missed,
        }
    }
}
