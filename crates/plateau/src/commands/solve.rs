//! `plateau solve`: the exact value of positions, and a best line.

use std::fs;
use std::path::Path;
use std::time::Instant;

use aligne4::Position;
use engine_aligne4::{Question, Settings, Solver, Value};
use plateau_core::Game;
use search::Stop;
use serde_json::json;

use crate::cli::{Agreement, Solve};
use crate::console::Console;
use crate::failure::Failure;
use crate::files;
use crate::games::AnyGame;
use crate::interrupt;

/// The table of the solver unless more is asked for.
const MEMORY_BYTES: usize = 256 << 20;

pub(crate) fn run(args: &Solve, console: &mut Console<'_>) -> Result<(), Failure> {
    let agreement = Agreement { variant: args.variant.clone(), ..Agreement::default() };
    match AnyGame::choose(args.game, &agreement, console.words)? {
        AnyGame::Aligne4(game) => solve_aligne4(game, args, console),
        AnyGame::Go(_) | AnyGame::Othello(_) => {
            let args = [("game", args.game.id().into())];
            Err(Failure::Usage(console.say("error-no-solver", &args)))
        }
    }
}

fn solve_aligne4(game: aligne4::Game, args: &Solve, console: &mut Console<'_>) -> Result<(), Failure> {
    let positions = read_positions(game, &args.position, console)?;
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

/// The position that was written, or those of a file, one a line; an ended game has no value to find.
fn read_positions(game: aligne4::Game, text: &str, console: &Console<'_>) -> Result<Vec<Position>, Failure> {
    let is_file = Path::new(text).is_file();
    let lines = if is_file {
        fs::read_to_string(text).map_err(|error| files::unreadable(text, &error, console.words))?
    } else {
        text.to_owned()
    };
    let mut positions = Vec::new();
    for (index, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = if is_file { format!("{text}:{}", index + 1) } else { line.to_owned() };
        let position = game.position(line).map_err(|error| Failure::position(&place, &error, console.words))?;
        if plateau_core::Position::is_over(&position) {
            let args = [("text", place.into()), ("problem", console.say("error-game-over", &[]).into())];
            return Err(Failure::Input(console.say("error-position", &args)));
        }
        positions.push(position);
    }
    if positions.is_empty() {
        let error = game.position("").expect_err("an empty text is no position");
        return Err(Failure::position(text, &error, console.words));
    }
    Ok(positions)
}
