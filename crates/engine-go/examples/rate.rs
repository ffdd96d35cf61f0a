//! How much of the network's speed reaches the tree, how fast a stop request is answered, and what memory a search takes:
//!
//! ```sh
//! cargo run --release -p plateau-engine-go --example rate [SECONDS [THREADS]]
//! ```

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use engine_go::{Evaluator, Leaf, Networked, Puct, Settings};
use fastrand::Rng;
use go::{Game, Position, Size};
use plateau_core::{Game as _, Position as _};
use search::{Engine, Limits, Resources, Stop};

/// The evaluator alone and the search take turns: what else the processor has to do changes from second to second.
const SLICES: u32 = 20;

fn main() {
    let mut numbers =
        std::env::args().skip(1).map(|word| word.parse::<usize>().expect("SECONDS and THREADS are numbers"));
    let seconds = Duration::from_secs(numbers.next().unwrap_or(3) as u64);
    let threads = NonZeroUsize::new(numbers.next().unwrap_or(1)).expect("a thread at least");
    for width in [9, 13, 19] {
        let position = middle_game(Size::new(width).expect("a size"));
        let resources = Resources { threads, seed: Some(1), ..Resources::default() };
        let mut engine = Puct::new(Settings::BEST, &resources, Networked::shipped);
        let slice = seconds / SLICES;
        let limits = Limits { variations: NonZeroUsize::new(2).expect("two"), ..Limits::time(slice) };
        let (mut alone, mut searched, mut visits) = (0.0, 0.0, 0);
        for _ in 0..SLICES {
            alone += evaluations_per_second(&position, slice, threads) / f64::from(SLICES);
            // The tree is kept from slice to slice.
            let report = engine.think(&position, &limits, &Stop::new(), &mut |_| {}).expect("an answer").report;
            searched += (report.nodes - visits) as f64 / report.elapsed.as_secs_f64() / f64::from(SLICES);
            visits = report.nodes;
        }
        let slowest = (0..20).map(|_| stop_latency(&mut engine, &position)).max().expect("some");
        println!(
            "{width}x{width}, {threads} threads: evaluator {alone:.0}/s, search {searched:.0} visits/s ({:.1} %), \
             slowest answer to a stop {:.1} ms, {} MB in use at most",
            100.0 * searched / alone,
            slowest.as_secs_f64() * 1e3,
            peak_megabytes(),
        );
    }
}

/// A third of the board filled by random moves that fill no eye.
fn middle_game(size: Size) -> Position {
    let mut rng = Rng::with_seed(6);
    let mut position = Game::even(size, "chinese".parse().expect("rules")).start();
    for _ in 0..size.area() / 3 {
        let open = |mv: &go::Move| mv.point().is_some_and(|point| !position.board().is_eye(point, position.turn()));
        let moves: Vec<go::Move> = position.legal_moves().filter(open).collect();
        position.play(moves[rng.usize(..moves.len())]).expect("legal");
    }
    position
}

/// The evaluator alone, on batches as the search makes them.
fn evaluations_per_second(position: &Position, time: Duration, threads: NonZeroUsize) -> f64 {
    let work = |seed: u64| {
        let mut evaluator = Networked::shipped();
        let batch = evaluator.batch(position.size());
        let (mut rng, mut leaves) = (Rng::with_seed(seed), vec![Leaf::new(position); batch]);
        evaluator.evaluate(&mut leaves, &mut rng);
        let (start, mut count) = (Instant::now(), 0);
        while start.elapsed() < time {
            evaluator.evaluate(&mut leaves, &mut rng);
            count += batch;
        }
        count as f64 / start.elapsed().as_secs_f64()
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.get() as u64).map(|seed| scope.spawn(move || work(seed))).collect();
        running.into_iter().map(|thread| thread.join().expect("the evaluator does not panic")).sum()
    })
}

/// The time from a stop request to the answer.
fn stop_latency(engine: &mut impl Engine<Position>, position: &Position) -> Duration {
    let stop = Stop::new();
    let asker = stop.clone();
    let asked = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(60));
        let now = Instant::now();
        asker.ask();
        now
    });
    engine.forget();
    engine.think(position, &Limits::NONE, &stop, &mut |_| {}).expect("an answer");
    let answered = Instant::now();
    answered.saturating_duration_since(asked.join().expect("the asker ends"))
}

/// The most memory that this process has had, as Linux tells it.
fn peak_megabytes() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown");
    let kilobytes: Option<u64> = line.trim().trim_end_matches(" kB").parse().ok();
    kilobytes.map_or_else(|| "unknown".to_owned(), |kilobytes| (kilobytes / 1024).to_string())
}
