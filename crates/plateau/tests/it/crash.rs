//! The whole program killed again and again while it plays: what it has shown is in the store, and the next start goes on.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use store::{GameId, Query, Sqlite, Store};
use table::AnyTable;
use table::event::{Action, Event};
use words::{Lang, Words};

use crate::program::command;
use crate::terminal::{Data, Session};

/// So many processes are killed, on this many databases at once.
const KILLS: u64 = 200;
const DATABASES: u64 = 2;

const GAMES: [&str; 3] = ["go", "othello", "aligne4"];

#[test]
fn what_was_shown_is_never_lost_in_200_kills() {
    let chains: Vec<_> = (0..DATABASES).map(|seed| thread::spawn(move || kill_again_and_again(seed))).collect();
    let shown: usize = chains.into_iter().map(|chain| chain.join().expect("nothing was lost")).sum();
    println!("{shown} moves were shown before {KILLS} kills");
    assert!(shown as u64 > KILLS, "the processes hardly played: {shown}");
}

/// One database, processes that play on it, one after the other; how many moves they showed.
fn kill_again_and_again(seed: u64) -> usize {
    let data = Data::new(&format!("crash-{seed}"));
    let open = || Sqlite::open(&data.0.join("games.db")).expect("a sound database");
    let mut rng = Rng::with_seed(seed);
    let (mut shown, mut known) = (0, Vec::new());
    for _ in 0..KILLS / DATABASES {
        let game = GAMES[rng.usize(..GAMES.len())];
        let query = Query::unfinished().of(game.parse().expect("a game"));
        // The last game that was cut off is the one that --continue opens.
        let cut_off = open().list(&query).expect("a list").games.first().map(|game| (game.id, game.moves));
        let lines = play_and_kill(game, cut_off.is_some(), &data, Duration::from_micros(rng.u64(2_000..60_000)));
        let store = open();
        store.check().expect("a sound database");
        let begun = || all(&store).into_iter().find(|id| !known.contains(id));
        match cut_off.map(|(id, _)| id).or_else(begun) {
            Some(id) => check(&store, id, cut_off.map_or(0, |(_, moves)| moves), &lines),
            None => assert!(lines.is_empty(), "shown, but not kept: {lines:?}"),
        }
        known = all(&store);
        shown += lines.len();
    }
    offered(&data, open().list(&Query::unfinished()).expect("a list").total);
    shown
}

/// All games.
fn all(store: &Sqlite) -> Vec<GameId> {
    let list = |query: Query| store.list(&Query { limit: 1000, ..query }).expect("a list").games;
    list(Query::unfinished()).into_iter().chain(list(Query::finished())).map(|game| game.id).collect()
}

/// Lets the program play against itself for so long; the lines that tell of moves, as they were shown.
fn play_and_kill(game: &str, goes_on: bool, data: &Data, life: Duration) -> Vec<String> {
    let seats = ["--black", "random", "--white", "random"];
    let args = if goes_on { &["--continue"][..] } else { &seats };
    let mut command: Command = command(&[&["play", game, "--plain"], args].concat());
    command.env("PLATEAU_DATA", &data.0);
    // The end of the input would end a finished game; the kill is to do that.
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut stdout = child.stdout.take().expect("piped");
    let mut text = String::new();
    // One in four dies while it starts; the others have begun to play.
    if !life.subsec_micros().is_multiple_of(4) {
        let mut first = [0];
        stdout.read_exact(&mut first).expect("it says something");
        text.push(first[0].into());
    }
    thread::sleep(life);
    // On Unix this is SIGKILL: the process has no say in it.
    child.kill().expect("it can be killed");
    let status = child.wait().expect("it is gone");
    assert!(!status.success(), "it ended by itself");
    stdout.read_to_string(&mut text).expect("text");
    // A line that was cut off was not shown.
    let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    whole.filter(|line| tells_of_a_move(line)).map(str::to_owned).collect()
}

/// Whether a line says what somebody did.
fn tells_of_a_move(line: &str) -> bool {
    let is_about_somebody = ["Black ", "White ", "First ", "Second "].iter().any(|side| line.starts_with(side));
    is_about_somebody && !["to move", " wins", " VS ", "empty square"].iter().any(|other| line.contains(other))
}

/// The lines are what the store has, from where the process began: nothing else was shown, and beyond it at most one
/// decision is kept that was not yet shown.
fn check(store: &Sqlite, id: GameId, moves_before: u64, lines: &[String]) {
    let loaded = store.load(id).expect("the game");
    let states = told(&loaded.setup.to_string(), &loaded.events, moves_before);
    let told = states.concat();
    assert!(told.starts_with(lines), "shown: {lines:?}\nkept: {told:?}");
    let ends = states.iter().scan(0, |end, state| {
        *end += state.len();
        Some(*end)
    });
    let unseen: Vec<_> =
        states.iter().zip(ends).filter(|&(_, end)| end > lines.len()).map(|(state, _)| state).collect();
    // While dead stones are marked, the same is told after every event, and not always shown.
    let decisions = unseen.chunk_by(|a, b| a == b).count();
    assert!(decisions <= 2, "more than one decision was kept before it was shown: {lines:?} of {told:?}");
}

/// What the console says of each state since a game had so many moves, the first included. Where somebody has to pass again and again, a state
/// tells once more what was told of the one before.
fn told(setup: &str, events: &[Event], moves_before: u64) -> Vec<Vec<String>> {
    let words = Words::new(Lang::En);
    let mut table: AnyTable = setup.parse().expect("a set-up");
    let mut told = Vec::new();
    let mut tell = |table: &AnyTable| {
        let moves = table.moves().len() as u64;
        if moves > 0 && moves >= moves_before {
            let sentences = table.view(&table::view::Wanted::default(), 0).sentences;
            told.push(
                sentences.iter().map(|said| tui::say(&words, said)).filter(|line| tells_of_a_move(line)).collect(),
            );
        }
    };
    for (index, event) in events.iter().enumerate() {
        table.apply(event).expect("a sound log");
        // The pass of Othello is part of the move before it.
        let is_pass = |event: &Event| matches!(&event.action, Action::Play { mv, .. } if mv == "pass");
        let goes_on = matches!(table, AnyTable::Othello(_)) && events.get(index + 1).is_some_and(is_pass);
        if !goes_on {
            tell(&table);
        }
    }
    told
}

/// The home screen offers all games that were cut off.
fn offered(data: &Data, count: u64) {
    let mut session = Session::plateau(&[], data);
    session.wait_for(&format!("Continue ({count})"));
    session.keys("2");
    session.wait_for("moves");
    session.keys("\r");
    session.wait("the game", |screen| screen.contents().contains("move") && !screen.contents().contains("Delete"));
}
