//! The opponents in Othello.

use engine_othello::{Book, GreedyMinimax, LimitedPlayer, Novice, Opponent, Reason, Skill, Weights, explain};
use othello::{Game, Move, Position, Square};
use plateau_core::Position as _;
use protocol::external::Timeouts;
use protocol::nboard;
use search::{Limits, Random, Report, Resources, Score};
use study::Motif;
use table::{Kind, Message, Who};

use crate::{Level, MachineGame, Measured, Mover, Unavailable, gtp_program, no_level};

/// Who plays a level.
#[derive(Clone, Copy)]
enum Style {
    Novice,
    Greedy,
    Limited(Skill),
    /// The engine, with so many positions to look at for a move.
    Nodes(u64),
}

const fn limited(depth: u32, solve_empties: u32, misjudges_by: f32) -> Style {
    Style::Limited(Skill { depth, solve_empties, misjudges_by })
}

/// From the first level up.
const STYLES: [Style; 12] = [
    Style::Novice,
    Style::Greedy,
    limited(1, 4, 14.0),
    limited(1, 6, 8.0),
    limited(1, 6, 4.2),
    limited(2, 8, 3.6),
    limited(3, 10, 2.4),
    limited(4, 12, 1.2),
    limited(5, 12, 0.4),
    Style::Nodes(10_000),
    Style::Nodes(60_000),
    Style::Nodes(1_000_000),
];

const LEVELS: [Level; 12] = [
    Level { number: 1, id: "level-othello-novice", measured: Measured { wins: 616, draws: 34, losses: 350 } },
    Level { number: 2, id: "level-othello-greedy", measured: Measured { wins: 774, draws: 23, losses: 203 } },
    Level { number: 3, id: "level-othello-three", measured: Measured { wins: 747, draws: 15, losses: 238 } },
    Level { number: 4, id: "level-othello-four", measured: Measured { wins: 850, draws: 13, losses: 137 } },
    Level { number: 5, id: "level-othello-five", measured: Measured { wins: 808, draws: 14, losses: 178 } },
    Level { number: 6, id: "level-othello-six", measured: Measured { wins: 877, draws: 11, losses: 112 } },
    Level { number: 7, id: "level-othello-seven", measured: Measured { wins: 894, draws: 14, losses: 92 } },
    Level { number: 8, id: "level-othello-eight", measured: Measured { wins: 877, draws: 23, losses: 100 } },
    Level { number: 9, id: "level-othello-nine", measured: Measured { wins: 799, draws: 30, losses: 171 } },
    Level { number: 10, id: "level-othello-ten", measured: Measured { wins: 860, draws: 44, losses: 96 } },
    Level { number: 11, id: "level-othello-eleven", measured: Measured { wins: 169, draws: 14, losses: 17 } },
    Level { number: 12, id: "level-othello-twelve", measured: Measured { wins: 171, draws: 19, losses: 10 } },
];

impl MachineGame for Game {
    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn seat(&self, who: &Who, resources: &Resources) -> Result<Mover<Position>, Unavailable> {
        let player = || {
            let player = Opponent::new(Weights::shipped(), resources);
            if resources.book { player.with_book(Book::shipped(), resources) } else { player }
        };
        match *who {
            Who::Person => Err(Unavailable::Person),
            Who::Random => Ok(Mover::new(Random::new(resources), Limits::NONE)),
            Who::Level(level) => {
                let style = (level as usize).checked_sub(1).and_then(|index| STYLES.get(index));
                Ok(match *style.ok_or_else(|| no_level::<Game>(level))? {
                    Style::Limited(skill) => {
                        Mover::new(LimitedPlayer::new(skill, Weights::shipped(), resources), Limits::NONE)
                    }
                    Style::Novice => Mover::new(Novice::new(resources), Limits::NONE),
                    Style::Greedy => Mover::new(GreedyMinimax::new(resources), Limits::NONE),
                    Style::Nodes(nodes) => Mover::new(player(), Limits::nodes(nodes)),
                })
            }
            Who::Time(time) => Ok(Mover::new(player(), Limits::time(time))),
            Who::Nodes(nodes) => Ok(Mover::new(player(), Limits::nodes(nodes))),
            Who::Engine(ref command) => gtp_program(command),
            Who::Nboard { depth, ref command } => {
                let depth = depth.unwrap_or(nboard::Client::USUAL_DEPTH);
                match nboard::Client::start(command, depth, Timeouts::default()) {
                    Ok(client) => Ok(Mover::new(client, Limits::NONE)),
                    Err(error) => Err(Unavailable::External(error.into())),
                }
            }
        }
    }

    fn deeds(&self, position: &Position, mv: Move, _report: &Report<Move>) -> Vec<Message> {
        match mv {
            Move::Place(square) if position.board().moves().contains(square) => {
                explain(position.board(), square).into_iter().map(|reason| in_words(reason, square)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn motif(&self, position: &Position, mv: Move, _report: &Report<Move>) -> Option<Motif> {
        let Move::Place(square) = mv else { return None };
        if !position.board().moves().contains(square) {
            return None;
        }
        Some(match explain(position.board(), square).first()? {
            Reason::Corner
            | Reason::KeepsCorner
            | Reason::OnlyWithoutCorner
            | Reason::SafeXSquare
            | Reason::XSquare
            | Reason::SafeCSquare
            | Reason::CSquare => Motif::Corner,
            Reason::OpponentPasses | Reason::FewReplies(_) | Reason::Quiet | Reason::FewOutside => Motif::Mobility,
            Reason::FillsRegion | Reason::Parity => Motif::Parity,
            Reason::Stable(_) => Motif::Stability,
            Reason::WipesOut | Reason::OnlyMove => return None,
        })
    }

    fn outlook(&self, position: &Position, report: &Report<Move>) -> Option<Message> {
        let margin = |id: &'static str, margin: i32| Some(Message::new(id).with("margin", i64::from(margin)));
        let expects = |id: &'static str| Message::new(id).with("player", Kind::Othello.side(position.turn()));
        match report.variations.first()?.score {
            Score::Exact { margin: by @ 1.., .. } => margin("hint-othello-wins-by", by),
            Score::Exact { margin: 0, .. } => Some(Message::new("hint-draws")),
            Score::Exact { margin: by, .. } => margin("hint-othello-loses-by", -by),
            Score::Margin(by) if by.abs() < 0.5 => Some(Message::new("hint-even")),
            Score::Margin(by) if by > 0.0 => Some(expects("hint-ahead").with("margin", format!("{by:.0}"))),
            Score::Margin(by) => Some(expects("hint-behind").with("margin", format!("{:.0}", -by))),
            Score::Chance { win, .. } => Some(expects("hint-chance").with("percent", (100.0 * win).round() as i64)),
        }
    }
}

/// Where a square is, as players say: the north-west, the south, the centre.
fn compass(square: Square) -> Message {
    const NAMES: [[&str; 3]; 3] = [
        ["compass-north-west", "compass-north", "compass-north-east"],
        ["compass-west", "compass-centre", "compass-east"],
        ["compass-south-west", "compass-south", "compass-south-east"],
    ];
    let third = |of: u8| usize::from(of > 2) + usize::from(of > 4);
    Message::new(NAMES[third(square.row())][third(square.column())])
}

/// One fact in words.
fn in_words(reason: Reason, square: Square) -> Message {
    let here = |id: &'static str| Message::new(id).with("region", compass(square));
    match reason {
        Reason::WipesOut => Message::new("hint-othello-wipes-out"),
        Reason::OnlyMove => Message::new("hint-othello-only-move"),
        Reason::Corner => here("hint-othello-corner"),
        Reason::OpponentPasses => Message::new("hint-othello-opponent-passes"),
        Reason::KeepsCorner => Message::new("hint-othello-keeps-corner"),
        Reason::OnlyWithoutCorner => Message::new("hint-othello-only-without-corner"),
        Reason::SafeXSquare => here("hint-othello-safe-x-square"),
        Reason::XSquare => here("hint-othello-x-square"),
        Reason::SafeCSquare => here("hint-othello-safe-c-square"),
        Reason::CSquare => here("hint-othello-c-square"),
        Reason::Stable(count) => Message::new("hint-othello-stable").with("count", i64::from(count)),
        Reason::FewReplies(count) => Message::new("hint-othello-few-replies").with("count", i64::from(count)),
        Reason::FillsRegion => here("hint-othello-fills-region"),
        Reason::Parity => here("hint-othello-parity"),
        Reason::Quiet => Message::new("hint-othello-quiet"),
        Reason::FewOutside => Message::new("hint-othello-few-outside"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_lie_where_players_say() {
        for (square, region) in [
            (Square::A1, "compass-north-west"),
            (Square::G2, "compass-north-east"),
            (Square::D1, "compass-north"),
            (Square::A5, "compass-west"),
            (Square::E4, "compass-centre"),
            (Square::H8, "compass-south-east"),
        ] {
            assert_eq!(compass(square).id, region, "{square}");
        }
        let said = in_words(Reason::Corner, Square::H1);
        assert_eq!(said, Message::new("hint-othello-corner").with("region", Message::new("compass-north-east")));
    }
}
