//! Teaches the evaluation of Othello by letting it play against itself.
//!
//! ```text
//! learn-othello games --out DIR [--weights NET] [--seconds 600] [--threads N] [--depth 7] [--solve 15] [--round 1] [--seed 1]
//! learn-othello layout FILE
//! learn-othello pack NET FILE
//! learn-othello unpack FILE NET
//! learn-othello errors NET POSITIONS
//! learn-othello contest NET NET DEPTH PAIRS
//! learn-othello calibrate NET POSITIONS COUNT OUT
//! learn-othello probcut NET POSITIONS COUNT
//! learn-othello judge FILE.obf NODES [EVERY]
//! ```
//!
//! `games` plays and writes positions with their labels ([`play`], [`sample`]). `tools/train-othello/train.py` fits the network to
//! them on a GPU; `layout` tells it where the fillings of patterns are. `pack` makes the file that is shipped of what it writes, and `unpack` makes
//! of that file what it can go on from; `errors` and `contest` say how good it is, `calibrate` puts its worths right
//! at each number of empty squares ([`mod@calibrate`]), `probcut` measures what selective cuts need to know, and `judge` how often the shipped
//! engine picks a best move of positions with known scores ([`mod@judge`]). `docs/training-othello.md` says more.

mod calibrate;
mod judge;
mod looks;
mod play;
mod probcut;
mod sample;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine_othello::{Layout, Learned, Machine, Packed, Weights};

use crate::looks::Looks;
use crate::play::Play;

struct Settings {
    out: PathBuf,
    weights: Option<PathBuf>,
    time: Duration,
    threads: usize,
    seed: u64,
    play: Play,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["games", rest @ ..] => match read_arguments(rest) {
            Ok(settings) => games(&settings),
            Err(problem) => Err(io::Error::other(problem)),
        },
        ["layout", to] => {
            fs::write(to, Layout::new().table().iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())
        }
        ["pack", from, to] => trained(from.as_ref()).and_then(|learned| fs::write(to, learned.pack(0))),
        ["unpack", from, to] => unpack(from.as_ref()).and_then(|learned| fs::write(to, learned.plain())),
        ["errors", net, positions] => errors(net.as_ref(), positions.as_ref()),
        ["contest", a, b, depth, pairs] => contest([a.as_ref(), b.as_ref()], depth, pairs),
        ["calibrate", net, positions, count, to] => calibrate(net.as_ref(), positions.as_ref(), count, to.as_ref()),
        ["probcut", net, positions, count] => {
            looks(net.as_ref(), positions.as_ref(), count).map(|looks| probcut::measure(&looks))
        }
        ["judge", file, nodes] => judge(file.as_ref(), nodes, "1"),
        ["judge", file, nodes, every] => judge(file.as_ref(), nodes, every),
        _ => Err(io::Error::other(
            "usage: learn-othello games|layout|pack|unpack|errors|contest|calibrate|probcut|judge …, see the top of its source",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn read_arguments(args: &[&str]) -> Result<Settings, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut settings = Settings {
        out: PathBuf::new(),
        weights: None,
        time: Duration::from_secs(600),
        threads,
        seed: 1,
        play: Play { round: 1, depth: 7, solve_empties: 15 },
    };
    for pair in args.chunks(2) {
        let &[name, value] = pair else { return Err(format!("{} needs a value", pair[0])) };
        let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number, not '{value}'"));
        match name {
            "--out" => settings.out = value.into(),
            "--weights" => settings.weights = Some(value.into()),
            "--seconds" => settings.time = Duration::from_secs(number()?),
            "--threads" => settings.threads = number()?.max(1) as usize,
            "--depth" => settings.play.depth = number()? as u32,
            "--solve" => settings.play.solve_empties = number()? as u32,
            "--round" => settings.play.round = number()? as u8,
            "--seed" => settings.seed = number()?,
            _ => return Err(format!("there is no option {name}")),
        }
    }
    if settings.out.as_os_str().is_empty() { Err("--out says where to write".to_owned()) } else { Ok(settings) }
}

fn games(settings: &Settings) -> io::Result<()> {
    let until = Instant::now() + settings.time;
    fs::create_dir_all(&settings.out)?;
    let weights = settings.weights.as_deref().map_or_else(|| Ok(Weights::shipped()), load)?;
    let Settings { play, threads, seed, .. } = *settings;
    let [games, positions] = play::play(play, &weights, threads, seed, until, &settings.out)?;
    println!(
        "round {}: depth {}, solved from {}, {games} games, {positions} positions",
        play.round, play.depth, play.solve_empties
    );
    Ok(())
}

fn load(path: &Path) -> io::Result<Arc<Weights>> {
    trained(path).map(|learned| Arc::new(Layout::new().spread(&learned)))
}

fn trained(path: &Path) -> io::Result<Learned> {
    let wrong = || io::Error::other("this is no network of this shape");
    Learned::trained(&fs::read(path)?, Layout::new().weights).ok_or_else(wrong)
}

fn unpack(path: &Path) -> io::Result<Learned> {
    let bytes = fs::read(path)?;
    Ok(Packed::new(&bytes, Layout::new().weights).map_err(io::Error::other)?.unpack())
}

/// What searches with a network say about the positions of a file.
fn looks(net: &Path, positions: &Path, count: &str) -> io::Result<Vec<Looks>> {
    let count = count.parse().map_err(io::Error::other)?;
    Ok(looks::at(&load(net)?, &sample::read(positions)?, count))
}

/// Writes a network whose worths are put right, and prints by how much.
fn calibrate(net: &Path, positions: &Path, count: &str, to: &Path) -> io::Result<()> {
    let mut learned = trained(net)?;
    let too_low = calibrate::too_low(&looks(net, positions, count)?);
    println!("empties raised");
    for (empties, discs) in too_low.iter().enumerate() {
        println!("{empties} {discs:+.2}");
    }
    calibrate::raise(&mut learned, &too_low);
    fs::write(to, learned.plain())
}

/// How well the shipped engine judges the positions of a file, or every so-many-th of them.
fn judge(file: &Path, nodes: &str, every: &str) -> io::Result<()> {
    let nodes = nodes.parse().map_err(io::Error::other)?;
    let every = every.parse().map_err(io::Error::other)?;
    judge::judge(&fs::read_to_string(file)?, nodes, every).map_err(io::Error::other)
}

/// How far the worth of boards without looking ahead is from the result of their games, for each number of empty squares.
fn errors(net: &Path, positions: &Path) -> io::Result<()> {
    let machine = Machine::new(load(net)?, 1, 0);
    let samples = sample::read(positions)?;
    println!("empties positions error bias");
    for empties in 1..60 {
        let chosen: Vec<f32> = samples
            .iter()
            .filter(|sample| sample.empties() == empties)
            .map(|sample| machine.evaluate(sample.board) - sample.result as f32)
            .collect();
        if !chosen.is_empty() {
            let mean = |of: fn(f32) -> f32| chosen.iter().map(|&error| of(error)).sum::<f32>() / chosen.len() as f32;
            println!("{empties} {} {:.3} {:+.3}", chosen.len(), mean(f32::abs), mean(|error| error));
        }
    }
    Ok(())
}

/// Games between two networks at the same depth.
fn contest(nets: [&Path; 2], depth: &str, pairs: &str) -> io::Result<()> {
    let [first, second] = [load(nets[0])?, load(nets[1])?];
    let depth = depth.parse().map_err(io::Error::other)?;
    let pairs = pairs.parse().map_err(io::Error::other)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let ([wins, draws, losses], margin) = play::contest([&first, &second], depth, pairs, threads, 1);
    println!("+{wins} ={draws} -{losses}, {margin:+.1} discs a game");
    Ok(())
}
