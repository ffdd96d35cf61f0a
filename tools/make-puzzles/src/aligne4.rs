//! Puzzles of Aligne 4, by the exact values of all moves: a forced win, the only move that does not lose, the move that was a mistake.

use aligne4::{Game, Move, Position, Rules};
use engine_aligne4::{Best, NEVER, Question, Settings, Solver, Value};
use fastrand::Rng;
use plateau_core::Position as _;
use players::MachineGame as _;
use study::puzzle::{Ground, Puzzle, Task, Theme};
use table::Kind;

use crate::games::{Levels, Played};
use crate::rate::{attempts, of_levels, rating};
use crate::work::Find;

/// The highest level that tries puzzles; the one above never errs.
const HIGHEST: u8 = 6;

/// How often each tries.
const TRIES: u32 = 4;

/// More answers than this leave too little to find.
const ANSWERS_MAX: usize = 2;

/// With fewer moves there is nothing to find.
const CHOICES: usize = 5;

/// Pieces on the board when something is asked: before, a win is too far away to be seen.
const PIECES: std::ops::RangeInclusive<u32> = 5..=12;

/// Under the gift rule one more: with five almost every position is drawn.
const GIFT_PIECES: std::ops::RangeInclusive<u32> = 6..=12;

/// So many moves at least are shown where a mistake is to be found.
const SHOWN: usize = 5;

/// How often each variant is played, of ten games.
const VARIANTS: [usize; 10] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];

/// Looks for puzzles of Aligne 4.
pub(crate) struct Finder {
    rng: Rng,
    variants: Vec<Variant>,
    ratings: Vec<f64>,
}

/// One variant, with what is needed to play and to solve it.
struct Variant {
    rules: Rules,
    levels: Levels<Game>,
    solver: Solver,
}

impl Finder {
    pub(crate) fn new(mut rng: Rng) -> Finder {
        let variant = |rules| Variant {
            rules,
            levels: Levels::new(Game::new(rules), HIGHEST, &mut rng),
            solver: Solver::new(Settings { memory_bytes: 16 << 20, ..Settings::default() }),
        };
        let variants = Rules::ALL.map(variant).into_iter().collect();
        let mut ratings = of_levels(Game::levels());
        ratings.truncate(HIGHEST as usize);
        Finder { rng, variants, ratings }
    }
}

/// The pieces that the winner has yet to put down when the game ends after so many plies.
fn own_pieces(position: &Position, plies: u32) -> u32 {
    let given = u32::from(position.given().is_some());
    if position.rules().gift {
        // A piece takes two plies, less the gift that was made; whoever gives puts down the second piece from now.
        let pieces = u32::midpoint(plies, given);
        if given == 1 { pieces.div_ceil(2) } else { pieces / 2 }
    } else {
        plies.div_ceil(2)
    }
}

impl Variant {
    /// What a position asks for, with its answers.
    fn question(&mut self, position: &Position) -> Option<(Task, Vec<Move>)> {
        let ranked = self.solver.ranked(position, NEVER)?;
        let best = *ranked.first()?;
        let answers: Vec<&Best> = ranked.iter().filter(|other| other.value == best.value).collect();
        if best.value == Value::Loss || ranked.len() < CHOICES || answers.len() > ANSWERS_MAX {
            return None;
        }
        let task = match best.value {
            Value::Win => {
                let pieces = own_pieces(position, best.plies?);
                let is_sudden = pieces < 2 || answers.iter().any(|other| other.plies != best.plies);
                if is_sudden {
                    return None;
                }
                Task::WinIn { pieces: pieces as u16 }
            }
            // Where nobody can lose there is nothing to hold.
            _ => ranked.last().filter(|worst| worst.value == Value::Loss).map(|_| Task::Hold)?,
        };
        Some((task, answers.iter().map(|answer| answer.mv).collect()))
    }

    /// A move and best play after it.
    fn line(&mut self, position: &Position, mv: Move) -> Option<Vec<String>> {
        let rest = self.solver.solve(&position.after(mv), Question::Distance, NEVER)?.line;
        Some(std::iter::once(mv).chain(rest).map(|mv| mv.to_string()).collect())
    }

    /// The moves of a game that gave away what the player had, by their numbers from 0; of those that can be judged.
    fn mistakes(&mut self, played: &Played<Game>) -> Option<Vec<usize>> {
        let mut mistakes = Vec::new();
        for (at, (position, mv)) in played.moves.iter().enumerate().skip(first_judged(played)) {
            let next = position.after(*mv);
            let had = self.solver.value(position, NEVER)?;
            let left = self.solver.value(&next, NEVER)?;
            let left = if next.turn() == position.turn() { left } else { left.reversed() };
            if left < had {
                mistakes.push(at);
            }
        }
        Some(mistakes)
    }
}

/// The first position of a game that is solved, by its number.
fn first_judged(played: &Played<Game>) -> usize {
    let is_judged = |position: &Position| {
        let least = if position.rules().gift { *GIFT_PIECES.start() } else { *PIECES.start() - 1 };
        position.placed() >= least
    };
    played.moves.iter().position(|(position, _)| is_judged(position)).unwrap_or(played.moves.len())
}

/// What all answers have in common.
fn themes(answers: &[Move]) -> Vec<Theme> {
    let first = answers[0];
    let same_cell = first.cell().is_some() && answers.iter().all(|answer| answer.cell() == first.cell());
    let same_piece = first.piece().is_some() && answers.iter().all(|answer| answer.piece() == first.piece());
    match (same_cell, same_piece) {
        (true, false) => vec![Theme::Cell],
        (false, true) => vec![Theme::Piece],
        _ => Vec::new(),
    }
}

impl Finder {
    fn position(&mut self, variant: usize, position: &Position, moves: &[String]) -> Option<Puzzle> {
        let Finder { variants, ratings, .. } = self;
        let variant = &mut variants[variant];
        let (task, answers) = variant.question(position)?;
        let tried = attempts(&mut variant.levels, ratings, |_| TRIES, position, |choice| answers.contains(&choice));
        if tried.iter().all(|tried| tried.found == tried.tries) {
            return None;
        }
        Some(Puzzle {
            ground: Ground::new(Kind::Aligne4, variant.rules.name())?,
            task,
            rating: rating(&tried),
            themes: themes(&answers),
            moves: moves.to_vec(),
            answers: answers.iter().map(ToString::to_string).collect(),
            line: variant.line(position, answers[0])?,
        })
    }

    /// A part of the game with exactly one mistake. It is rated by the levels that would have made one there too.
    fn mistake(&mut self, variant: usize, played: &Played<Game>, moves: &[String]) -> Option<Puzzle> {
        let Finder { rng, variants, ratings } = self;
        let variant = &mut variants[variant];
        let mistakes = variant.mistakes(played)?;
        let among = rng.usize(0..mistakes.len().max(1));
        let at = *mistakes.get(among)?;
        let from = if among == 0 { first_judged(played) } else { mistakes[among - 1] + 1 };
        // What follows shows what it led to; the next mistake is another puzzle.
        let to = mistakes.get(among + 1).copied().unwrap_or(moves.len());
        if to - from < SHOWN || to < at + 2 {
            return None;
        }
        let position = &played.moves[at].0;
        let ranked = variant.solver.ranked(position, NEVER)?;
        let keeps = |mv: Move| ranked.iter().any(|other| other.mv == mv && other.value == ranked[0].value);
        let tried = attempts(&mut variant.levels, ratings, |_| TRIES, position, keeps);
        Some(Puzzle {
            ground: Ground::new(Kind::Aligne4, variant.rules.name())?,
            task: Task::Mistake { from: from as u16 + 1 },
            rating: rating(&tried),
            themes: Vec::new(),
            moves: moves[..to].to_vec(),
            answers: vec![(at + 1).to_string()],
            line: variant.line(position, ranked[0].mv)?,
        })
    }
}

impl Find for Finder {
    fn game(&mut self, is_late: &dyn Fn() -> bool, found: &mut dyn FnMut(Puzzle)) {
        let variant = VARIANTS[self.rng.usize(0..VARIANTS.len())];
        let level = self.rng.u8(3..=6);
        let opening = (1, self.rng.usize(0..6));
        let other = self.rng.u8(2..=6);
        let played = self.variants[variant].levels.play([level, other], opening, usize::MAX);
        let moves: Vec<String> = played.moves.iter().map(|(_, mv)| mv.to_string()).collect();
        if let Some(puzzle) = self.mistake(variant, &played, &moves) {
            found(puzzle);
        }
        for (at, (position, _)) in played.moves.iter().enumerate() {
            if is_late() {
                break;
            }
            let pieces = if position.rules().gift { GIFT_PIECES } else { PIECES };
            let is_asked = pieces.contains(&position.placed());
            if let Some(puzzle) = is_asked.then(|| self.position(variant, position, &moves[..at])).flatten() {
                found(puzzle);
            }
        }
    }
}
