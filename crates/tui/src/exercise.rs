//! A position in which a move is asked for: tried again from a review, or from one's deck. Both faces of the terminal ask it alike.

use std::sync::Arc;

use players::analyst::{Attempt, Trial, judged};
use search::{Resources, Stop};
use store::deck::Held;
use store::{Deck, HERE, Judgements, PaperId, Store};
use study::deck::Answer;
use study::{Effort, Job, Judgement};
use table::{AnyWay, Message, Review};

/// How hard answers are looked at, as reviews are.
const EFFORT: Effort = Effort::Normal;

/// A position in which a move is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Exercise {
    pub(crate) way: Arc<AnyWay>,
    pub(crate) moment: usize,
    /// The card that it is, if it is one, and the move that was a mistake.
    pub(crate) card: Option<(PaperId, String)>,
}

impl Exercise {
    /// From where somebody stands in a game or a record.
    pub(crate) fn of_review(review: &Review) -> Result<Exercise, Message> {
        let way = review.way()?;
        let moment = way.at(review.here());
        if way.is_forced(moment) {
            return Err(Message::new("exercise-no-choice"));
        }
        Ok(Exercise { way: Arc::new(way), moment, card: None })
    }

    /// A card of a deck.
    pub(crate) fn of_card(held: &Held) -> Result<Exercise, Message> {
        let way = held.card.way()?;
        let moment = way.len() - 1;
        Ok(Exercise { way: Arc::new(way), moment, card: Some((held.heading.id, held.card.played.clone())) })
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

    /// What is asked.
    pub(crate) fn task(&self) -> Message {
        Message::new("exercise-task").with("player", self.way.kind().side(self.way.turn(self.moment)))
    }

    /// The move that was a mistake, where it is a card.
    pub(crate) fn played(&self) -> Option<Message> {
        let (_, mv) = self.card.as_ref()?;
        Some(Message::new("deck-played").with("move", self.way.kind().told_move(mv)))
    }

    /// What is wrong with a move, before anybody thinks about it.
    pub(crate) fn check(&self, text: &str) -> Result<(), Message> {
        self.way.branch(self.moment, &[text]).map(drop)
    }

    /// What the machine thinks of the position; nothing if it was stopped.
    pub(crate) fn judge(&self, store: &dyn Store, stop: &Stop) -> Option<Judgement> {
        let job = Job { moment: self.moment, effort: EFFORT };
        judged(&self.way, job, &mut None, &Resources::of_this_machine(), &Judgements(store), stop)
    }

    /// What comes of a move; nothing if the thinking was stopped.
    pub(crate) fn attempt(&self, store: &dyn Store, text: &str, stop: &Stop) -> Option<Trial> {
        let before = self.judge(store, stop)?;
        let attempt = Attempt::new(&self.way, self.moment, &before, EFFORT, text).ok()?;
        attempt.settled_by(|way, moment, effort| {
            let job = Job { moment, effort };
            judged(way, job, &mut None, &Resources::of_this_machine(), &Judgements(store), stop)
        })
    }

    /// Notes how a card was answered, if it is one that was due.
    pub(crate) fn note(&self, store: &dyn Store, answer: Answer, now_ms: u64) -> Result<(), Message> {
        let Some((id, _)) = &self.card else { return Ok(()) };
        Deck::new(store, HERE).answer(*id, answer, now_ms).map(drop).map_err(|error| error.message())
    }
}

/// How a move that was tried counts.
pub(crate) fn answer_of(trial: &Trial, was_helped: bool) -> Answer {
    match (trial.is_right(), was_helped) {
        (true, false) => Answer::Found,
        (true, true) => Answer::Helped,
        (false, _) => Answer::Missed,
    }
}
