//! Speeds of the rules: perft with bulk counting at the last ply, and the functions below it, by all instructions that this processor
//! has: `cargo bench -p plateau-othello`.
//!
//! They take turns, everything is measured in pieces of a millisecond or so, and of each piece the best of several
//! rounds counts: what else runs on the machine only ever makes a piece slower, and spares most of them in some round.

use std::hint::black_box;
use std::time::Instant;

use othello::{Board, Position, Square, SquareSet, bits};
use plateau_core::processor::{self, Path};
use plateau_core::{Position as _, on_path, perft};

const DEPTH: u32 = 11;
/// Perft is measured apart for each way to play this many plies.
const SPLIT: u32 = 4;
const ROUNDS: u32 = 9;
/// How often the functions are called on each of the boards.
const REPEATS: u32 = 50;

/// A thing to measure, and the least seconds that each of its pieces has taken so far.
struct Measure<'a> {
    name: String,
    unit: &'a str,
    run: Box<dyn Fn(usize) -> u64 + 'a>,
    seconds: Vec<f64>,
    units: u64,
}

impl<'a> Measure<'a> {
    /// `run` does one piece and says how many units that was.
    fn new(name: String, unit: &'a str, pieces: usize, run: impl Fn(usize) -> u64 + 'a) -> Measure<'a> {
        Measure { name, unit, run: Box::new(run), seconds: vec![f64::INFINITY; pieces], units: 0 }
    }

    fn one_round(&mut self) {
        self.units = 0;
        for (piece, best) in self.seconds.iter_mut().enumerate() {
            let begin = Instant::now();
            self.units += black_box((self.run)(piece));
            *best = best.min(begin.elapsed().as_secs_f64());
        }
    }

    fn print(&self) {
        let Measure { name, unit, units, seconds, .. } = self;
        let seconds: f64 = seconds.iter().sum();
        let (each_ns, rate) = (seconds * 1e9 / *units as f64, *units as f64 / seconds / 1e6);
        println!("{name:22} {each_ns:6.2} ns per {unit:5} {rate:5.0} million/s of {units}");
    }
}

fn main() {
    let roots = positions_after(SPLIT);
    let discs: Vec<_> = roots.iter().map(|p| [p.board().own().bits(), p.board().opponent().bits()]).collect();
    let below = DEPTH - SPLIT;
    let boards = boards();
    let contract = Measure::new("perft of the contract".into(), "leaf", roots.len(), |i| perft(&roots[i], below));
    let mut measures = vec![contract];
    for instructions in processor::available() {
        measures.extend(on_path!(instructions, path => with_path(path, &discs, below, &boards)));
    }
    for _ in 0..ROUNDS {
        measures.iter_mut().for_each(Measure::one_round);
    }
    println!("this processor has: {}", processor::fastest().name());
    measures.iter().for_each(Measure::print);
}

/// What is measured of the functions by one path.
fn with_path<'a, P: Path>(
    path: P,
    discs: &'a [[u64; 2]],
    depth: u32,
    boards: &'a [(Board, Square)],
) -> [Measure<'a>; 3] {
    let name = |what| format!("{what}, {}", path.instructions().name());
    [
        Measure::new(name("perft"), "leaf", discs.len(), move |i| plain_perft(path, discs[i], depth)),
        Measure::new(name("mobility"), "board", 1, move |_| {
            path.run(
                #[inline(always)]
                || over_boards(boards, |own, opponent, _| bits::moves(path, own, opponent)),
            )
        }),
        Measure::new(name("flips"), "move", 1, move |_| {
            path.run(
                #[inline(always)]
                || over_boards(boards, |own, opponent, square| bits::flips(path, own, opponent, square)),
            )
        }),
    ]
}

/// The positions after each sequence of this many plies.
fn positions_after(plies: u32) -> Vec<Position> {
    let next = |position: &Position| position.legal_moves().map(|mv| position.after(mv)).collect::<Vec<_>>();
    (0..plies).fold(vec![Position::START], |positions, _| positions.iter().flat_map(next).collect())
}

/// The textbook loop, for a fair comparison of the functions.
fn plain_perft(path: impl Path, [own, opponent]: [u64; 2], depth: u32) -> u64 {
    path.run(
        #[inline(always)]
        || {
            let squares = SquareSet::from_bits(bits::moves(path, own, opponent));
            if squares.is_empty() {
                let over = depth == 1 || bits::moves(path, opponent, own) == 0;
                return if over { 1 } else { plain_perft(path, [opponent, own], depth - 1) };
            }
            if depth == 1 {
                return squares.len() as u64;
            }
            squares.iter().map(|square| plain_perft(path, bits::after(path, own, opponent, square), depth - 1)).sum()
        },
    )
}

/// Calls a function on one board after another, and returns how often. Each result is made to be needed, or the compiler
/// would work on four boards at a time, which no search can.
#[inline(always)]
fn over_boards(boards: &[(Board, Square)], function: impl Fn(u64, u64, Square) -> u64) -> u64 {
    for _ in 0..REPEATS {
        for (board, square) in boards {
            black_box(function(board.own().bits(), board.opponent().bits(), *square));
        }
    }
    boards.len() as u64 * REPEATS as u64
}

/// The boards of random games, each with a square to play there: few enough for the first cache.
fn boards() -> Vec<(Board, Square)> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut boards = Vec::new();
    while boards.len() < 1024 {
        let mut position = Position::START;
        while let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) {
            boards.extend(mv.square().map(|square| (position.board(), square)));
            position.play_legal(mv);
        }
    }
    boards.truncate(1024);
    boards
}
