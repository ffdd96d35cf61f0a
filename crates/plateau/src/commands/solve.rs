//! `plateau solve`: the exact value of positions, and a best line.

mod aligne4;
mod othello;

use std::fs;
use std::path::Path;

use plateau_core::{ParseError, Position};
use table::AnySetup;

use crate::cli::{Agreement, Solve};
use crate::console::Console;
use crate::failure::Failure;
use crate::files;
use crate::games;

/// The table of a solver.
const MEMORY_BYTES: usize = 256 << 20;

pub(crate) fn run(args: &Solve, console: &mut Console<'_>) -> Result<(), Failure> {
    let agreement = Agreement { variant: args.variant.clone(), ..Agreement::default() };
    match games::agreed(args.game, &agreement, console.words)? {
        AnySetup::Aligne4(setup) => aligne4::solve(setup.game, args, console),
        AnySetup::Othello(setup) => othello::solve(setup.game, args, console),
        AnySetup::Go(_) => {
            let args = [("game", args.game.id().into())];
            Err(Failure::Usage(console.say("error-no-solver", &args)))
        }
    }
}

/// What `read` makes of the position that was written, or of those of a file, one a line; an ended game has no value to find.
fn read_positions<T: AsPosition>(
    text: &str,
    console: &Console<'_>,
    read: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<Vec<T>, Failure> {
    let is_file = Path::new(text).is_file();
    let lines = if is_file {
        fs::read_to_string(text).map_err(|error| files::unreadable(text, &error, console.words))?
    } else {
        text.to_owned()
    };
    let mut positions = Vec::new();
    for (index, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = if is_file { format!("{text}:{}", index + 1) } else { line.to_owned() };
        let position = read(line).map_err(|error| Failure::position(&place, &error, console.words))?;
        if position.is_over() {
            let args = [("text", place.into()), ("problem", console.say("error-game-over", &[]).into())];
            return Err(Failure::Input(console.say("error-position", &args)));
        }
        positions.push(position);
    }
    if positions.is_empty() {
        let error = read("").err().expect("an empty text is no position");
        return Err(Failure::position(text, &error, console.words));
    }
    Ok(positions)
}

/// A position, perhaps with something beside it.
trait AsPosition {
    fn is_over(&self) -> bool;
}

impl AsPosition for ::aligne4::Position {
    fn is_over(&self) -> bool {
        Position::is_over(self)
    }
}

impl AsPosition for record::obf::Entry {
    fn is_over(&self) -> bool {
        Position::is_over(&self.position)
    }
}
