//! This test binary once more, as a process of its own that can be killed or restricted.

use std::path::Path;
use std::process::{Command, Stdio};

use fastrand::Rng;
use store::conformance::games::{SETUPS, random_actions, table};
use store::{Error, First, GameId, Kept, Query, Sqlite, Store};

/// What the process is to do, `TASK SEED ARGUMENT`, and on which database.
const TASK: &str = "PLATEAU_STORE_TEST_TASK";
const DATABASE: &str = "PLATEAU_STORE_TEST_DATABASE";

/// What is noted of each game that is begun.
pub(crate) const SEATED: &str = "seated";

/// A command that runs a task on a database.
pub(crate) fn command(task: &str, database: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "child::task", "--nocapture", "--test-threads=1"]);
    command.env(TASK, task).env(DATABASE, database);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a task said: its lines that begin with `say`. One that was cut off by the process's end was not said.
pub(crate) fn said(stdout: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(stdout).expect("UTF-8");
    let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    whole.filter_map(|line| line.strip_prefix("say ").map(str::to_owned)).collect()
}

fn say(line: &str) {
    println!("say {line}");
}

/// Does what the environment asks for. As an ordinary test it only finds that nothing is asked.
#[test]
fn task() {
    let (Ok(task), Some(database)) = (std::env::var(TASK), std::env::var_os(DATABASE)) else { return };
    // libtest has written the test's name without a line end.
    println!();
    let words: Vec<&str> = task.split(' ').collect();
    let open = || Sqlite::open(Path::new(&database));
    match words[..] {
        ["play", seed, now_ms] => play_on(&open().expect("a database"), number(seed), number(now_ms)),
        ["duel", seed, id] => duel(&open().expect("a database"), number(seed), id),
        ["fill", seed, _] => fill(&open().expect("a database"), number(seed)),
        ["open", ..] => say(open().err().map_or("store-opened", |error| error.id())),
        _ => panic!("no such task: {task}"),
    }
}

fn number(word: &str) -> u64 {
    word.parse().expect("a number")
}

/// Plays random games for ever, and says each event once it has been kept: what a screen would have shown.
fn play_on(store: &Sqlite, seed: u64, mut now_ms: u64) {
    let mut rng = Rng::with_seed(seed);
    loop {
        let unfinished = store.list(&Query::unfinished()).expect("a list").games;
        let mut game = match unfinished.first() {
            Some(summary) if rng.u32(..4) > 0 => Kept::open(store, summary.id).expect("a game to continue"),
            _ => {
                let setup = SETUPS[rng.usize(..SETUPS.len())];
                let (id, notes) = (GameId::random().expect("a name"), vec![(SEATED, Some("yes".to_owned()))]);
                now_ms += 1;
                let first = First { notes, ..First::default() };
                Kept::begin(store, id, table(setup), first, now_ms).expect("a new game")
            }
        };
        say(&game.id().to_string());
        for _ in 0..rng.u32(1..60) {
            now_ms += 1;
            let actions = random_actions(game.table(), &mut rng, now_ms);
            for event in game.commit(store, actions, now_ms).expect("kept") {
                say(&format!("{} {event}", game.id()));
            }
        }
    }
}

/// Takes fifty turns in a game in which others do the same, and says how often another was faster.
fn duel(store: &Sqlite, seed: u64, id: &str) {
    let mut rng = Rng::with_seed(seed);
    let mut game = Kept::open(store, id.parse().expect("an id")).expect("the game");
    let mut conflicts = 0;
    for turn in 0..50 {
        loop {
            let seat = table::Seat { name: format!("{seed} {turn}"), who: table::Who::Person };
            let by = if rng.bool() { plateau_core::Player::Black } else { plateau_core::Player::White };
            let actions = game.table().decide(by, &table::Command::Sit(seat), 1).expect("anybody may sit down");
            match game.commit(store, actions, 1) {
                Ok(_) => break,
                Err(Error::Conflict { .. }) => {
                    conflicts += 1;
                    game.catch_up(store).expect("what is new");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    say(&conflicts.to_string());
}

/// Plays until nothing more can be kept, and says what has been kept and why no more.
fn fill(store: &Sqlite, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    loop {
        let kept = Kept::create(store, table(SETUPS[1]), 1).and_then(|mut game| {
            let actions = random_actions(game.table(), &mut rng, 2);
            game.commit(store, actions, 2)?;
            Ok(game)
        });
        match kept {
            Ok(game) => say(&format!("{} {}", game.id(), game.table().next_event())),
            Err(error) => return say(error.id()),
        }
    }
}
