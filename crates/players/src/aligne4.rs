//! The opponents in Aligne 4.

use aligne4::{Game, Line, LineShape, Move, Position};
use engine_aligne4::{Level as Skill, Opponent, Reason, Strength, Value, explain};
use search::{Limits, Random, Report, Resources, Score};
use study::Motif;
use table::{Message, Who, characteristic_id};

use crate::{Level, MachineGame, Measured, Mover, Unavailable, check_level, no_level};

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

impl MachineGame for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn check_seat(who: &Who) -> Result<(), Unavailable> {
        match *who {
            Who::Engine(_) | Who::Nboard { .. } => Err(Unavailable::NoExternal),
            _ => check_level::<Game>(who),
        }
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        let player = |skill, limits| Ok(Mover::new(Opponent::new(skill, resources), limits));
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(level) => {
                let skill = (level as usize).checked_sub(1).and_then(|index| SKILLS.get(index));
                player(*skill.ok_or_else(|| no_level::<Game>(level))?, Limits::NONE)
            }
            Who::Time(time) => player(Skill::Perfect, Limits::time(time)),
            Who::Nodes(nodes) => player(Skill::Perfect, Limits::nodes(nodes)),
            Who::Engine(_) | Who::Nboard { .. } => Err(Unavailable::NoExternal),
        }
    }

    fn deeds(&self, position: &Position, mv: Move, report: &Report<Move>) -> Vec<Message> {
        explained(position, mv, report).iter().map(in_words).collect()
    }

    fn motif(&self, position: &Position, mv: Move, report: &Report<Move>) -> Option<Motif> {
        Some(match explained(position, mv, report).first()? {
            Reason::Completes(_) | Reason::Breaks { .. } => Motif::Line,
            Reason::LeavesNoThree { .. } | Reason::HarmlessGift { .. } => Motif::Danger,
            Reason::ForcedWin { .. } | Reason::ForcedDraw => Motif::Force,
            Reason::ForcedLoss { .. } | Reason::NothingHelps => return None,
        })
    }

    /// A win or a loss that is forced is something that the move does.
    fn outlook(&self, _position: &Position, _report: &Report<Move>) -> Option<Message> {
        None
    }
}

/// What a move does, with what the engine knows of its value.
fn explained(position: &Position, mv: Move, report: &Report<Move>) -> Vec<Reason> {
    let (value, plies) = match report.variations.first().map(|variation| variation.score) {
        Some(Score::Exact { margin, plies }) => {
            let value = match margin {
                1.. => Value::Win,
                0 => Value::Draw,
                _ => Value::Loss,
            };
            (Some(value), plies)
        }
        _ => (None, None),
    };
    explain(position, mv, value, plies)
}

/// One fact in words.
fn in_words(reason: &Reason) -> Message {
    let forced = |id: &'static str, id_plies: &'static str, plies: Option<u32>| match plies {
        Some(plies) => Message::new(id_plies).with("plies", i64::from(plies)),
        None => Message::new(id),
    };
    match *reason {
        Reason::Completes(ref won) => {
            let shared: Vec<Message> = won.shared.iter().map(|c| Message::new(characteristic_id(c))).collect();
            Message::new("hint-completes").with("line", name_of(won.line)).with("shared", shared)
        }
        Reason::ForcedWin { plies } => forced("hint-forced-win", "hint-forced-win-in", plies),
        Reason::ForcedDraw => Message::new("hint-forced-draw"),
        Reason::ForcedLoss { plies } => forced("hint-forced-loss", "hint-forced-loss-in", plies),
        Reason::LeavesNoThree { only: true } => Message::new("hint-only-safe"),
        Reason::LeavesNoThree { only: false } => Message::new("hint-leaves-no-three"),
        Reason::HarmlessGift { only: true } => Message::new("hint-only-harmless-gift"),
        Reason::HarmlessGift { only: false } => Message::new("hint-harmless-gift"),
        Reason::Breaks { line, characteristic } => {
            let shared = Message::new(characteristic_id(characteristic));
            Message::new("hint-breaks").with("line", name_of(line)).with("shared", shared)
        }
        Reason::NothingHelps => Message::new("hint-nothing-helps"),
    }
}

fn name_of(line: Line) -> Message {
    Message::new(match line.shape() {
        LineShape::Row(_) => "aligne4-line-row",
        LineShape::Column(_) => "aligne4-line-column",
        LineShape::Falling | LineShape::Rising => "aligne4-line-diagonal",
        LineShape::Square(_) => "aligne4-line-square",
    })
}
