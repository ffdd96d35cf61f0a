//! The opponents in Othello.

use engine_othello::GreedyMinimax;
use othello::{Game, Position};
use search::{Limits, Random, Resources};
use table::Who;

use crate::{Level, Machine, Measured, Mover, Unavailable, external, no_level};

const LEVELS: [Level; 1] =
    [Level { number: 1, id: "level-othello-greedy", measured: Measured { wins: 786, draws: 24, losses: 190 } }];

impl Machine for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(1) => Ok(Mover::new(GreedyMinimax::new(resources), Limits::NONE)),
            Who::Level(level) => Err(no_level::<Game>(level)),
            Who::Time(_) | Who::Nodes(_) => Err(Unavailable::NoLimits),
            Who::Engine(ref command) => external(command),
        }
    }
}
