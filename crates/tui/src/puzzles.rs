//! Puzzles, one after the other: which one comes next, and how one does at them. Both faces of the terminal ask this.

use store::{HERE, Store, puzzles};
use study::puzzle::{Collection, Progress};
use table::Kind;
use words::Words;

use crate::exercise::Exercise;

/// A puzzle of a game, and how somebody does.
#[derive(Clone)]
pub(crate) struct Puzzles {
    pub(crate) kind: Kind,
    pub(crate) number: usize,
    progress: Progress,
}

impl Puzzles {
    /// This one.
    pub(crate) fn at(store: &dyn Store, kind: Kind, number: usize) -> Puzzles {
        Puzzles { kind, number, progress: puzzles::progress(store, HERE).unwrap_or_default() }
    }

    /// The next one of a game.
    pub(crate) fn of(store: &dyn Store, kind: Kind) -> Puzzles {
        Puzzles::at(store, kind, 0).next()
    }

    /// The next one near one's rating; who passes one over is not shown it again at once.
    pub(crate) fn next(&self) -> Puzzles {
        let collection = Collection::shipped(self.kind);
        let next = self.progress.of(self.kind).next(collection);
        let next = next.map(|next| if next == self.number { next % collection.len() + 1 } else { next });
        Puzzles { number: next.unwrap_or_default(), ..self.clone() }
    }

    /// The next one of another game.
    pub(crate) fn of_other_game(&self) -> Puzzles {
        let kind = Kind::ALL[(self.kind as usize + 1) % Kind::ALL.len()];
        Puzzles { kind, number: 0, ..self.clone() }.next()
    }

    /// What is asked; nothing where there is no such puzzle.
    pub(crate) fn exercise(&self) -> Option<Exercise> {
        Exercise::puzzle(self.kind, self.number)
    }

    /// Looks how one does now; whether that has changed.
    pub(crate) fn look(&mut self, store: &dyn Store) -> bool {
        let now = puzzles::progress(store, HERE).unwrap_or_else(|_| self.progress.clone());
        let has_changed = now != self.progress;
        self.progress = now;
        has_changed
    }

    /// The number, and how hard it is.
    pub(crate) fn title(&self, words: &Words) -> String {
        let rating = Collection::shipped(self.kind).rating(self.number).unwrap_or_default();
        let gaps = [("number", (self.number as i64).into()), ("rating", i64::from(rating).into())];
        format!("{} · {}", self.kind.name(), words.say("puzzle-title-rated", &gaps))
    }

    /// How one does.
    pub(crate) fn standing(&self, words: &Words) -> String {
        let standing = self.progress.of(self.kind);
        let [right, tried] = standing.counts().map(|count| count as i64);
        let gaps = [("rating", standing.to_string().into()), ("right", right.into()), ("tried", tried.into())];
        words.say("puzzle-standing", &gaps)
    }
}
