use aligne4::{Move, Position};
use fastrand::Rng;
use search::{Choice, Engine, Failure, Limits, Report, Resources, Score, Stop, Thought, Variation, Watch};

use crate::{Level, Machine, Settings, Value};

/// The machine in a seat, at one level.
#[derive(Debug)]
pub struct Opponent {
    machine: Machine,
    level: Level,
    rng: Rng,
}

impl Opponent {
    /// With a seed it plays the same again.
    pub fn new(level: Level, resources: &Resources) -> Opponent {
        let settings =
            Settings { threads: resources.threads.get(), memory_bytes: resources.memory_bytes, ..Settings::default() };
        let rng = resources.seed.map_or_else(Rng::new, Rng::with_seed);
        Opponent { machine: Machine::new(settings), level, rng }
    }
}

impl Engine<Position> for Opponent {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let moves_to_go = (16 - position.placed()).div_ceil(2);
        let watch = Watch::start(limits, stop, moves_to_go);
        let chosen = self.machine.choose(self.level, position, &mut self.rng, &|nodes| watch.is_over(nodes));
        let margin = chosen.value.map(|value| match value {
            Value::Win => 1,
            Value::Draw => 0,
            Value::Loss => -1,
        });
        let variations = margin
            .map(|margin| Variation::new(vec![chosen.mv], Score::Exact { margin, plies: chosen.plies }, chosen.nodes));
        let report = Report {
            nodes: chosen.nodes,
            elapsed: watch.elapsed(),
            variations: variations.into_iter().collect(),
            ..Report::default()
        };
        Ok(Thought { choice: Choice::Play(chosen.mv), report })
    }
}
