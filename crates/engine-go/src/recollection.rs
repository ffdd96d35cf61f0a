//! Evaluations that are kept, for those who look at neighbouring positions one after another.
//!
//! Who goes through a game meets most positions several times: as what might follow, then as what did. A network takes a
//! millisecond or more for a position, finding one again takes a few microseconds.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::net::{Evaluation, Input};

/// What networks said of positions, shared by all that ask the same ones.
pub struct Recollection {
    /// The young and the old. What is found among the old becomes young again; when the young are too many, they are the old
    /// ones, and those who were are forgotten.
    generations: Mutex<[Generation; 2]>,
    /// Bytes that a generation may have.
    most: usize,
}

#[derive(Default)]
struct Generation {
    kept: HashMap<Input, Arc<Evaluation>>,
    bytes: usize,
}

impl Recollection {
    /// Takes about so many bytes at the most.
    pub fn new(bytes: usize) -> Recollection {
        Recollection { generations: Mutex::default(), most: bytes / 2 }
    }

    /// What was said of this position, if that is still known.
    pub(crate) fn recall(&self, input: &Input) -> Option<Arc<Evaluation>> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *generations;
        if let Some(evaluation) = young.kept.get(input) {
            return Some(Arc::clone(evaluation));
        }
        let (input, evaluation) = old.kept.remove_entry(input)?;
        old.bytes -= bytes_of(&input);
        self.insert(&mut generations, input, Arc::clone(&evaluation));
        Some(evaluation)
    }

    /// Keeps what was said of a position.
    pub(crate) fn keep(&self, input: Input, evaluation: Evaluation) -> Arc<Evaluation> {
        let evaluation = Arc::new(evaluation);
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        self.insert(&mut generations, input, Arc::clone(&evaluation));
        evaluation
    }

    fn insert(&self, generations: &mut [Generation; 2], input: Input, evaluation: Arc<Evaluation>) {
        let bytes = bytes_of(&input);
        if generations[0].bytes + bytes > self.most {
            generations.swap(0, 1);
            generations[0] = Generation::default();
        }
        if generations[0].kept.insert(input, evaluation).is_none() {
            generations[0].bytes += bytes;
        }
    }
}

impl fmt::Debug for Recollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recollection").field("most", &self.most).finish_non_exhaustive()
    }
}

/// About what a position and its evaluation take: a word and two numbers for each point, and the rest.
fn bytes_of(input: &Input) -> usize {
    const REST: usize = 256;
    REST + input.size().area() as usize * (size_of::<u16>() + 2 * size_of::<f32>())
}

#[cfg(test)]
mod tests {
    use go::{Game, Position, Rules, Size};
    use plateau_core::{Dihedral, Game as _, Position as _};

    use super::*;

    fn inputs(count: usize) -> Vec<Input> {
        let mut position: Position = Game::even(Size::NINE, Rules::default()).start();
        let mut inputs = Vec::new();
        while inputs.len() < count {
            inputs.push(Input::of(&position, Dihedral::ALL[inputs.len() % 8]));
            let mv = position.legal_moves().next().expect("a legal move");
            position.play_legal(mv);
        }
        inputs
    }

    fn said(number: usize) -> Evaluation {
        Evaluation { lead: number as f32, ..Evaluation::default() }
    }

    #[test]
    fn what_was_kept_is_recalled_and_nothing_else() {
        let (inputs, kept) = (inputs(10), Recollection::new(1 << 20));
        for (number, input) in inputs.iter().enumerate() {
            assert_eq!(kept.recall(input), None);
            kept.keep(input.clone(), said(number));
        }
        for (number, input) in inputs.iter().enumerate() {
            assert_eq!(kept.recall(input).as_deref(), Some(&said(number)));
        }
        let start = Game::even(Size::NINE, Rules::default()).start();
        assert_eq!(
            kept.recall(&Input::of(&start, Dihedral::ALL[1])),
            None,
            "seen from another side it is another question"
        );
    }

    #[test]
    fn what_is_asked_for_outlives_what_is_not() {
        let inputs = inputs(40);
        let room = 8 * bytes_of(&inputs[0]);
        let kept = Recollection::new(2 * room);
        for (number, input) in inputs.iter().enumerate() {
            kept.keep(input.clone(), said(number));
            assert_eq!(kept.recall(&inputs[0]).as_deref(), Some(&said(0)), "after {number}");
            let generations = kept.generations.lock().expect("no panic");
            assert!(generations.iter().all(|generation| generation.bytes <= room));
            assert!(generations.iter().all(|one| one.bytes == one.kept.len() * bytes_of(&inputs[0])));
        }
        assert_eq!(kept.recall(&inputs[1]), None, "nobody asked for it");
        assert_eq!(kept.recall(&inputs[39]).as_deref(), Some(&said(39)));
    }
}
