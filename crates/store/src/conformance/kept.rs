//! Games go in and come out again.

use fastrand::Rng;
use plateau_core::Player;
use table::event::{Action, Event};
use table::view::Wanted;
use table::{AnySetup, End, Ending, Kind, Seat, Who};

use super::Handle;
use super::games::{OTHELLO, SETUPS, event, play, random_game, table};
use crate::{Append, Error, GameId, Kept, MAX_TEXT_BYTES, Noted, Query, Store};

pub(super) fn random_tables_come_back_equal(open: &dyn Fn() -> Handle) {
    let store = &*open();
    for seed in 0..24 {
        let mut rng = Rng::with_seed(seed);
        let turns = rng.u32(..80);
        let game = random_game(store, SETUPS[seed as usize % SETUPS.len()], turns, &mut rng);
        let loaded = store.load(game.id()).expect("the game");
        assert_eq!(&loaded.table().expect("a table"), game.table(), "seed {seed}");
        assert_eq!(loaded.events.len() as u64, game.table().next_event());
        assert_eq!(loaded.summary.events, game.table().next_event());
        assert_eq!(&loaded.summary.seats, game.table().seats(), "seed {seed}");
        assert_eq!(loaded.summary.end, game.table().end());
        let view = game.table().view(&Wanted::default(), 0);
        assert_eq!(loaded.summary.moves, view.moves.len() as u64, "seed {seed}: {:?}", loaded.events);
    }
    store.check().expect("a sound store");
}

pub(super) fn a_new_game_is_as_its_table(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let mut ids: Vec<GameId> = Vec::new();
    for (setup, at_ms) in SETUPS.iter().zip(10..) {
        let table = table(setup);
        let id = store.create(&table, at_ms).expect("a game");
        let loaded = store.load(id).expect("the game");
        let summary = &loaded.summary;
        assert_eq!((summary.id, summary.kind), (id, table.kind()));
        assert_eq!((&summary.seats, &loaded.setup), (table.seats(), &table.setup()));
        assert_eq!((summary.moves, summary.events, summary.end), (0, 0, None));
        assert_eq!((summary.created_ms, summary.touched_ms), (at_ms, at_ms));
        assert!(loaded.events.is_empty() && !ids.contains(&id));
        ids.push(id);
    }
    // A set-up is a text, too.
    let mut long = AnySetup::new(Kind::Othello);
    long.seats_mut()[0].name = "x".repeat(MAX_TEXT_BYTES);
    let refused = store.create(&long.table().expect("a table"), 1);
    assert_eq!(refused, Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES }));
    assert_eq!(store.list(&Query::unfinished()).expect("a list").total, SETUPS.len() as u64);
}

pub(super) fn a_game_begins_whole_or_not_at_all(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let [other, gone] = [(); 2].map(|()| store.create(&table(OTHELLO), 1).expect("a game"));
    store.append(other, 0, &[play("f5", 2)], None).expect("a move");
    store.delete(gone).expect("deleted");
    let [game, next] = [(); 2].map(|()| GameId::random().expect("a name"));
    let first = |game| Append {
        game,
        from: 0,
        events: vec![play("f5", 5), play("d6", 6)],
        end: None,
        notes: vec![("seat".into(), Some("x".to_owned())), ("never".into(), None)],
        claim: None,
    };
    let over = End::uncounted(Ending::Resignation(Player::White));
    let told = |from| Append {
        game: other,
        from,
        events: Vec::new(),
        end: Some(over),
        notes: vec![("next".into(), Some("y".into()))],
        claim: None,
    };
    assert_eq!(store.begin(game, &table(SETUPS[1]), 3, &[first(game), told(1)]), Ok(()));
    let loaded = store.load(game).expect("the game");
    assert_eq!((loaded.events, loaded.setup), (first(game).events, table(SETUPS[1]).setup()));
    let summary = loaded.summary;
    assert_eq!((summary.moves, summary.events, summary.created_ms, summary.touched_ms), (2, 2, 3, 6));
    let noted = |key: &str, value: &str| Ok(vec![(key.to_owned(), value.to_owned())]);
    assert_eq!((store.notes(game), store.notes(other)), (noted("seat", "x"), noted("next", "y")));
    assert_eq!(store.load(other).expect("the other").summary.end, Some(over), "kept with it elsewhere");

    let everything = || {
        let mut text = Vec::new();
        store.export(&mut text).expect("an export");
        String::from_utf8(text).expect("UTF-8")
    };
    let before = everything();
    let long = vec![("seat".into(), Some("x".repeat(MAX_TEXT_BYTES + 1)))];
    let unreadable = vec![play("f5", 5), play("", 6)];
    for (with, refusal) in [
        ([first(next), told(7)], Error::Conflict { game: other, expected: 7, found: 1 }),
        ([first(next), Append { game: gone, ..told(0) }], Error::NoSuchGame { game: gone }),
        ([first(next), Append { notes: long.clone(), ..told(1) }], Error::TooLong { limit_bytes: MAX_TEXT_BYTES }),
        ([told(1), Append { notes: long, ..first(next) }], Error::TooLong { limit_bytes: MAX_TEXT_BYTES }),
        ([told(1), Append { events: unreadable, ..first(next) }], Error::Unreadable { game: next, event: 1 }),
        ([told(1), Append { from: 1, ..first(next) }], Error::Conflict { game: next, expected: 1, found: 0 }),
    ] {
        assert_eq!(store.begin(next, &table(OTHELLO), 4, &with), Err(refusal));
        assert_eq!(store.load(next), Err(Error::NoSuchGame { game: next }));
        assert_eq!(everything(), before, "nothing of what was refused stays");
    }
    let taken = Error::Conflict { game, expected: 0, found: 2 };
    assert_eq!(store.begin(game, &table(SETUPS[0]), 4, &[told(1)]), Err(taken), "a name is one game's");
    assert_eq!(everything(), before);
}

pub(super) fn events_come_back_from_any_number_on(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let id = store.create(&table(OTHELLO), 1).expect("a game");
    let other = store.create(&table(OTHELLO), 1).expect("a game");
    let events = ["f5", "d6", "c3", "d3"].map(|mv| play(mv, 5));
    store.append(id, 0, &events[..1], None).expect("one");
    store.append(id, 1, &events[1..], None).expect("three more");
    store.append(other, 0, &[play("d3", 6)], None).expect("another game's");
    for from in 0..=events.len() {
        assert_eq!(store.events(id, from as u64).expect("events"), events[from..], "from {from}");
    }
    for beyond in [5, 99, u64::MAX] {
        assert!(store.events(id, beyond).expect("nothing").is_empty(), "from {beyond}");
    }
    assert_eq!(store.load(id).expect("the game").events, events);
}

pub(super) fn a_wrong_number_is_a_conflict(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let game = store.create(&table(OTHELLO), 1).expect("a game");
    store.append(game, 0, &[play("f5", 5), play("d6", 6)], None).expect("two");
    let before = store.load(game);
    let end = End::uncounted(Ending::Resignation(Player::White));
    for expected in [0, 1, 3, u64::MAX] {
        let conflict = Error::Conflict { game, expected, found: 2 };
        assert_eq!(store.append(game, expected, &[play("c3", 9)], Some(&end)), Err(conflict.clone()));
        assert_eq!(store.append(game, expected, &[], Some(&end)), Err(conflict), "also without events");
    }
    assert_eq!(store.load(game), before, "nothing has changed");
    store.append(game, 2, &[play("c3", 9)], None).expect("the next");
}

pub(super) fn an_append_is_whole_or_not_at_all(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let game = store.create(&table(OTHELLO), 1).expect("a game");
    let before = store.load(game);
    let end = End::uncounted(Ending::Draw);
    let sits =
        Event { at_ms: 2, action: Action::Sit(Player::Black, Seat { name: "Eve".to_owned(), who: Who::Random }) };
    let too_long = Event { at_ms: 3, action: Action::Mark("x".repeat(MAX_TEXT_BYTES)) };
    for (last, refusal) in [
        (too_long, Error::TooLong { limit_bytes: MAX_TEXT_BYTES }),
        (play("", 3), Error::Unreadable { game, event: 2 }),
    ] {
        let answer = store.append(game, 0, &[play("f5", 2), sits.clone(), last], Some(&end));
        assert_eq!(answer, Err(refusal));
        assert_eq!(store.load(game), before, "nothing of what was refused stays");
    }
}

pub(super) fn a_batch_is_kept_or_refused_one_by_one(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let games = [(); 3].map(|()| store.create(&table(OTHELLO), 1).expect("a game"));
    let gone = store.create(&table(OTHELLO), 1).expect("a game");
    store.delete(gone).expect("deleted");
    let add = |game, from, moves: &[&str]| Append {
        game,
        from,
        events: moves.iter().map(|mv| play(mv, 5)).collect(),
        end: None,
        notes: vec![("seat".into(), Some(moves.concat()))],
        claim: None,
    };
    let resigned = End::uncounted(Ending::Resignation(Player::White));
    let batch = [
        add(games[0], 0, &["f5"]),
        add(games[1], 7, &["f5"]),
        add(gone, 0, &["f5"]),
        Append { end: Some(resigned), ..add(games[0], 1, &["d6", "c3"]) },
        add(games[2], 0, &["f5", ""]),
    ];
    let answers = store.append_all(&batch).expect("a batch");
    let conflict = Error::Conflict { game: games[1], expected: 7, found: 0 };
    let unreadable = Error::Unreadable { game: games[2], event: 1 };
    assert_eq!(answers, [Ok(()), Err(conflict), Err(Error::NoSuchGame { game: gone }), Ok(()), Err(unreadable)]);
    let summaries = games.map(|game| store.load(game).expect("a game").summary);
    assert_eq!(summaries.each_ref().map(|game| (game.events, game.moves)), [(3, 3), (0, 0), (0, 0)]);
    assert_eq!(summaries.each_ref().map(|game| game.touched_ms), [5, 1, 1], "nothing of a refused part stays");
    assert_eq!(summaries.each_ref().map(|game| game.end), [Some(resigned), None, None]);
    let seat = |note: &str| Ok(vec![("seat".to_owned(), note.to_owned())]);
    let notes = games.map(|game| store.notes(game));
    assert_eq!(notes, [seat("d6c3"), Ok(Vec::new()), Ok(Vec::new())], "notes share the fate of their events");
    let forget = Append { notes: vec![("seat".into(), None)], ..add(games[0], 3, &["d3"]) };
    assert_eq!(store.append_all(&[forget]), Ok(vec![Ok(())]));
    assert_eq!(store.notes(games[0]), Ok(Vec::new()));
    let long =
        Append { notes: vec![("seat".into(), Some("x".repeat(MAX_TEXT_BYTES + 1)))], ..add(games[0], 4, &["c4"]) };
    assert_eq!(store.append_all(&[long]), Ok(vec![Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES })]));
    assert_eq!(store.load(games[0]).expect("a game").summary.events, 4, "and events that of their notes");
    assert_eq!(store.append_all(&[]), Ok(Vec::new()));
}

pub(super) fn control_characters_become_blanks(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let odd = Seat { name: "A\tb\nc\u{1b}[2J".to_owned(), who: Who::Person };
    let mut setup = AnySetup::new(Kind::Othello);
    setup.seats_mut()[1] = odd.clone();
    let id = store.create(&setup.table().expect("a table"), 1).expect("a game");
    assert_eq!(store.load(id).expect("the game").summary.seats[1].name, "A b c [2J");

    let mut game = Kept::open(store, id).expect("the game");
    game.commit(store, vec![Action::Sit(Player::Black, odd)], 2).expect("kept");
    assert_eq!(game.table().seats()[0].name, "A b c [2J", "a table is as it will be read again");
    assert_eq!(Kept::open(store, id).expect("the game"), game);
    assert_eq!(store.load(id).expect("the game").summary.seats, *game.table().seats());
}

/// A store knows no rules and keeps what it is given. What does not fit must not be seen as another game than was played.
pub(super) fn what_does_not_fit_is_no_game(open: &dyn Fn() -> Handle) {
    let store = &*open();
    for (lines, wrong) in [
        (&["5 play f5 0", "6 play a1 0"][..], 1),
        (&["5 resign white", "6 play f5 0"], 1),
        (&["5 play f5 0", "6 fall white", "7 play d6 0", "8 play c3 0"], 2),
        (&["5 forfeit black", "6 resign white"], 1),
        (&["5 resign white", "6 redo 0"], 1),
        (&["5 agree-draw", "6 offer-draw black"], 1),
        (&["5 play f5 0", "6 undo 2"], 1),
        (&["5 undo 0"], 0),
        (&["5 play f5 0", "6 redo 1"], 1),
        (&["5 accept black"], 0),
        (&["5 mark a1"], 0),
        (&["5 propose a1"], 0),
        (&["5 decline white"], 0),
    ] {
        let events: Vec<Event> = lines.iter().map(|line| event(line)).collect();
        let game = store.create(&table(OTHELLO), 1).expect("a game");
        store.append(game, 0, &events, None).expect("kept");
        assert_eq!(store.load(game).expect("the game").events, events, "{lines:?}");
        assert_eq!(Kept::open(store, game), Err(Error::Unreadable { game, event: wrong }), "{lines:?}");

        // Whoever has the game open stays where the log was sound.
        let fresh = store.create(&table(OTHELLO), 1).expect("a game");
        let mut watching = Kept::open(store, fresh).expect("a new game");
        let before = watching.clone();
        store.append(fresh, 0, &events, None).expect("kept");
        assert_eq!(watching.catch_up(store), Err(Error::Unreadable { game: fresh, event: wrong }), "{lines:?}");
        assert_eq!(watching, before);
    }
}

pub(super) fn a_deleted_game_is_gone(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let kept = random_game(store, OTHELLO, 5, &mut Rng::with_seed(1));
    let game = random_game(store, OTHELLO, 5, &mut Rng::with_seed(2)).id();
    store.set_notes(game, &[("listed", Some("yes"))]).expect("noted");
    store.delete(game).expect("deleted");
    check_gone(store, game);
    assert!(store.noted(&Noted::new("listed", "yes", 9)).expect("a list").is_empty());
    assert_eq!(Kept::open(store, kept.id()).as_ref(), Ok(&kept), "the other game is as it was");
    let mut text = Vec::new();
    store.export(&mut text).expect("an export");
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(!text.contains(&game.to_string()));
    let events = text.lines().filter(|line| line.starts_with("event")).count();
    assert_eq!(events as u64, kept.table().next_event());
    check_gone(store, GameId::random().expect("a name that no game has"));
}

fn check_gone(store: &dyn Store, game: GameId) {
    let missing = || Error::NoSuchGame { game };
    assert_eq!(store.load(game), Err(missing()));
    assert_eq!(store.events(game, 0), Err(missing()));
    assert_eq!(store.append(game, 0, &[], None), Err(missing()));
    assert_eq!(store.delete(game), Err(missing()));
    assert_eq!(store.notes(game), Err(missing()));
    assert_eq!(store.set_notes(game, &[("listed", Some("yes"))]), Err(missing()));
}

/// Times come from outside, and none of them is a reason to fail.
pub(super) fn times_beyond_all_clocks_are_kept(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let last = event(&format!("{} play f5 {}", u64::MAX, u64::MAX));
    let game = store.create(&table(OTHELLO), u64::MAX).expect("a game");
    store.append(game, 0, std::slice::from_ref(&last), None).expect("a move");
    store.remember_name("Ada", u64::MAX).expect("remembered");
    let loaded = store.load(game).expect("the game");
    assert_eq!(loaded.events, [last]);
    assert!(loaded.summary.touched_ms >= loaded.summary.created_ms && loaded.summary.created_ms > 1 << 60);
}
