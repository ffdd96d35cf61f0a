//! The opponents in Go.

use engine_go::net::Network;
use engine_go::{Beginner, Networked, Puct, Reason, Settings, Uct, explain};
use go::{DeadStones, Game, Move, Position};
use plateau_core::Position as _;
use search::{Engine, Limits, Random, Report, Resources, Score, Stop};
use table::{Message, Who};

use crate::{Level, Machine, Measured, Mover, Unavailable, external, no_level};

/// Playouts a move of the levels above the beginner.
const PLAYOUTS: [u64; 3] = [400, 2000, 10_000];

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
            Who::Time(time) => Ok(networked(Settings::BEST, resources, Limits::time(time))),
            Who::Nodes(nodes) => Ok(networked(Settings::BEST, resources, Limits::nodes(nodes))),
            Who::Engine(ref command) => external(command),
        }
    }

    fn reasons(&self, position: &Position, mv: Move, report: &Report<Move>) -> Vec<Message> {
        let on_the_board = explain(position, mv, report).into_iter().map(in_words);
        let reasons: Vec<Message> = on_the_board.take(REASONS_MAX).chain(outlook(report)).collect();
        if reasons.is_empty() { vec![Message::new("hint-likes")] } else { reasons }
    }

    fn dead(&self, position: &Position, resources: &Resources, stop: &Stop) -> Vec<String> {
        let dead = judge(position, resources, stop);
        let heads = position.board().heads().filter(|&head| dead.contains(head));
        heads.map(|head| head.to_string()).collect()
    }
}

/// More than this about one move is not read.
const REASONS_MAX: usize = 3;

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
        Reason::EmptyCorner => Message::new("hint-go-empty-corner"),
        Reason::EmptySide => Message::new("hint-go-empty-side"),
        Reason::Territory(points) => count("hint-go-territory", points),
        Reason::NothingLeft => Message::new("hint-go-nothing-left"),
    }
}

/// What the engine expects of the game: its chance and the margin.
fn outlook(report: &Report<Move>) -> Option<Message> {
    let Score::Chance { win, lead } = report.variations.first()?.score else { return None };
    let id = match lead {
        lead if lead >= 0.5 => "hint-go-ahead",
        lead if lead <= -0.5 => "hint-go-behind",
        _ => "hint-go-even",
    };
    let margin = format!("{:.1}", lead.abs());
    Some(Message::new(id).with("margin", margin).with("percent", (100.0 * win).round() as i64))
}

/// Visits for a look at a finished board. The owners of points are averaged over all of them.
const JUDGE_VISITS: u64 = 120;

/// Which stones are dead in a position that both have passed in, or that they will not play on in.
pub fn judge(position: &Position, resources: &Resources, stop: &Stop) -> DeadStones {
    let turn = position.turn();
    let position = position.resumed(turn);
    if position.is_over() {
        return DeadStones::NONE;
    }
    let mut engine = puct(Settings::BEST, resources);
    let Ok(thought) = engine.think(&position, &Limits::nodes(JUDGE_VISITS), stop, &mut |_| {}) else {
        return DeadStones::NONE;
    };
    engine_go::dead_stones(position.board(), turn, &thought.report.ownership)
}

/// The tree search over the network that the program ships with.
fn puct(settings: Settings, resources: &Resources) -> Puct<Networked> {
    Puct::new(settings, resources, || Networked::new(Network::shipped()))
}

fn networked(settings: Settings, resources: &Resources, limits: Limits) -> Mover<Position> {
    Mover::new(puct(settings, resources), limits)
}
