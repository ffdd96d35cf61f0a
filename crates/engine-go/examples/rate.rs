//! How much of the network's speed reaches the tree, how fast a stop request is answered, and what memory a search takes:
//!
//! ```sh
//! cargo run --release -p plateau-engine-go --example rate [SECONDS [THREADS]]
//! ```
//!
//! What else a processor has to do changes from moment to moment, so the search and the evaluator alone take turns of
//! [`TURN_MS`]. The share is the one's rate by the other's, the median of ten parts of the time; half of the parts lie between
//! the two numbers beside it. The evaluator alone has it easier than in a search: full batches always, and of one position
//! that never leaves the cache.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine_go::{Evaluation, Evaluator, Networked, Puct, Settings};
use fastrand::Rng;
use go::{Game, Position, Size};
use plateau_core::{Game as _, Position as _};
use search::{Engine, Limits, Resources, Stop};

/// Some batches of any board size.
const TURN_MS: u128 = 20;

/// Parts of the time, each with a share of its own. The tree is kept from one to the next.
const PARTS: u32 = 10;

fn main() {
    let mut numbers =
        std::env::args().skip(1).map(|word| word.parse::<usize>().expect("SECONDS and THREADS are numbers"));
    let seconds = Duration::from_secs(numbers.next().unwrap_or(3) as u64);
    let threads = NonZeroUsize::new(numbers.next().unwrap_or(1)).expect("a thread at least");
    for width in [9, 13, 19] {
        let position = middle_game(Size::new(width).expect("a size"));
        let resources = Resources { threads, seed: Some(1), ..Resources::default() };
        let tally = Arc::new(Tally::default());
        let started = Instant::now();
        let by_turns = || ByTurns::new(&position, started, &tally);
        let mut engine = Puct::new(Settings::BEST, &resources, by_turns);
        let mut visits = 0;
        let mut parts: Vec<[f64; 3]> = Vec::new();
        for _ in 0..PARTS {
            // Twice the time, since half of it is the evaluator's. It ends in the middle of a turn of the search, lest a
            // thread that is done has to wait for the others, which are not searching.
            let turns =
                (2 * seconds / PARTS).as_millis() / (2 * TURN_MS) + started.elapsed().as_millis() / (2 * TURN_MS) + 1;
            let end = Duration::from_millis((turns * 2 * TURN_MS + TURN_MS / 2) as u64);
            // With two variations wanted, it is not cut short.
            let time = Limits::time(end.saturating_sub(started.elapsed()));
            let limits = Limits { variations: NonZeroUsize::new(2).expect("two"), ..time };
            let report = engine.think(&position, &limits, &Stop::new(), &mut |_| {}).expect("an answer").report;
            let (evaluations, time) = tally.take();
            // Each thread had its own turns.
            let alone = evaluations as f64 / time.as_secs_f64() * threads.get() as f64;
            let left = report.elapsed.as_secs_f64() - time.as_secs_f64() / threads.get() as f64;
            let searched = (report.nodes - visits) as f64 / left;
            visits = report.nodes;
            parts.push([alone, searched, 100.0 * searched / alone]);
        }
        drop(engine);
        let mut engine = Puct::new(Settings::BEST, &resources, Networked::shipped);
        let slowest = (0..20).map(|_| stop_latency(&mut engine, &position)).max().expect("some");
        println!(
            "{width}x{width}, {threads} threads: evaluator {:.0}/s, search {:.0} visits/s, {:.1} % ({:.1} to {:.1}), \
             slowest answer to a stop {:.1} ms, {} MB in use at most",
            quantile(&parts, 0, 0.5),
            quantile(&parts, 1, 0.5),
            quantile(&parts, 2, 0.5),
            quantile(&parts, 2, 0.25),
            quantile(&parts, 2, 0.75),
            slowest.as_secs_f64() * 1e3,
            peak_megabytes(),
        );
    }
}

/// The number that so many of this column lie below.
fn quantile(rows: &[[f64; 3]], column: usize, below: f64) -> f64 {
    let mut numbers: Vec<f64> = rows.iter().map(|row| row[column]).collect();
    numbers.sort_by(f64::total_cmp);
    numbers[((numbers.len() - 1) as f64 * below).round() as usize]
}

/// The evaluator of the search, which every other turn evaluates for nothing but the measure: on all threads at the same time,
/// so that in the search's turns they get into each other's way as always.
struct ByTurns {
    evaluator: Networked,
    /// Of the search, in the batch that is being gathered.
    noted: usize,
    position: Position,
    rng: Rng,
    started: Instant,
    tally: Arc<Tally>,
}

/// What the evaluator did alone.
#[derive(Default)]
struct Tally {
    evaluations: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Tally {
    fn take(&self) -> (u64, Duration) {
        let nanoseconds = self.nanoseconds.swap(0, Ordering::Relaxed);
        (self.evaluations.swap(0, Ordering::Relaxed), Duration::from_nanos(nanoseconds))
    }
}

impl ByTurns {
    fn new(position: &Position, started: Instant, tally: &Arc<Tally>) -> ByTurns {
        let (evaluator, rng) = (Networked::shipped(), Rng::with_seed(1));
        ByTurns { evaluator, noted: 0, position: position.clone(), rng, started, tally: Arc::clone(tally) }
    }

    /// Evaluates as long as the evaluator has the turn alone.
    fn measure(&mut self) {
        let (start, mut count) = (Instant::now(), 0);
        while self.is_alone() {
            for _ in 0..self.evaluator.batch(self.position.size()) {
                self.evaluator.note(&self.position, &mut self.rng);
            }
            count += self.evaluator.judge(&mut self.rng).len() as u64;
        }
        if count > 0 {
            self.tally.evaluations.fetch_add(count, Ordering::Relaxed);
            self.tally.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
    }

    fn is_alone(&self) -> bool {
        self.started.elapsed().as_millis() / TURN_MS % 2 == 1
    }
}

impl Evaluator for ByTurns {
    fn note(&mut self, position: &Position, rng: &mut Rng) {
        if self.noted == 0 {
            self.measure();
        }
        self.noted += 1;
        self.evaluator.note(position, rng);
    }

    fn judge(&mut self, rng: &mut Rng) -> &[Evaluation] {
        self.noted = 0;
        self.evaluator.judge(rng)
    }

    fn batch(&self, size: Size) -> usize {
        self.evaluator.batch(size)
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
