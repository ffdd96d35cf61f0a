//! How fast positions are analysed with many queries in flight: visits a second by the engine's own search, once as one long search, once as
//! short ones after each other, and by any programs that speak the analysis protocol, in turns.
//!
//! ```text
//! cargo run --release -p plateau-players --example analysis-rate -- 'target/release/plateau analysis --threads 2' 'katago analysis …'
//! ```

use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine_go::{Networked, Puct, Settings};
use fastrand::Rng;
use go::{Game, Move, Position, Rules, Size};
use plateau_core::{Game as _, Position as _};
use search::{Engine, Limits, Resources, Stop};
use serde_json::{Value, json};

const QUERIES: usize = 100;
const ROUNDS: usize = 3;
const THREADS: NonZeroUsize = NonZeroUsize::new(2).expect("two");

/// So many visits for each position, on boards of this width.
const WORKLOADS: [(u8, u64); 2] = [(9, 200), (19, 50)];

fn main() {
    let programs: Vec<String> = std::env::args().skip(1).collect();
    for (width, visits) in WORKLOADS {
        let games = games(width);
        println!("{width}×{width}, {QUERIES} positions of {visits} visits, {THREADS} threads: visits a second");
        let mut best = vec![0.0_f64; programs.len() + 2];
        for round in 1..=ROUNDS {
            let long = by_engine(&games[QUERIES / 2..][..1], visits * QUERIES as u64);
            let mut rates = vec![long, by_engine(&games, visits)];
            rates.extend(programs.iter().map(|program| by_program(program, &games, width, visits)));
            let told: Vec<String> = rates.iter().map(|rate| format!("{rate:.0}")).collect();
            println!("  round {round}: {}", told.join("  "));
            best.iter_mut().zip(&rates).for_each(|(best, rate)| *best = best.max(*rate));
        }
        println!("  best, one long search: {:.0}", best[0]);
        println!("  best, short searches one after another: {:.0}", best[1]);
        for (program, rate) in programs.iter().zip(&best[2..]) {
            println!("  best, {program}: {rate:.0} ({:.1} % of the long search)", 100.0 * rate / best[0]);
        }
    }
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
fn by_engine(games: &[(Position, Vec<Move>)], visits: u64) -> f64 {
    let resources = Resources { threads: THREADS, memory_bytes: 512 << 20, ..Resources::default() };
    let mut engine = Puct::new(Settings::BEST, &resources, Networked::shipped);
    // Several variations, so that no search ends before its time.
    let limits = Limits { variations: THREADS, ..Limits::nodes(visits) };
    let start = Instant::now();
    for (position, _) in games {
        engine.forget();
        engine.think(position, &limits, &Stop::new(), &mut |_| {}).expect("it has an answer");
    }
    visits as f64 * games.len() as f64 / start.elapsed().as_secs_f64()
}

/// All of them at once, through a pipe.
fn by_program(program: &str, games: &[(Position, Vec<Move>)], width: u8, visits: u64) -> f64 {
    let mut words = program.split_whitespace();
    let mut child = Command::new(words.next().expect("a program"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let (mut input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    let mut answers = BufReader::new(output).lines().map(|line| serde_json::from_str::<Value>(&line.expect("a line")));
    let query = |id: &str, moves: &[Move]| {
        let moves: Vec<Value> =
            moves.iter().zip(["B", "W"].iter().cycle()).map(|(mv, colour)| json!([colour, mv.to_string()])).collect();
        let query = json!({
            "id": id, "moves": moves, "rules": "tromp-taylor", "komi": 7.5, "boardXSize": width, "boardYSize": width,
            "maxVisits": visits,
        });
        format!("{query}\n")
    };
    // The first takes the program's start with it.
    input.write_all(query("first", &[]).as_bytes()).expect("it listens");
    input.flush().expect("it listens");
    answers.next();
    let lines: String =
        games.iter().enumerate().map(|(number, (_, moves))| query(&number.to_string(), moves)).collect();
    let start = Instant::now();
    input.write_all(lines.as_bytes()).expect("it listens");
    input.flush().expect("it listens");
    let mut seen = 0;
    let mut took = Duration::ZERO;
    for answer in answers.by_ref().take(games.len()) {
        seen += answer.expect("JSON")["rootInfo"]["visits"].as_u64().expect("an answer");
        took = start.elapsed();
    }
    drop(input);
    child.wait().expect("it ends");
    seen as f64 / took.as_secs_f64()
}
