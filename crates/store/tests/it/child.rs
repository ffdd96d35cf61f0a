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

/// The same for somebody who may not do everything: whom permissions bind. Whoever is all-powerful (root) becomes somebody else,
/// to whom the folder is given; where that is not allowed, either, the test fails for want of a way.
#[cfg(unix)]
pub(crate) fn bound_command(task: &str, database: &Path, folder: &Path) -> Command {
    use std::os::unix::fs::{MetadataExt, chown};
    use std::os::unix::process::CommandExt;
    const ROOT: u32 = 0;
    const NOBODY: u32 = 65_534;
    let command = command(task, database);
    let program = folder.join("program");
    std::fs::write(&program, b"").expect("a file of one's own");
    if std::fs::metadata(&program).expect("it is there").uid() != ROOT {
        return command;
    }
    chown(folder, Some(NOBODY), Some(NOBODY)).expect("given away");
    // The program itself must be within reach of the other user. It is copied by another process: a child of another test that began
    // while this one had the copy open would keep it from being run.
    let copied = Command::new("cp").arg("-p").arg(command.get_program()).arg(&program).status().expect("cp runs");
    assert!(copied.success(), "a copy");
    let mut other = Command::new(program);
    other.args(command.get_args()).envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
    other.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).uid(NOBODY).gid(NOBODY);
    other
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
        #[cfg(unix)]
        ["close", ..] => close(&open().expect("a database")),
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
                let (id, notes) = (GameId::random().expect("a name"), vec![(SEATED.into(), Some("yes".to_owned()))]);
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

/// Takes away its own right to what it needs, each in turn, and says what then becomes of a question and a move; and of a move once
/// the right is back.
#[cfg(unix)]
fn close(store: &Sqlite) {
    use std::os::unix::fs::PermissionsExt;
    let database = store.path();
    let folder = database.parent().expect("a folder");
    let log = database.with_file_name("plateau.db-wal");
    let mut game = Kept::create(store, table(SETUPS[1]), 1).expect("a new game");
    let mut play = |mv: &str| {
        let by = game.table().turn().expect("somebody moves");
        let actions = game.table().decide(by, &table::Command::Play(mv.to_owned()), 2).expect("legal");
        game.commit(store, actions, 2)
    };
    play("f5").expect("kept");
    for (name, path, mode, mv) in [
        ("database", database, 0o400, "d6"),
        ("log", &log, 0o400, "c3"),
        ("folder", folder, 0o500, "d3"),
        ("all", folder, 0o000, "c4"),
    ] {
        let set = |mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("one's own");
        let before = std::fs::metadata(path).expect("it is there").permissions().mode();
        set(mode);
        let asked = store.names(1).err().map_or("answered", |error| error.id());
        let refused = play(mv).err().map_or("kept", |error| error.id());
        set(before);
        let kept = play(mv).err().map_or("kept", |error| error.id());
        say(&format!("{name}: {asked}, {refused}, {kept}"));
    }
    say(&game.id().to_string());
}
