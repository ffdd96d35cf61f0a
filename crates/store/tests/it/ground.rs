//! A file that is used by a server: one at a time, copied while it is used, and not taken for kept when it is gone.

use std::fs;
use std::path::Path;

use store::{Error, Kept, Query, Sqlite, Store};
use table::Command;

#[cfg(unix)]
use crate::child::{bound_command, said};
use crate::kit::Folder;

fn play(store: &Sqlite, mv: &str) -> Result<Kept, Error> {
    let mut game = Kept::create(store, "game othello\n".parse().expect("a table"), 1)?;
    let turn = game.table().turn().expect("somebody moves");
    let actions = game.table().decide(turn, &Command::Play(mv.to_owned()), 2).expect("legal");
    game.commit(store, actions, 2)?;
    Ok(game)
}

fn games(path: &Path) -> u64 {
    Sqlite::open(path).and_then(|store| store.list(&Query::unfinished())).expect("a list").total
}

fn is_gone<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::Gone { .. }))
}

#[cfg(unix)]
#[test]
fn what_is_written_into_a_file_that_is_gone_is_not_taken_for_kept() {
    type Fault = fn(&Path);
    let faults: [(&str, Fault); 4] = [
        ("folder deleted", |path| fs::remove_dir_all(path.parent().expect("a folder")).expect("deleted")),
        ("moved away", |path| fs::rename(path, path.with_extension("moved")).expect("moved")),
        ("replaced", |path| {
            fs::copy(path, path.with_extension("copy")).expect("copied");
            fs::rename(path.with_extension("copy"), path).expect("replaced");
        }),
        ("log deleted", |path| {
            let log = path.with_file_name("plateau.db-wal");
            fs::remove_file(log).expect("deleted");
        }),
    ];
    for (name, fault) in faults {
        let folder = Folder::new();
        let path = folder.database();
        let store = Sqlite::open(&path).expect("a store");
        play(&store, "f5").expect("kept");
        fault(&path);
        assert!(is_gone(&play(&store, "f5")), "{name}: a move");
        assert!(is_gone(&store.option("theme")), "{name}: a question");
        assert!(is_gone(&store.set_option("theme", Some("dark"))), "{name}: an option");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_comes_back_is_used_again() {
    let folder = Folder::new();
    let path = folder.database();
    let store = Sqlite::open(&path).expect("a store");
    play(&store, "f5").expect("kept");
    fs::rename(&path, path.with_extension("moved")).expect("moved");
    assert!(is_gone(&play(&store, "f5")));
    fs::rename(path.with_extension("moved"), &path).expect("moved back");
    play(&store, "f5").expect("kept again");
    assert_eq!(store.list(&Query::unfinished()).expect("a list").total, 2, "and nothing in between");
}

/// The system lets a file be written that was opened before it was closed to whoever writes. What nobody could open again is not
/// for keeping games.
#[cfg(unix)]
#[test]
fn what_may_not_be_written_any_more_is_not_written_and_goes_on_when_it_may() {
    let folder = Folder::new();
    let output = bound_command("close", &folder.database(), folder.path()).output().expect("a child");
    let mut said = said(&output.stdout);
    let game = said.pop().and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("{output:?}"));
    assert_eq!(
        said,
        [
            "database: answered, store-read-only, kept",
            "log: answered, store-read-only, kept",
            "folder: answered, store-read-only, kept",
            "all: store-read-only, store-read-only, kept",
        ]
    );
    let store = folder.open();
    assert_eq!(store.load(game).expect("the game").summary.moves, 5, "what was kept, and nothing that was refused");
}

#[test]
fn there_is_one_server_for_a_file_and_players_beside_it() {
    let folder = Folder::new();
    let path = folder.database();
    let first = Sqlite::open_alone(&path).expect("the first");
    let place = path.display().to_string();
    for _ in 0..2 {
        assert_eq!(Sqlite::open_alone(&path).map(|_| ()), Err(Error::InUse { place: place.clone() }));
    }
    let beside = Sqlite::open(&path).expect("a player on the terminal");
    play(&beside, "f5").expect("kept");
    drop(beside);
    drop(first);
    let files: Vec<_> = fs::read_dir(path.parent().expect("a folder"))
        .expect("a folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    assert_eq!(files, ["plateau.db"], "who stops leaves one file");
    // A lock that somebody left who was killed keeps nobody out.
    fs::write(path.with_file_name("plateau.db-server"), "").expect("a file");
    drop(Sqlite::open_alone(&path).expect("the next"));
}

#[test]
fn a_copy_has_everything_and_is_made_while_others_write() {
    let folder = Folder::new();
    let path = folder.database();
    let copy = path.with_file_name("copy.db");
    let store = Sqlite::open(&path).expect("a store");
    let game = play(&store, "f5").expect("kept");
    store.set_notes(game.id(), &[("seat-black", Some("x"))]).expect("noted");
    std::thread::scope(|scope| {
        scope.spawn(|| (0..50).for_each(|_| drop(play(&store, "f5").expect("kept"))));
        Sqlite::open(&path).and_then(|other| other.back_up(&copy)).expect("a copy");
    });
    let again = Sqlite::open(&copy).expect("a database");
    again.check().expect("sound");
    assert_eq!(again.load(game.id()), store.load(game.id()));
    assert_eq!(again.notes(game.id()), store.notes(game.id()));
    assert!((1..=51).contains(&games(&copy)));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&copy).expect("a file").permissions().mode() & 0o777, 0o600, "nobody else reads it");
    }
    let before = fs::read(&copy).expect("a file");
    assert!(matches!(store.back_up(&copy), Err(Error::Transfer { .. })), "nothing is written over");
    assert_eq!(fs::read(&copy).expect("a file"), before);
    assert!(matches!(store.back_up(&path.with_file_name("nowhere").join("copy.db")), Err(Error::Transfer { .. })));
    assert!(!path.with_file_name("copy.db.part").exists(), "and nothing half done is left");
}
