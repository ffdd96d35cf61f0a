//! Every game and every position of Othello up to some number of plies: `cargo run --release --example enumerate -- 9`.
//!
//! What of it is for Othello alone is the first position; the rest is written against `plateau-core`, and counts Go and Aligne 4 as well.

use std::collections::HashMap;
use std::hash::Hash;
use std::process::ExitCode;
use std::time::Instant;

use plateau_core::{Game as _, Position, Symmetric, divide, perft};

fn main() -> ExitCode {
    let Some(plies) = std::env::args().nth(1).map_or(Some(8), |argument| argument.parse().ok()) else {
        eprintln!("enumerate [PLIES]");
        return ExitCode::from(2);
    };
    let start = othello::Game.start();
    println!("{:>5} {:>15} {:>12} {:>15} {:>12}", "plies", "games", "a second", "positions", "a second");
    for plies in 0..=plies {
        let (games, quickly) = timed(|| perft(&start, plies));
        let (positions, slowly) = timed(|| positions(&start, plies, canonical));
        println!("{plies:>5} {games:>15} {quickly:>12.0} {positions:>15} {slowly:>12.0}");
    }
    // Where a count is wrong, the counts under each first move say where to look.
    for (mv, games) in divide(&start, plies) {
        println!("{mv} {games}");
    }
    ExitCode::SUCCESS
}

/// How many positions there are after so many plies, if those with the same name count as one.
///
/// The positions of one ply are all that is kept. A position with no legal move is the end of a game, and leads to none.
fn positions<P: Position, N: Hash + Eq>(start: &P, plies: u32, name: impl Fn(&P) -> N) -> u64 {
    let mut here = HashMap::from([(name(start), start.clone())]);
    for _ in 0..plies {
        let next = here.values().flat_map(|position| position.legal_moves().map(|mv| position.after(mv)));
        here = next.map(|position| (name(&position), position)).collect();
    }
    here.len() as u64
}

/// The same for all positions that are turned or mirrored from each other: the least of their keys. Two positions that differ may have the same key,
/// once in 2⁶⁴ times; where that is too often, a name can be the position's text.
fn canonical<P: Symmetric>(position: &P) -> u64 {
    let keys = position.symmetries().map(|symmetry| position.transformed(symmetry).key());
    keys.min().expect("the identity is one of them")
}

/// What was counted, and how many of it a second.
fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let begin = Instant::now();
    let count = count();
    (count, count as f64 / begin.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_hold() {
        let start = othello::Game.start();
        let games = [1, 4, 12, 56, 244, 1396, 8200, 55092];
        let unlike = [1, 1, 3, 14, 60, 322, 1773, 10649];
        for (plies, (games, unlike)) in (0..).zip(games.into_iter().zip(unlike)) {
            assert_eq!((perft(&start, plies), positions(&start, plies, canonical)), (games, unlike), "{plies} plies");
        }
        assert_eq!(divide(&start, 7).into_iter().map(|(_, games)| games).collect::<Vec<_>>(), [13773; 4]);
    }

    #[test]
    fn a_text_names_a_position_as_well_as_its_key() {
        let text = |position: &othello::Position| {
            let texts = position.symmetries().map(|symmetry| position.transformed(symmetry).to_string());
            texts.min().expect("the identity is one of them")
        };
        assert_eq!(positions(&othello::Game.start(), 6, text), 1773);
    }
}
