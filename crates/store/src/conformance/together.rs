//! Several who write at once.

use std::collections::BTreeSet;

use plateau_core::Player;
use table::event::{Action, Event};
use table::{Command, Seat, Who};

use super::Handle;
use super::games::{OTHELLO, play, table};
use crate::{Error, GameId, Kept, Noted, Paper, Query, Shelf, Store};

const THREADS: u64 = 4;
const TURNS: u64 = 25;

pub(super) fn of_many_threads_one_wins_each_number(open: &dyn Fn() -> Handle) {
    let store = &*open();
    check_race(&[store]);
}

/// Everybody tries to write each number. Who loses is told so, and sees what won.
fn check_race(handles: &[&dyn Store]) {
    let game = handles[0].create(&table(OTHELLO), 1).expect("a game");
    let won: Vec<(u64, Event)> = std::thread::scope(|scope| {
        let race = |thread: u64| {
            let store = handles[thread as usize % handles.len()];
            scope.spawn(move || race(store, game, thread))
        };
        let racers: Vec<_> = (0..THREADS).map(race).collect();
        racers.into_iter().flat_map(|racer| racer.join().expect("no panic")).collect()
    });
    let events = handles[0].events(game, 0).expect("the events");
    assert_eq!(events.len() as u64, TURNS, "each number has one event");
    let numbers: BTreeSet<u64> = won.iter().map(|(number, _)| *number).collect();
    assert_eq!((won.len() as u64, numbers.len() as u64), (TURNS, TURNS), "each number has one winner");
    for (number, event) in won {
        assert_eq!(events[number as usize], event, "what the winner wrote is there");
    }
}

fn race(store: &dyn Store, game: GameId, thread: u64) -> Vec<(u64, Event)> {
    let mut won = Vec::new();
    for expected in 0..TURNS {
        let seat = Seat { name: format!("{thread} {expected}"), who: Who::Person };
        let event = Event { at_ms: 2, action: Action::Sit(Player::Black, seat) };
        match store.append(game, expected, std::slice::from_ref(&event), None) {
            Ok(()) => won.push((expected, event)),
            Err(Error::Conflict { game: of, expected: told, found }) => {
                assert_eq!((of, told), (game, expected));
                assert!(found > expected, "nobody is early");
            }
            Err(error) => panic!("{error}"),
        }
        assert!(store.events(game, expected).expect("the events").len() as u64 >= 1, "lost or won, it is there");
    }
    won
}

pub(super) fn what_one_writes_the_other_reads(open: &dyn Fn() -> [Handle; 2]) {
    let [one, two] = open();
    let [one, two] = [&*one, &*two];
    let game = one.create(&table(OTHELLO), 1).expect("a game");
    one.set_notes(game, &[("listed", Some("yes"))]).expect("noted");
    one.set_option("theme", Some("dark")).expect("set");
    one.remember_name("Ada", 1).expect("remembered");
    for (from, mv) in (0..).zip(["f5", "d6", "c3"]) {
        let [writer, reader] = if from % 2 == 0 { [one, two] } else { [two, one] };
        writer.append(game, from, &[play(mv, 5 + from)], None).expect("a move");
        assert_eq!(reader.events(game, from), Ok(vec![play(mv, 5 + from)]));
    }
    assert_eq!(two.load(game), one.load(game));
    assert_eq!(two.notes(game), one.notes(game));
    assert_eq!(two.noted(&Noted::new("listed", "yes", 9)).map(|games| games.len()), Ok(1));
    assert_eq!(two.option("theme"), Ok(Some("dark".to_owned())));
    assert_eq!(two.names(9), Ok(vec!["Ada".to_owned()]));
    let paper = Paper::new("Ada", Shelf::Study, 1).expect("randomness");
    one.keep_paper(&paper).expect("kept");
    assert_eq!(two.paper(paper.heading.id).map(|paper| paper.map(|paper| paper.heading.version)), Ok(Some(1)));
    assert_eq!(two.keep_paper(&paper).map_err(|error| error.id()), Err("store-outdated"));
    two.delete(game).expect("deleted");
    assert_eq!(one.load(game), Err(Error::NoSuchGame { game }));
    assert_eq!(one.list(&Query::unfinished()).map(|page| page.total), Ok(0));
    check_race(&[one, two]);
}

pub(super) fn the_second_writer_catches_up(open: &dyn Fn() -> [Handle; 2]) {
    let [one, two] = open();
    let [one, two] = [&*one, &*two];
    let mut here = Kept::create(one, table(OTHELLO), 1).expect("a game");
    let mut there = Kept::open(two, here.id()).expect("the same game");
    let decide = |game: &Kept, mv: &str| {
        let turn = game.table().turn().expect("a turn");
        game.table().decide(turn, &Command::Play(mv.to_owned()), 5).expect("legal")
    };
    here.commit(one, decide(&here, "f5"), 5).expect("the first");
    let before = there.clone();
    let refused = there.commit(two, decide(&there, "d3"), 6);
    assert_eq!(refused, Err(Error::Conflict { game: here.id(), expected: 0, found: 1 }));
    assert_eq!(there, before, "a table is never ahead of its store");
    assert_eq!(there.catch_up(two).expect("what is new").len(), 1);
    assert_eq!(there, here);
    there.commit(two, decide(&there, "d6"), 7).expect("now it is next");
    let d6 = Action::Play { mv: "d6".to_owned(), spent_ms: 0 };
    assert_eq!(here.catch_up(one), Ok(vec![Event { at_ms: 7, action: d6 }]));
    assert_eq!((&there, here.catch_up(one)), (&here, Ok(Vec::new())));
}
