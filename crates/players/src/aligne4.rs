//! The opponents in Aligne 4.

use aligne4::{Game, Position};
use engine_aligne4::{Level as Skill, Player, Strength};
use search::{Limits, Random, Resources};
use table::Who;

use crate::{Level, Machine, Measured, Mover, Unavailable, no_level};

/// What each level can do, from the first up.
const SKILLS: [Skill; 7] = [
    Skill::One,
    Skill::Two,
    Skill::Three,
    Skill::Limited(Strength { pieces_ahead: 1, mistakes_per_mille: 200 }),
    Skill::Limited(Strength { pieces_ahead: 2, mistakes_per_mille: 120 }),
    Skill::Limited(Strength { pieces_ahead: 4, mistakes_per_mille: 60 }),
    Skill::Perfect,
];

const LEVELS: [Level; 7] = [
    Level { number: 1, id: "level-aligne4-one", measured: Measured { wins: 961, draws: 0, losses: 39 } },
    Level { number: 2, id: "level-aligne4-two", measured: Measured { wins: 955, draws: 17, losses: 28 } },
    Level { number: 3, id: "level-aligne4-three", measured: Measured { wins: 394, draws: 499, losses: 107 } },
    Level { number: 4, id: "level-aligne4-four", measured: Measured { wins: 527, draws: 218, losses: 255 } },
    Level { number: 5, id: "level-aligne4-five", measured: Measured { wins: 577, draws: 130, losses: 293 } },
    Level { number: 6, id: "level-aligne4-six", measured: Measured { wins: 652, draws: 144, losses: 204 } },
    Level { number: 7, id: "level-aligne4-perfect", measured: Measured { wins: 626, draws: 134, losses: 240 } },
];

impl Machine for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        let player = |skill, limits| Ok(Mover::new(Player::new(skill, resources), limits));
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(level) => {
                let skill = (level as usize).checked_sub(1).and_then(|index| SKILLS.get(index));
                player(*skill.ok_or_else(|| no_level::<Game>(level))?, Limits::NONE)
            }
            Who::Time(time) => player(Skill::Perfect, Limits::time(time)),
            Who::Nodes(nodes) => player(Skill::Perfect, Limits::nodes(nodes)),
            Who::Engine(_) => Err(Unavailable::NoLimits),
        }
    }
}
