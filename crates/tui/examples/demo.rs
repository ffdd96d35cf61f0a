//! The terminal screen and the console with the real engines: to look at them, and for tests in a pseudo-terminal.
//!
//! `cargo run --release -p plateau-tui --example demo -- [--plain] [--two] [--data=FILE] [fr] [go|othello|aligne4]`
//!
//! Games are forgotten at the end unless a file is named. `--two` seats two people; `--slow` gives them a machine that
//! thinks with all cores until it is stopped, `--panic` one that breaks the program.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use plateau_core::Player;
use players::thinker::{Engines, Task, Tell, Thinker};
use search::{Resources, Stop};
use store::Sqlite;
use table::{AnyTable, Who};
use tui::console::{self, Manner};
use tui::{Desk, Disk, Game, Look, Options, Plan, Sitting, Stored, screen};
use words::{Lang, Words};

/// Keeps every core busy until it is stopped.
struct Slow;

impl Thinker for Slow {
    fn start(&self, _table: &AnyTable, _task: Task, _tell: Tell) -> Stop {
        let stop = Stop::new();
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let stop = stop.clone();
            thread::spawn(move || {
                while !stop.is_asked() {
                    std::hint::spin_loop();
                }
            });
        }
        stop
    }

    fn levels(&self, _game: &str) -> u8 {
        1
    }
}

/// Breaks the program.
struct Panics;

impl Thinker for Panics {
    fn start(&self, _table: &AnyTable, _task: Task, _tell: Tell) -> Stop {
        panic!("as was asked for")
    }

    fn levels(&self, _game: &str) -> u8 {
        1
    }
}

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |word: &str| args.iter().any(|arg| arg == word);
    let now_ms = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    let data = args.iter().find_map(|arg| arg.strip_prefix("--data="));
    let store = data.map_or_else(Sqlite::in_memory, |path| Sqlite::open(Path::new(path))).map_err(io::Error::other)?;
    let machine: Box<dyn Thinker> = match () {
        () if has("--slow") => Box::new(Slow),
        () if has("--panic") => Box::new(Panics),
        () => Box::new(Engines::new(Resources::default())),
    };
    let desk = Desk {
        games: Box::new(Stored(Box::new(store))),
        machine,
        files: Box::new(Disk),
        now_ms: Box::new(now_ms),
        toss: Box::new(|| if fastrand::bool() { Player::Black } else { Player::White }),
    };
    let lang = if has("fr") { Lang::Fr } else { Lang::En };
    let game = args.iter().find_map(|arg| Game::from_id(arg));
    let sitting = game.map(|game| {
        let mut plan = Plan { names: ["Ada".to_owned(), String::new()], ..Plan::new(game) };
        if has("--two") {
            plan.who = [Who::Person, Who::Person];
        }
        Sitting::create(&desk, plan.table().expect("a plan")).expect("the game is kept")
    });
    let look = Look::from_env(|name| std::env::var(name).ok());
    if has("--plain") || !screen::is_possible() {
        let manner = Manner { charset: look.charset, echo: !io::stdin().is_terminal() };
        let sitting = sitting.expect("name a game");
        return console::play(&desk, sitting, &Words::new(lang), manner, &mut io::stdin().lock(), &mut io::stdout());
    }
    let signal = screen::run(desk, Options { lang, ..Options::default() }, look, sitting)?;
    if let Some(signal) = signal {
        std::process::exit(128 + signal);
    }
    Ok(())
}
