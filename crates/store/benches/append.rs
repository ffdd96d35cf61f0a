//! How fast events are kept, each on the disk before the next, and how fast a long game is opened again: in a file, and in a
//! `PostgreSQL` of its own where that is installed.
//!
//! `cargo bench -p plateau-store`. The file is in the build folder and the server's in that for temporary files, so the figures are
//! those of their disks: an append waits for the disk once.

use std::path::Path;
use std::time::Instant;

use store::conformance::games::play;
use store::{Append, GameId, Kept, Postgres, Sqlite, Store};
use table::{AnyTable, Command};
use testkit::postgres::Server;

const APPENDS: usize = 500;
const LOADS: usize = 50;
/// A long game of Go.
const MOVES: usize = 300;
/// As many games' moves as the server puts into one transaction at most.
const BATCH: usize = 256;
const BATCHES: usize = 50;

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.join("plateau.db");
    println!("SQLite");
    measure_store(&|| Box::new(Sqlite::open(&path).expect("a database")));
    std::fs::remove_dir_all(&folder).expect("removed");
    if let Some(server) = Server::start(&[]) {
        let url = server.fresh().parse().expect("an address");
        println!("PostgreSQL, over a socket of the same machine");
        measure_store(&|| Box::new(Postgres::open(&url).expect("a database")));
    }
}

fn measure_store(open: &dyn Fn() -> Box<dyn Store>) {
    let begin = Instant::now();
    let store = &*open();
    println!("  make a database        {:9.3} ms", begin.elapsed().as_secs_f64() * 1e3);
    let game = store.create(&setup(), 1).expect("a game");
    let mut next = 0;
    measure("append one event", 1, APPENDS, || {
        store.append(game, next, &[play("pass", next)], None).expect("kept");
        next += 1;
    });
    let games: Vec<GameId> = (0..BATCH).map(|_| store.create(&setup(), 1).expect("a game")).collect();
    let mut from = 0;
    measure("append 256 games' moves", BATCH, BATCHES, || {
        let append = |game: &GameId| Append {
            game: *game,
            from,
            events: vec![play("pass", from)],
            end: None,
            notes: Vec::new(),
            claim: None,
        };
        let batch: Vec<Append> = games.iter().map(append).collect();
        assert!(store.append_all(&batch).expect("kept").iter().all(Result::is_ok));
        from += 1;
    });
    let game = long_game(store);
    measure("load, as events", 1, LOADS, || {
        assert!(store.load(game.id()).expect("the game").events.len() >= MOVES);
    });
    measure("load, as a table", 1, LOADS, || drop(Kept::open(store, game.id()).expect("the game")));
    measure("open a database", 1, LOADS, || drop(open()));
}

/// The middle of many times, since a busy disk makes some of them long; and how many a second that makes, of so many at a time.
fn measure(name: &str, at_a_time: usize, times: usize, mut run: impl FnMut()) {
    let begin = Instant::now();
    let mut seconds: Vec<f64> = (0..times)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed().as_secs_f64()
        })
        .collect();
    let rate = (times * at_a_time) as f64 / begin.elapsed().as_secs_f64();
    seconds.sort_by(f64::total_cmp);
    let [best, middle, worst] = [0, times / 2, times * 99 / 100].map(|place| seconds[place] * 1e3);
    println!(
        "  {name:24} {middle:8.3} ms in the middle, {best:.3} at best, 99 % within {worst:.3}; {rate:.0} a second"
    );
}

fn setup() -> AnyTable {
    "game go\nsize 19\n".parse().expect("a set-up")
}

/// So many moves at random.
fn long_game(store: &dyn Store) -> Kept {
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
