//! Evaluations a second of the shipped networks, on every path of this processor: `cargo bench -p plateau-engine-go`.
//!
//! Features are not counted: they are measured apart, in the last line of each board size.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use engine_go::net::{Evaluation, Input, Network, Path, Runner};
use go::{Game, Move, Position, Rules, Size};
use plateau_core::{Dihedral, Game as _, Position as _};

/// Each figure is the best of so many slices of this length: what the machine can do when left alone.
const SLICE: Duration = Duration::from_millis(150);
const SLICES: usize = 3;

fn main() {
    // `cargo bench -p plateau-engine-go -- amx` measures one path, `-- amx 19` on one board.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(2);
    println!("{:>5} {:>9} {:>6} {:>12} {:>12}", "size", "path", "batch", "1 thread", format!("{threads} threads"));
    let (widths, paths): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|word| word.parse::<u8>().is_ok());
    for width in [9, 13, 19].into_iter().filter(|width| widths.is_empty() || widths.contains(&width.to_string())) {
        let size = Size::new(width).expect("a size");
        let inputs: Vec<Input> = middles(size, 64).iter().map(|p| Input::of(p, Dihedral::IDENTITY)).collect();
        for path in Path::available().filter(|path| paths.is_empty() || paths.contains(&path.to_string())) {
            for batch in [1, 8, 16] {
                let rates = [1, threads].map(|threads| rate(Network::shipped(size), path, &inputs[..batch], threads));
                println!("{width:>5} {path:>9} {batch:>6} {:>10.0}/s {:>10.0}/s", rates[0], rates[1]);
            }
        }
        println!("{width:>5} {:>9} {:>6} {:>10.0}/s", "features", 1, features_rate(size));
    }
}

/// Positions in the middle of random games.
fn middles(size: Size, count: u64) -> Vec<Position> {
    let rules: Rules = "chinese".parse().expect("a rule set");
    let middle = |seed| {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = Game::even(size, rules).start();
        for _ in 0..size.area() / 2 {
            let legal: Vec<Move> = position.legal_moves().filter(|&mv| mv != Move::Pass).collect();
            position.play_legal(rng.choice(legal).expect("a legal move"));
        }
        position
    };
    (0..count).map(middle).collect()
}

/// Evaluations a second of all threads together.
fn rate(network: &Network, path: Path, inputs: &[Input], threads: usize) -> f64 {
    let barrier = Barrier::new(threads);
    let worker = || {
        let mut runner = Runner::on_path(network, path);
        let mut outputs = vec![Evaluation::default(); inputs.len()];
        runner.run(inputs, &mut outputs);
        let slice = |_| {
            barrier.wait();
            per_second(inputs.len(), || runner.run(black_box(inputs), black_box(&mut outputs)))
        };
        (0..SLICES).map(slice).collect::<Vec<f64>>()
    };
    let rates: Vec<Vec<f64>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker")).collect()
    });
    (0..SLICES).map(|slice| rates.iter().map(|rates| rates[slice]).sum()).fold(0.0, f64::max)
}

fn features_rate(size: Size) -> f64 {
    let positions = middles(size, 16);
    let all = || positions.iter().for_each(|p| drop(black_box(Input::of(black_box(p), Dihedral::ALL[5]))));
    (0..SLICES).map(|_| per_second(positions.len(), all)).fold(0.0, f64::max)
}

/// How often a second `count` things are done, over one slice.
fn per_second(count: usize, mut work: impl FnMut()) -> f64 {
    let clock = Clock::start();
    let mut done = 0;
    // The system counts processor time in steps of some milliseconds, and asking costs: once in a while is enough.
    let mut next_look = SLICE / 10;
    loop {
        work();
        done += count;
        if clock.begun.elapsed() >= next_look {
            next_look += SLICE / 10;
            let used = clock.elapsed();
            if used >= SLICE {
                return done as f64 / used.as_secs_f64();
            }
        }
    }
}

/// Counts the processor time of this thread, so that other programs do not count; where the system does not tell it, all time.
struct Clock {
    begun: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { begun: Instant::now(), cpu: cpu_time() }
    }

    fn elapsed(&self) -> Duration {
        self.cpu.zip(cpu_time()).map_or_else(|| self.begun.elapsed(), |(then, now)| now.saturating_sub(then))
    }
}

/// The processor time of this thread, where the system tells.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
