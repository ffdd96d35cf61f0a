//! A move is asked for, line by line: the cards of one's deck, puzzles. What came of it is played on from, as long as one likes.

use search::Stop;
use store::{Deck, HERE};
use table::view::View;
use table::{AnyWay, Kind};

use super::read::{Wish, aligne4_move};
use super::show;
use super::talk::{Gone, Talk, is_back};
use crate::exercise::{Exercise, moves};
use crate::puzzles::Puzzles;

/// What can be said instead of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Hint,
    Answer,
    /// One move back.
    Undo,
    /// Once more from the beginning.
    Again,
    Next,
    Board,
}

/// The words, English and French; both always work, so that a script works everywhere.
const WORDS: [(&[&str], Word); 6] = [
    (&["hint", "indice", "conseil"], Word::Hint),
    (&["answer", "réponse", "reponse", "solution"], Word::Answer),
    (&["undo", "u", "annuler"], Word::Undo),
    (&["again", "encore", "recommencer"], Word::Again),
    (&["next", "n", "suivant", "s"], Word::Next),
    (&["board", "plateau"], Word::Board),
];

/// What was tried so far.
struct Course<'a> {
    asked: &'a Exercise,
    /// What was played and is expected, and how far one has come along it; nothing before the first answer.
    seen: Option<(AnyWay, usize)>,
    /// Whether what was asked was found, or told.
    is_settled: bool,
    was_helped: bool,
    is_noted: bool,
}

impl Course<'_> {
    /// Where a move is asked for now: in the exercise itself, or further on.
    fn here(&self) -> Exercise {
        match &self.seen {
            Some((way, at)) if *at > 0 || !self.asked.wants_move() => Exercise::at(way, *at),
            _ => self.asked.clone(),
        }
    }

    /// What one is told about: what was asked until it is settled, then wherever one is.
    fn in_question(&self) -> Exercise {
        if self.is_settled { self.here() } else { self.asked.clone() }
    }
}

impl Talk<'_> {
    /// The cards that are due, one after the other.
    pub(super) fn deck(&mut self) -> Result<(), Gone> {
        let store = &*self.desk.store;
        if Deck::new(store, HERE).list().is_ok_and(|cards| cards.is_empty()) {
            return self.tell("deck-empty");
        }
        loop {
            let now_ms = self.desk.now_ms();
            let due = Deck::new(store, HERE).due(now_ms).unwrap_or_default();
            match Exercise::due(store, now_ms) {
                Ok(Some(exercise)) => {
                    let said = self.words.say("deck-due", &[("count", (due as i64).into())]);
                    self.line(&format!("\n{said}"))?;
                    if !self.exercise(&exercise, None)? {
                        return Ok(());
                    }
                }
                Ok(None) => return self.tell("deck-done"),
                Err(why) => return self.message(&why),
            }
        }
    }

    /// Puzzles of a game that is chosen first.
    pub(super) fn choose_puzzles(&mut self) -> Result<(), Gone> {
        let label = self.words.say("puzzle-all", &[]);
        match self.choose(&label, &Kind::ALL.map(|kind| kind.name().to_owned()), None)? {
            Some(at) => self.puzzles(Puzzles::of(&*self.desk.store, Kind::ALL[at])),
            None => Ok(()),
        }
    }

    /// Puzzles, beginning with this one.
    pub(super) fn puzzles(&mut self, mut puzzles: Puzzles) -> Result<(), Gone> {
        loop {
            let Some(exercise) = puzzles.exercise() else { return self.tell("puzzle-none") };
            let title = puzzles.title(&self.words);
            self.line(&format!("\n{title}"))?;
            if !self.exercise(&exercise, Some(&mut puzzles))? {
                return Ok(());
            }
            puzzles = puzzles.next();
        }
    }

    /// One exercise; whether to go on to the next. Where it is a puzzle, it is told how one does once that has changed.
    fn exercise(&mut self, asked: &Exercise, mut puzzles: Option<&mut Puzzles>) -> Result<bool, Gone> {
        let mut course = Course { asked, seen: None, is_settled: false, was_helped: false, is_noted: false };
        self.show_exercise(&course)?;
        for message in [Some(asked.task()), asked.played()].into_iter().flatten() {
            self.message(&message)?;
        }
        self.tell("exercise-words")?;
        loop {
            let line = self.hear("")?;
            let said = line.trim().to_lowercase();
            if is_back(&said) {
                return Ok(false);
            }
            let word = WORDS.iter().find(|(words, _)| words.contains(&said.as_str())).map(|(_, word)| *word);
            match word {
                Some(Word::Next) if course.is_noted || puzzles.is_some() => return Ok(true),
                Some(Word::Hint) => {
                    course.was_helped = true;
                    let hint = course.in_question().hint(&*self.desk.store, &Stop::new());
                    hint.iter().flatten().try_for_each(|message| self.message(message))?;
                }
                Some(Word::Undo) => self.go_back(&mut course, 1)?,
                Some(Word::Again) => self.go_back(&mut course, usize::MAX)?,
                Some(Word::Board) => self.show_exercise(&course)?,
                Some(Word::Answer) => self.answer(&mut course, None)?,
                None if !said.is_empty() => self.answer(&mut course, Some(line.trim()))?,
                Some(Word::Next) | None => self.tell(words_for(&course))?,
            }
            if let Some(puzzles) = &mut puzzles
                && puzzles.look(&*self.desk.store)
            {
                let standing = puzzles.standing(&self.words);
                self.line(&standing)?;
            }
        }
    }

    /// A move is tried, or the answer is asked for.
    fn answer(&mut self, course: &mut Course<'_>, text: Option<&str>) -> Result<(), Gone> {
        let here = if text.is_some() { course.here() } else { course.in_question() };
        let store = &*self.desk.store;
        let came = match text {
            None => here.answer(store, &Stop::new()),
            Some(text) => {
                let Some(text) = self.meant(&here, text)? else { return Ok(()) };
                if let Err(why) = here.check(&text) {
                    return self.message(&why);
                }
                here.attempt(store, &text, &Stop::new())
            }
        };
        let Some(came) = came else { return self.tell("exercise-no-choice") };
        if !std::mem::replace(&mut course.is_noted, true) {
            let counts = came.counts(course.was_helped);
            here.note(store, counts, self.desk.now_ms()).or_else(|why| self.message(&why))?;
        }
        course.is_settled |= came.is_right != Some(false);
        came.said.iter().try_for_each(|message| self.message(message))?;
        if came.seen.is_some() {
            course.seen = came.seen;
            self.show_exercise(course)?;
            self.tell(words_for(course))?;
        }
        Ok(())
    }

    /// What a line means as a move; nothing if only a piece was named, which is said.
    fn meant(&mut self, here: &Exercise, text: &str) -> Result<Option<String>, Gone> {
        if !here.wants_move() {
            return Ok(Some(text.to_owned()));
        }
        match aligne4_move(&self.words, &here.view(), None, text) {
            Wish::Move(text) => Ok(Some(text)),
            Wish::Piece(_) => self.tell("choose-piece").map(|()| None),
        }
    }

    /// So many moves back, at most to the beginning.
    fn go_back(&mut self, course: &mut Course<'_>, moves: usize) -> Result<(), Gone> {
        if let Some((_, at)) = &mut course.seen {
            *at = at.saturating_sub(moves);
        }
        self.show_exercise(course)
    }

    /// The board, the moves that led there, and those among which a mistake is to be found.
    fn show_exercise(&mut self, course: &Course<'_>) -> Result<(), Gone> {
        let view: View = course.here().view();
        let board = show::board(&self.words, &view, self.manner, false);
        self.write(&board)?;
        let told = |mv: &str, words: &words::Words| {
            crate::say(words, &table::Message::new("puzzle-move-listed").with("move", view.kind.told_move(mv)))
        };
        if let Some((way, at @ 1..)) = &course.seen {
            let played: Vec<String> = moves(way, *at).iter().map(|mv| told(mv, &self.words)).collect();
            return self.line(&played.join(" · "));
        }
        // What was found is not asked any more.
        if course.seen.is_some() {
            return Ok(());
        }
        let listed: Vec<String> =
            course.asked.suspects().map(|(number, mv)| format!("{number:>3}. {}", told(mv, &self.words))).collect();
        listed.iter().try_for_each(|line| self.line(line))
    }
}

/// What can be said now.
fn words_for(course: &Course<'_>) -> &'static str {
    if course.seen.is_some() { "exercise-words-on" } else { "exercise-words" }
}
