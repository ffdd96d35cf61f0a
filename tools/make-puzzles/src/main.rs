//! Finds the puzzles that the program ships with, proves and rates them.
//!
//! ```text
//! make-puzzles go --board 9|13|19 --out FILE [--seconds 60] [--threads N] [--seed 1]
//! make-puzzles othello            --out FILE [--seconds 60] [--threads N] [--seed 1]
//! make-puzzles aligne4            --out FILE [--seconds 60] [--threads N] [--seed 1]
//! make-puzzles pack go|othello|aligne4 --out FILE --count N [--seed 1] FOUND…
//! make-puzzles prove go FILE COUNT
//! ```
//!
//! The first three let levels of the machine play each other, look for positions in which one move stands out, and append each that they
//! find to a file of lines ([`study::puzzle::Puzzle`]), so that they can be interrupted and run again with another seed. `pack` checks what was
//! found, leaves out what is the same but for a symmetry, chooses evenly by rating and theme, and writes the file that is shipped.
//! `prove` looks at every so-many-th puzzle of Go with sixteen times the visits, and says how many hold. `docs/puzzles.md` says more.

mod aligne4;
mod games;
mod go;
mod othello;
mod pack;
mod rate;
mod work;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use table::Kind;

/// What was asked on the command line.
pub(crate) struct Settings {
    /// The file that is written or appended to.
    pub(crate) out: PathBuf,
    /// The board of Go.
    pub(crate) board: u8,
    pub(crate) time: Duration,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    /// How many puzzles are to be chosen.
    pub(crate) count: usize,
    /// The files that are read.
    pub(crate) files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let settings = |rest: &[&str]| read_settings(rest).map_err(io::Error::other);
    let done = match words.as_slice() {
        ["pack", kind, rest @ ..] => match kind.parse() {
            Ok(kind) => settings(rest).and_then(|settings| pack::pack(kind, &settings)),
            Err(error) => Err(io::Error::other(error)),
        },
        ["prove", "go", file, count] => go::prove(file.as_ref(), count),
        [kind, rest @ ..] if kind.parse::<Kind>().is_ok() => settings(rest).and_then(|settings| match kind.parse() {
            Ok(Kind::Go) => work::find(&settings, |rng| go::Finder::new(settings.board, rng)),
            Ok(Kind::Othello) => work::find(&settings, |rng| Ok(othello::Finder::new(rng))),
            _ => work::find(&settings, |rng| Ok(aligne4::Finder::new(rng))),
        }),
        _ => Err(io::Error::other("usage: make-puzzles go|othello|aligne4|pack|prove …, see the top of its source")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn read_settings(args: &[&str]) -> Result<Settings, String> {
    let mut settings = Settings {
        out: PathBuf::new(),
        board: 9,
        time: Duration::from_secs(60),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        seed: 1,
        count: usize::MAX,
        files: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(&name) = args.next() {
        if !name.starts_with("--") {
            settings.files.push(name.into());
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name} needs a number, not {value}"));
        match name {
            "--out" => settings.out = value.into(),
            "--board" => settings.board = number()? as u8,
            "--seconds" => settings.time = Duration::from_secs(number()?),
            "--threads" => settings.threads = number()?.max(1) as usize,
            "--seed" => settings.seed = number()?,
            "--count" => settings.count = number()? as usize,
            _ => return Err(format!("there is no option {name}")),
        }
    }
    if settings.out.as_os_str().is_empty() { Err("--out says where to write".to_owned()) } else { Ok(settings) }
}
