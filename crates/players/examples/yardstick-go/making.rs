//! Where positions come from, and which of their moves are judged.

use std::ops::RangeInclusive;

use engine_go::{Networked, Puct, Settings};
use fastrand::Rng;
use go::{Move, Point, Position, Size};
use plateau_core::{Course, Game as _, Position as _};
use search::{Choice, Engine as _, Limits, Report, Resources, Stop};

use crate::judged::{Judged, game};
use crate::machine::Machine;

/// Where something is at stake: the chance to win in percent.
const OPEN: RangeInclusive<f32> = 10.0..=90.0;
/// So many visits say whether it may be, before more are spent.
const GLANCE_VISITS: u64 = 100;
/// So many positions of a game are glanced at before another is played.
const GLANCES: usize = 6;
/// The visits and the temperatures of games, drawn for each.
const GAME_VISITS: [u64; 2] = [1, 8];
const TEMPERATURES: [f32; 3] = [0.7, 1.0, 1.3];
/// Openings, middle games, endgames.
const STAGES: usize = 3;

/// The search that moves are found by has one visit where each of them will have so many.
const LOOK_SHARE: u64 = 4;
/// A move is judged that got one of so many visits of it …
const VISITS_SHARE: u64 = 50;
/// … and those with the highest priors, so many, whether anybody looked or not …
const BY_PRIOR: usize = 2;
/// … but no more than this.
const CANDIDATES: usize = 8;

/// Prints so many positions with their moves.
pub(crate) fn make(count: u64, size: Size, visits: u64, seed: u64) {
    let (mut rng, mut judge) = (Rng::with_seed(seed), Machine::judge());
    let mut made = 0;
    while made < count {
        let stage = (made % STAGES as u64) as usize;
        let Some((moves, position)) = open_position(size, stage, &mut rng, &mut judge) else { continue };
        let judged = judge_moves(moves, position, visits, &mut judge);
        if OPEN.contains(&judged.best().1.chance) {
            println!("{judged}");
            made += 1;
        }
    }
}

/// A position of a new game, in this third of it, in which neither side seems to have won.
fn open_position(size: Size, stage: usize, rng: &mut Rng, judge: &mut Machine) -> Option<(Vec<Move>, Position)> {
    let game = play(size, rng);
    let length = game.moves().len();
    let mut plies: Vec<usize> = (length * stage / STAGES..length * (stage + 1) / STAGES).collect();
    rng.shuffle(&mut plies);
    plies.into_iter().take(GLANCES).find_map(|ply| {
        let position = game.position_at(ply)?;
        let glance = judge.worth_of(&position, position.turn(), GLANCE_VISITS);
        OPEN.contains(&glance.chance).then(|| (game.moves()[..ply].to_vec(), position))
    })
}

/// A game of the network with itself, by its first thoughts or a few visits, after two random moves off the edge: left to itself it begins all of them alike.
fn play(size: Size, rng: &mut Rng) -> Course<Position> {
    let temperature = TEMPERATURES[rng.usize(..TEMPERATURES.len())];
    let limits = Limits::nodes(GAME_VISITS[rng.usize(..GAME_VISITS.len())]);
    let resources = Resources { seed: Some(rng.u64(..)), ..Resources::default() };
    let mut engine = Puct::new(Settings { temperature, ..Settings::BEST }, &resources, Networked::shipped);
    let mut course = Course::new(game(size).start());
    let inner = |point: &Point| [point.column(), point.row()].iter().all(|&line| line > 0 && line + 1 < size.width());
    for point in rng.choose_multiple(size.points().filter(inner), 2) {
        course.play(Move::Play(point)).expect("two points are not one");
    }
    while !course.position().is_over() && course.moves().len() < 4 * size.area() as usize {
        let thought = engine.think(course.position(), &limits, &Stop::new(), &mut |_| {});
        match thought.expect("an engine of this program has an answer").choice {
            Choice::Play(mv) => course.play(mv).expect("its choice is legal"),
            Choice::Resign => break,
        }
    }
    course
}

fn judge_moves(moves: Vec<Move>, position: Position, visits: u64, judge: &mut Machine) -> Judged {
    let candidates = candidates(&position, &judge.look(&position, (visits / LOOK_SHARE).max(2)));
    let worths = candidates.into_iter().map(|mv| (mv, judge.worth(&position, mv, visits))).collect();
    Judged::new(moves, position, visits, worths)
}

/// The moves that may be the best, or that somebody may take for it.
fn candidates(position: &Position, seen: &Report<Move>) -> Vec<Move> {
    let whole = seen.whole.as_ref().expect("it was asked for details");
    let size = position.size();
    let prior = |mv: Move| whole.policy[mv.point().map_or(size.area() as usize, |point| point.number(size) as usize)];
    let mut by_prior: Vec<Move> = position.legal_moves().filter(|&mv| prior(mv).is_some()).collect();
    by_prior.sort_by(|&a, &b| prior(b).unwrap_or(0.0).total_cmp(&prior(a).unwrap_or(0.0)));
    by_prior.truncate(BY_PRIOR);
    let looked_at = seen.variations.iter().filter(|line| VISITS_SHARE * line.visits >= seen.nodes);
    let mut candidates = by_prior;
    for mv in looked_at.filter_map(|line| line.moves.first().copied()) {
        if !candidates.contains(&mv) {
            candidates.push(mv);
        }
    }
    candidates.truncate(CANDIDATES);
    candidates
}
