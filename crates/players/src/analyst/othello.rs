//! Positions of Othello, by the search, and exactly towards the end.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use engine_othello::{Opponent, Weights};
use othello::{Move, Position};
use plateau_core::Position as _;
use search::{Engine, Limits, Report, Resources, Score, Stop, Variation};
use study::Effort;

use super::game::{Analyst, over};

/// Looks at positions with tables that it keeps from one to the next, unless equal questions must have equal answers: they change how
/// soon it sees something, and a little of what.
pub(super) struct Searching {
    search: Opponent,
    forgets: bool,
}

impl Searching {
    pub(super) fn new(resources: &Resources) -> Searching {
        Searching { search: Opponent::new(Weights::shipped(), resources), forgets: resources.seed.is_some() }
    }
}

/// How much an effort is.
struct Extent {
    /// Positions to look at while the end is too far to be seen.
    nodes: u64,
    /// From so many empty squares on it is looked at exactly, however long it takes.
    exact_from: u32,
    /// Moves that are told.
    moves: usize,
}

fn extent(effort: Effort) -> Extent {
    match effort {
        Effort::Quick => Extent { nodes: 40_000, exact_from: 20, moves: 1 },
        Effort::Normal => Extent { nodes: 600_000, exact_from: 22, moves: 3 },
        Effort::Deep => Extent { nodes: 8_000_000, exact_from: 24, moves: 5 },
    }
}

impl Analyst<Position> for Searching {
    fn judge(
        &mut self,
        position: &Position,
        effort: Effort,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        let board = position.board();
        if position.is_over() {
            let margin = board.final_margin();
            return Some(over(Score::Exact { margin, plies: Some(0) }));
        }
        if board.moves().is_empty() {
            // The pass is worth what the position after it is.
            let next = position.after(Move::Pass);
            let seen = self.judge(&next, effort, stop, &mut |_| {})?;
            let pass = |Variation { moves, score, visits, .. }| {
                let moves = std::iter::once(Move::Pass).chain(moves).collect();
                Variation::new(moves, score.seen_by(next.turn(), position.turn()), visits)
            };
            return Some(Report { variations: seen.variations.into_iter().take(1).map(pass).collect(), ..seen });
        }
        let Extent { nodes, exact_from, moves } = extent(effort);
        let is_near = board.empties().len() <= exact_from;
        let limits = Limits {
            nodes: (!is_near).then_some(nodes),
            depth: is_near.then(|| board.empties().len()),
            variations: NonZeroUsize::new(moves).unwrap_or(NonZeroUsize::MIN),
            ..Limits::NONE
        };
        if self.forgets {
            self.search.forget();
        }
        let seen = self.search.think(position, &limits, stop, report).ok()?.report;
        (!stop.is_asked()).then_some(seen)
    }
}

/// Changes with the weights and with how they are searched.
pub(super) fn version() -> String {
    static WEIGHTS: LazyLock<u64> = LazyLock::new(Weights::shipped_id);
    format!("{SEARCH}-{:016x}", *WEIGHTS)
}

/// Counts the changes of the search after which judgements differ.
const SEARCH: u32 = 1;
