//! What the moves of a position are worth.

use std::sync::Arc;

use search::Score;
use study::{Effort, Job, Judgement};
use table::{AnyWay, Kind};

/// A position whose moves are to be judged. In Othello every move is judged by the position after it; the other analysts tell of all moves at once.
#[derive(Clone, Debug)]
pub struct Fan {
    /// The position itself, or those after each of its moves.
    ways: Vec<(Option<String>, Arc<AnyWay>, usize)>,
}

impl Fan {
    /// How hard each position is looked at, one after the other.
    pub const EFFORTS: [Effort; 2] = [Effort::Quick, Effort::Normal];

    /// A position on a way.
    pub fn new(way: &AnyWay, moment: usize) -> Fan {
        let mut ways = Vec::new();
        if way.kind() == Kind::Othello {
            let after = |mv: String| Some((way.branch(moment, &[&mv]).ok()?, mv));
            let branches = way.choices(moment).into_iter().filter_map(after);
            ways.extend(branches.map(|(way, mv)| (Some(mv), Arc::new(way), 1)));
        }
        if ways.is_empty() {
            ways.push((None, Arc::new(way.clone()), moment));
        }
        Fan { ways }
    }

    /// What is to be judged at this effort, in the order in which [`Fan::worths`] wants to know it.
    pub fn jobs(&self, effort: Effort) -> impl Iterator<Item = (&Arc<AnyWay>, Job)> {
        self.ways.iter().map(move |(_, way, moment)| (way, Job { moment: *moment, effort }))
    }

    /// How many positions are to be judged.
    pub fn size(&self) -> usize {
        self.ways.len()
    }

    /// What the moves are worth to whoever makes them, the best first, as far as it is known.
    pub fn worths(&self, known: &[Option<Judgement>]) -> Vec<(String, Score)> {
        let mut moves: Vec<(String, Score)> = Vec::new();
        for ((mv, ..), judgement) in self.ways.iter().zip(known) {
            let Some(judgement) = judgement else { continue };
            match mv {
                // The position after the move, seen by whoever made it.
                Some(mv) => moves.push((mv.clone(), judgement.score.seen_by(judgement.turn, !judgement.turn))),
                None => moves.extend(judgement.moves.iter().map(|judged| (judged.mv().to_owned(), judged.score))),
            }
        }
        moves.sort_by(|(_, one), (_, other)| worth(*other).total_cmp(&worth(*one)));
        moves
    }
}

/// What a score is worth, to sort by: a win soon before a win late.
fn worth(score: Score) -> f32 {
    match score {
        Score::Exact { margin, plies } => {
            let late = plies.map_or(0.0, |plies| plies as f32 / 1000.0);
            margin as f32 - late * (margin as f32).signum()
        }
        Score::Margin(margin) => margin,
        Score::Chance { lead, .. } => lead,
    }
}
