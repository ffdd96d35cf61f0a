//! Matches between any two strengths of the Go machine, to choose levels by:
//!
//! ```sh
//! cargo run --release -p plateau-players --example measure-go -- A B [GAMES [SIZE [SEED [RULES]]]]
//! ```
//!
//! A and B are `beginner`, `random`, `uct:PLAYOUTS`, `net:VISITS:TEMPERATURE`, the same with `:FILE` for another network than the
//! shipped ones, or what `plateau match` takes (`level:3`, `time:1`).
//! Games begin with two random moves off the edge, each opening twice with the colours exchanged; Chinese rules unless others are
//! named, dead stones taken off.

mod arguments;

use std::fmt::Display;
use std::fs;
use std::process::ExitCode;

use engine_go::net::Network;
use engine_go::{Beginner, Networked, Puct, Settings, Uct};
use fastrand::Rng;
use go::{Game, Move, Point, Position, Size};
use players::contest::{Contest, Standing};
use players::{MachineGame, Mover};
use search::{Limits, Resources, Stop};

use crate::arguments::number;

const USAGE: &str = "usage: measure-go A B [GAMES [SIZE [SEED [RULES]]]]";

fn main() -> ExitCode {
    arguments::run_with(run)
}

fn run(words: &[&str]) -> Result<(), String> {
    let [a, b, rest @ ..] = words else { return Err(USAGE.to_owned()) };
    let games = number(rest, 0, 100, USAGE)?;
    let (size, seed) = (number(rest, 1, 9, USAGE)?, number(rest, 2, 1, USAGE)?);
    let size = u8::try_from(size).ok().and_then(Size::new).filter(|size| size.width() >= 5).ok_or(USAGE)?;
    let rules = rest.get(3).copied().unwrap_or("chinese");
    let game = Game::even(size, rules.parse().map_err(|_| USAGE)?);
    let mut movers = [seat(&game, a, 2 * seed)?, seat(&game, b, 2 * seed + 1)?];
    let openings = openings(size, games.div_ceil(2), &mut Rng::with_seed(seed));
    let referee = Resources { seed: Some(seed), ..Resources::default() };
    let contest = Contest::new(&game, &openings, 4 * size.area() as usize, referee);
    let mut standing = Standing::default();
    for played in 0..games as usize {
        let result = contest.play(played, &mut movers, &mut standing, &Stop::new());
        result.map_err(|failure| failure.to_string())?;
    }
    let (low, high) = standing.interval();
    let [time_a, time_b] = standing.time_per_move().map(|time| time.as_secs_f64() * 1e3);
    let Standing { wins, draws, losses, moves, .. } = standing;
    println!(
        "{size}x{size} {a} - {b}: +{wins} ={draws} -{losses}, {:.1} % ({:.1} to {:.1}), {} moves a game, {time_a:.2} and {time_b:.2} ms a move",
        100.0 * standing.score(),
        100.0 * low,
        100.0 * high,
        (moves[0] + moves[1]) / games.max(1),
    );
    Ok(())
}

fn seat(game: &Game, text: &str, seed: u64) -> Result<Mover<Position>, String> {
    let resources = Resources { seed: Some(seed), ..Resources::default() };
    let parts: Vec<&str> = text.split(':').collect();
    let wrong = || format!("who is {text}? {USAGE}");
    match parts[..] {
        ["beginner"] => Ok(Mover::new(Beginner::new(&resources), Limits::NONE)),
        ["uct", playouts] => {
            let limits = Limits::nodes(playouts.parse().map_err(|_| wrong())?);
            Ok(Mover::new(Uct::new(&resources), limits))
        }
        ["net", visits, temperature, ref file @ ..] => {
            let temperature = temperature.parse().map_err(|_| wrong())?;
            let settings = Settings { temperature, ..Settings::BEST };
            let limits = Limits::nodes(visits.parse().map_err(|_| wrong())?);
            let network = match file {
                [] => None,
                [file] => Some(read(file)?),
                _ => return Err(wrong()),
            };
            let judge = move || network.as_ref().map_or_else(Networked::shipped, Networked::new);
            Ok(Mover::new(Puct::new(settings, &resources, judge), limits))
        }
        _ => game.seat(&text.parse().map_err(|_| wrong())?, &resources).map_err(|why| why.to_string()),
    }
}

fn read(file: &str) -> Result<Network, String> {
    let wrong = |why: &dyn Display| format!("{file}: {why}");
    let bytes = fs::read(file).map_err(|error| wrong(&error))?;
    Network::read(&bytes).map_err(|error| wrong(&error))
}

/// Two random moves, neither on the edge.
fn openings(size: Size, count: u64, rng: &mut Rng) -> Vec<Vec<Move>> {
    let inner = |point: &Point| [point.column(), point.row()].iter().all(|&line| line > 0 && line + 1 < size.width());
    let points: Vec<Point> = size.points().filter(inner).collect();
    let opening = |rng: &mut Rng| rng.choose_multiple(points.iter(), 2).into_iter().map(|&point| Move::Play(point));
    (0..count).map(|_| opening(rng).collect()).collect()
}
