//! What a thread searches with.

use std::ops::Range;

use fastrand::Rng;
use go::{Position, Size};

use super::inquiry::{Inquiry, Walk};
use super::leaf::Leaf;
use crate::evaluator::Evaluator;
use crate::ladder::Reader;
use crate::net::Evaluation;

/// Walks down the trees of [inquiries](Inquiry), notes the positions that it comes to, and has them judged together.
#[derive(Debug)]
pub struct Walker<E> {
    evaluator: E,
    pub(super) rng: Rng,
    /// Where walks are played: the positions at their ends are noted down, not kept.
    board: Option<Position>,
    reader: Reader,
    /// The ends of walks that are judged together; kept for their memory.
    leaves: Vec<Leaf>,
    /// How many of them are noted.
    noted: usize,
}

/// A young tree is too small to be looked at in many places at once: so many visits for each position of a batch. With 100
/// visits, batches of up to 8 lost two games of three against single positions.
const VISITS_PER_LEAF: usize = 64;

impl<E: Evaluator> Walker<E> {
    /// With an evaluator of its own; random choices are drawn from `rng` alone.
    pub fn new(evaluator: E, rng: Rng) -> Walker<E> {
        Walker { evaluator, rng, board: None, reader: Reader::default(), leaves: Vec::new(), noted: 0 }
    }

    /// How many positions of this size are best judged together.
    pub fn batch(&self, size: Size) -> usize {
        self.evaluator.batch(size).max(1)
    }

    /// Notes a position down that belongs to no tree yet.
    pub fn note(&mut self, position: &Position) {
        self.evaluator.note(position, &mut self.rng);
        self.room();
        self.noted += 1;
    }

    /// Finds positions to judge and says how many, `room` at most. None, if others are looking at all that is worth it, or nothing is left.
    ///
    /// All that is noted before it is judged must have one board size.
    pub fn gather(&mut self, inquiry: &Inquiry, room: usize) -> usize {
        let wanted = (inquiry.lock().tree.begun() as usize / VISITS_PER_LEAF).clamp(1, room.max(1));
        let first = self.noted;
        // Ends of games come back at once; a tree of nothing else must not keep a thread for ever.
        for _ in 0..4 * wanted {
            if self.noted - first == wanted {
                break;
            }
            self.room();
            let (leaf, position) =
                (&mut self.leaves[self.noted], self.board.get_or_insert_with(|| inquiry.root().clone()));
            position.clone_from(inquiry.root());
            match inquiry.walk(position, &mut leaf.path) {
                Walk::Leaf => {
                    leaf.note(position, &mut self.reader);
                    self.evaluator.note(position, &mut self.rng);
                    self.noted += 1;
                }
                Walk::Back => {}
                Walk::Blocked => break,
            }
        }
        self.noted - first
    }

    /// Judges all that was noted.
    pub fn judge(&mut self) -> Harvest<'_> {
        let noted = std::mem::take(&mut self.noted);
        let evaluations = self.evaluator.judge(&mut self.rng);
        Harvest { leaves: &mut self.leaves[..noted], evaluations, next: 0 }
    }

    /// Makes room for one more leaf.
    fn room(&mut self) {
        if self.leaves.len() == self.noted {
            self.leaves.push(Leaf::new());
        }
    }
}

/// What was judged together, to be taken in the order in which it was noted.
#[derive(Debug)]
pub struct Harvest<'w> {
    leaves: &'w mut [Leaf],
    evaluations: &'w [Evaluation],
    next: usize,
}

impl Harvest<'_> {
    /// What the evaluator thinks of the next position, which belongs to no tree.
    pub fn evaluation(&mut self) -> &Evaluation {
        let place = self.take(1).start;
        &self.evaluations[place]
    }

    /// Brings the next positions, so many, back to the inquiry that they were found in.
    pub fn bring_back(&mut self, inquiry: &Inquiry, count: usize) {
        let places = self.take(count);
        let (leaves, evaluations) = (&mut self.leaves[places.clone()], &self.evaluations[places]);
        for (leaf, evaluation) in leaves.iter_mut().zip(evaluations) {
            leaf.judge(evaluation, inquiry.scale(), inquiry.bans());
        }
        let mut tally = inquiry.lock();
        for (leaf, evaluation) in leaves.iter().zip(evaluations) {
            tally.bring_back(leaf, evaluation);
        }
    }

    fn take(&mut self, count: usize) -> Range<usize> {
        let first = self.next;
        self.next += count;
        first..self.next
    }
}
