//! Files that are not understood, places that cannot be written to, disks that are full.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fastrand::Rng;
use rusqlite::Connection;
use store::conformance::games::{SETUPS, random_actions, random_game, table};
use store::{Error, Kept, Query, Sqlite, Store};

#[cfg(unix)]
use crate::child::bound_command;
use crate::child::{command, said};
use crate::kit::Folder;

/// The bytes of the database and its log; what `SQLite` shares in memory does not count.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path.parent().expect("a folder")).expect("a folder").map(|entry| entry.expect("a file"));
    let named = entries.map(|entry| (entry.file_name().into_string().expect("UTF-8"), entry.path()));
    named
        .filter(|(name, _)| !name.ends_with("-shm"))
        .map(|(name, path)| (name, fs::read(path).expect("bytes")))
        .collect()
}

/// Opening fails with this id, names the file, and changes nothing.
fn check_refused(path: &Path, id: &str) -> Error {
    let before = files(path);
    let error = Sqlite::open(path).expect_err(id);
    assert_eq!(error.id(), id, "{error}");
    assert!(error.to_string().contains(path.to_str().expect("UTF-8")), "{error} names the file");
    assert!(files(path) == before, "{id}: the files have changed");
    error
}

fn random_games(folder: &Folder) {
    let store = folder.open();
    for seed in 0..3 {
        random_game(&store, SETUPS[seed as usize], 40, &mut Rng::with_seed(seed));
    }
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = Folder::new();
    random_games(&folder);
    let path = folder.database();
    let newer = Connection::open(&path).expect("the file");
    newer.pragma_update(None, "user_version", 99).expect("a newer version");
    // Another process has it open, and part of it is in the log only.
    let error = check_refused(&path, "store-newer");
    assert_eq!(error, Error::Newer { place: path.display().to_string(), version: 99, known: 5 });
    // Nobody has it open, and a crash has left the log.
    let left = Folder::new();
    let copy = left.database();
    fs::create_dir(copy.parent().expect("a folder")).expect("a folder");
    for beside in ["plateau.db", "plateau.db-wal"] {
        fs::copy(path.with_file_name(beside), copy.with_file_name(beside)).expect("copied");
    }
    check_refused(&copy, "store-newer");
    drop(newer);
    check_refused(&path, "store-newer");
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    for sql in ["CREATE TABLE bookmarks (url TEXT)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"] {
        let folder = Folder::new();
        let path = folder.database();
        fs::create_dir(path.parent().expect("a folder")).expect("a folder");
        Connection::open(&path).expect("a file").execute_batch(sql).expect(sql);
        check_refused(&path, "store-foreign");
    }
}

#[test]
fn what_is_no_database_is_left_alone() {
    let folder = Folder::new();
    random_games(&folder);
    let path = folder.database();
    let good = fs::read(&path).expect("bytes");
    let mut rng = Rng::with_seed(3);
    let noise: Vec<u8> = (0..10_000).map(|_| rng.u8(..)).collect();
    let mut bad_header = good.clone();
    bad_header[..16].fill(b'x');
    let mut bad_schema = good.clone();
    bad_schema[100..4096].fill(0xff);
    for (what, bytes) in [
        ("noise", noise),
        ("a text", b"Dear diary,\n".repeat(100)),
        ("one byte", b"S".to_vec()),
        ("a bad header", bad_header),
        ("a bad schema", bad_schema),
        ("a beginning", good[..100].to_vec()),
    ] {
        fs::write(&path, bytes).expect(what);
        check_refused(&path, "store-damaged");
    }
}

#[test]
fn damage_inside_is_found_and_not_made_worse() {
    let folder = Folder::new();
    random_games(&folder);
    let path = folder.database();
    let mut bytes = fs::read(&path).expect("bytes");
    // Everything after the first pages: the games and their events are gone, the list of tables is there.
    bytes[4096..].fill(0xaa);
    fs::write(&path, bytes).expect("written");
    let store = folder.open();
    let asked = [
        store.list(&Query::unfinished()).expect_err("damaged").id(),
        store.check().expect_err("damaged").id(),
        store.create(&table(SETUPS[0]), 1).expect_err("damaged").id(),
        store.export(&mut Vec::new()).expect_err("damaged").id(),
    ];
    assert_eq!(asked, ["store-damaged"; 4]);
}

#[test]
fn an_empty_file_is_an_empty_database() {
    let folder = Folder::new();
    fs::create_dir(folder.database().parent().expect("a folder")).expect("a folder");
    fs::write(folder.database(), b"").expect("a file");
    assert_eq!(folder.open().list(&Query::unfinished()).expect("a list").total, 0);
}

#[test]
fn one_unreadable_game_does_not_hide_the_others() {
    let folder = Folder::new();
    let (bad, gap, good) = {
        let store = folder.open();
        let game = || random_game(&store, SETUPS[1], 20, &mut Rng::with_seed(5)).id();
        (game(), game(), game())
    };
    let change = |sql: &str| {
        let by_hand = Connection::open(folder.database()).expect("the file");
        assert_eq!(by_hand.execute(sql, []).expect(sql), 1, "{sql}");
    };
    change("UPDATE events SET line = '7 jump' WHERE game = 1 AND number = 3");
    change("DELETE FROM events WHERE game = 2 AND number = 4");
    let store = folder.open();
    assert_eq!(store.load(bad).expect_err("bad"), Error::Unreadable { game: bad, event: 3 });
    assert_eq!(store.load(gap).expect_err("a gap"), Error::Unreadable { game: gap, event: 4 });
    Kept::open(&store, good).expect("the good one");
    change("UPDATE events SET line = '7 play a1 0' WHERE game = 1 AND number = 3");
    assert_eq!(Kept::open(&store, bad).expect_err("illegal"), Error::Unreadable { game: bad, event: 3 });
    change("UPDATE games SET setup = 'game chess', black_who = 'nobody' WHERE serial = 1");
    assert_eq!(Kept::open(&store, bad).expect_err("no set-up"), Error::Unreadable { game: bad, event: 0 });
    let pages = [Query::unfinished(), Query::finished()].map(|query| store.list(&query).expect("a list").total);
    assert_eq!(pages.iter().sum::<u64>(), 3);
    store.export(&mut Vec::new()).expect("an export of what is there");
}

#[test]
fn a_place_where_no_file_can_be_is_named() {
    let folder = Folder::new();
    let file = folder.database().with_file_name("file");
    fs::create_dir(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, b"x").expect("a file");
    for path in [file.join("plateau.db"), file.parent().expect("a folder").to_owned()] {
        let error = Sqlite::open(&path).expect_err("no place for a file");
        assert_eq!(error.id(), "store-cannot-open", "{error}");
        assert!(error.to_string().contains(path.to_str().expect("UTF-8")), "{error}");
    }
    assert_eq!(fs::read(&file).expect("bytes"), b"x");
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_named_and_left_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    random_games(&folder);
    let path = folder.database();
    let parent = path.parent().expect("a folder");
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    for (file_mode, id) in [(0o666, "store-read-only"), (0o444, "store-read-only"), (0o000, "store-cannot-open")] {
        allow(&path, file_mode);
        allow(parent, 0o555);
        let before = fs::read(&path).unwrap_or_default();
        let output = bound_command("open", &path, folder.path()).output().expect("a child");
        allow(parent, 0o755);
        assert_eq!(said(&output.stdout), [id], "mode {file_mode:o}: {}", String::from_utf8_lossy(&output.stdout));
        assert!(fs::read(&path).unwrap_or_default() == before, "the file has changed");
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_the_games() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let store = folder.open();
    store.set_option("theme", Some("dark")).expect("something is written");
    let parent = folder.database().parent().expect("a folder").to_owned();
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&parent), 0o700);
    let names: Vec<_> = fs::read_dir(&parent).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    assert!(names.len() > 1, "the log is beside the database");
    for path in names {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn a_full_disk_is_an_error_and_nothing_is_half_written() {
    let folder = Folder::new();
    let store = folder.open();
    store.limit_size(100_000).expect("a limit");
    let mut rng = Rng::with_seed(1);
    let mut kept = Vec::new();
    let error = loop {
        let mut game = match Kept::create(&store, table(SETUPS[1]), 1) {
            Ok(game) => game,
            Err(error) => break error,
        };
        let before = game.clone();
        let actions = random_actions(game.table(), &mut rng, 2);
        let answer = game.commit(&store, actions, 2);
        if let Err(error) = answer {
            assert_eq!(game, before);
            kept.push(before);
            break error;
        }
        kept.push(game);
    };
    assert_eq!(error, Error::Full { place: folder.database().display().to_string() });
    assert!(kept.len() > 10, "{}", kept.len());
    for game in &kept {
        assert_eq!(&Kept::open(&store, game.id()).expect("kept"), game);
    }
    assert_eq!(store.list(&Query::unfinished()).expect("a list").total, kept.len() as u64);
    store.check().expect("a sound database");
    // There is room again.
    store.limit_size(u64::MAX).expect("no limit");
    random_game(&store, SETUPS[0], 20, &mut rng);
}

/// The system itself refuses to write any further, as a disk with bad sectors or a quota does.
#[cfg(unix)]
#[test]
fn a_write_that_the_system_refuses_loses_nothing() {
    let folder = Folder::new();
    drop(folder.open());
    let child = command("fill 1 0", &folder.database());
    let mut limited = std::process::Command::new("sh");
    // In blocks of 512 bytes; the signal that comes with it is ignored, so that the write fails instead.
    limited
        .args(["-c", r#"trap "" XFSZ; ulimit -f 1000; exec "$0" "$@""#])
        .arg(child.get_program())
        .args(child.get_args());
    limited.envs(child.get_envs().filter_map(|(key, value)| Some((key, value?))));
    let output = limited.output().expect("a shell");
    let mut said = said(&output.stdout);
    assert_eq!(said.pop().as_deref(), Some("store-disk"), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(said.len() > 5, "{said:?}");
    let store = folder.open();
    store.check().expect("a sound database");
    for line in said {
        let (id, events) = line.split_once(' ').expect("an id and a number");
        let game = Kept::open(&store, id.parse().expect("an id")).expect("kept");
        assert_eq!(game.table().next_event().to_string(), events);
    }
}

#[test]
fn what_belongs_beside_a_database_must_be_writable_too() {
    let folder = Folder::new();
    random_games(&folder);
    fs::create_dir(folder.database().with_file_name("plateau.db-wal")).expect("in the way of the log");
    let error = Sqlite::open(&folder.database()).expect_err("no place for the log");
    assert_eq!(error.id(), "store-read-only", "{error}");
}

/// While a database is made some locks are refused at once, however patient one is.
#[test]
fn who_makes_the_database_is_waited_for_and_not_for_ever() {
    let folder = Folder::new();
    let path = folder.database();
    fs::create_dir(path.parent().expect("a folder")).expect("a folder");
    let mut other = Connection::open(&path).expect("the file");
    let making = other.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).expect("a transaction");
    let open = || Sqlite::open(&path).map(|_| ());
    assert_eq!(open(), Err(Error::Busy { place: path.display().to_string() }));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(open);
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(!waiting.is_finished(), "it waits");
        drop(making);
        assert_eq!(waiting.join().expect("no panic"), Ok(()));
    });
}

#[test]
fn another_writer_is_waited_for() {
    let folder = Folder::new();
    let store = folder.open();
    let mut other = Connection::open(folder.database()).expect("the file");
    let transaction = other.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).expect("a transaction");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| store.create(&table(SETUPS[0]), 1));
        assert_eq!(store.path(), folder.database());
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(!waiting.is_finished(), "it waits");
        transaction.commit().expect("the other is done");
        waiting.join().expect("no panic").expect("its turn has come");
    });
}
