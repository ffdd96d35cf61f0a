//! One's own mistakes, asked line by line.

use std::io::{self, Write};

use players::analyst::Solution;
use search::Stop;
use store::{Deck, HERE, Preferences};
use study::deck::Answer;
use table::Message;
use table::view::Wanted;
use words::{Lang, Words};

use super::read::{Wish, aligne4_move};
use super::talk::{Gone, Talk, is_back};
use super::{Ears, Manner, show};
use crate::Desk;
use crate::exercise::{Exercise, answer_of};

/// What is due, card by card, until nothing is or somebody leaves. `Ok` holds the number of the signal that ended it, if one did.
pub fn deck(
    desk: &Desk,
    lang: Lang,
    options: Preferences,
    manner: Manner,
    ears: &mut Ears,
    out: &mut dyn Write,
) -> io::Result<Option<i32>> {
    let mut talk = Talk { desk, words: Words::new(lang), options, manner, ears, out };
    match talk.deck() {
        Ok(()) => Ok(None),
        Err(Gone::Ended(signal)) => Ok(signal),
        Err(Gone::Output(problem)) => Err(problem),
    }
}

/// The words for a hint, for the answer, and for the next card, English and French.
const HINT: [&str; 2] = ["hint", "indice"];
const ANSWER: [&str; 3] = ["answer", "réponse", "reponse"];
const NEXT: [&str; 4] = ["next", "n", "suivant", "s"];

impl Talk<'_> {
    /// The cards that are due, one after the other.
    pub(super) fn deck(&mut self) -> Result<(), Gone> {
        let store = &*self.desk.store;
        let is_empty = Deck::new(store, HERE).list().is_ok_and(|cards| cards.is_empty());
        if is_empty {
            return self.tell("deck-empty");
        }
        loop {
            let now_ms = self.desk.now_ms();
            let due = Deck::new(store, HERE).due(now_ms).unwrap_or_default();
            match Exercise::due(store, now_ms) {
                Ok(Some(exercise)) => {
                    let said = self.words.say("deck-due", &[("count", (due as i64).into())]);
                    self.line(&format!("\n{said}"))?;
                    if !self.card(&exercise)? {
                        return Ok(());
                    }
                }
                Ok(None) => return self.tell("deck-done"),
                Err(why) => return self.message(&why),
            }
        }
    }

    /// One card; whether to go on.
    fn card(&mut self, exercise: &Exercise) -> Result<bool, Gone> {
        let view = exercise.way.view(exercise.moment, &Wanted::default(), true);
        let board = show::board(&self.words, &view, self.manner, false);
        self.write(&board)?;
        for message in [Some(exercise.task()), exercise.played()].into_iter().flatten() {
            self.message(&message)?;
        }
        self.tell("deck-help")?;
        let (mut was_helped, mut is_noted) = (false, false);
        loop {
            let line = self.hear("")?;
            let word = line.trim().to_lowercase();
            if is_back(&word) {
                return Ok(false);
            }
            if NEXT.contains(&word.as_str()) && is_noted {
                return Ok(true);
            }
            if word.is_empty() || NEXT.contains(&word.as_str()) {
                self.tell("deck-help")?;
            } else if HINT.contains(&word.as_str()) {
                was_helped = true;
                self.told(exercise, true)?;
            } else if ANSWER.contains(&word.as_str()) {
                is_noted = self.note(exercise, is_noted, Answer::Missed)?;
                self.told(exercise, false)?;
            } else {
                let Wish::Move(text) = aligne4_move(&self.words, &view, None, line.trim()) else {
                    self.tell("choose-piece")?;
                    continue;
                };
                if let Err(why) = exercise.check(&text) {
                    self.message(&why)?;
                    continue;
                }
                let Some(trial) = exercise.attempt(&*self.desk.store, &text, &Stop::new()) else { continue };
                is_noted = self.note(exercise, is_noted, answer_of(&trial, was_helped))?;
                for message in trial.said() {
                    self.message(&message)?;
                }
                if trial.is_right() {
                    return Ok(true);
                }
            }
        }
    }

    /// Says the answer, or hints at it.
    fn told(&mut self, exercise: &Exercise, is_hint: bool) -> Result<(), Gone> {
        let judgement = exercise.judge(&*self.desk.store, &Stop::new());
        let solution = judgement.as_ref().and_then(|known| Solution::new(&exercise.way, exercise.moment, known));
        let Some(solution) = solution else { return Ok(()) };
        let hint = || solution.hint().unwrap_or_else(|| Message::new("exercise-no-hint"));
        self.message(&if is_hint { hint() } else { solution.said() })
    }

    /// The first answer counts.
    fn note(&mut self, exercise: &Exercise, is_noted: bool, answer: Answer) -> Result<bool, Gone> {
        if !is_noted && let Err(why) = exercise.note(&*self.desk.store, answer, self.desk.now_ms()) {
            self.message(&why)?;
        }
        Ok(true)
    }
}
