//! Games go in and come out again.

use fastrand::Rng;
use plateau_core::Player;
use store::{Append, Error, Kept, Query, Sqlite, Store};
use table::event::{Action, Event};
use table::view::Wanted;
use table::{Command, End, Ending, Kind, Seat, Who};

use crate::kit::{Folder, SETUPS, random_game, table};

fn play(mv: &str, at_ms: u64) -> Event {
    Event { at_ms, action: Action::Play { mv: mv.to_owned(), spent_ms: 7 } }
}

#[test]
fn random_tables_come_back_equal() {
    let folder = Folder::new();
    let store = folder.open();
    for seed in 0..24 {
        let mut rng = Rng::with_seed(seed);
        let turns = rng.u32(..80);
        let game = random_game(&store, SETUPS[seed as usize % SETUPS.len()], turns, &mut rng);
        let loaded = store.load(game.id()).expect("the game");
        assert_eq!(&loaded.table().expect("a table"), game.table(), "seed {seed}");
        assert_eq!(loaded.events.len() as u64, game.table().next_event());
        assert_eq!(loaded.summary.events, game.table().next_event());
        assert_eq!(&loaded.summary.seats, game.table().seats(), "seed {seed}");
        assert_eq!(loaded.summary.end, game.table().end());
        let view = game.table().view(&Wanted::default(), 0);
        assert_eq!(loaded.summary.moves, view.moves.len() as u64, "seed {seed}: {:?}", loaded.events);
    }
    store.check().expect("a sound database");
}

#[test]
fn the_second_of_two_writers_is_told_and_catches_up() {
    let folder = Folder::new();
    let (one, two) = (folder.open(), folder.open());
    let mut here = Kept::create(&one, table(SETUPS[1]), 1).expect("a game");
    let mut there = Kept::open(&two, here.id()).expect("the same game");
    let decide = |game: &Kept, mv: &str| {
        let turn = game.table().turn().expect("a turn");
        game.table().decide(turn, &Command::Play(mv.to_owned()), 5).expect("legal")
    };
    here.commit(&one, decide(&here, "f5"), 5).expect("the first");
    let before = there.clone();
    let refused = there.commit(&two, decide(&there, "d3"), 6);
    assert_eq!(refused, Err(Error::Conflict { game: here.id(), expected: 0, found: 1 }));
    assert_eq!(there, before, "a table is never ahead of its store");
    assert_eq!(there.catch_up(&two).expect("what is new").len(), 1);
    assert_eq!(there, here);
    there.commit(&two, decide(&there, "d6"), 7).expect("now it is next");
    let d6 = Action::Play { mv: "d6".to_owned(), spent_ms: 0 };
    assert_eq!(one.events(here.id(), 1).expect("the new event"), [Event { at_ms: 7, action: d6 }]);
    assert!(one.events(here.id(), 99).expect("nothing").is_empty());
}

#[test]
fn an_append_is_whole_or_not_at_all() {
    let folder = Folder::new();
    let store = folder.open();
    let id = store.create(&table(SETUPS[1]), 1).expect("a game");
    let too_long = Event { at_ms: 3, action: Action::Mark("x".repeat(store::MAX_TEXT_BYTES)) };
    let refused = store.append(id, 0, &[play("f5", 2), too_long], None);
    assert_eq!(refused, Err(Error::TooLong { limit_bytes: store::MAX_TEXT_BYTES }));
    let loaded = store.load(id).expect("the game");
    assert_eq!((loaded.events.len(), loaded.summary.moves, loaded.summary.touched_ms), (0, 0, 1));
}

#[test]
fn unfinished_and_finished_games_are_listed_apart_the_last_touched_first() {
    let folder = Folder::new();
    let store = folder.open();
    let ids: Vec<_> =
        SETUPS.iter().zip(10..).map(|(setup, at)| store.create(&table(setup), at).expect("a game")).collect();
    let listed = |query: Query| -> Vec<_> { store.list(&query).expect("a list").games.iter().map(|g| g.id).collect() };
    assert_eq!(listed(Query::unfinished()), [ids[3], ids[2], ids[1], ids[0]]);
    assert_eq!(listed(Query::unfinished().of(Kind::Go)), [ids[3], ids[0]]);

    store.append(ids[1], 0, &[play("f5", 50)], None).expect("a move");
    assert_eq!(listed(Query::unfinished()), [ids[1], ids[3], ids[2], ids[0]]);

    let counted = End::counted(7, [89, 82]);
    let resigned = End::uncounted(Ending::Resignation(Player::White));
    store.append(ids[0], 0, &[play("pass", 60), play("pass", 61)], Some(&counted)).expect("an end");
    store.append(ids[1], 1, &[], Some(&resigned)).expect("only the end");
    assert_eq!(listed(Query::unfinished()), [ids[3], ids[2]]);
    assert_eq!(listed(Query::finished()), [ids[0], ids[1]]);
    assert_eq!(listed(Query::finished().page(1, 1)), [ids[1]]);
    let page = store.list(&Query::finished().of(Kind::Go).page(0, 1)).expect("a page");
    assert_eq!((page.total, page.games.len()), (1, 1));
    let summary = &page.games[0];
    assert_eq!((summary.moves, summary.touched_ms, summary.created_ms), (2, 61, 10));
    assert_eq!((summary.kind, summary.seats[0].name.as_str()), (Kind::Go, "Ada"));
    assert_eq!(summary.end, Some(counted));

    let undo = Event { at_ms: 70, action: Action::Undo { plies: 1 } };
    store.append(ids[0], 2, &[undo], None).expect("an undo");
    assert_eq!(listed(Query::unfinished()), [ids[0], ids[3], ids[2]], "an undo opens the game again");
}

#[test]
fn a_deleted_game_is_gone_with_its_events() {
    let folder = Folder::new();
    let store = folder.open();
    let kept = random_game(&store, SETUPS[1], 5, &mut Rng::with_seed(1));
    let gone = random_game(&store, SETUPS[1], 5, &mut Rng::with_seed(2)).id();
    store.delete(gone).expect("deleted");
    let missing = Error::NoSuchGame { game: gone };
    assert_eq!(store.load(gone).expect_err("gone"), missing);
    assert_eq!(store.events(gone, 0).expect_err("gone"), missing);
    assert_eq!(store.append(gone, 0, &[], None).expect_err("gone"), missing);
    assert_eq!(store.delete(gone).expect_err("gone"), missing);
    let mut text = Vec::new();
    store.export(&mut text).expect("an export");
    let events = String::from_utf8(text).expect("UTF-8").lines().filter(|line| line.starts_with("event")).count();
    assert_eq!(events as u64, kept.table().next_event());
}

#[test]
fn options_and_names_are_remembered() {
    let folder = Folder::new();
    let store = folder.open();
    assert_eq!(store.option("theme").expect("asked"), None);
    store.set_option("theme", Some("dark")).expect("set");
    store.set_option("language", Some("fr")).expect("set");
    store.set_option("theme", Some("light")).expect("set again");
    for (name, at_ms) in [("Ada", 5), ("Bob", 9), ("", 10), ("Zoé", 7), ("Bob", 1)] {
        store.remember_name(name, at_ms).expect("remembered");
    }
    drop(store);
    let store = folder.open();
    assert_eq!(store.option("theme").expect("asked").as_deref(), Some("light"));
    assert_eq!(store.names(9).expect("names"), ["Bob", "Zoé", "Ada"]);
    assert_eq!(store.names(1).expect("names"), ["Bob"]);
    store.set_option("theme", None).expect("forgotten");
    store.forget_name("Bob").expect("forgotten");
    assert_eq!(store.options().expect("options"), [("language".to_owned(), "fr".to_owned())]);
    assert_eq!(store.names(9).expect("names"), ["Zoé", "Ada"]);
    let long = "x".repeat(store::MAX_TEXT_BYTES + 1);
    let refused = Err(Error::TooLong { limit_bytes: store::MAX_TEXT_BYTES });
    assert_eq!(store.set_option("theme", Some(&long)), refused);
    assert_eq!(store.remember_name(&long, 1), refused);
}

#[test]
fn a_table_is_as_it_will_be_read_again() {
    let folder = Folder::new();
    let store = folder.open();
    let mut game = Kept::create(&store, table(SETUPS[1]), 1).expect("a game");
    let seat = Seat { name: "A\tb\nc\u{1b}[2J".to_owned(), who: Who::Person };
    game.commit(&store, vec![Action::Sit(Player::Black, seat)], 2).expect("kept");
    assert_eq!(game.table().seats()[0].name, "A b c [2J");
    assert_eq!(Kept::open(&store, game.id()).expect("the game"), game);
    assert_eq!(store.load(game.id()).expect("the game").summary.seats, *game.table().seats());
}

#[test]
fn what_could_not_be_read_again_is_not_kept() {
    let folder = Folder::new();
    let store = folder.open();
    let game = store.create(&table(SETUPS[1]), 1).expect("a game");
    let unreadable = Error::Unreadable { game, event: 1 };
    assert_eq!(store.append(game, 0, &[play("f5", 1), play("", 1)], None), Err(unreadable));
    assert!(store.events(game, 0).expect("events").is_empty());
    let mut kept = Kept::open(&store, game).expect("the game");
    let illegal = vec![play("a1", 1).action];
    assert_eq!(kept.commit(&store, illegal, 1), Err(Error::Unreadable { game, event: 0 }));
    assert_eq!(kept.table().next_event(), 0);
}

#[test]
fn a_store_in_memory_is_a_store() {
    let store = Sqlite::in_memory().expect("a store");
    let game = random_game(&store, SETUPS[0], 30, &mut Rng::with_seed(1));
    assert_eq!(Kept::open(&store, game.id()).expect("the game"), game);
}

#[test]
fn of_several_games_at_once_each_is_kept_or_refused_by_itself() {
    let folder = Folder::new();
    let store = folder.open();
    let games: Vec<_> = (0..3).map(|_| store.create(&table(SETUPS[1]), 1).expect("a game")).collect();
    let gone = store.create(&table(SETUPS[1]), 1).expect("a game");
    store.delete(gone).expect("deleted");
    let add = |game, from, moves: &[&str]| Append {
        game,
        from,
        events: moves.iter().map(|mv| play(mv, 5)).collect(),
        end: None,
    };
    let batch = [
        add(games[0], 0, &["f5"]),
        add(games[1], 7, &["f5"]),
        add(gone, 0, &["f5"]),
        add(games[0], 1, &["d6", "c3"]),
        add(games[2], 0, &["f5", ""]),
    ];
    let answers = store.append_all(&batch).expect("a batch");
    let conflict = Error::Conflict { game: games[1], expected: 7, found: 0 };
    let unreadable = Error::Unreadable { game: games[2], event: 1 };
    assert_eq!(answers, [Ok(()), Err(conflict), Err(Error::NoSuchGame { game: gone }), Ok(()), Err(unreadable)]);
    let counts = games.iter().map(|game| store.load(*game).expect("a game").events.len()).collect::<Vec<_>>();
    assert_eq!(counts, [3, 0, 0]);
    let summary = store.load(games[2]).expect("a game").summary;
    assert_eq!((summary.moves, summary.touched_ms), (0, 1), "nothing of a refused part stays");
}

#[test]
fn notes_about_a_game_are_kept_found_and_gone_with_it() {
    let folder = Folder::new();
    let store = folder.open();
    let [one, two] = [10, 20].map(|at| store.create(&table(SETUPS[1]), at).expect("a game"));
    store.set_notes(one, &[("listed", Some("yes")), ("seat", Some("x"))]).expect("noted");
    store.set_notes(two, &[("listed", Some("yes"))]).expect("noted");
    let found = |value: &str| -> Vec<_> {
        store.noted("listed", value, 9).expect("a list").iter().map(|summary| summary.id).collect()
    };
    assert_eq!(found("yes"), [two, one]);
    assert!(found("no").is_empty());
    store.set_notes(one, &[("listed", None), ("seat", Some("y"))]).expect("noted");
    assert_eq!(found("yes"), [two]);
    assert_eq!(store.notes(one).expect("notes"), [("seat".to_owned(), "y".to_owned())]);
    store.delete(two).expect("deleted");
    assert!(found("yes").is_empty());
    assert_eq!(store.notes(two), Err(Error::NoSuchGame { game: two }));
    assert_eq!(store.set_notes(two, &[("listed", Some("yes"))]), Err(Error::NoSuchGame { game: two }));
}
