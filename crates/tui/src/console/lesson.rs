//! First lessons, line by line.

use study::lesson::{Attempt, steps};
use table::{Kind, Message};

use super::read::{Wish, aligne4_move};
use super::show;
use super::talk::{Gone, Talk, is_back};

/// The words for being shown, and for the next step and the one before, English and French.
const ANSWER: [&str; 5] = ["answer", "réponse", "reponse", "solution", "!"];
const NEXT: [&str; 5] = ["", "next", "n", "suivant", "s"];
const PREVIOUS: [&str; 4] = ["previous", "p", "précédent", "precedent"];

impl Talk<'_> {
    /// The lesson of a game that is chosen first.
    pub(super) fn lessons(&mut self) -> Result<(), Gone> {
        let label = self.words.say("home-lessons", &[]);
        if let Some(at) = self.choose(&label, &Kind::ALL.map(|kind| kind.name().to_owned()), None)? {
            let mut step = Some(0);
            while let Some(attempt) = step.and_then(|step| Attempt::new(Kind::ALL[at], step)) {
                step = self.lesson(attempt)?;
            }
        }
        Ok(())
    }

    /// One step; which one comes next, if any does.
    fn lesson(&mut self, mut attempt: Attempt) -> Result<Option<usize>, Gone> {
        let step = attempt.step();
        let place = [("step", (step as i64 + 1).into()), ("of", (steps(attempt.kind()) as i64).into())];
        let place = self.words.say("lesson-step", &place);
        self.line(&format!("\n{place}"))?;
        self.show_lesson(&attempt)?;
        self.tell("lesson-words")?;
        while !attempt.is_done() {
            let line = self.hear("")?;
            let said = line.trim().to_lowercase();
            match said.as_str() {
                said if is_back(said) => return Ok(None),
                // An empty line passes over nothing that is not done.
                "" => self.tell("lesson-words")?,
                said if NEXT.contains(&said) => return Ok(Some(step + 1)),
                said if PREVIOUS.contains(&said) => return Ok(Some(step.saturating_sub(1))),
                said if ANSWER.contains(&said) => {
                    let shown = attempt.answer().map(|mv| attempt.kind().told_move(&mv));
                    let shown = shown.map(|mv| Message::new("lesson-shown").with("move", mv));
                    shown.iter().try_for_each(|message| self.message(message))?;
                }
                _ => self.try_step(&mut attempt, line.trim())?,
            }
        }
        if step + 1 == steps(attempt.kind()) {
            return Ok(None);
        }
        self.tell("lesson-on")?;
        let said = self.hear("")?.trim().to_lowercase();
        Ok((!is_back(&said)).then_some(if PREVIOUS.contains(&said.as_str()) {
            step.saturating_sub(1)
        } else {
            step + 1
        }))
    }

    fn try_step(&mut self, attempt: &mut Attempt, text: &str) -> Result<(), Gone> {
        let Wish::Move(text) = aligne4_move(&self.words, &attempt.view(None), None, text) else {
            return self.tell("choose-piece");
        };
        let before = attempt.moves().len();
        let said = attempt.play(&text).map_or_else(|why| why, |came| attempt.said(came));
        if attempt.moves().len() > before {
            let board = show::board(&self.words, &attempt.view(None), self.manner, false);
            self.write(&board)?;
        }
        self.message(&said)
    }

    fn show_lesson(&mut self, attempt: &Attempt) -> Result<(), Gone> {
        let board = show::board(&self.words, &attempt.view(None), self.manner, false);
        self.write(&board)?;
        self.message(&attempt.task())
    }
}
