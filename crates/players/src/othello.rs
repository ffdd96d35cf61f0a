//! The opponents in Othello.

use engine_othello::{GreedyMinimax, LimitedPlayer, Player, Reason, Skill, Weights, explain};
use othello::{Game, Move, Position};
use search::{Limits, Random, Report, Resources, Score};
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

    fn reasons(&self, position: &Position, mv: Move, report: &Report<Move>) -> Vec<Message> {
        let facts = match mv {
            Move::Place(square) if position.board().moves().contains(square) => explain(position.board(), square),
            _ => Vec::new(),
        };
        let expected = match report.variations.first().map(|variation| variation.score) {
            Some(Score::Exact { margin: margin @ 1.., .. }) => {
                Message::new("hint-othello-wins-by").with("margin", i64::from(margin))
            }
            Some(Score::Exact { margin: 0, .. }) => Message::new("hint-draws"),
            Some(Score::Exact { margin, .. }) => {
                Message::new("hint-othello-loses-by").with("margin", i64::from(-margin))
            }
            _ => outlook(report),
        };
        facts.into_iter().map(in_words).chain([expected]).collect()
    }
}

/// One fact in words.
fn in_words(reason: Reason) -> Message {
    match reason {
        Reason::WipesOut => Message::new("hint-othello-wipes-out"),
        Reason::OnlyMove => Message::new("hint-othello-only-move"),
        Reason::Corner => Message::new("hint-othello-corner"),
        Reason::OpponentPasses => Message::new("hint-othello-opponent-passes"),
        Reason::KeepsCorner => Message::new("hint-othello-keeps-corner"),
        Reason::OnlyWithoutCorner => Message::new("hint-othello-only-without-corner"),
        Reason::SafeXSquare => Message::new("hint-othello-safe-x-square"),
        Reason::XSquare => Message::new("hint-othello-x-square"),
        Reason::SafeCSquare => Message::new("hint-othello-safe-c-square"),
        Reason::CSquare => Message::new("hint-othello-c-square"),
        Reason::FewReplies(count) => Message::new("hint-othello-few-replies").with("count", i64::from(count)),
        Reason::FillsRegion => Message::new("hint-othello-fills-region"),
        Reason::Parity => Message::new("hint-othello-parity"),
        Reason::Quiet => Message::new("hint-othello-quiet"),
        Reason::FewOutside => Message::new("hint-othello-few-outside"),
    }
}
