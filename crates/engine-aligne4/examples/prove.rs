//! Proves who wins with perfect play, from an empty table and without the opening table, for the empty board and for every
//! first move up to symmetry: `cargo run --release -p plateau-engine-aligne4 --example prove -- [gift] [squares] [distance]`.
//!
//! `one-thread` leaves the second core alone; under the gift rule there is only one. On a 2 GHz Xeon (Sapphire Rapids), Rust 1.95, in seconds of processor time:
//!
//! | | who wins | nodes | time | table |
//! |---|---|---|---|---|
//! | `prove` | White, after either first move | 2.4 million | 0.8 s | 64 MiB, 6 % used |
//! | `prove distance` | White with the 14th piece | 23 million | 8.6 s | 512 MiB, 9 % used |
//! | `prove squares` | White, after any of three first moves | 0.6 million | 0.4 s | 64 MiB, 4 % used |
//! | `prove squares distance` | White with the 12th piece (10th after b1 or b2) | 2.1 million | 1.5 s | 512 MiB, 2 % used |
//! | `prove gift` | nobody | 1.6 billion | 182 s | 4 GiB, 4 % used |

use std::collections::HashSet;
use std::time::Instant;

use aligne4::{Position, Rules};
use engine_aligne4::{NEVER, Question, Settings, Solver};
use plateau_core::{Position as _, Symmetric as _};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| args.iter().any(|arg| arg == word);
    let rules = Rules { gift: has("gift"), squares: has("squares") };
    let question = if has("distance") { Question::Distance } else { Question::Value };
    let threads = if has("one-thread") { 1 } else { 2 };
    let memory_bytes = if rules.gift {
        4 << 30
    } else if has("distance") {
        512 << 20
    } else {
        64 << 20
    };

    let begin = Instant::now();
    let mut solver = Solver::new(Settings { threads, memory_bytes, opening: false });
    let start = Position::new(rules);
    let mut positions = vec![("the empty board".to_string(), start)];
    // Of all first moves, those that no symmetry takes to an earlier one.
    let mut seen = HashSet::new();
    for mv in start.legal_moves() {
        let next = start.after(mv);
        if !seen.contains(&next) {
            seen.extend(start.symmetries().map(|symmetry| next.transformed(symmetry)));
            positions.push((format!("after {mv}"), next));
        }
    }

    let mut nodes = 0;
    for (name, position) in positions {
        let solution = solver.solve(&position, question, NEVER).expect("nobody stops it");
        nodes += solution.nodes;
        let plies = solution.plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
        let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
        let seconds = begin.elapsed().as_secs_f64();
        println!("{name}: {:?} for {}{plies}; {nodes} nodes, {seconds:.2} s", solution.value, position.turn());
        println!("    {}", line.join(" "));
    }
    let (used, room) = solver.table_use();
    println!("{} MiB, {used} of {room} entries used", memory_bytes >> 20);
}
