//! Games of the evaluation against itself.
//!
//! A game begins with random moves, a few or many, so that every stage sees boards of all kinds; then both sides play what they
//! think is best, so that the result tells something; near the end every position is solved.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use engine_othello::{Machine, Reach, Weights, Width};
use fastrand::Rng;
use othello::{Board, Square};

use crate::sample::{self, Sample};

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    pub(crate) round: u8,
    /// Plies looked ahead; at 0 the moves are random.
    pub(crate) depth: u32,
    /// Positions with at most so many empty squares are solved.
    pub(crate) solve_empties: u32,
}

/// Of so many games, one is held out.
const HELD_OUT_OF: u64 = 40;

/// The tables of one player.
const MEMORY_BYTES: usize = 16 << 20;

/// Positions that a thread collects before it writes them.
const WRITTEN_AT_ONCE: usize = 20_000;

/// Plays games on all threads until the time is over, each into its own file of the folder: games and positions.
pub(crate) fn play(
    play: Play,
    weights: &Arc<Weights>,
    threads: usize,
    seed: u64,
    until: Instant,
    out: &Path,
) -> io::Result<[u64; 2]> {
    let [games, positions] = [(); 2].map(|()| AtomicU64::new(0));
    let problem = Mutex::new(Ok(()));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (games, positions, problem) = (&games, &positions, &problem);
            scope.spawn(move || {
                let path = out.join(format!("positions-{}-{seed}-{thread}.bin", play.round));
                let mut player =
                    Trainee::new(weights.clone(), seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (thread as u64) << 40);
                let mut own = Vec::new();
                while Instant::now() < until {
                    let number = games.fetch_add(1, Relaxed);
                    let before = own.len();
                    player.game(play, number % HELD_OUT_OF == 0, &mut own);
                    positions.fetch_add((own.len() - before) as u64, Relaxed);
                    if own.len() >= WRITTEN_AT_ONCE {
                        if let Err(error) = sample::append(&path, &own) {
                            *problem.lock().expect("no thread panics") = Err(error);
                            return;
                        }
                        own.clear();
                    }
                }
                if let Err(error) = sample::append(&path, &own) {
                    *problem.lock().expect("no thread panics") = Err(error);
                }
            });
        }
    });
    problem.into_inner().expect("no thread panics")?;
    Ok([games.into_inner(), positions.into_inner()])
}

/// Plays with itself.
pub(crate) struct Trainee {
    machine: Machine,
    rng: Rng,
}

impl Trainee {
    pub(crate) fn new(weights: Arc<Weights>, seed: u64) -> Trainee {
        Trainee { machine: Machine::new(weights, 1, MEMORY_BYTES), rng: Rng::with_seed(seed) }
    }

    pub(crate) fn best(&mut self, board: Board, depth: u32) -> (i32, Square) {
        let budget = self.machine.unlimited();
        let found = self.machine.think(board, Reach { depth, width: Width::NARROWEST }, &budget);
        let found = found.expect("nothing stops it");
        (found.score, found.best)
    }

    fn solve(&mut self, board: Board) -> (i32, Square) {
        let reach = Reach { depth: board.empties().len(), width: Width::FULL };
        let budget = self.machine.unlimited();
        let found = self.machine.think(board, reach, &budget).expect("nothing stops it");
        (found.score, found.best)
    }

    fn random_move(&mut self, board: Board) -> Square {
        let moves = board.moves();
        moves.iter().nth(self.rng.usize(..moves.len() as usize)).expect("the index is below the count")
    }

    /// How many moves of a game are random: often few, sometimes most of them.
    fn random_plies(&mut self) -> u32 {
        match self.rng.u32(..10) {
            0..6 => self.rng.u32(4..18),
            6..9 => self.rng.u32(10..36),
            _ => self.rng.u32(24..50),
        }
    }

    /// Plays a game and appends its positions.
    fn game(&mut self, play: Play, held_out: bool, samples: &mut Vec<Sample>) {
        let random_plies = self.random_plies();
        let mut board = Board::START;
        let first = samples.len();
        // Whether the side to move is the one that moved at the first sample.
        let mut sides = Vec::new();
        let mut side = 1;
        let mut outcome = None;
        let mut passes = Vec::new();
        loop {
            if board.moves().is_empty() {
                board = board.swapped();
                side = -side;
                if board.moves().is_empty() {
                    outcome.get_or_insert(side * board.final_margin());
                    break;
                }
                passes.push(board);
            }
            let empties = board.empties().len();
            let ply = 60 - empties;
            let solved = empties <= play.solve_empties;
            let square = if ply < random_plies && !solved {
                self.random_move(board)
            } else if solved {
                let (score, best) = self.solve(board);
                outcome.get_or_insert(side * score);
                let score = score as i8;
                samples.push(Sample {
                    board,
                    searched: score,
                    result: score,
                    exact: true,
                    held_out,
                    round: play.round,
                });
                sides.push(side);
                // Now and then off the line of best play: the next position is solved anyway.
                if empties <= 3 {
                    break;
                }
                if self.rng.u32(..10) < 4 { self.random_move(board) } else { best }
            } else if play.depth == 0 {
                samples.push(Sample { board, searched: 0, result: 0, exact: false, held_out, round: play.round });
                sides.push(side);
                self.random_move(board)
            } else {
                let (score, best) = self.best(board, play.depth);
                let searched = score as i8;
                samples.push(Sample { board, searched, result: 0, exact: false, held_out, round: play.round });
                sides.push(side);
                best
            };
            board = board.after(square);
            side = -side;
        }
        let outcome = outcome.expect("every game ends");
        for (sample, side) in samples[first..].iter_mut().zip(sides) {
            if !sample.exact {
                sample.result = (side * outcome) as i8;
            }
        }
        // Who must pass sees the same with its sign changed; searches look at such boards too.
        let after_passes = samples[first..].iter().filter(|sample| passes.contains(&sample.board));
        let passing: Vec<Sample> = after_passes.map(Sample::swapped).collect();
        samples.extend(passing);
    }
}

/// Games between two evaluations, each opening with both colours: wins, draws and losses of the first, and the mean margin.
pub(crate) fn contest(
    weights: [&Arc<Weights>; 2],
    depth: u32,
    pairs: u64,
    threads: usize,
    seed: u64,
) -> ([u64; 3], f64) {
    let next = AtomicU64::new(0);
    let results = Mutex::new(([0; 3], 0i64));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut players = weights.map(|weights| Trainee::new(weights.clone(), 0));
                loop {
                    let pair = next.fetch_add(1, Relaxed);
                    if pair >= pairs {
                        break;
                    }
                    let opening = opening(&mut Rng::with_seed(seed ^ pair));
                    for first_moves in [true, false] {
                        let margin = contest_game(&mut players, opening, first_moves, depth);
                        let mut results = results.lock().expect("no thread panics");
                        results.0[(1 - margin.signum()) as usize] += 1;
                        results.1 += margin as i64;
                    }
                }
            });
        }
    });
    let (counts, sum) = results.into_inner().expect("no thread panics");
    (counts, sum as f64 / (2 * pairs) as f64)
}

/// Eight random moves, and a move to make.
fn opening(rng: &mut Rng) -> Board {
    loop {
        let mut board = Board::START;
        for _ in 0..8 {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            board = board.after(moves.iter().nth(rng.usize(..moves.len() as usize)).expect("below the count"));
        }
        if !board.moves().is_empty() {
            return board;
        }
    }
}

fn contest_game(players: &mut [Trainee; 2], mut board: Board, first_moves: bool, depth: u32) -> i32 {
    let mut turn = !first_moves as usize;
    loop {
        if board.moves().is_empty() {
            board = board.swapped();
            turn = 1 - turn;
            if board.moves().is_empty() {
                let margin = board.final_margin();
                return if turn == 0 { margin } else { -margin };
            }
        }
        let solve = board.empties().len() <= 10;
        let (_, best) = if solve { players[turn].solve(board) } else { players[turn].best(board, depth) };
        board = board.after(best);
        turn = 1 - turn;
    }
}
