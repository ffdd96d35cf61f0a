//! Speeds of the rules: perft with bulk counting, and the two functions below it, for each twin.
//!
//! `cargo bench -p plateau-othello`

use std::hint::black_box;
use std::time::Instant;

use othello::{Board, Position, Square, bits};
use plateau_core::{Position as _, perft};

const DEPTH: u32 = 11;
const ROUNDS: u32 = 5;

fn main() {
    println!("fastest twin of this build: {}", bits::FASTEST);
    measure_perft();
    let boards = boards();
    measure("portable", &boards, bits::portable::moves, bits::portable::flips);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    measure("avx2", &boards, bits::avx2::moves, bits::avx2::flips);
}

/// The best of a few rounds: what disturbs a measurement only ever makes it slower.
fn best_seconds(mut run: impl FnMut()) -> f64 {
    let seconds = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        run();
        begin.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

fn measure_perft() {
    let mut leaves = 0;
    let seconds = best_seconds(|| leaves = perft(black_box(&Position::START), DEPTH));
    println!("perft {DEPTH}: {leaves} leaves in {seconds:.3} s, {:.0} million leaves/s", leaves as f64 / seconds / 1e6);
}

fn measure(
    name: &str,
    boards: &[(Board, Square)],
    moves: impl Fn(u64, u64) -> u64,
    flips: impl Fn(u64, u64, Square) -> u64,
) {
    const PASSES_OVER_BOARDS: u32 = 500;
    let calls = boards.len() as f64 * PASSES_OVER_BOARDS as f64;
    let repeat = |one: &dyn Fn() -> u64| {
        best_seconds(|| (0..PASSES_OVER_BOARDS).for_each(|_| _ = black_box(one()))) * 1e9 / calls
    };
    let moves_ns = repeat(&|| boards.iter().fold(0, |sum, (b, _)| sum ^ moves(b.own().bits(), b.opponent().bits())));
    let flips_ns =
        repeat(&|| boards.iter().fold(0, |sum, (b, s)| sum ^ flips(b.own().bits(), b.opponent().bits(), *s)));
    println!("{name}: {moves_ns:.2} ns per mobility, {flips_ns:.2} ns per flip");
}

/// Every position of random games with a move to play in it: 8192 of them, few enough for the second cache.
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
