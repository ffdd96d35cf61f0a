//! The opponents in Othello.

use engine_othello::{GreedyMinimax, LimitedPlayer, Player, Skill, Weights};
use othello::{Game, Move, Position};
use search::{Limits, Random, Report, Resources};
use table::{Message, Who};

use crate::outlook::outlook;
use crate::{Level, Machine, Measured, Mover, Unavailable, external, no_level};

/// Who plays a level.
#[derive(Clone, Copy)]
enum Style {
    Limited(Skill),
    Greedy,
    /// Looks so many plies ahead, and to the end from so many empty squares on.
    Deep {
        depth: u32,
        solve_empties: u32,
    },
}

const fn limited(depth: u32, solve_empties: u32, misjudges_by: f32) -> Style {
    Style::Limited(Skill { depth, solve_empties, misjudges_by })
}

/// From the first level up.
const STYLES: [Style; 12] = [
    limited(1, 1, 40.0),
    Style::Greedy,
    limited(1, 4, 12.0),
    limited(1, 6, 6.0),
    limited(2, 8, 4.0),
    limited(3, 8, 2.5),
    limited(4, 10, 1.5),
    limited(5, 12, 0.8),
    Style::Deep { depth: 6, solve_empties: 14 },
    Style::Deep { depth: 8, solve_empties: 16 },
    Style::Deep { depth: 11, solve_empties: 20 },
    Style::Deep { depth: 15, solve_empties: 24 },
];

const fn level(number: u8, id: &'static str, wins: u32, draws: u32, losses: u32) -> Level {
    Level { number, id, measured: Measured { wins, draws, losses } }
}

const LEVELS: [Level; 12] = [
    level(1, "level-othello-1", 0, 0, 0),
    level(2, "level-othello-greedy", 0, 0, 0),
    level(3, "level-othello-3", 0, 0, 0),
    level(4, "level-othello-4", 0, 0, 0),
    level(5, "level-othello-5", 0, 0, 0),
    level(6, "level-othello-6", 0, 0, 0),
    level(7, "level-othello-7", 0, 0, 0),
    level(8, "level-othello-8", 0, 0, 0),
    level(9, "level-othello-9", 0, 0, 0),
    level(10, "level-othello-10", 0, 0, 0),
    level(11, "level-othello-11", 0, 0, 0),
    level(12, "level-othello-12", 0, 0, 0),
];

impl Machine for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        let player = || Player::new(Weights::shipped(), resources);
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(level) => {
                let style = (level as usize).checked_sub(1).and_then(|index| STYLES.get(index));
                Ok(match *style.ok_or_else(|| no_level::<Game>(level))? {
                    Style::Limited(skill) => {
                        Mover::new(LimitedPlayer::new(skill, Weights::shipped(), resources), Limits::NONE)
                    }
                    Style::Greedy => Mover::new(GreedyMinimax::new(resources), Limits::NONE),
                    Style::Deep { depth, solve_empties } => {
                        Mover::new(player().solving_from(solve_empties), Limits::depth(depth))
                    }
                })
            }
            Who::Time(time) => Ok(Mover::new(player(), Limits::time(time))),
            Who::Nodes(nodes) => Ok(Mover::new(player(), Limits::nodes(nodes))),
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
