//! Positions of Aligne 4, by the solver: every move exactly.

use aligne4::{Move, Position};
use engine_aligne4::{Best, Question, Settings, Solver, Value};
use plateau_core::Position as _;
use search::{Report, Resources, Score, Stop, Variation};
use study::Effort;

use super::game::{Analyst, over};

/// Knows the value of every move.
pub(super) struct Solving {
    solver: Solver,
}

impl Solving {
    pub(super) fn new(resources: &Resources) -> Solving {
        let settings =
            Settings { threads: resources.threads.get(), memory_bytes: resources.memory_bytes, ..Settings::default() };
        Solving { solver: Solver::new(settings) }
    }
}

impl Analyst<Position> for Solving {
    fn judge(
        &mut self,
        position: &Position,
        _effort: Effort,
        stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        if let Some(outcome) = position.outcome() {
            let margin = outcome.value_for(position.turn());
            return Some(over(Score::Exact { margin, plies: Some(0) }));
        }
        let before = self.solver.nodes();
        let give_up = |_| stop.is_asked();
        let ranked = self.solver.ranked(position, &give_up)?;
        // The line that people look at is that of the best move.
        let line = self.solver.solve(&position.after(ranked[0].mv), Question::Distance, &give_up)?.line;
        let mut variations: Vec<Variation<Move>> = ranked.iter().map(variation).collect();
        variations[0].moves.extend(line);
        Some(Report { nodes: self.solver.nodes() - before, variations, ..Report::default() })
    }
}

fn variation(best: &Best) -> Variation<Move> {
    let margin = match best.value {
        Value::Win => 1,
        Value::Draw => 0,
        Value::Loss => -1,
    };
    Variation::new(vec![best.mv], Score::Exact { margin, plies: best.plies }, 0)
}

/// What is exact stays so. (Under the gift rule the first version looked ahead with fewer than six pieces on the board.)
pub(super) fn version() -> String {
    "2".to_owned()
}
