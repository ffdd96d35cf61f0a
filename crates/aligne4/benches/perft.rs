//! How fast sequences of moves are counted: `cargo bench -p plateau-aligne4 --bench perft`.
//!
//! One core of a 2 GHz Xeon (Sapphire Rapids), Rust 1.95, with the last ply counted and not played:
//!
//! ```text
//! base     start                    depth 4:     1907942400 in   0.25 s,   7747.9 million/s
//! base     0f../.3.9/..../5...      depth 4:       57981064 in   0.02 s,   2824.8 million/s
//! base     2369/0f15/a.../d...      depth 6:         155262 in   0.00 s,     33.6 million/s
//! squares  0f../.3.9/..../5...      depth 4:       56416548 in   0.02 s,   2682.0 million/s
//! gift     0f../.3.9/..../5...      depth 8:       57981064 in   0.11 s,    523.5 million/s
//! ```

use std::time::Instant;

use aligne4::{Game, Rules};
use plateau_core::{Game as _, perft};

fn main() {
    for (rules, text, depth) in [
        (Rules::BASE, "start", 4),
        (Rules::BASE, "0f../.3.9/..../5...", 4),
        (Rules::BASE, "2369/0f15/a.../d...", 6),
        (Rules { gift: false, squares: true }, "0f../.3.9/..../5...", 4),
        (Rules { gift: true, squares: false }, "0f../.3.9/..../5...", 8),
    ] {
        let position = Game::new(rules).position(text).expect("the position is well written");
        let begin = Instant::now();
        let count = perft(&position, depth);
        let seconds = begin.elapsed().as_secs_f64();
        let rate = count as f64 / seconds / 1e6;
        println!("{:8} {text:24} depth {depth}: {count:>14} in {seconds:6.2} s, {rate:8.1} million/s", rules.name());
    }
}
