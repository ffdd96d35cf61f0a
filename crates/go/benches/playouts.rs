//! Uniformly random playouts on one core, and what it costs to list legal moves: `cargo bench -p plateau-go`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use go::{Board, Game, Move, Player, RULE_SETS, Size};
use plateau_core::{Game as _, Position as _};

/// Each board is measured this long, many times over; the best is what the machine can do when left alone.
const SLICE: Duration = Duration::from_millis(4);
const SLICES: u32 = 500;

fn main() {
    println!("{:>5} {:>12} {:>10} {:>10} {:>14}", "size", "playouts/s", "moves/s", "ns/move", "moves/playout");
    for width in [9, 13, 19] {
        let best = (0..SLICES).map(|seed| measure(width, seed as u64)).max_by(|a, b| a.rate().total_cmp(&b.rate()));
        let best = best.expect("there is a slice");
        let moves = average_moves(width);
        let rate = best.rate();
        println!("{width:>5} {rate:>12.0} {:>9.2}M {:>10.1} {moves:>14.1}", rate * moves / 1e6, 1e9 / (rate * moves));
    }
    println!(
        "\nall legal moves of a position, in the middle of a game, with the repetitions that each rule set forbids"
    );
    for (name, rules) in RULE_SETS {
        let us = [9, 19].map(|width| legal_moves_us(Game::even(Size::new(width).expect("a size"), rules)));
        println!("{name:>13}: {:.2} µs on 9×9, {:.2} µs on 19×19", us[0], us[1]);
    }
}

/// The time it takes to list the legal moves of positions of random games, with their whole history behind them.
fn legal_moves_us(game: Game) -> f64 {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut position = game.start();
    for _ in 0..game.size().area() {
        let legal: Vec<Move> = position.legal_moves().filter(|&mv| mv != Move::Pass).collect();
        let Some(mv) = rng.choice(legal) else { break };
        position.play_legal(mv);
    }
    let slice = || {
        let begun = Instant::now();
        for _ in 0..100 {
            black_box(black_box(&position).count_legal_moves());
        }
        begun.elapsed().as_secs_f64() * 1e6 / 100.0
    };
    (0..100).map(|_| slice()).fold(f64::INFINITY, f64::min)
}

struct Measured {
    playouts: u32,
    took: Duration,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.playouts as f64 / self.took.as_secs_f64()
    }
}

fn measure(width: u8, seed: u64) -> Measured {
    let start = Board::new(Size::new(width).expect("a size"));
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = start.clone();
    let mut playouts = 0;
    let begun = Instant::now();
    while begun.elapsed() < SLICE {
        for _ in 0..10 {
            board.clone_from(&start);
            black_box(board.playout(Player::Black, |n| below(&mut rng, n)));
        }
        playouts += 10;
    }
    Measured { playouts, took: begun.elapsed() }
}

/// A multiplication maps 32 random bits to the range; the bias is below one part in ten million on any board.
fn below(rng: &mut fastrand::Rng, n: u32) -> u32 {
    ((rng.u32(..) as u64 * n as u64) >> 32) as u32
}

/// Moves of a playout, passes left out: every stone that was ever placed is on the board or was taken.
fn average_moves(width: u8) -> f64 {
    let mut rng = fastrand::Rng::with_seed(1);
    let playouts = 2000;
    let mut placed = 0;
    for _ in 0..playouts {
        let mut board = Board::new(Size::new(width).expect("a size"));
        board.playout(Player::Black, |n| below(&mut rng, n));
        placed += Player::BOTH.map(|p| board.stones(p) as u32 + board.captures(p)).iter().sum::<u32>();
    }
    placed as f64 / playouts as f64
}
