//! `plateau puzzles`: puzzles line by line, as JSON for programs, and how one does at them.

use std::io::{self, BufRead, IsTerminal};

use draw::TextStyle;
use players::analyst::{AnyAnalyst, Attempt};
use players::puzzles::{Given, Posed};
use search::{Resources, Stop};
use serde_json::{Value, json};
use store::{HERE, Sqlite, Store, puzzles};
use study::Effort;
use study::puzzle::{Collection, DAY_MS, Puzzle, Standing, daily, of_day};
use table::view::Wanted;
use table::{Kind, Message};

use super::play::now_ms;
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
    let mut lines = io::stdin().lock().lines();
    let mut next = Some(number);
    while let Some(number) = next {
        next = solve(kind, number, &store, console, &mut lines)?;
    }
    Ok(())
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
    let day = now_ms() / DAY_MS;
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

/// Puts one puzzle; the next one, if one wants it.
fn solve(
    kind: Kind,
    number: usize,
    store: &dyn Store,
    console: &mut Console<'_>,
    lines: &mut dyn Iterator<Item = io::Result<String>>,
) -> Result<Option<usize>, Failure> {
    let posed = Posed::new(find(kind, number, console)?).map_err(|refused| said(&refused, console))?;
    show(&posed, number, console)?;
    let is_word = |text: &str, id: &str, console: &Console<'_>| text.eq_ignore_ascii_case(&console.say(id, &[]));
    loop {
        if io::stdin().is_terminal() {
            console.write("> ")?;
        }
        let Some(line) = lines.next().transpose()? else { return Ok(None) };
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        if is_word(text, "puzzle-word-quit", console) {
            return Ok(None);
        }
        if is_word(text, "puzzle-word-next", console) {
            let progress = puzzles::progress(store, HERE).map_err(|error| failed(&error, console))?;
            let next = progress.of(kind).next(Collection::shipped(kind));
            return Ok(
                next.map(|next| if next == number { number % Collection::shipped(kind).len() + 1 } else { next })
            );
        }
        if is_word(text, "puzzle-word-hint", console) {
            tell(&posed.hint(), console)?;
        } else if is_word(text, "puzzle-word-answer", console) {
            // Who looks has not found it.
            puzzles::tried(store, HERE, (kind, number), false, now_ms()).map_err(|error| failed(&error, console))?;
            tell(&posed.solved(), console)?;
            show_line(&posed, console)?;
        } else {
            answer(&posed, (kind, number), text, store, console)?;
        }
    }
}

fn answer(
    posed: &Posed,
    which: (Kind, usize),
    text: &str,
    store: &dyn Store,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let given = match posed.given(text) {
        Ok(given) => given,
        Err(refused) => return tell(&[refused], console),
    };
    let before = puzzles::progress(store, HERE).map_err(|error| failed(&error, console))?;
    let after =
        puzzles::tried(store, HERE, which, given.is_right, now_ms()).map_err(|error| failed(&error, console))?;
    if given.is_right {
        tell(&posed.right(&given.answer), console)?;
        show_line(posed, console)?;
    } else {
        tell(&refutation(posed, &given), console)?;
    }
    if before != after {
        let line = said_standing(after.of(which.0), console);
        console.line(&line)?;
    }
    Ok(())
}

/// What a wrong move loses, and how it is answered.
fn refutation(posed: &Posed, given: &Given) -> Vec<Message> {
    if posed.mistake_from().is_some() {
        return posed.wrong(given, None);
    }
    let resources = Resources { book: false, ..Resources::of_this_machine() };
    let mut analyst = AnyAnalyst::new(posed.way().kind(), &resources);
    let mut judge = |way: &_, moment, effort| analyst.judge(way, moment, effort, &Stop::new(), &mut |_| {});
    let effort = Effort::Normal;
    let before = judge(posed.way(), posed.asked(), effort);
    let attempt =
        before.and_then(|before| Attempt::new(posed.way(), posed.asked(), &before, effort, &given.answer).ok());
    let trial = attempt.and_then(|attempt| attempt.settled_by(&mut judge));
    posed.wrong(given, trial.as_ref())
}

/// The number, what is asked, and the board.
fn show(posed: &Posed, number: usize, console: &mut Console<'_>) -> Result<(), Failure> {
    let puzzle = posed.puzzle();
    let gaps = [("number", (number as i64).into()), ("rating", i64::from(puzzle.rating).into())];
    let title = format!("{} · {}", puzzle.ground.kind().name(), console.say("puzzle-title-rated", &gaps));
    console.line(&console.bold(&title))?;
    let view = posed.way().view(posed.asked(), &Wanted::default(), true);
    let board = draw::text(&view.board, &TextStyle::default()).unwrap_or_default();
    console.write(&board)?;
    if let Some(from) = posed.mistake_from() {
        let kind = puzzle.ground.kind();
        for (at, mv) in puzzle.moves.iter().enumerate().skip(from - 1) {
            let told = Message::new("puzzle-move-listed").with("move", kind.told_move(mv));
            let told = tui::say(console.words, &told);
            console.line(&format!("{:>3}. {told}", at + 1))?;
        }
    }
    console.line(&tui::say(console.words, &posed.task()))?;
    console.line(&console.say("puzzle-words", &[]))
}

/// Best play, move by move.
fn show_line(posed: &Posed, console: &mut Console<'_>) -> Result<(), Failure> {
    let kind = posed.puzzle().ground.kind();
    let line = posed.solution().map(|solution| solution.line().to_vec()).unwrap_or_default();
    let told = line.iter().map(|mv| {
        let told = Message::new("puzzle-move-listed").with("move", kind.told_move(mv));
        tui::say(console.words, &told)
    });
    let told: Vec<String> = told.collect();
    console.line(&told.join(" · "))
}

fn tell(messages: &[Message], console: &mut Console<'_>) -> Result<(), Failure> {
    let said: Vec<String> = messages.iter().map(|message| tui::say(console.words, message)).collect();
    console.line(&said.join(" "))
}

fn said(message: &Message, console: &Console<'_>) -> Failure {
    Failure::Input(tui::say(console.words, message))
}
