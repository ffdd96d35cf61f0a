//! The terminal screen with a machine that breaks the program, for the test of what a panic leaves behind.

use plateau_core::Player;
use players::thinker::{Task, Tell, Thinker};
use search::Stop;
use store::{Preferences, Sqlite};
use table::{AnyTable, Kind};
use tui::{Desk, Disk, Look, Sitting, screen};
use words::Lang;

/// The variable that asks for it.
pub(crate) const WANTED: &str = "PLATEAU_TEST_BREAKS";

struct Panics;

impl Thinker for Panics {
    fn start(&self, _table: &AnyTable, _task: Task, _now_ms: u64, _tell: Tell) -> Stop {
        panic!("as was asked for")
    }

    fn levels(&self, _kind: Kind) -> u8 {
        1
    }
}

/// Does nothing unless it is asked for by the variable; then it must not come to its end.
#[test]
fn the_screen() {
    if std::env::var_os(WANTED).is_none() {
        return;
    }
    let desk = Desk {
        store: std::sync::Arc::new(Sqlite::in_memory().expect("memory")),
        machine: Box::new(Panics),
        files: Box::new(Disk),
        now_ms: Box::new(|| 0),
        toss: Box::new(|| Player::Black),
    };
    let table = "game othello\nwhite level:1\t\n".parse().expect("a table");
    let sitting = Sitting::create(&desk, table).expect("it is kept");
    let look = Look::from_env(|name| std::env::var(name).ok());
    let _ = screen::run(desk, Lang::En, Preferences::default(), look, tui::First::Game(Box::new(sitting)));
    unreachable!("the machine has been asked");
}
