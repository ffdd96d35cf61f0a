//! How fast events are kept, each on the disk before the next, and how fast a long game is opened again.
//!
//! `cargo bench -p plateau-store`. The database is in the build folder, so the figures are those of its disk: an append waits
//! for the disk once.

use std::path::Path;
use std::time::Instant;

use store::{Kept, Sqlite, Store};
use table::event::{Action, Event};
use table::{AnyTable, Command};

const APPENDS: u64 = 500;
const LOADS: u32 = 50;
/// A long game of Go.
const MOVES: usize = 300;

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let _ = std::fs::remove_dir_all(&folder);
    let begin = Instant::now();
    let store = Sqlite::open(&folder.join("plateau.db")).expect("a database");
    println!("make a database        {:9.3} ms", begin.elapsed().as_secs_f64() * 1e3);
    measure_appends(&store);
    let game = long_game(&store);
    measure("load, as events", LOADS, || store.load(game.id()).expect("the game").events.len());
    measure("load, as a table", LOADS, || {
        Kept::open(&store, game.id()).expect("the game").table().next_event() as usize
    });
    drop(store);
    measure("open a database", LOADS, || {
        usize::from(Sqlite::open(&folder.join("plateau.db")).expect("a database").path().exists())
    });
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// The middle of many times, since a busy disk makes some of them long.
fn measure(name: &str, times: u32, mut run: impl FnMut() -> usize) {
    let mut seconds: Vec<f64> = (0..times)
        .map(|_| {
            let begin = Instant::now();
            std::hint::black_box(run());
            begin.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    let [best, middle] = [seconds[0], seconds[seconds.len() / 2]].map(|seconds| seconds * 1e3);
    println!("{name:22} {middle:9.3} ms in the middle, {best:.3} at best");
}

fn measure_appends(store: &Sqlite) {
    let game = store.create(&setup(), 1).expect("a game");
    let mut from = 0;
    let begin = Instant::now();
    measure("append one event", APPENDS as u32, || {
        let event = Event { at_ms: from, action: Action::Play { mv: "pass".to_owned(), spent_ms: 0 } };
        store.append(game, from, &[event], None).expect("kept");
        from += 1;
        1
    });
    println!("appends                {:9.0} per second", APPENDS as f64 / begin.elapsed().as_secs_f64());
    store.delete(game).expect("deleted");
}

fn setup() -> AnyTable {
    "game go\nsize 19\n".parse().expect("a set-up")
}

/// So many moves at random.
fn long_game(store: &Sqlite) -> Kept {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut game = Kept::create(store, setup(), 1).expect("a game");
    let mut played = 0;
    while played < MOVES {
        let by = game.table().turn().expect("a turn");
        let mv = format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[rng.usize(..19)]), rng.u32(1..=19));
        if let Ok(actions) = game.table().decide(by, &Command::Play(mv), 1) {
            played += actions.len();
            game.commit(store, actions, 1).expect("kept");
        }
    }
    game
}
