//! Aligne 4: who wins, and in how many plies.

use std::time::Instant;

use engine_aligne4::{Question, Settings, Solver, Value};
use plateau_core::Game as _;
use search::Stop;
use serde_json::json;

use super::{MEMORY_BYTES, read_positions};
use crate::cli::Solve;
use crate::console::Console;
use crate::failure::Failure;
use crate::interrupt;

pub(super) fn solve(game: aligne4::Game, args: &Solve, console: &mut Console<'_>) -> Result<(), Failure> {
    let positions = read_positions(&args.position, console, |line| game.position(line))?;
    let stop = Stop::new();
    interrupt::ask_on_signal(&stop);
    let settings = Settings { threads: args.threads.get(), memory_bytes: MEMORY_BYTES, opening: !args.afresh };
    let mut solver = Solver::new(settings);
    let question = if args.distance { Question::Distance } else { Question::Value };
    for position in positions {
        let started = Instant::now();
        let Some(solution) = solver.solve(&position, question, &|_| stop.is_asked()) else {
            return Err(Failure::Interrupted);
        };
        let ms = started.elapsed().as_secs_f64() * 1e3;
        let value = match solution.value {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        };
        let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
        if args.json {
            let best = solution.best().map(|mv| mv.to_string());
            let mut object = json!({
                "position": position.to_string(), "value": value, "best": best, "line": line.join(" "),
                "nodes": solution.nodes, "ms": ms,
            });
            if args.distance {
                object["plies"] = json!(solution.plies);
            }
            console.json(&object)?;
            continue;
        }
        let value = console.say(&format!("solve-{value}"), &[]);
        let plies = solution.plies.map(|plies| console.say("solve-plies", &[("plies", plies.into())]));
        let said = [
            ("position", position.to_string().into()),
            ("value", (value + plies.as_deref().unwrap_or_default()).into()),
            ("line", line.join(" ").into()),
            ("nodes", solution.nodes.to_string().into()),
            ("ms", format!("{ms:.0}").into()),
        ];
        console.line(&console.say("solve-result", &said))?;
    }
    Ok(())
}
