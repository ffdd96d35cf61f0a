//! A table that is never ahead of its store.

use plateau_core::Player;
use store::conformance::games::{OTHELLO, play, table};
use store::{Error, First, GameId, Kept, MAX_TEXT_BYTES, Note, Origin, Query, Sqlite, Store};
use table::Command;
use table::records::{self, AnyRecord, Replay};

#[test]
fn what_does_not_follow_is_not_kept() {
    let store = Sqlite::in_memory().expect("a store");
    let mut kept = Kept::create(&store, table(OTHELLO), 1).expect("a game");
    let game = kept.id();
    for (actions, wrong) in [(vec!["a1"], 0), (vec!["f5", "f5"], 1), (vec!["f5", ""], 1)] {
        let actions = actions.into_iter().map(|mv| play(mv, 1).action).collect();
        assert_eq!(kept.commit(&store, actions, 1), Err(Error::Unreadable { game, event: wrong }));
        assert_eq!((kept.table().next_event(), store.events(game, 0)), (0, Ok(Vec::new())));
    }
    assert_eq!(kept.commit(&store, Vec::new(), 1), Ok(Vec::new()), "nothing is kept of nothing");
}

#[test]
fn a_game_begins_with_all_that_belongs_to_it_or_not_at_all() {
    let store = Sqlite::in_memory().expect("a store");
    let mut other = Kept::create(&store, table(OTHELLO), 1).expect("a game");
    let id = GameId::random().expect("a name");
    let first = |moves: &[&str], elsewhere: &Kept| First {
        actions: moves.iter().map(|mv| play(mv, 1).action).collect(),
        notes: vec![("seat-black".into(), Some("x".to_owned()))],
        elsewhere: Some(
            elsewhere
                .prepare(Vec::new(), 2)
                .expect("nothing")
                .with_notes(vec![("next".into(), Some("y".into()))])
                .append()
                .clone(),
        ),
    };
    let begin = |first| Kept::begin(&store, id, table(OTHELLO), first, 3);
    assert_eq!(begin(first(&["f5", "f5"], &other)), Err(Error::Unreadable { game: id, event: 1 }));
    let stale = other.clone();
    other.commit(&store, vec![play("f5", 2).action], 2).expect("a move");
    assert_eq!(begin(first(&["f5"], &stale)), Err(Error::Conflict { game: other.id(), expected: 0, found: 1 }));
    assert_eq!(store.list(&Query::unfinished()).expect("a list").total, 1, "there is no such game");
    assert_eq!(store.notes(other.id()), Ok(Vec::new()));

    let begun = begin(first(&["f5", "d6"], &other)).expect("a game");
    assert_eq!((begun.id(), begun.table().next_event()), (id, 2));
    assert_eq!(Kept::open(&store, id).as_ref(), Ok(&begun));
    let noted = |key: &str, value: &str| Ok(vec![(key.to_owned(), value.to_owned())]);
    assert_eq!((store.notes(id), store.notes(other.id())), (noted("seat-black", "x"), noted("next", "y")));
}

#[test]
fn a_game_that_began_with_a_record_has_again_what_else_is_in_it() {
    let store = Sqlite::in_memory().expect("a store");
    let origin = records::read(b"(;GM[1]SZ[5]GC[A lesson.];B[aa](;W[bb])(;W[cc]C[Or here.]))", None).expect("a record");
    let replay = Replay::of_record(&origin);
    let begin = |origin: Option<&AnyRecord>| {
        let [table, _] = replay.tables().expect("tables");
        let mut notes: Vec<Note> = vec![("seat-black".into(), Some("x".to_owned()))];
        notes.extend(origin.map(Origin::of).iter().flat_map(Origin::notes));
        let first = First { actions: replay.actions.clone(), notes, elsewhere: None };
        let game = Kept::begin(&store, GameId::random().expect("a name"), table, first, 1).expect("a game");
        records::write(&game.record(&store).expect("a record"), "x.sgf").expect("a text")
    };
    let (within, alone) = (begin(Some(&origin)), begin(None));
    for part in ["GC[A lesson.]", "C[Or here.]"] {
        assert!(within.contains(part) && !alone.contains(part), "{part}: {within}, {alone}");
    }
    assert!(alone.contains("B[aa]") && alone.contains("W[bb]"), "{alone}");
}

#[test]
fn what_is_prepared_has_not_happened_until_it_is_settled() {
    let store = Sqlite::in_memory().expect("a store");
    let mut kept = Kept::create(&store, table(OTHELLO), 1).expect("a game");
    let before = kept.clone();
    let resign = kept.table().decide(Player::White, &Command::Resign, 2).expect("anybody may");
    let pending = kept.prepare([vec![play("f5", 2).action], resign].concat(), 2).expect("it follows");
    let append = pending.append().clone();
    assert_eq!((append.game, append.from, append.events.len()), (kept.id(), 0, 2));
    assert_eq!(append.end.map(|end| end.ending.to_string()).as_deref(), Some("B+R"));
    assert_eq!(kept, before);
    assert_eq!(store.append_all(std::slice::from_ref(&append)), Ok(vec![Ok(())]));
    assert_eq!(kept.settle(pending), append.events);
    assert_eq!(Kept::open(&store, kept.id()).as_ref(), Ok(&kept));
}

#[test]
fn a_kept_table_has_a_clock() {
    let store = Sqlite::in_memory().expect("a store");
    let mut kept = Kept::create(&store, table("game othello\nclock 10m\n"), 1).expect("a game");
    let left_ms =
        |kept: &Kept, now_ms| kept.table().clock(Player::Black, now_ms).map(|clock| clock.reading().left.as_millis());
    assert_eq!(left_ms(&kept, 9_000), Some(600_000), "it stands");
    kept.start_clock(1_000);
    assert_eq!(left_ms(&kept, 3_000), Some(598_000));
    kept.stop_clock(4_000);
    assert_eq!(left_ms(&kept, 9_000), Some(597_000));
}

/// An annotated game is longer than anything else that is kept of one.
#[test]
fn a_record_of_any_length_stays_with_the_game_that_began_with_it() {
    let store = Sqlite::in_memory().expect("a store");
    for length in [10, MAX_TEXT_BYTES - 60, 5 * MAX_TEXT_BYTES] {
        let remark = "é".repeat(length / 2);
        let text = format!("(;GM[2]CA[UTF-8];B[f5]C[{remark}];W[d6])");
        let origin = records::read(text.as_bytes(), None).expect("a record");
        let first = First { notes: Origin::of(&origin).notes().collect(), ..First::default() };
        let id = GameId::random().expect("a name");
        let game = Kept::begin(&store, id, table(OTHELLO), first, 0).expect("kept");
        let mut review = game.review(&store).expect("read");
        assert!(review.go_to_ply(1), "the record's moves are there");
        assert_eq!(review.comment(), remark, "{length}");
        assert!(records::write(&game.record(&store).expect("read"), "x.sgf").expect("written").contains(&remark));
    }
}
