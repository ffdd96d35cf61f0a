//! `plateau puzzles`: puzzles on the terminal, as JSON for programs, and how one does at them.

use serde_json::{Value, json};
use store::{HERE, Sqlite, Store, puzzles};
use study::puzzle::{Collection, DAY_MS, Puzzle, Standing, daily, of_day};
use table::Kind;
use tui::First;

use super::play;
use crate::cli::Puzzles;
use crate::console::Console;
use crate::failure::Failure;

pub(crate) fn run(args: &Puzzles, console: &mut Console<'_>) -> Result<(), Failure> {
    let store = store(console)?;
    if args.rating {
        return standings(args, &store, console);
    }
    let (kind, number) = chosen(args, &store, console)?;
    let puzzle = find(kind, number, console)?;
    if args.json {
        return console.json(&as_json(number, &puzzle));
    }
    drop(store);
    play::open(First::Puzzle(kind, number), args.plain, console)
}

fn store(console: &Console<'_>) -> Result<Sqlite, Failure> {
    let path = console.settings.data.value.as_ref().map(|folder| folder.join("games.db"));
    let path = path.ok_or_else(|| Failure::Input(console.say("error-no-data", &[])))?;
    Sqlite::open(&path).map_err(|error| failed(&error, console))
}

fn failed(error: &store::Error, console: &Console<'_>) -> Failure {
    Failure::Input(tui::say(console.words, &error.message()))
}

/// The puzzle that was asked for: by its number, that of the day, or the next one.
fn chosen(args: &Puzzles, store: &dyn Store, console: &Console<'_>) -> Result<(Kind, usize), Failure> {
    let day = play::now_ms() / DAY_MS;
    let kind = args.game;
    if let (Some(kind), Some(number)) = (kind, args.number) {
        return Ok((kind, number));
    }
    let found = if args.daily {
        match kind {
            Some(kind) => of_day(day, Collection::shipped(kind)).map(|number| (kind, number)),
            None => daily(day, &Collection::shipped),
        }
    } else {
        let kind = kind.unwrap_or(Kind::Go);
        let progress = puzzles::progress(store, HERE).map_err(|error| failed(&error, console))?;
        progress.of(kind).next(Collection::shipped(kind)).map(|number| (kind, number))
    };
    found.ok_or_else(|| Failure::No(console.say("puzzle-none", &[])))
}

fn find(kind: Kind, number: usize, console: &Console<'_>) -> Result<Puzzle, Failure> {
    let collection = Collection::shipped(kind);
    collection.puzzle(number).ok_or_else(|| {
        let gaps = [("count", (collection.len() as i64).into())];
        Failure::Usage(console.say("puzzle-no-such", &gaps))
    })
}

fn as_json(number: usize, puzzle: &Puzzle) -> Value {
    json!({
        "game": puzzle.ground.kind().id(),
        "number": number,
        "board": puzzle.ground.board(),
        "task": puzzle.task.to_string(),
        "rating": puzzle.rating,
        "themes": puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
        "moves": puzzle.moves,
        "answers": puzzle.answers,
        "line": puzzle.line,
    })
}

/// How one does in each game, or in one.
fn standings(args: &Puzzles, store: &dyn Store, console: &mut Console<'_>) -> Result<(), Failure> {
    let progress = puzzles::progress(store, HERE).map_err(|error| failed(&error, console))?;
    for kind in Kind::ALL.into_iter().filter(|kind| args.game.is_none_or(|game| game == *kind)) {
        let standing = progress.of(kind);
        let [right, tried] = standing.counts();
        if args.json {
            let (rating, deviation) = (standing.rating.rating.round(), standing.rating.deviation.round());
            let object =
                json!({ "game": kind.id(), "rating": rating, "deviation": deviation, "right": right, "tried": tried });
            console.json(&object)?;
        } else {
            let line = said_standing(standing, console);
            console.line(&format!("{}: {line}", kind.name()))?;
        }
    }
    Ok(())
}

fn said_standing(standing: &Standing, console: &Console<'_>) -> String {
    let [right, tried] = standing.counts().map(|count| count as i64);
    let gaps = [("rating", standing.to_string().into()), ("right", right.into()), ("tried", tried.into())];
    console.say("puzzle-standing", &gaps)
}
