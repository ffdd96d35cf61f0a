//! What a position is worth, and every move in it: one interface for the engines of the three games.
//!
//! An [`Analyst`] judges positions with a given [`Effort`]; it can be stopped at any moment and tells what it sees on the way. It starts
//! afresh each time, so that a judgement hangs on the position, the rules and the effort, and can be kept under its [`key`]. Whoever wants to know what some other move is worth asks about the position after it, which is what an [`Attempt`] does.

mod aligne4;
mod cards;
mod fan;
mod game;
mod go;
mod numbers;
mod othello;
mod remarks;
mod reviewer;
mod spot;
mod trial;
mod why;

use plateau_core::{Player, Position};
use search::{Report, Resources, Score, Stop, Variation};
use study::{Effort, Judged, Judgement};
use table::{AnyWay, Kind, MoveOf, Playable};

pub use cards::cards;
pub use fan::Fan;
pub use game::Analyst;
pub use numbers::{Row, numbers};
pub use remarks::{chance, owners, remarks, values, worth};
pub use reviewer::{judged, review};
pub use spot::{EFFORT, Spot, known};
pub use trial::{Attempt, Solution, Trial};
pub use why::{Why, why};

/// Judges the positions of whichever game it is asked about.
pub enum AnyAnalyst {
    /// Of Go.
    Go(Box<dyn Analyst<::go::Position>>),
    /// Of Othello.
    Othello(Box<dyn Analyst<::othello::Position>>),
    /// Of Aligne 4.
    Aligne4(Box<dyn Analyst<::aligne4::Position>>),
}

/// Of each position so many moves are kept; in Aligne 4 and Othello that is all of them.
const KEPT_MOVES: usize = 300;

/// Of what is expected after a move so much is kept.
const KEPT_PLIES: usize = 16;

impl AnyAnalyst {
    /// For this game. With one thread and a seed, equal questions have equal answers.
    pub fn new(kind: Kind, resources: &Resources) -> AnyAnalyst {
        match kind {
            Kind::Go => AnyAnalyst::Go(Box::new(go::Networked::new(resources))),
            Kind::Othello => AnyAnalyst::Othello(Box::new(othello::Searching::new(resources))),
            Kind::Aligne4 => AnyAnalyst::Aligne4(Box::new(aligne4::Solving::new(resources))),
        }
    }

    /// The game that it knows.
    pub fn kind(&self) -> Kind {
        match self {
            AnyAnalyst::Go(_) => Kind::Go,
            AnyAnalyst::Othello(_) => Kind::Othello,
            AnyAnalyst::Aligne4(_) => Kind::Aligne4,
        }
    }

    /// Judges a position on the way; nothing if it was stopped before it knew anything.
    ///
    /// # Panics
    ///
    /// If the way is one of another game.
    pub fn judge(
        &mut self,
        way: &AnyWay,
        moment: usize,
        effort: Effort,
        stop: &Stop,
        report: &mut dyn FnMut(&Judgement),
    ) -> Option<Judgement> {
        match (self, way) {
            (AnyAnalyst::Go(analyst), AnyWay::Go(way)) => judge(&mut **analyst, way, moment, effort, stop, report),
            (AnyAnalyst::Othello(analyst), AnyWay::Othello(way)) => {
                judge(&mut **analyst, way, moment, effort, stop, report)
            }
            (AnyAnalyst::Aligne4(analyst), AnyWay::Aligne4(way)) => {
                judge(&mut **analyst, way, moment, effort, stop, report)
            }
            _ => panic!("an analyst is asked about its own game"),
        }
    }
}

fn judge<G: Playable>(
    analyst: &mut dyn Analyst<G::Position>,
    way: &table::Way<G>,
    moment: usize,
    effort: Effort,
    stop: &Stop,
    report: &mut dyn FnMut(&Judgement),
) -> Option<Judgement> {
    let position = &way.moments[moment].position;
    let mut tell = |seen: &Report<MoveOf<G>>| {
        if !seen.variations.is_empty() {
            report(&judgement::<G>(position, seen));
        }
    };
    let seen = analyst.judge(position, effort, stop, &mut tell)?;
    Some(judgement::<G>(position, &seen))
}

/// What an engine saw, as it is kept.
fn judgement<G: Playable>(position: &G::Position, seen: &Report<MoveOf<G>>) -> Judgement {
    let turn = position.turn();
    let judged = |variation: &Variation<MoveOf<G>>| Judged {
        line: variation.moves.iter().take(KEPT_PLIES).map(ToString::to_string).collect(),
        score: variation.score,
        visits: variation.visits,
    };
    // A position that is over has a worth and no moves.
    let moves = seen.variations.iter().filter(|variation| !variation.moves.is_empty()).take(KEPT_MOVES);
    let score = seen.variations.first().map_or(Score::Margin(0.0), |variation| variation.score);
    let by_black = if turn == Player::Black { 1.0 } else { -1.0 };
    let judgement = Judgement {
        turn,
        score,
        moves: moves.map(judged).collect(),
        ownership: seen.ownership.iter().map(|owned| by_black * owned).collect(),
        nodes: seen.nodes,
    };
    judgement.as_kept()
}

/// By what a judgement is kept: the game and its rules, the position, who judged, and how hard.
pub fn key(way: &AnyWay, moment: usize, effort: Effort) -> String {
    format!("{} {} {effort} {}", way.kind(), version(way.kind()), way.text(moment))
}

/// Who judges positions of a game: another text for any others, whose judgements differ.
pub fn version(kind: Kind) -> String {
    match kind {
        Kind::Go => go::version(),
        Kind::Othello => othello::version(),
        Kind::Aligne4 => aligne4::version(),
    }
}
