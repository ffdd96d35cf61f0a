//! `plateau match`: two engines play each other.

use std::fs;
use std::io::{self, IsTerminal};

use plateau_core::Outcome;
use players::contest::{Contest, Played, Standing};
use players::{MachineGame, failure_message};
use search::{Resources, Stop};
use serde_json::json;
use table::{AnySetup, MoveOf, Who};

use crate::cli::Match;
use crate::console::Console;
use crate::failure::Failure;
use crate::files;
use crate::games;
use crate::interrupt;
use crate::memory;

/// Plies for each cell of the board after which a game is broken off; only endless ko fights come near it.
const PLIES_PER_CELL: usize = 4;

pub(crate) fn run(args: &Match, console: &mut Console<'_>) -> Result<(), Failure> {
    if args.games == 0 {
        return Err(Failure::Usage(console.say("error-no-games", &[])));
    }
    let setup = games::agreed(args.game, &args.agreement, console.words)?;
    let opening = games::opening(args.game, args.opening.as_deref(), console.words)?;
    match setup {
        AnySetup::Go(setup) => {
            play(&setup.game, args, Vec::new(), PLIES_PER_CELL * setup.game.size().area() as usize, console)
        }
        AnySetup::Othello(setup) => {
            // Each is played twice.
            let pairs = args.games.div_ceil(2) as usize;
            let openings = opening.map(|opening| opening.moves(pairs, args.seed)).unwrap_or_default();
            play(&setup.game, args, openings, PLIES_PER_CELL * 64, console)
        }
        AnySetup::Aligne4(setup) => play(&setup.game, args, Vec::new(), PLIES_PER_CELL * 16, console),
    }
}

fn play<G: MachineGame>(
    game: &G,
    args: &Match,
    mut openings: Vec<Vec<MoveOf<G>>>,
    plies_max: usize,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if let Some(path) = &args.openings {
        openings = read_openings::<G>(path, console)?;
    }
    let memory_bytes = memory::bytes(args.memory, Resources::default().memory_bytes, console)?;
    let seat = |who: &Who, offset: u64, console: &Console<'_>| {
        let seed = args.seed.map(|seed| seed.wrapping_mul(2).wrapping_add(offset));
        let resources = Resources { seed, memory_bytes, book: !args.no_book, ..Resources::default() };
        game.seat(who, &resources).map_err(|why| Failure::seat(&why, console.words))
    };
    let mut movers = [seat(&args.a, 0, console)?, seat(&args.b, 1, console)?];
    let stop = Stop::new();
    interrupt::ask_on_signal(&stop);
    let referee = Resources { seed: args.seed, ..Resources::default() };
    let contest = Contest::new(game, &openings, plies_max, referee);
    let mut standing = Standing::default();
    for number in 0..args.games as usize {
        let before = standing;
        let played = contest.play(number, &mut movers, &mut standing, &stop);
        if stop.is_asked() {
            // The game that was under way does not count.
            standing = before;
            break;
        }
        let played = played.map_err(|failure| Failure::Engine(tui::say(console.words, &failure_message(&failure))))?;
        if args.json {
            console.json(&game_object(number, &played))?;
        } else if io::stderr().is_terminal() {
            eprint!("\r{}/{}: +{} ={} -{} ", number + 1, args.games, standing.wins, standing.draws, standing.losses);
        }
    }
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    show(&standing, args, console)?;
    if stop.is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn game_object<M: ToString>(number: usize, played: &Played<M>) -> serde_json::Value {
    let moves: Vec<String> = played.moves.iter().map(ToString::to_string).collect();
    let winner = match played.outcome {
        Outcome::Win(player) => player.to_string(),
        Outcome::Draw => "draw".to_owned(),
        Outcome::NoResult => "none".to_owned(),
    };
    json!({ "game": number, "a": played.first_plays.to_string(), "winner": winner, "moves": moves.join(" ") })
}

fn show(standing: &Standing, args: &Match, console: &mut Console<'_>) -> Result<(), Failure> {
    let (low, high) = standing.interval();
    let [time_a, time_b] = standing.time_per_move().map(|time| time.as_secs_f64() * 1e3);
    if args.json {
        return console.json(&json!({
            "a": args.a.to_string(), "b": args.b.to_string(), "games": standing.games(),
            "wins": standing.wins, "draws": standing.draws, "losses": standing.losses,
            "score": standing.score(), "low": low, "high": high, "ms_per_move_a": time_a, "ms_per_move_b": time_b,
        }));
    }
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let args = [
        ("a", args.a.to_string().into()),
        ("b", args.b.to_string().into()),
        ("wins", standing.wins.into()),
        ("draws", standing.draws.into()),
        ("losses", standing.losses.into()),
        ("score", percent(standing.score()).into()),
        ("low", percent(low).into()),
        ("high", percent(high).into()),
        ("timea", format!("{time_a:.1}").into()),
        ("timeb", format!("{time_b:.1}").into()),
    ];
    console.line(&console.say("match-result", &args))?;
    console.line(&console.say("match-time", &args))
}

/// One opening a line: moves parted by blanks, or, for moves of two letters, written together.
fn read_openings<G: MachineGame>(path: &str, console: &Console<'_>) -> Result<Vec<Vec<MoveOf<G>>>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| files::unreadable(path, &error, console.words))?;
    let refuse = |line: usize, column: usize| {
        let args = [("path", path.into()), ("line", line.into()), ("column", column.into())];
        Failure::Input(console.say("error-opening", &args))
    };
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let opening = read_opening::<G>(line).map_err(|column| refuse(index + 1, column))?;
        openings.push(opening);
    }
    Ok(openings)
}

/// The moves of a line, or the column where they stop being moves.
fn read_opening<G: MachineGame>(line: &str) -> Result<Vec<MoveOf<G>>, usize> {
    let mut moves = Vec::new();
    let line = line.trim_end();
    let mut rest = line;
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let word = rest.split_whitespace().next().unwrap_or_default();
        // A transcript of Othello writes its moves without blanks.
        let pair = rest.char_indices().nth(2).map_or(rest, |(end, _)| &rest[..end]);
        let (mv, length) = match (word.parse(), pair.parse()) {
            (Ok(mv), _) => (mv, word.len()),
            (Err(_), Ok(mv)) => (mv, pair.len()),
            (Err(_), Err(_)) => return Err(line[..line.len() - rest.len()].chars().count() + 1),
        };
        moves.push(mv);
        rest = &rest[length..];
    }
    Ok(moves)
}
