//! Othello: the final margin, or only who wins.

use std::io::{self, IsTerminal};
use std::time::Instant;

use engine_othello::{Progress, Question, Solver, Weights};
use othello::{Game, Move};
use plateau_core::Game as _;
use record::obf::Entry;
use search::Stop;
use serde_json::json;

use super::{MEMORY_BYTES, read_positions};
use crate::cli::Solve;
use crate::console::Console;
use crate::failure::Failure;
use crate::interrupt;

pub(super) fn solve(game: Game, args: &Solve, console: &mut Console<'_>) -> Result<(), Failure> {
    // `start` is no line of OBF.
    let entries = read_positions(&args.position, console, |line| match game.position(line) {
        Ok(position) => Ok(Entry { position, scores: Vec::new() }),
        Err(_) => Entry::read(line),
    })?;
    let stop = Stop::new();
    interrupt::ask_on_signal(&stop);
    let mut solver = Solver::new(Weights::shipped(), args.threads.get(), MEMORY_BYTES);
    let question = if args.winner { Question::Winner } else { Question::Margin };
    let mut wrong = 0;
    for entry in entries {
        let started = Instant::now();
        solver.forget();
        let solution = solver.solve(entry.position.board(), question, &stop, &mut show_progress);
        clear_progress();
        let Some(solution) = solution else { return Err(Failure::Interrupted) };
        let ms = started.elapsed().as_secs_f64() * 1e3;
        let line: Vec<String> = solution.line.iter().map(Move::to_string).collect();
        // Where the file knows better, or believes so, it is said.
        let stated = entry.scores.iter().filter(|(mv, _)| *mv != Move::Pass).map(|&(_, score)| score).max();
        let stated = stated.map(|margin| if args.winner { margin.signum() } else { margin });
        let differs = stated.filter(|&margin| margin != solution.margin);
        wrong += differs.is_some() as usize;
        if args.json {
            let mut object = json!({
                "position": entry.position.to_string(), "value": solution.margin, "best": line.first(),
                "line": line.join(" "), "nodes": solution.nodes, "ms": ms,
            });
            if let Some(stated) = stated {
                object["stated"] = json!(stated);
            }
            console.json(&object)?;
            continue;
        }
        let value = if args.winner {
            console.say(["solve-loss", "solve-draw", "solve-win"][(solution.margin + 1) as usize], &[])
        } else {
            format!("{:+}", solution.margin)
        };
        let said = [
            ("position", entry.position.to_string().into()),
            ("value", value.into()),
            ("line", line.join(" ").into()),
            ("nodes", solution.nodes.to_string().into()),
            ("ms", format!("{ms:.0}").into()),
        ];
        let differs = differs.map(|stated| console.say("solve-differs", &[("stated", format!("{stated:+}").into())]));
        console.line(&(console.say("solve-result", &said) + differs.as_deref().unwrap_or_default()))?;
    }
    if wrong == 0 {
        return Ok(());
    }
    Err(Failure::No(console.say("solve-wrong", &[("count", (wrong as i64).into())])))
}

fn show_progress(progress: Progress) {
    if io::stderr().is_terminal() {
        let Progress { depth, confidence_percent, margin, nodes } = progress;
        eprint!("\r{depth}@{confidence_percent}% {margin:+} {}M ", nodes / 1_000_000);
    }
}

fn clear_progress() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}
