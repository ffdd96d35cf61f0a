//! A `PostgreSQL` that is not ours, cannot be reached, goes away and comes back.

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use store::conformance::games::{OTHELLO, SETUPS, play, random_actions, random_game, table};
use store::{Access, Append, Error, GameId, Kept, Postgres, Query, Sqlite, Store};
use testkit::postgres::{PASSWORD, Server};

use crate::crash::Acknowledged;

fn open(address: &str) -> Result<Postgres, Error> {
    Postgres::open(&address.parse()?)
}

fn exported(store: &dyn Store) -> Vec<u8> {
    let mut text = Vec::new();
    store.export(&mut text).expect("an export");
    text
}

/// Everything in a schema, as its definition and its rows.
fn dump(server: &Server, address: &str) -> String {
    let tables =
        "SELECT relname, relkind FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY 1, 2";
    server.sql_at(address, tables)
}

#[test]
fn a_database_that_is_not_understood_is_left_alone() {
    let Some(server) = Server::shared() else { return };
    for (what, sql, id) in [
        (
            "tables of another program",
            "CREATE TABLE games (title TEXT); INSERT INTO games VALUES ('chess')",
            "store-foreign",
        ),
        ("a mark that is none", "CREATE TABLE plateau (mountain TEXT)", "store-foreign"),
        ("a mark without a version", "CREATE TABLE plateau (version BIGINT)", "store-foreign"),
        ("a later version", "CREATE TABLE plateau (version BIGINT); INSERT INTO plateau VALUES (99)", "store-newer"),
    ] {
        let address = server.fresh();
        server.sql_at(&address, sql);
        server.sql_at(&address, &format!("GRANT ALL ON ALL TABLES IN SCHEMA {} TO plateau", Server::schema(&address)));
        let before = dump(server, &address);
        let error = open(&address).expect_err(what);
        assert_eq!(error.id(), id, "{what}: {error}");
        assert!(error.to_string().contains("postgres://plateau@"), "{what}: {error}");
        assert_eq!(dump(server, &address), before, "{what}");
    }
    let beside = server.fresh();
    server.sql_at(&beside, "CREATE TABLE bookmarks (url TEXT)");
    open(&beside).expect("tables of other names are in nobody's way");
}

#[test]
fn what_cannot_be_reached_or_used_is_said() {
    let Some(server) = Server::shared() else { return };
    let address = server.fresh();
    let schema = Server::schema(&address);
    open(&server.network_address(schema, PASSWORD)).expect("the right password");
    let free = server.sql(
        "postgres",
        "CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1 LOCALE 'C' LOCALE_PROVIDER libc OWNER plateau",
    );
    assert_eq!(free, "");
    let closed = server.fresh();
    server.sql_at(&closed, &format!("REVOKE ALL ON SCHEMA {0} FROM plateau; ALTER SCHEMA {0} OWNER TO postgres; GRANT USAGE ON SCHEMA {0} TO plateau", Server::schema(&closed)));
    for (address, id, said) in [
        (server.network_address(schema, "wrong"), "store-cannot-open", "password authentication failed"),
        (address.replace("/plateau?", "/nowhere?"), "store-cannot-open", "\"nowhere\" does not exist"),
        (address.replace("/plateau?", "/latin?").replace(schema, "public"), "store-cannot-open", "LATIN1"),
        ("postgres://plateau@127.0.0.1:1/plateau".to_owned(), "store-cannot-open", "refused"),
        (server.address("missing"), "store-cannot-open", "search path"),
        (
            "postgres://plateau@127.0.0.1/plateau?sslrootcert=/nowhere.pem".to_owned(),
            "store-cannot-open",
            "/nowhere.pem",
        ),
        (closed, "store-read-only", "writable"),
    ] {
        let error = open(&address).expect_err(id);
        assert_eq!(error.id(), id, "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn several_who_make_the_tables_make_them_once() {
    let Some(server) = Server::shared() else { return };
    let address = server.fresh();
    thread::scope(|scope| {
        let all: Vec<_> = (0..6).map(|_| scope.spawn(|| open(&address).map(|_| ()))).collect();
        for one in all {
            one.join().expect("no panic").expect("opened");
        }
    });
}

#[test]
fn there_is_one_server_for_a_database_and_players_beside_it() {
    let Some(server) = Server::shared() else { return };
    let address = server.fresh();
    let url = address.parse().expect("an address");
    let alone = Postgres::open_for(&url, Access::Alone).expect("the first");
    for access in [Access::Alone, Access::Together] {
        let second = Postgres::open_for(&url, access).expect_err("the second");
        assert_eq!(second.id(), "store-in-use", "{second}");
    }
    let beside = open(&address).expect("no server");
    random_game(&beside, OTHELLO, 3, &mut Rng::with_seed(1));
    assert_eq!(alone.list(&Query::unfinished()).expect("a list").total, 1);
    drop(alone);
    let several = [(); 2].map(|()| Postgres::open_for(&url, Access::Together).expect("the first has gone"));
    let second = Postgres::open_for(&url, Access::Alone).expect_err("they are not alone");
    assert_eq!(second.id(), "store-in-use", "{second}");
    drop(several);
    Postgres::open_for(&url, Access::Alone).expect("they have gone");
}

/// Whatever happens to connections, a batch is kept once, and whoever asked is told so.
#[test]
fn a_connection_that_is_cut_is_replaced_and_nothing_is_written_twice() {
    const CUTS: usize = 20;
    let Some(server) = Server::shared() else { return };
    // By this name the connections are told from those of other tests.
    let store = open(&format!("{}&application_name=cut", server.fresh())).expect("a database");
    let (kept, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let mut games = Vec::new();
    let outcome = thread::scope(|scope| {
        let cutter = scope.spawn(|| {
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'";
            let mut cuts = 0;
            while cuts < CUTS && !stop.load(Ordering::Relaxed) {
                cuts += server.sql("plateau", cut).lines().filter(|line| *line == "t").count();
                let enough = kept.load(Ordering::Relaxed) + 20;
                while kept.load(Ordering::Relaxed) < enough && !stop.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
            }
        });
        let mut rng = Rng::with_seed(3);
        let mut now_ms = 1;
        while !cutter.is_finished() {
            // What was to be made when the connection was cut is made again.
            let Ok(mut game) = Kept::create(&store, table(SETUPS[3]), now_ms) else { continue };
            while game.table().end().is_none() && !cutter.is_finished() {
                now_ms += 1;
                let actions = random_actions(game.table(), &mut rng, now_ms);
                match game.commit(&store, actions, now_ms) {
                    Ok(events) => kept.fetch_add(events.len() as u64, Ordering::Relaxed),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                };
            }
            games.push(game);
        }
        Ok(())
    });
    assert_eq!(outcome, Ok(()), "it is kept, over whatever connection");
    for game in games {
        assert_eq!(Kept::open(&store, game.id()).as_ref(), Ok(&game));
    }
}

/// Stops every process of the server in the midst of writing, several times over.
#[test]
fn what_was_acknowledged_survives_a_crash_of_the_server() {
    let Some(mut server) = Server::start(&[]) else { return };
    let address = server.fresh();
    let store = open(&address).expect("a database");
    let told = Mutex::new(Acknowledged::default());
    for round in 0..5u64 {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for seed in 0..3 {
                let (store, told, stop) = (&store, &told, &stop);
                scope.spawn(move || play_until(store, round * 10 + seed, told, stop));
            }
            thread::sleep(Duration::from_millis(300));
            server.crash();
            server.go_on();
            thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        let mut told = told.lock().expect("no panic");
        for id in told.games.keys().copied().collect::<Vec<GameId>>() {
            told.check(&store, id);
        }
    }
    let told = told.into_inner().expect("no panic");
    println!("{} events in {} games", told.events, told.games.len());
    assert!(told.events > 200, "hardly anything was played: {}", told.events);
    store.check().expect("a sound database");
}

/// Plays random games, and tells each event once it has been kept.
fn play_until(store: &Postgres, seed: u64, told: &Mutex<Acknowledged>, stop: &AtomicBool) {
    let mut rng = Rng::with_seed(seed);
    let mut now_ms = (seed + 1) * 1_000_000;
    while !stop.load(Ordering::Relaxed) {
        let Ok(mut game) = Kept::create(store, table(SETUPS[rng.usize(..SETUPS.len())]), now_ms) else { continue };
        told.lock().expect("no panic").take_in(&[game.id().to_string()]);
        for _ in 0..40 {
            now_ms += 1;
            let actions = random_actions(game.table(), &mut rng, now_ms);
            let Ok(events) = game.commit(store, actions, now_ms) else { break };
            let lines: Vec<String> = events.iter().map(|event| format!("{} {event}", game.id())).collect();
            told.lock().expect("no panic").take_in(&lines);
        }
    }
}

/// What the server says of itself is understood, nothing is half written, and it goes on when it can.
#[test]
fn a_full_disk_or_a_right_that_was_taken_away_loses_nothing() {
    let Some(server) = Server::shared() else { return };
    let address = server.fresh();
    let store = open(&address).expect("a database");
    let mut game = Kept::create(&store, table(OTHELLO), 1).expect("a game");
    let full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
                CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()";
    for (sql, back, id, mv) in [
        (full, "DROP TRIGGER full_disk ON events", "store-full", "f5"),
        ("REVOKE INSERT ON events FROM plateau", "GRANT INSERT ON events TO plateau", "store-read-only", "d6"),
        ("ALTER TABLE events RENAME TO gone", "ALTER TABLE gone RENAME TO events", "store-gone", "c3"),
    ] {
        server.sql_at(&address, sql);
        let before = game.clone();
        let refused = game.commit(&store, vec![play(mv, 5).action], 5).expect_err(id);
        assert_eq!(refused.id(), id, "{refused}");
        server.sql_at(&address, back);
        assert_eq!((&game, Kept::open(&store, game.id())), (&before, Ok(before.clone())), "nothing has changed");
        game.commit(&store, vec![play(mv, 6).action], 6).expect("it goes on");
    }
    assert_eq!(Kept::open(&store, game.id()), Ok(game));
}

/// A batch larger than any, with every kind of refusal in it, does what the same appends do one by one in a file.
#[test]
fn a_batch_does_what_its_parts_do_in_a_file() {
    let Some(server) = Server::shared() else { return };
    for seed in 0..20 {
        let stores: [Box<dyn Store>; 2] =
            [Box::new(open(&server.fresh()).expect("a database")), Box::new(Sqlite::in_memory().expect("a store"))];
        let mut rng = Rng::with_seed(seed);
        let games: Vec<GameId> = (0..12).map(|_| GameId::random().expect("a name")).collect();
        for (place, game) in games[..10].iter().enumerate() {
            for store in &stores {
                store.begin(*game, &table(OTHELLO), place as u64, &[]).expect("a game");
            }
        }
        for _ in 0..5 {
            let batch: Vec<Append> = (0..rng.usize(..40)).map(|_| random_append(&games, &mut rng)).collect();
            let answers = stores.each_ref().map(|store| store.append_all(&batch).expect("a batch"));
            assert_eq!(answers[0], answers[1], "seed {seed}");
        }
        let [one, other] = stores.each_ref().map(|store| exported(&**store));
        assert!(one == other, "seed {seed}");
    }
}

fn random_append(games: &[GameId], rng: &mut Rng) -> Append {
    let word = |rng: &mut Rng| ["a", "b", "c\0"][rng.usize(..3)];
    let mv = |rng: &mut Rng| if rng.u32(..30) == 0 { "" } else { "f5" };
    Append {
        game: games[rng.usize(..games.len())],
        from: rng.u64(..6),
        events: (0..rng.usize(..3)).map(|_| play(mv(rng), rng.u64(..100))).collect(),
        end: None,
        notes: (0..rng.usize(..3)).map(|_| (word(rng).into(), rng.bool().then(|| word(rng).to_owned()))).collect(),
        claim: None,
    }
}

#[test]
fn a_site_moves_from_a_file_to_a_server_and_back() {
    let Some(server) = Server::shared() else { return };
    let file = Sqlite::in_memory().expect("a store");
    for seed in 0..12 {
        let game = random_game(&file, SETUPS[seed as usize % 4], 40, &mut Rng::with_seed(seed));
        file.set_notes(game.id(), &[("seat-black", Some("é\n")), ("listed", Some("yes"))]).expect("noted");
    }
    file.set_option("Zoé", Some("x")).expect("set");
    file.set_option("ada", Some("y")).expect("set");
    let there = open(&server.fresh()).expect("a database");
    there.import(&mut exported(&file).as_slice()).expect("imported");
    assert!(exported(&there) == exported(&file));
    let back = Sqlite::in_memory().expect("a store");
    back.import(&mut exported(&there).as_slice()).expect("imported");
    assert!(exported(&back) == exported(&file));
}

/// As the documentation says.
#[test]
fn a_copy_made_with_pg_dump_can_be_put_back() {
    let Some(server) = Server::shared() else { return };
    let address = server.address("public");
    server.sql("plateau", "GRANT ALL ON SCHEMA public TO plateau");
    let store = open(&address).expect("a database");
    for seed in 0..5 {
        random_game(&store, SETUPS[seed as usize % 4], 20, &mut Rng::with_seed(seed));
    }
    let copy = server.folder().join("copy.dump");
    let (copy, port) = (copy.to_str().expect("a path"), address.split(['/', ':']).nth(4).expect("a port").to_owned());
    let folder = server.folder().to_str().expect("a path");
    let run = |command: &mut Command| {
        let output = command.args(["-h", folder, "-p", &port, "-U", "plateau"]).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(server.command("pg_dump").args(["--format=custom", "--schema=public", "--file", copy, "-d", "plateau"]));
    let before = exported(&store);
    random_game(&store, OTHELLO, 3, &mut Rng::with_seed(9));
    server.sql("postgres", "CREATE DATABASE again OWNER plateau");
    run(server.command("pg_restore").args(["--no-owner", "--clean", "--if-exists", "-d", "again", copy]));
    let again = open(&address.replace("/plateau?", "/again?")).expect("the copy");
    assert!(exported(&again) == before, "as it was when it was copied");
    random_game(&again, OTHELLO, 3, &mut Rng::with_seed(9));
}

#[test]
fn encryption_is_as_the_address_asks_for() {
    let Some(mut server) = Server::start(&["fsync=off"]) else { return };
    let folder = server.folder().to_str().expect("a path").to_owned();
    let script = "cd \"$0\"/data && openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 2 &&
                  openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost &&
                  printf 'subjectAltName=IP:127.0.0.1' >names && chmod 600 server.key &&
                  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt";
    let mut make = server.command("/bin/sh");
    let made = make.args(["-c", script, &folder]).output().expect("a shell");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let address = server.fresh();
    let plain = server.network_address(Server::schema(&address), PASSWORD);
    let is_open = |parameters: &str| open(&format!("{plain}{parameters}")).map_err(|error| error.to_string());
    is_open("").expect("prefer: the server has no certificate");
    is_open("&sslmode=require").expect_err("the server has no certificate");
    server.crash();
    let settings = format!("{folder}/data/postgresql.auto.conf");
    let text = std::fs::read_to_string(&settings).expect("its settings");
    std::fs::write(&settings, format!("{text}ssl = on\n")).expect("its settings");
    server.go_on();
    let encrypted = || {
        server.sql("plateau", "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND application_name = 'plateau'")
    };
    let ca = format!("&sslrootcert={folder}/data/ca.pem");
    let wrong = format!("&sslrootcert={folder}/data/server.key");
    for (parameters, is_encrypted) in
        [("", "1"), ("&sslmode=disable", "0"), ("&sslmode=require", "1"), (ca.as_str(), "1")]
    {
        let store = is_open(parameters).expect(parameters);
        assert_eq!(encrypted(), is_encrypted, "{parameters}");
        drop(store);
    }
    for parameters in ["&sslmode=verify-full", wrong.as_str(), "&sslrootcert=system"] {
        let refused = is_open(parameters).expect_err(parameters);
        assert!(!refused.contains(PASSWORD), "{refused}");
    }
    let other_name = plain.replace("127.0.0.1", "localhost");
    open(&format!("{other_name}{ca}")).expect_err("the certificate is for another name");
}
