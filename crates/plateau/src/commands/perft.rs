//! `plateau perft`: counts move sequences, the yardstick of the rules.

use std::io::{self, IsTerminal};
use std::time::Instant;

use plateau_core::{Game, Position, perft};
use serde_json::json;
use table::AnySetup;

use crate::cli::Perft;
use crate::console::Console;
use crate::failure::Failure;
use crate::games;

pub(crate) fn run(args: &Perft, console: &mut Console<'_>) -> Result<(), Failure> {
    match games::agreed(args.game, &args.agreement, console.words)? {
        AnySetup::Go(setup) => count(&setup.game, args, console),
        AnySetup::Othello(setup) => count(&setup.game, args, console),
        AnySetup::Aligne4(setup) => count(&setup.game, args, console),
    }
}

fn count<G: Game>(game: &G, args: &Perft, console: &mut Console<'_>) -> Result<(), Failure> {
    let position = match args.position.as_deref() {
        None | Some("start") => game.start(),
        Some(text) => game.position(text).map_err(|error| Failure::position(text, &error, console.words))?,
    };
    let started = Instant::now();
    let branches = count_branches(&position, args.depth);
    // An ended game counts once, and so does the empty sequence.
    let total = branches.iter().map(|(_, count)| count).sum::<u64>().max(1);
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let mut object = json!({
            "game": args.game.id(), "depth": args.depth, "position": position.to_string(),
            "count": total, "seconds": seconds,
        });
        if args.divide {
            object["moves"] = branches.iter().map(|(mv, count)| (mv.to_string(), json!(count))).collect();
        }
        return console.json(&object);
    }
    if args.divide {
        for (mv, count) in &branches {
            console.line(&format!("{mv} {count}"))?;
        }
    }
    console.line(&total.to_string())
}

/// The count under each first move, with progress on a terminal. Nothing at depth 0 or when the game is over.
fn count_branches<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let moves: Vec<P::Move> = position.legal_moves().collect();
    let show_progress = io::stderr().is_terminal();
    let mut branches = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        if show_progress {
            eprint!("\r{}/{} ", index + 1, moves.len());
        }
        branches.push((mv, perft(&position.after(mv), below)));
    }
    if show_progress {
        eprint!("\r\x1b[K");
    }
    branches
}
