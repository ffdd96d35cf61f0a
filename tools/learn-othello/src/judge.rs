//! How well positions are judged whose moves all have known scores.

use std::num::NonZeroUsize;

use engine_othello::{Opponent, Weights};
use othello::Game;
use plateau_core::Game as _;
use search::{Choice, Engine as _, Limits, Resources, Score, Stop};

/// The table of the engine.
const MEMORY_BYTES: usize = 32 << 20;

/// What the judgements of a file come to.
#[derive(Default)]
struct Total {
    positions: f64,
    best: f64,
    lost: f64,
    error: f64,
    bias: f64,
    depth: f64,
    nodes: f64,
}

/// Thinks about every so-many-th position of a text in OBF (`64 squares and the player; F5:+2; …`) and prints a line of means.
pub(crate) fn judge(text: &str, nodes: u64, every: usize) -> Result<(), String> {
    let resources = Resources { threads: NonZeroUsize::MIN, memory_bytes: MEMORY_BYTES, ..Resources::default() };
    let mut engine = Opponent::new(Weights::shipped(), &resources);
    let mut total = Total::default();
    for line in text.lines().filter(|line| line.contains(':')).step_by(every.max(1)) {
        let mut parts = line.split(';').map(str::trim);
        let position = parts.next().unwrap_or_default();
        let position = Game.position(position).map_err(|error| format!("{line}: {error}"))?;
        let scored = parts.filter_map(|part| part.split_once(':'));
        let scores: Vec<(String, i32)> = scored
            .map(|(mv, score)| Some((mv.to_ascii_lowercase(), score.parse().ok()?)))
            .collect::<Option<_>>()
            .ok_or_else(|| format!("{line}: a score is a number"))?;
        let thought = engine.think(&position, &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        let thought = thought.map_err(|failure| failure.to_string())?;
        let Choice::Play(chosen) = thought.choice else { return Err(format!("{line}: no move")) };
        let top = scores.iter().map(|(_, score)| *score).max();
        let top = top.ok_or_else(|| format!("{line}: no scores"))?;
        let own = scores.iter().find(|(mv, _)| *mv == chosen.to_string()).map(|(_, score)| *score);
        let own = own.ok_or_else(|| format!("{line}: {chosen} has no score"))?;
        let said = match thought.report.variations[0].score {
            Score::Exact { margin, .. } => margin as f64,
            Score::Margin(margin) | Score::Chance { lead: margin, .. } => margin as f64,
        };
        let difference = said - top as f64;
        total.positions += 1.0;
        total.best += (own == top) as u32 as f64;
        total.lost += (top - own) as f64;
        total.error += difference.abs();
        total.bias += difference;
        total.depth += thought.report.depth as f64;
        total.nodes += thought.report.nodes as f64;
    }
    let mean = |sum: f64| sum / total.positions;
    println!(
        "{} positions: best moves {:.1} %, lost {:.2}, error {:.2}, bias {:+.2}; depth {:.1}, {:.0} nodes",
        total.positions,
        100.0 * mean(total.best),
        mean(total.lost),
        mean(total.error),
        mean(total.bias),
        mean(total.depth),
        mean(total.nodes)
    );
    Ok(())
}
