//! Teaches the evaluation of Othello by letting it play against itself.
//!
//! ```text
//! learn-othello --out DIR [--minutes 60] [--threads N] [--rounds 8] [--seed 1]
//! learn-othello pack WEIGHTS FILE
//! learn-othello probcut DIR POSITIONS
//! learn-othello plot ERRORS PICTURE
//! ```
//!
//! It starts from nothing. Each round plays games with what it knows ([`play`]), labels their positions by search, by exact endgames
//! and by results ([`sample`]), fits the weights to the labels ([`fit`]), measures the error on games that it did not learn
//! from, and plays a short match against the round before. Everything is on disk after each round; started again with the
//! same folder, it goes on. `docs/training-othello.md` says more.

mod fit;
mod play;
mod plot;
mod probcut;
mod sample;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine_othello::{Layout, Learned, Packed, STAGES};

use crate::fit::Fitted;
use crate::play::Play;
use crate::sample::{PER_FILE, Sample};

struct Settings {
    out: PathBuf,
    time: Duration,
    threads: usize,
    rounds: u8,
    seed: u64,
}

/// How each round plays, the last one for all further ones: plies ahead, empty squares solved, share of the time.
const ROUNDS: [(u32, u32, f64); 8] =
    [(0, 12, 0.2), (2, 12, 0.5), (3, 14, 1.0), (4, 14, 2.0), (5, 14, 3.0), (6, 14, 4.0), (7, 15, 5.0), (8, 16, 6.0)];

/// Positions of one round, at most: more teach little.
const POSITIONS_MAX: u64 = 16_000_000;

/// Files of positions that are kept for the next start.
const POSITION_FILES: usize = 3;

/// Of a round's time, the share that goes into games; the rest is for the fit.
const PLAY_SHARE: f64 = 0.8;

/// Shipped weights are multiples of this, in 1/256 of a disc: the error of all 46 together is 0.06 discs.
const SHIPPED_STEP: i16 = 8;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["pack", from, to] => Some(pack(from.as_ref(), to.as_ref())),
        ["probcut", dir, positions] => Some(measure_probcut(dir.as_ref(), positions.parse().unwrap_or(2000))),
        ["plot", table, picture] => {
            Some(fs::read_to_string(table).and_then(|table| fs::write(picture, plot::svg(&table))))
        }
        _ => None,
    };
    match done {
        Some(Ok(())) => return ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("{}: {error}", args[1]);
            return ExitCode::FAILURE;
        }
        None => {}
    }
    let settings = match read_arguments(args.into_iter()) {
        Ok(settings) => settings,
        Err(problem) => {
            eprintln!("{problem}");
            eprintln!("usage: learn-othello --out DIR [--minutes M] [--threads N] [--rounds R] [--seed S]");
            return ExitCode::from(2);
        }
    };
    match learn(&settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", settings.out.display());
            ExitCode::FAILURE
        }
    }
}

fn read_arguments(mut args: impl Iterator<Item = String>) -> Result<Settings, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut settings =
        Settings { out: PathBuf::new(), time: Duration::from_secs(3600), threads, rounds: ROUNDS.len() as u8, seed: 1 };
    while let Some(name) = args.next() {
        let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
        let bad = |_| format!("{name} needs a number, not '{value}'");
        match name.as_str() {
            "--out" => settings.out = value.into(),
            "--minutes" => {
                let minutes: f64 = value.parse().map_err(|_| format!("{name} needs a number, not '{value}'"))?;
                settings.time = Duration::try_from_secs_f64(minutes * 60.0).map_err(|error| error.to_string())?;
            }
            "--threads" => settings.threads = value.parse::<usize>().map_err(bad)?.max(1),
            "--rounds" => settings.rounds = value.parse().map_err(bad)?,
            "--seed" => settings.seed = value.parse().map_err(bad)?,
            _ => return Err(format!("there is no option {name}")),
        }
    }
    if settings.out.as_os_str().is_empty() { Err("--out says where to write".to_owned()) } else { Ok(settings) }
}

fn learn(settings: &Settings) -> io::Result<()> {
    let start = Instant::now();
    let end = start + settings.time;
    let out = &settings.out;
    fs::create_dir_all(out)?;
    let layout = Layout::new();
    let (mut learned, first_round) = match fs::read(out.join("weights.bin")) {
        Ok(bytes) => {
            let packed = Packed::new(&bytes, layout.weights).map_err(io::Error::other)?;
            (packed.unpack(), packed.round() as u8 + 1)
        }
        Err(_) => (Learned::zero(layout.weights), 0),
    };
    let mut samples = read_samples(out)?;
    let mut weights = Arc::new(layout.spread(&learned));
    for round in first_round..settings.rounds {
        let [depth, solve_empties] = [style(round).0, style(round).1];
        let left: f64 = (round..settings.rounds).map(|round| style(round).2).sum();
        let time = end.saturating_duration_since(Instant::now()).mul_f64(style(round).2 / left);
        let round_start = Instant::now();
        let play = Play { round, depth, solve_empties };
        let seed = settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (round as u64) << 32;
        let until = round_start + time.mul_f64(PLAY_SHARE);
        let (mut new, games) = play::play(play, &weights, settings.threads, seed, until, POSITIONS_MAX);
        let play_time = round_start.elapsed();
        let positions = new.len();
        samples.append(&mut new);
        // Exact labels stay true; the others are as good as the round that gave them.
        samples.retain(|sample| sample.exact && sample.round > 0 || sample.round + 2 >= round.max(1));
        let iterations = if round < 3 { 15 } else { 30 };
        let until = round_start + time.max(Duration::from_secs(20));
        let (next, fitted) = fit::fit(&layout, &learned, &samples, round, iterations, settings.threads, until);
        let fit_time = round_start.elapsed().saturating_sub(play_time);
        let next_weights = Arc::new(layout.spread(&next));

        if round > 0 {
            fs::rename(out.join("weights.bin"), out.join("weights-before.bin"))?;
        }
        sample::write_whole(&out.join("weights.bin"), &next.pack(1, round as u32))?;
        write_samples(out, &samples, round)?;
        let ([wins, draws, losses], margin) =
            play::contest([&next_weights, &weights], 4, 100, settings.threads, settings.seed);
        log_round(out, round, &fitted)?;
        let line = format!(
            "round {round}: depth {depth}, solved from {solve_empties}, {games} games, {positions} positions in {:.0} s; \
             fitted {} in {:.0} s; error {:.3} to {:.3}; against the round before at depth 4: +{wins} ={draws} -{losses}, {margin:+.1} discs",
            play_time.as_secs_f64(),
            fitted.iter().map(|stage| stage.samples).sum::<usize>(),
            fit_time.as_secs_f64(),
            mean(&fitted, |stage| stage.before),
            mean(&fitted, |stage| stage.after),
        );
        println!("{line}");
        let mut log = fs::OpenOptions::new().create(true).append(true).open(out.join("log.txt"))?;
        writeln!(log, "{line}")?;
        (learned, weights) = (next, next_weights);
    }
    Ok(())
}

/// Rounds weights to what is shipped.
fn pack(from: &Path, to: &Path) -> io::Result<()> {
    let bytes = fs::read(from)?;
    let packed = Packed::new(&bytes, Layout::new().weights).map_err(io::Error::other)?;
    fs::write(to, packed.unpack().pack(SHIPPED_STEP, packed.round()))
}

/// Measures shallow searches against deep ones with the weights and positions of a folder.
fn measure_probcut(dir: &Path, positions: usize) -> io::Result<()> {
    let layout = Layout::new();
    let bytes = fs::read(dir.join("weights.bin"))?;
    let learned = Packed::new(&bytes, layout.weights).map_err(io::Error::other)?.unpack();
    probcut::measure(Arc::new(layout.spread(&learned)), &read_samples(dir)?, positions);
    Ok(())
}

fn style(round: u8) -> (u32, u32, f64) {
    ROUNDS[(round as usize).min(ROUNDS.len() - 1)]
}

/// The mean over all held-out positions.
fn mean(fitted: &[Fitted], of: impl Fn(&Fitted) -> f64) -> f64 {
    let count: usize = fitted.iter().map(|stage| stage.held_out).sum();
    fitted.iter().map(|stage| of(stage) * stage.held_out as f64).sum::<f64>() / count.max(1) as f64
}

/// Appends the errors by stage to a table.
fn log_round(out: &Path, round: u8, fitted: &[Fitted]) -> io::Result<()> {
    let path = out.join("errors.csv");
    let is_new = !path.exists();
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    if is_new {
        writeln!(file, "round,stage,samples,held_out,error_before,error_after")?;
    }
    for (stage, Fitted { samples, held_out, before, after }) in fitted.iter().enumerate().take(STAGES) {
        writeln!(file, "{round},{stage},{samples},{held_out},{before:.4},{after:.4}")?;
    }
    Ok(())
}

fn position_file(out: &Path, index: usize) -> PathBuf {
    out.join(format!("positions-{index}.bin"))
}

/// Keeps a part of this round's positions, spread over all of its games.
fn write_samples(out: &Path, samples: &[Sample], round: u8) -> io::Result<()> {
    let latest: Vec<Sample> = samples.iter().filter(|sample| sample.round == round).copied().collect();
    let step = latest.len().div_ceil(PER_FILE * POSITION_FILES).max(1);
    let kept: Vec<Sample> = latest.into_iter().step_by(step).collect();
    for (index, part) in kept.chunks(PER_FILE).enumerate() {
        sample::write(&position_file(out, index), part)?;
    }
    Ok(())
}

fn read_samples(out: &Path) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in (0..POSITION_FILES).map(|index| position_file(out, index)).filter(|path| path.exists()) {
        samples.append(&mut sample::read(&path)?);
    }
    Ok(samples)
}
