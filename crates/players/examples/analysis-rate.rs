//! How fast positions are analysed with many queries in flight: visits a second by the engine's own search, once as one long search, once as
//! short ones after each other, by the desk without a program around it, and by any programs that speak the analysis protocol, in turns.
//!
//! What is done here is told with how many positions the network judged, and how many of them at a time: a visit to the end of a game
//! needs none, so that visits alone say little about searches of other lengths.
//!
//! ```text
//! cargo run --release -p plateau-players --example analysis-rate -- 'target/release/plateau analysis --threads 2' 'katago analysis …'
//! ```

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine_go::net::Evaluation;
use engine_go::{Evaluator, Networked, Puct, Settings};
use fastrand::Rng;
use go::{Game, Move, Position, Rules, Size};
use plateau_core::{Game as _, Position as _};
use players::desk::GoDesk;
use protocol::Incoming;
use protocol::kata::{Outbox, Overflow, Session};
use search::{Engine, Limits, Resources, Stop};
use serde_json::{Value, json};

const QUERIES: usize = 100;
const ROUNDS: usize = 3;
const THREADS: NonZeroUsize = NonZeroUsize::new(2).expect("two");

/// So many visits for each position, on boards of this width.
const WORKLOADS: [(u8, u64); 2] = [(9, 200), (19, 50)];

fn main() {
    let programs: Vec<String> = std::env::args().skip(1).collect();
    let names = ["one long search", "short searches one after another", "the desk"].into_iter();
    let names: Vec<&str> = names.chain(programs.iter().map(String::as_str)).collect();
    for (width, visits) in WORKLOADS {
        let games = games(width);
        println!("{width}×{width}, {QUERIES} positions of {visits} visits, {THREADS} threads: visits a second");
        let mut best = vec![Rate::default(); names.len()];
        for round in 1..=ROUNDS {
            let long = by_engine(&games[QUERIES / 2..][..1], visits * QUERIES as u64);
            let mut rates = vec![long, by_engine(&games, visits), by_desk(&games, width, visits)];
            rates.extend(programs.iter().map(|program| by_program(program, &games, width, visits)));
            let told: Vec<String> = rates.iter().map(ToString::to_string).collect();
            println!("  round {round}: {}", told.join("; "));
            for (best, rate) in best.iter_mut().zip(rates).filter(|(best, rate)| rate.visits > best.visits) {
                *best = rate;
            }
        }
        for (name, rate) in names.iter().zip(&best) {
            println!("  best, {name}: {rate}: {:.1} % of the long search", 100.0 * rate.visits / best[0].visits);
        }
    }
}

/// What was done in a second.
#[derive(Clone, Default)]
struct Rate {
    visits: f64,
    /// Where that is known: how many positions the network judged for each visit, and how many at a time.
    judged: Option<(f64, f64)>,
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.visits)?;
        self.judged.map_or(Ok(()), |(each, at_a_time)| write!(f, " ({each:.3} judged each, {at_a_time:.2} at a time)"))
    }
}

/// What the network was asked so far: positions, and how often.
static JUDGED: AtomicU64 = AtomicU64::new(0);
static TIMES: AtomicU64 = AtomicU64::new(0);

/// The network, counted.
struct Counted(Networked);

impl Evaluator for Counted {
    fn note(&mut self, position: &Position, rng: &mut Rng) {
        JUDGED.fetch_add(1, Relaxed);
        self.0.note(position, rng);
    }

    fn judge(&mut self, rng: &mut Rng) -> &[Evaluation] {
        TIMES.fetch_add(1, Relaxed);
        self.0.judge(rng)
    }

    fn batch(&self, size: Size) -> usize {
        self.0.batch(size)
    }
}

/// Does something that says how many visits it was, and measures it.
fn measured(work: impl FnOnce() -> u64) -> Rate {
    JUDGED.store(0, Relaxed);
    TIMES.store(0, Relaxed);
    let start = Instant::now();
    let visits = work() as f64;
    let (seconds, judged) = (start.elapsed().as_secs_f64(), JUDGED.load(Relaxed) as f64);
    Rate { visits: visits / seconds, judged: Some((judged / visits, judged / TIMES.load(Relaxed) as f64)) }
}

fn resources() -> Resources {
    Resources { threads: THREADS, memory_bytes: 512 << 20, ..Resources::default() }
}

/// Games of random moves, each of another length.
fn games(width: u8) -> Vec<(Position, Vec<Move>)> {
    let mut rng = Rng::with_seed(7);
    let game = Game::even(Size::new(width).expect("a size"), "tromp-taylor".parse::<Rules>().expect("rules"));
    let played = |plies: usize| {
        let (mut position, mut moves) = (game.start(), Vec::new());
        for _ in 0..plies {
            let legal: Vec<Move> = position.legal_moves().filter(|&mv| mv != Move::Pass).collect();
            let mv = legal[rng.usize(..legal.len())];
            position.play(mv).expect("a legal move");
            moves.push(mv);
        }
        (position, moves)
    };
    (0..QUERIES).map(|number| 4 + number % (width as usize * 2)).map(played).collect()
}

/// One position after another, by a search on all threads.
fn by_engine(games: &[(Position, Vec<Move>)], visits: u64) -> Rate {
    let mut engine = Puct::new(Settings::BEST, &resources(), || Counted(Networked::shipped()));
    // Several variations, so that no search ends before its time.
    let limits = Limits { variations: THREADS, ..Limits::nodes(visits) };
    measured(|| {
        for (position, _) in games {
            engine.forget();
            engine.think(position, &limits, &Stop::new(), &mut |_| {}).expect("it has an answer");
        }
        visits * games.len() as u64
    })
}

/// All of them at once, at a desk.
fn by_desk(games: &[(Position, Vec<Move>)], width: u8, visits: u64) -> Rate {
    let desk = GoDesk::with_evaluators(&resources(), visits, Vec::new(), || Counted(Networked::shipped()));
    let outbox = Outbox::new(Overflow::Wait);
    let session = Session::new(Arc::new(desk.expect("threads")), outbox.clone(), "0");
    measured(|| {
        for (number, (_, moves)) in games.iter().enumerate() {
            session.handle(Incoming::Line(&query(&number.to_string(), moves, width, visits)));
        }
        games.iter().map(|_| seen(&outbox.take().expect("an answer"))).sum()
    })
}

/// A line that asks for this.
fn query(id: &str, moves: &[Move], width: u8, visits: u64) -> String {
    let moves: Vec<Value> =
        moves.iter().zip(["B", "W"].iter().cycle()).map(|(mv, colour)| json!([colour, mv.to_string()])).collect();
    let query = json!({
        "id": id, "moves": moves, "rules": "tromp-taylor", "komi": 7.5, "boardXSize": width, "boardYSize": width,
        "maxVisits": visits,
    });
    query.to_string()
}

/// How many visits an answer tells of.
fn seen(answer: &str) -> u64 {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    answer["rootInfo"]["visits"].as_u64().expect("an answer")
}

/// All of them at once, through a pipe.
fn by_program(program: &str, games: &[(Position, Vec<Move>)], width: u8, visits: u64) -> Rate {
    let mut words = program.split_whitespace();
    let mut child = Command::new(words.next().expect("a program"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let (mut input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    let mut answers = BufReader::new(output).lines().map(|line| line.expect("a line"));
    // The first takes the program's start with it.
    writeln!(input, "{}", query("first", &[], width, visits)).expect("it listens");
    input.flush().expect("it listens");
    answers.next();
    let line =
        |(number, (_, moves)): (usize, &(Position, Vec<Move>))| query(&number.to_string(), moves, width, visits) + "\n";
    let lines: String = games.iter().enumerate().map(line).collect();
    let start = Instant::now();
    input.write_all(lines.as_bytes()).expect("it listens");
    input.flush().expect("it listens");
    let (mut visited, mut took) = (0, Duration::ZERO);
    for answer in answers.by_ref().take(games.len()) {
        visited += seen(&answer);
        took = start.elapsed();
    }
    drop(input);
    child.wait().expect("it ends");
    Rate { visits: visited as f64 / took.as_secs_f64(), judged: None }
}
