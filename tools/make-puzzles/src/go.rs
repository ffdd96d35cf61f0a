//! Puzzles of Go: positions of games between levels in which one move is worth clearly more than any other.
//!
//! A move that lost much in the game points at a position. There the tree search looks with [`Board::visits`] visits, and the best
//! move must be [`Board::gap`] points better than any other that was looked at; the same with four times the visits; and the
//! position after the best move must be that much better than the position after each of the next moves, judged by searches of their own.

mod themes;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use engine_go::{Networked, Puct, Settings};
use fastrand::Rng;
use go::{Game, Move, Position, Rules, Size};
use plateau_core::Position as _;
use players::MachineGame;
use search::{Engine as _, Limits, Report, Resources, Score, Stop, Variation};
use study::puzzle::{Ground, Puzzle, Task};
use table::Kind;

use crate::games::Levels;
use crate::rate::{attempts, rating, ratings};
use crate::work::Find;

/// What is asked of puzzles on a board.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// Visits for a look at every position of a game.
    glance: u64,
    /// Visits for a look at a position that may be a puzzle.
    visits: u64,
    /// The points by which the best move must be better.
    gap: f32,
    /// Moves before which nothing is asked.
    opening: usize,
    /// Games end after so many moves.
    longest: usize,
}

/// For this width.
fn board(width: u8) -> Board {
    match width {
        ..=9 => Board { glance: 8, visits: 200, gap: 5.0, opening: 8, longest: 110 },
        10..=13 => Board { glance: 8, visits: 200, gap: 5.0, opening: 14, longest: 200 },
        _ => Board { glance: 8, visits: 200, gap: 6.0, opening: 24, longest: 320 },
    }
}

/// Of the gap that was seen this share is promised: searches that look further see other leads.
const PROMISED: f32 = 0.6;

/// A game that is decided makes no puzzle.
const OPEN_GAME: [f32; 2] = [0.04, 0.97];

/// Moves besides the best that get a search of their own.
const RIVALS: usize = 3;

/// From one game no more than this.
const MOST_PER_GAME: usize = 4;

/// The highest level that tries puzzles: those above need more time than all others together.
const HIGHEST: u8 = 10;

/// Moves that are told of a position.
const TOLD: NonZeroUsize = NonZeroUsize::new(24).expect("not zero");

/// So much of the expected line is kept.
const LINE: usize = 9;

/// Looks for puzzles of Go.
pub(crate) struct Finder {
    board: Board,
    width: u8,
    rng: Rng,
    levels: Levels<Game>,
    ratings: Vec<f64>,
    search: Looker,
}

/// The tree search, begun anew each time.
pub(crate) struct Looker(Puct<Networked>);

impl Looker {
    pub(crate) fn new() -> Looker {
        let resources = Resources { seed: Some(0), ..Resources::default() };
        Looker(Puct::new(Settings::BEST, &resources, Networked::shipped))
    }

    /// The same question has the same answer.
    pub(crate) fn look(&mut self, position: &Position, visits: u64) -> Report<Move> {
        self.0.forget();
        self.0.reseed(position.key());
        let limits = Limits { variations: TOLD, ..Limits::nodes(visits) };
        let thought = self.0.think(position, &limits, &Stop::new(), &mut |_| {});
        thought.expect("an engine in this program answers").report
    }
}

fn lead(variation: &Variation<Move>) -> f32 {
    match variation.score {
        Score::Chance { lead, .. } => lead,
        Score::Margin(margin) => margin,
        Score::Exact { margin, .. } => margin as f32,
    }
}

fn win(variation: &Variation<Move>) -> f32 {
    match variation.score {
        Score::Chance { win, .. } => win,
        _ => 0.5,
    }
}

/// By how many points the best move is better than any other that was looked at more than in passing; without bound where none was.
fn gap(seen: &Report<Move>) -> f32 {
    let Some((best, others)) = seen.variations.split_first() else { return 0.0 };
    let passing = (seen.nodes / 100).max(2);
    let others = others.iter().filter(|other| other.visits > passing).map(lead);
    lead(best) - others.max_by(f32::total_cmp).unwrap_or(f32::NEG_INFINITY)
}

impl Finder {
    /// For boards of this width.
    pub(crate) fn new(width: u8, mut rng: Rng) -> Result<Finder, String> {
        let size = Size::new(width).ok_or_else(|| format!("there is no board {width} wide"))?;
        let rules: Rules = "french".parse().map_err(|_| "there are no French rules".to_owned())?;
        let levels = Levels::new(Game::even(size, rules), HIGHEST, &mut rng);
        let other = Game::on_other_boards().iter().find(|other| other.width == width);
        let mut ratings = match other {
            Some(other) => ratings(other.measured),
            None => ratings(Game::levels().iter().map(|level| &level.measured)),
        };
        ratings.truncate(HIGHEST as usize);
        Ok(Finder { board: board(width), width, rng, levels, ratings, search: Looker::new() })
    }

    /// The puzzle in this position of a game, if there is one.
    fn puzzle(&mut self, position: &Position, played: Move, moves: &[String]) -> Option<Puzzle> {
        let Board { visits, gap: wanted, .. } = self.board;
        // Most candidates are none, and a quarter of the visits shows it.
        if gap(&self.search.look(position, visits / 4)) < wanted / 2.0 {
            return None;
        }
        let first = self.search.look(position, visits);
        let best = first.variations.first()?;
        let mv = best.moves[0];
        if mv == Move::Pass || mv == played || !is_open(win(best)) {
            return None;
        }
        let mut least = gap(&first);
        if least < wanted {
            return None;
        }
        // What was hardly looked at gets a search of its own: the move that was made, and those that promise most.
        let promising = self.search.look(position, 1);
        let others = first.variations.iter().chain(&promising.variations).map(|other| other.moves[0]);
        let mut rivals = vec![played];
        for other in others.filter(|&other| other != mv) {
            if rivals.len() <= RIVALS && !rivals.contains(&other) {
                rivals.push(other);
            }
        }
        let after = self.search.look(&position.after(mv), visits);
        let worth = -lead(after.variations.first()?);
        let mut wrong: Option<(f32, Report<Move>)> = None;
        for rival in rivals {
            let seen = self.search.look(&position.after(rival), visits / 2);
            let gap = worth + lead(seen.variations.first()?);
            if gap < wanted {
                return None;
            }
            least = least.min(gap);
            if wrong.as_ref().is_none_or(|(least, _)| gap < *least) {
                wrong = Some((gap, seen));
            }
        }
        let again = self.search.look(position, 4 * visits);
        least = least.min(gap(&again));
        if again.variations.first()?.moves[0] != mv || least < wanted {
            return None;
        }
        let line: Vec<Move> = again.variations[0].moves.iter().copied().take(LINE).collect();
        let tries = |level| if level < 8 { 4 } else { 1 };
        let tried = attempts(&mut self.levels, &self.ratings, tries, position, |choice| choice == mv);
        let themes = themes::themes(position, &line, [&after.ownership, &wrong.as_ref()?.1.ownership]);
        Some(Puzzle {
            ground: Ground::new(Kind::Go, &self.width.to_string())?,
            task: Task::Gain { points: (least * PROMISED) as u16 },
            rating: rating(&tried),
            themes,
            moves: moves.to_vec(),
            answers: vec![mv.to_string()],
            line: line.iter().map(ToString::to_string).collect(),
        })
    }

    /// The positions of a game in which the move that was made seems to have lost much while the game was open, by their numbers.
    fn candidates(&mut self, moves: &[(Position, Move)], is_late: &dyn Fn() -> bool) -> Vec<usize> {
        // The best move, what it is worth to whoever moves, and the chance to win.
        let mut seen: Vec<(Move, f32, f32)> = Vec::new();
        for (position, _) in moves.iter().skip(self.board.opening) {
            if is_late() {
                break;
            }
            let report = self.search.look(position, self.board.glance);
            let best = &report.variations[0];
            seen.push((best.moves[0], lead(best), win(best)));
        }
        let lost_much = |at: &usize| {
            let ((best, lead, win), (_, next, _)) = (seen[*at], seen[*at + 1]);
            moves[self.board.opening + *at].1 != best && lead + next >= self.board.gap && is_open(win)
        };
        let numbers = (0..seen.len().saturating_sub(1)).filter(lost_much);
        numbers.map(|at| self.board.opening + at).collect()
    }
}

fn is_open(win: f32) -> bool {
    (OPEN_GAME[0]..=OPEN_GAME[1]).contains(&win)
}

impl Find for Finder {
    fn game(&mut self, is_late: &dyn Fn() -> bool, found: &mut dyn FnMut(Puzzle)) {
        // Neighbours play games that stay open; those below are slow or see nothing.
        let level = self.rng.u8(4..=8);
        let other = self.rng.u8(level - 1..=level + 1).clamp(4, 8);
        let played = self.levels.play([level, other], (5, self.rng.usize(2..10)), self.board.longest);
        let moves: Vec<String> = played.moves.iter().map(|(_, mv)| mv.to_string()).collect();
        let mut candidates = self.candidates(&played.moves, is_late);
        self.rng.shuffle(&mut candidates);
        let mut taken = BTreeSet::new();
        for at in candidates {
            if is_late() || taken.len() == MOST_PER_GAME {
                break;
            }
            // Neighbouring positions are often the same puzzle.
            if taken.range(at.saturating_sub(4)..=at + 4).next().is_some() {
                continue;
            }
            let (position, mv) = &played.moves[at];
            if let Some(puzzle) = self.puzzle(position, *mv, &moves[..at]) {
                taken.insert(at);
                found(puzzle);
            }
        }
    }
}

/// Looks at every so-many-th puzzle of a file with sixteen times the visits, and says for each whether it holds.
pub(crate) fn prove(file: &Path, count: &str) -> io::Result<()> {
    let count: usize = count.parse().map_err(io::Error::other)?;
    let text = fs::read_to_string(file)?;
    let puzzles: Vec<Puzzle> = text.lines().filter_map(|line| Puzzle::read(Kind::Go, line).ok()).collect();
    let mut search = Looker::new();
    let (mut held, mut looked) = (0, 0);
    for puzzle in puzzles.iter().step_by((puzzles.len() / count.max(1)).max(1)).take(count) {
        let Some(position) = position_of(puzzle) else { continue };
        let visits = board(position.size().width()).visits;
        let seen = search.look(&position, 16 * visits);
        let Task::Gain { points } = puzzle.task else { continue };
        let is_best = seen.variations.first().is_some_and(|best| puzzle.is_right(&best.moves[0].to_string()));
        let gap = gap(&seen);
        looked += 1;
        held += usize::from(is_best && gap >= f32::from(points));
        println!(
            "{} {} {points} points, now {gap:.1}{}",
            puzzle.ground.board(),
            puzzle.rating,
            if is_best { "" } else { ", another move" }
        );
    }
    println!("{held} of {looked} hold at sixteen times the visits");
    Ok(())
}

/// The position of a puzzle.
fn position_of(puzzle: &Puzzle) -> Option<Position> {
    match puzzle.table().ok()? {
        table::AnyTable::Go(table) => Some(table.position().clone()),
        _ => None,
    }
}
