//! The opponents in Go.

use std::time::Duration;

use engine_go::net::{Input, Network, Runner};
use engine_go::{Beginner, Evaluation, Networked, Puct, Reason, Settings, Uct, explain};
use go::{Game, Move, Position, Size};
use plateau_core::{Dihedral, Position as _};
use protocol::gtp::AtSight;
use search::{Ban, Engine, Failure, Limits, Random, Report, Resources, Score, Stop, Thought, Unhurried};
use study::Motif;
use table::view::Estimate;
use table::{Kind, Message, Who};

use crate::finished::judge;
use crate::{Level, MachineGame, Measured, Mover, OtherBoard, Unavailable, check_level, gtp_program, no_level};

/// What a level plays by.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Skill {
    /// The classic simple player.
    Beginner,
    /// A tree search by so many random playouts.
    Playouts(u64),
    /// The first move that comes to the network's mind, drawn with this temperature: the higher, the more slips.
    Instinct(f32),
    /// The tree search over the network, so many visits.
    Visits(u64),
    /// The same, limited by time alone; but without a clock, so many visits at least.
    Strongest(u64),
}

/// What each level can do, from the first up: on boards up to 9×9, up to 13×13, and on larger ones.
///
/// A longer game has more moves to slip in, so a temperature that makes a small step on 9×9 makes a large one on 19×19.
const SKILLS: [[Skill; 3]; 13] = [
    [Skill::Instinct(8.0), Skill::Instinct(8.0), Skill::Beginner],
    // On the largest boards the simple player is the weakest of all, and so few playouts see nothing.
    [Skill::Beginner, Skill::Beginner, Skill::Instinct(2.29)],
    [Skill::Playouts(400), Skill::Playouts(1200), Skill::Instinct(1.99)],
    [Skill::Instinct(1.95), Skill::Instinct(1.95), Skill::Instinct(1.73)],
    [Skill::Instinct(1.45), Skill::Instinct(1.6), Skill::Instinct(1.47)],
    [Skill::Instinct(1.1), Skill::Instinct(1.3), Skill::Instinct(1.2)],
    [Skill::Instinct(0.0), Skill::Instinct(0.65), Skill::Instinct(0.76)],
    [Skill::Visits(10), Skill::Visits(6), Skill::Visits(4)],
    [Skill::Visits(30), Skill::Visits(19), Skill::Visits(24)],
    [Skill::Visits(130), Skill::Visits(60), Skill::Visits(60)],
    [Skill::Visits(400), Skill::Visits(210), Skill::Visits(250)],
    [Skill::Visits(2000), Skill::Visits(700), Skill::Visits(600)],
    // At least half as many again as one level below, so that it is not the weaker one on a slow processor.
    [Skill::Strongest(3000), Skill::Strongest(1100), Skill::Strongest(900)],
];

/// How long the strongest level thinks about a move where no clock runs.
const UNHURRIED: Duration = Duration::from_secs(1);

/// Below this chance the levels that read ahead give up.
const RESIGN_BELOW: f32 = 0.03;

const LEVELS: [Level; 13] = [
    level(1, "level-go-novice", won(97, 100)),
    level(2, "level-go-beginner", won(68, 100)),
    level(3, "level-go-playouts", won(83, 100)),
    level(4, "level-go-slips-often", won(90, 100)),
    level(5, "level-go-slips", won(77, 100)),
    level(6, "level-go-slips-seldom", won(68, 100)),
    level(7, "level-go-instinct", won(83, 100)),
    level(8, "level-go-reads-a-little", won(71, 100)),
    level(9, "level-go-reads", won(81, 100)),
    level(10, "level-go-reads-well", won(86, 100)),
    level(11, "level-go-reads-deeply", won(42, 60)),
    level(12, "level-go-reads-on-and-on", won(82, 100)),
    level(13, "level-go-strongest", won(48, 60)),
];

/// The same on larger boards; `docs/engine-go.md` says how all of it was measured.
const LARGER_BOARDS: [OtherBoard; 2] = [
    OtherBoard {
        width: 13,
        measured: &[
            won(96, 100),
            won(85, 100),
            won(77, 100),
            won(89, 100),
            won(86, 100),
            won(74, 100),
            won(84, 100),
            won(88, 100),
            won(81, 100),
            won(90, 100),
            won(87, 100),
            won(66, 80),
            won(45, 50),
        ],
    },
    OtherBoard {
        width: 19,
        measured: &[
            won(100, 100),
            won(87, 100),
            won(86, 100),
            won(88, 100),
            won(89, 100),
            won(85, 100),
            won(87, 100),
            won(89, 100),
            won(96, 100),
            won(66, 80),
            won(30, 32),
            won(45, 54),
            won(34, 40),
        ],
    },
];

const fn won(wins: u32, games: u32) -> Measured {
    Measured { wins, draws: 0, losses: games - wins }
}

/// A level, and the games that it won against the one below on 9×9.
const fn level(number: u8, id: &'static str, measured: Measured) -> Level {
    Level { number, id, measured }
}

impl Skill {
    fn engine(self, resources: &Resources) -> Box<dyn Engine<Position>> {
        match self {
            Skill::Beginner => Box::new(Beginner::new(resources)),
            Skill::Playouts(_) => Box::new(Uct::new(resources)),
            Skill::Instinct(temperature) => Box::new(puct(Settings { temperature, ..Settings::BEST }, resources)),
            Skill::Visits(_) | Skill::Strongest(_) => {
                Box::new(puct(Settings { resign_below: Some(RESIGN_BELOW), ..Settings::BEST }, resources))
            }
        }
    }

    fn limits(self) -> Limits {
        match self {
            Skill::Beginner => Limits::NONE,
            Skill::Instinct(_) => Limits::nodes(1),
            Skill::Playouts(nodes) | Skill::Visits(nodes) => Limits::nodes(nodes),
            Skill::Strongest(nodes_at_least) => {
                Limits { unhurried: Some(Unhurried { time: UNHURRIED, nodes_at_least }), ..Limits::NONE }
            }
        }
    }
}

/// A level, whatever board is put before it: what it plays by depends on the size.
struct OnAnyBoard {
    skills: [Skill; 3],
    resources: Resources,
    /// What it played by last.
    skill: Skill,
    engine: Box<dyn Engine<Position>>,
    /// What it was asked to leave aside.
    banned: Vec<Ban<Move>>,
}

impl OnAnyBoard {
    fn seat(skills: [Skill; 3], size: Size, resources: &Resources) -> Mover<Position> {
        let skill = skills[column(size)];
        let engine = skill.engine(resources);
        Mover::new(OnAnyBoard { skills, resources: *resources, skill, engine, banned: Vec::new() }, skill.limits())
    }
}

/// Where the levels for boards of this size stand in [`SKILLS`].
fn column(size: Size) -> usize {
    match size.width() {
        ..=9 => 0,
        10..=13 => 1,
        _ => 2,
    }
}

impl Engine<Position> for OnAnyBoard {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Thought<Move>, Failure> {
        let skill = self.skills[column(position.size())];
        if skill != self.skill {
            self.skill = skill;
            self.engine = skill.engine(&self.resources);
            self.engine.avoid(&self.banned);
        }
        let own = skill.limits();
        // Limits without a number of nodes, as for an analysis, stay without. What somebody saw who looked on must not help
        // the level with its next move.
        let (nodes, unhurried) = (limits.nodes.and(own.nodes), limits.unhurried.and(own.unhurried));
        let thought = self.engine.think(position, &Limits { nodes, unhurried, ..*limits }, stop, report);
        if nodes.is_none() && own.nodes.is_some() {
            self.engine.forget();
        }
        thought
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn avoid(&mut self, banned: &[Ban<Move>]) -> bool {
        let honoured = self.engine.avoid(banned);
        if honoured {
            self.banned = banned.to_vec();
        }
        honoured
    }
}

impl MachineGame for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn on_other_boards() -> &'static [OtherBoard] {
        &LARGER_BOARDS
    }

    fn check_seat(who: &Who) -> Result<(), Unavailable> {
        match *who {
            Who::Nboard { .. } => Err(Unavailable::OnlyOthello),
            _ => check_level::<Game>(who),
        }
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(level) => {
                let skills = (level as usize).checked_sub(1).and_then(|index| SKILLS.get(index));
                Ok(OnAnyBoard::seat(*skills.ok_or_else(|| no_level::<Game>(level))?, self.size(), resources))
            }
            Who::Time(time) => Ok(networked(Settings::BEST, resources, Limits::time(time))),
            Who::Nodes(nodes) => Ok(networked(Settings::BEST, resources, Limits::nodes(nodes))),
            Who::Engine(ref command) => gtp_program(command),
            Who::Nboard { .. } => Err(Unavailable::OnlyOthello),
        }
    }

    fn deeds(&self, position: &Position, mv: Move, report: &Report<Move>) -> Vec<Message> {
        explain(position, mv, report).into_iter().map(in_words).take(DEEDS_MAX).collect()
    }

    fn motif(&self, position: &Position, mv: Move, report: &Report<Move>) -> Option<Motif> {
        Some(match explain(position, mv, report).first()? {
            Reason::Captures(_) | Reason::TakesKo | Reason::Atari(_) | Reason::Attacks(_) => Motif::Capture,
            Reason::Saves(_) | Reason::Lives | Reason::Strengthens(_) => Motif::Rescue,
            Reason::Connects | Reason::Cuts => Motif::Connection,
            Reason::EmptyCorner | Reason::EmptySide | Reason::Territory(_) | Reason::Open(_) => Motif::Area,
            Reason::NothingLeft => return None,
        })
    }

    /// The chance and the margin.
    fn outlook(&self, position: &Position, report: &Report<Move>) -> Option<Message> {
        let Score::Chance { win, lead } = report.variations.first()?.score else { return None };
        let id = if lead >= 0.5 && win > 0.55 {
            "hint-go-ahead"
        } else if lead <= -0.5 && win < 0.45 {
            "hint-go-behind"
        } else {
            "hint-go-even"
        };
        let margin = format!("{:.1}", lead.abs());
        let message = Message::new(id).with("player", Kind::Go.side(position.turn()));
        Some(message.with("margin", margin).with("percent", (100.0 * win).round() as i64))
    }

    fn estimate(&self, position: &Position, resources: &Resources, stop: &Stop) -> Option<Estimate> {
        crate::estimate(position, resources, stop)
    }

    fn dead(&self, position: &Position, resources: &Resources, stop: &Stop) -> Vec<String> {
        let dead = judge(position, resources, stop);
        let heads = position.board().heads().filter(|&head| dead.contains(head));
        heads.map(|head| head.to_string()).collect()
    }
}

/// More than this about one move is not read.
const DEEDS_MAX: usize = 3;

/// One fact in words.
fn in_words(reason: Reason) -> Message {
    let count = |id: &'static str, count: u16| Message::new(id).with("count", i64::from(count));
    match reason {
        Reason::Captures(stones) => count("hint-go-captures", stones),
        Reason::TakesKo => Message::new("hint-go-takes-ko"),
        Reason::Saves(stones) => count("hint-go-saves", stones),
        Reason::Atari(stones) => count("hint-go-atari", stones),
        Reason::Connects => Message::new("hint-go-connects"),
        Reason::Cuts => Message::new("hint-go-cuts"),
        Reason::Lives => Message::new("hint-go-lives"),
        Reason::Attacks(stones) => count("hint-go-attacks", stones),
        Reason::Strengthens(stones) => count("hint-go-strengthens", stones),
        Reason::EmptyCorner => Message::new("hint-go-empty-corner"),
        Reason::EmptySide => Message::new("hint-go-empty-side"),
        Reason::Territory(points) => count("hint-go-territory", points),
        Reason::Open(points) => count("hint-go-open", points),
        Reason::NothingLeft => Message::new("hint-go-nothing-left"),
    }
}

/// What the network alone says of a position that is not over, through one of the eight symmetries.
pub fn at_sight(position: &Position, symmetry: usize) -> AtSight {
    let size = position.size();
    let mut evaluations = [Evaluation::default()];
    let input = Input::of(position, Dihedral::ALL[symmetry % Dihedral::ALL.len()]);
    Runner::new(Network::shipped(size)).run(&[input], &mut evaluations);
    let [Evaluation { policy: logits, win, lead, ownership }] = evaluations;
    let place = |mv: Move| mv.point().map_or(size.area(), |point| point.number(size)) as usize;
    let legal: Vec<usize> = position.legal_moves().map(place).collect();
    let highest = legal.iter().map(|&place| logits[place]).fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = legal.iter().map(|&place| (logits[place] - highest).exp()).sum();
    let mut policy = vec![None; logits.len()];
    for place in legal {
        policy[place] = Some((logits[place] - highest).exp() / sum);
    }
    AtSight { win, lead, policy, ownership }
}

/// The tree search over the networks that the program ships with.
pub(crate) fn puct(settings: Settings, resources: &Resources) -> Puct<Networked> {
    Puct::new(settings, resources, Networked::shipped)
}

fn networked(settings: Settings, resources: &Resources, limits: Limits) -> Mover<Position> {
    Mover::new(puct(settings, resources), limits)
}
