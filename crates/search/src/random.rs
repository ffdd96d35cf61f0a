use fastrand::Rng;
use plateau_core::Position;

use crate::{Choice, Engine, Failure, Limits, Report, Resources, Stop, Thought};

/// Plays any legal move, each with the same chance.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// With a seed it plays the same again.
    pub fn new(resources: &Resources) -> Random {
        Random { rng: resources.seed.map_or_else(Rng::new, Rng::with_seed) }
    }
}

impl<P: Position> Engine<P> for Random {
    fn think(
        &mut self,
        position: &P,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Result<Thought<P::Move>, Failure> {
        let index = self.rng.usize(..position.count_legal_moves());
        let mv = position.legal_moves().nth(index).expect("the index is below the count");
        Ok(Thought { choice: Choice::Play(mv), report: Report { nodes: 1, ..Report::default() } })
    }
}
