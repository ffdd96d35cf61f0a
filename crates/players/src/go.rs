//! The opponents in Go.

use engine_go::{Beginner, Uct, owners_by_playouts};
use go::{Game, Move, Position};
use plateau_core::{Player, Position as _};
use search::{Limits, Random, Report, Resources, Stop};
use table::{Message, Who};

use crate::outlook::outlook;
use crate::{Level, Machine, Measured, Mover, Unavailable, external, no_level};

/// Playouts a move of the levels above the beginner.
const PLAYOUTS: [u64; 3] = [400, 2000, 10_000];

/// Visits that tell whose the points of a finished game are.
const GLANCE: u64 = 32;

const LEVELS: [Level; 4] = [
    Level { number: 1, id: "level-go-beginner", measured: Measured { wins: 200, draws: 0, losses: 0 } },
    Level { number: 2, id: "level-go-playouts-400", measured: Measured { wins: 76, draws: 0, losses: 24 } },
    Level { number: 3, id: "level-go-playouts-2000", measured: Measured { wins: 100, draws: 0, losses: 0 } },
    Level { number: 4, id: "level-go-playouts-10000", measured: Measured { wins: 40, draws: 0, losses: 0 } },
];

impl Machine for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        let uct = |limits| Ok(Mover::new(Uct::new(resources), limits));
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(1) => Ok(Mover::new(Beginner::new(resources), Limits::NONE)),
            Who::Level(level) => {
                let playouts = (level as usize).checked_sub(2).and_then(|index| PLAYOUTS.get(index));
                uct(Limits::nodes(*playouts.ok_or_else(|| no_level::<Game>(level))?))
            }
            Who::Time(time) => uct(Limits::time(time)),
            Who::Nodes(nodes) => uct(Limits::nodes(nodes)),
            Who::Engine(ref command) => external(command),
        }
    }

    fn reasons(&self, _position: &Position, _mv: Move, report: &Report<Move>) -> Vec<Message> {
        vec![outlook(report)]
    }

    /// What the engine sees of it at a glance; or, where it does not tell, what random play makes of it.
    fn owners(&self, position: &Position, resources: &Resources, stop: &Stop) -> Vec<f32> {
        let glance = self.seat(&Who::Nodes(GLANCE), resources);
        let thought = glance.ok().and_then(|mut mover| mover.think(position, None, stop, &mut |_| {}).ok());
        match thought.map(|thought| thought.report.ownership).filter(|owned| !owned.is_empty()) {
            Some(owned) if position.turn() == Player::Black => owned,
            Some(owned) => owned.into_iter().map(|owned| -owned).collect(),
            None => owners_by_playouts(position, resources, stop),
        }
    }
}
