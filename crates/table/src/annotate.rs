//! What a review adds to a record: remarks, and what could have been played instead.

use plateau_core::Position;
use record::AnyRecord;
use record::tree::{NodeId, Record, Recorded};

use crate::Playable;

/// Something said about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The node before the move.
    pub before: u32,
    /// The node of the move.
    pub node: u32,
    /// What is said of it.
    pub comment: String,
    /// Moves that could have been played instead, one after the other, in the game's notation.
    pub line: Vec<String>,
}

/// Adds remarks after those that stand there, and lines as variations that were not there before. What is no move of the
/// position ends a line.
pub fn annotate(record: &mut AnyRecord, annotations: &[Annotation]) {
    match record {
        AnyRecord::Go(record) => annotations.iter().for_each(|one| add(record, one)),
        AnyRecord::Othello(record) => annotations.iter().for_each(|one| add(record, one)),
        AnyRecord::Aligne4(record) => annotations.iter().for_each(|one| add(record, one)),
    }
}

fn add<G: Playable + Recorded>(record: &mut Record<G>, annotation: &Annotation) {
    let (Some(before), Some(node)) = (record.find(annotation.before), record.find(annotation.node)) else { return };
    let comment = &mut record.node_mut(node).notes_mut().comment;
    if !comment.is_empty() {
        comment.push_str("\n\n");
    }
    comment.push_str(&annotation.comment);
    let mut position = record.position_at(before);
    if let Some((player, _)) = record.node(node).mv
        && position.turn() != player
        && let Some(resumed) = record.game.with_turn(&position, player)
    {
        position = resumed;
    }
    let mut at: NodeId = before;
    for text in &annotation.line {
        let Ok(mv) = text.parse() else { return };
        let played = Some((position.turn(), mv));
        if position.play(mv).is_err() {
            return;
        }
        let known = record.node(at).children().iter().copied().find(|&child| record.node(child).mv == played);
        at = known.unwrap_or_else(|| record.add(at, played));
    }
}
