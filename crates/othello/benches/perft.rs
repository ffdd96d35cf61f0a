//! Speeds of the rules: perft with bulk counting at the last ply, and the two functions below it, for each twin.
//!
//! `cargo bench -p plateau-othello`; the twin for every processor alone, as an old one would run it:
//! `RUSTFLAGS= cargo bench -p plateau-othello`.
//!
//! The twins take turns, and the best of several rounds counts: what disturbs a measurement only ever makes it slower.

use std::hint::black_box;
use std::time::Instant;

use othello::{Board, Position, Square, SquareSet, bits};
use plateau_core::{Position as _, perft};

const DEPTH: u32 = 11;
const ROUNDS: u32 = 7;
/// How often the functions are called on each of the boards in one round.
const REPEATS: u32 = 200;

/// A thing to measure, and the least seconds it has taken so far.
struct Measure<'a> {
    name: &'a str,
    unit: &'a str,
    units: u64,
    run: Box<dyn Fn() -> u64 + 'a>,
    seconds: f64,
}

impl<'a> Measure<'a> {
    fn new(name: &'a str, unit: &'a str, units: u64, run: impl Fn() -> u64 + 'a) -> Measure<'a> {
        Measure { name, unit, units, run: Box::new(run), seconds: f64::INFINITY }
    }
}

fn main() {
    let start = Position::START;
    let discs = [start.board().own().bits(), start.board().opponent().bits()];
    let leaves = perft(&start, DEPTH);
    let boards = boards();
    let calls = boards.len() as u64 * REPEATS as u64;
    let mut measures = vec![
        Measure::new("perft of the contract", "leaf", leaves, || perft(black_box(&start), DEPTH)),
        Measure::new("perft, portable", "leaf", leaves, || {
            plain_perft(black_box(discs), DEPTH, &bits::portable::moves, &bits::portable::after)
        }),
        Measure::new("mobility, portable", "board", calls, || {
            over_boards(&boards, |o, e, _| bits::portable::moves(o, e))
        }),
        Measure::new("flips, portable", "move", calls, || over_boards(&boards, bits::portable::flips)),
    ];
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    measures.extend([
        Measure::new("perft, AVX2", "leaf", leaves, || {
            plain_perft(black_box(discs), DEPTH, &bits::avx2::moves, &bits::avx2::after)
        }),
        Measure::new("mobility, AVX2", "board", calls, || over_boards(&boards, |o, e, _| bits::avx2::moves(o, e))),
        Measure::new("flips, AVX2", "move", calls, || over_boards(&boards, bits::avx2::flips)),
    ]);
    for _ in 0..ROUNDS {
        for measure in &mut measures {
            let begin = Instant::now();
            black_box((measure.run)());
            measure.seconds = measure.seconds.min(begin.elapsed().as_secs_f64());
        }
    }
    println!("this build uses: {}", bits::FASTEST);
    for Measure { name, unit, units, seconds, .. } in measures {
        let (each_ns, rate) = (seconds * 1e9 / units as f64, units as f64 / seconds / 1e6);
        println!("{name:22} {each_ns:6.2} ns per {unit:5} {rate:5.0} million/s");
    }
}

/// The textbook loop with either twin, for a fair comparison of the two.
fn plain_perft(
    [own, opponent]: [u64; 2],
    depth: u32,
    moves: &impl Fn(u64, u64) -> u64,
    after: &impl Fn(u64, u64, Square) -> [u64; 2],
) -> u64 {
    let squares = SquareSet::from_bits(moves(own, opponent));
    if squares.is_empty() {
        let over = depth == 1 || moves(opponent, own) == 0;
        return if over { 1 } else { plain_perft([opponent, own], depth - 1, moves, after) };
    }
    if depth == 1 {
        return squares.len() as u64;
    }
    squares.iter().map(|square| plain_perft(after(own, opponent, square), depth - 1, moves, after)).sum()
}

/// Calls a function on one board after another. Each result is made to be needed, or the compiler would work on four
/// boards at a time, which no search can.
fn over_boards(boards: &[(Board, Square)], function: impl Fn(u64, u64, Square) -> u64) -> u64 {
    let call = |&(board, square): &(Board, Square)| function(board.own().bits(), board.opponent().bits(), square);
    (0..REPEATS).fold(0, |sum, _| sum ^ boards.iter().fold(0, |sum, board| sum ^ black_box(call(board))))
}

/// The boards of random games, each with a square to play there: few enough for the second cache.
fn boards() -> Vec<(Board, Square)> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut boards = Vec::new();
    while boards.len() < 8192 {
        let mut position = Position::START;
        while let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) {
            boards.extend(mv.square().map(|square| (position.board(), square)));
            position.play_legal(mv);
        }
    }
    boards.truncate(8192);
    boards
}
