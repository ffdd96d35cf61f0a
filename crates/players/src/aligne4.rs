//! The opponents in Aligne 4.

use aligne4::{Game, Position};
use search::{Limits, Random, Resources};
use table::Who;

use crate::{Level, Machine, Mover, Unavailable, no_level};

impl Machine for Game {
    fn levels() -> &'static [Level] {
        &[]
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(level) => Err(no_level::<Game>(level)),
            Who::Time(_) | Who::Nodes(_) | Who::Engine(_) => Err(Unavailable::NoLimits),
        }
    }
}
