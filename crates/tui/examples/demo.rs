//! The terminal screen and the console with the real engines, and games that are forgotten at the end: to look at them.
//!
//! `cargo run --release -p plateau-tui --example demo -- [--plain] [--lang fr] [go|othello|aligne4]`

use std::io::{self, IsTerminal};
use std::time::{SystemTime, UNIX_EPOCH};

use plateau_core::Player;
use search::Resources;
use store::Sqlite;
use tui::console::{self, Manner};
use tui::{Desk, Disk, Engines, Game, Look, Options, Plan, Sitting, Stored, screen};
use words::{Lang, Words};

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let now_ms = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
    let desk = Desk {
        games: Box::new(Stored(Box::new(Sqlite::in_memory().expect("memory")))),
        machine: Box::new(Engines::new(Resources::default())),
        files: Box::new(Disk),
        now_ms: Box::new(now_ms),
        toss: Box::new(|| if fastrand::bool() { Player::Black } else { Player::White }),
    };
    let lang = if args.iter().any(|arg| arg == "fr") { Lang::Fr } else { Lang::En };
    let game = args.iter().find_map(|arg| Game::from_id(arg));
    let sitting = game.map(|game| {
        let table = Plan { names: ["Ada".to_owned(), String::new()], ..Plan::new(game) }.table().expect("a plan");
        Sitting::create(&desk, table).expect("memory does not fail")
    });
    let look = Look::from_env(|name| std::env::var(name).ok());
    if args.iter().any(|arg| arg == "--plain") || !screen::is_possible() {
        let manner = Manner { charset: look.charset, echo: !io::stdin().is_terminal() };
        let sitting = sitting.expect("name a game");
        return console::play(&desk, sitting, &Words::new(lang), manner, &mut io::stdin().lock(), &mut io::stdout());
    }
    screen::run(desk, Options { lang, ..Options::default() }, look, sitting).map(drop)
}
