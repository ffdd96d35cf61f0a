//! The opponents in Othello.

use engine_othello::GreedyMinimax;
use othello::{Game, Move, Position};
use search::{Limits, Random, Report, Resources};
use table::{Message, Who};

use crate::outlook::outlook;
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

    fn reasons(&self, _position: &Position, mv: Move, report: &Report<Move>) -> Vec<Message> {
        let named = match mv.to_string().as_str() {
            "a1" | "a8" | "h1" | "h8" => Some("hint-corner"),
            "b2" | "g2" | "b7" | "g7" => Some("hint-x-square"),
            "b1" | "a2" | "g1" | "h2" | "a7" | "b8" | "g8" | "h7" => Some("hint-c-square"),
            _ => None,
        };
        named.map(Message::new).into_iter().chain([outlook(report)]).collect()
    }
}
