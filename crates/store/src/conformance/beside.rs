//! What is kept beside games: notes, options, names.

use table::End;

use super::Handle;
use super::games::{OTHELLO, event, play, table};
use crate::{Error, MAX_TEXT_BYTES, Noted, Paper, Shelf, Which};

/// Texts that are easily confused, mangled or taken for a command, in the order of their bytes.
const ODD_KEYS: [&str; 8] = ["", "%", "' OR 1=1", "A", "a", "a\tb\nc", "a_", "é"];

fn pair(key: &str, value: &str) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

pub(super) fn notes_are_kept_found_and_forgotten(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let [one, two] = [10, 20].map(|at| store.create(&table(OTHELLO), at).expect("a game"));
    store.set_notes(one, &[("seat", Some("x")), ("listed", Some("yes"))]).expect("noted");
    store.set_notes(two, &[("listed", Some("yes"))]).expect("noted");
    assert_eq!(store.notes(one), Ok(vec![pair("listed", "yes"), pair("seat", "x")]), "by key");
    let found = |key: &str, value: &str| -> Vec<_> {
        store.noted(&Noted::new(key, value, 9)).expect("a list").iter().map(|summary| summary.id).collect()
    };
    assert_eq!(found("listed", "yes"), [two, one], "the last touched first");
    store.append(one, 0, &[play("f5", 30)], None).expect("a move");
    assert_eq!(found("listed", "yes"), [one, two], "the last touched first");
    let limited = store.noted(&Noted::new("listed", "yes", 1)).expect("a list");
    assert_eq!(limited, [store.load(one).expect("the game").summary]);
    let end = End { ending: "B+R".parse().expect("a result"), half_points: None };
    store.append(two, 0, &[event("40 resign white")], Some(&end)).expect("the end");
    for (which, before_ms, games) in [
        (None, None, &[two, one][..]),
        (Some(Which::Unfinished), None, &[one]),
        (Some(Which::Finished), None, &[two]),
        (None, Some(41), &[two, one]),
        (None, Some(40), &[one]),
        (Some(Which::Finished), Some(40), &[]),
    ] {
        let query = Noted { which, before_ms, ..Noted::new("listed", "yes", 9) };
        let found: Vec<_> = store.noted(&query).expect("a list").iter().map(|summary| summary.id).collect();
        assert_eq!(found, games, "{query:?}");
    }
    for (key, value) in [("listed", "no"), ("listed", "YES"), ("seat", "yes"), ("%", "yes"), ("listed", "")] {
        assert!(found(key, value).is_empty(), "{key} {value}");
    }

    store.set_notes(one, &[("listed", None), ("seat", Some("y")), ("never", None)]).expect("noted");
    assert_eq!(found("listed", "yes"), [two]);
    assert_eq!(store.notes(one), Ok(vec![pair("seat", "y")]));
    assert_eq!(store.notes(two), Ok(vec![pair("listed", "yes")]), "another game's notes");

    let long = "x".repeat(MAX_TEXT_BYTES + 1);
    let refused = store.set_notes(one, &[("seat", None), ("other", Some("z")), ("long", Some(&long))]);
    assert_eq!(refused, Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES }));
    assert_eq!(store.notes(one), Ok(vec![pair("seat", "y")]), "all or none");

    store.set_notes(two, &[("listed", None)]).expect("forgotten");
    let odd = ODD_KEYS.map(|key| (key, Some(key)));
    store.set_notes(two, &odd).expect("noted");
    assert_eq!(store.notes(two), Ok(ODD_KEYS.iter().map(|key| pair(key, key)).collect()));
    store.delete(two).expect("deleted");
    assert!(ODD_KEYS.iter().all(|key| found(key, key).is_empty()), "gone with the game");
}

pub(super) fn judgements_are_kept_by_key(open: &dyn Fn() -> Handle) {
    let store = &*open();
    assert_eq!(store.judgement("go D4"), Ok(None));
    for (at, key) in ODD_KEYS.into_iter().enumerate() {
        store.keep_judgement(key, &format!("thought {at}\nof it")).expect("kept");
    }
    for (at, key) in ODD_KEYS.into_iter().enumerate() {
        assert_eq!(store.judgement(key), Ok(Some(format!("thought {at}\nof it"))), "{key}");
    }
    store.keep_judgement("A", "better thought").expect("kept instead");
    assert_eq!(store.judgement("A"), Ok(Some("better thought".to_owned())));
    assert_eq!(store.judgement("a"), Ok(Some("thought 4\nof it".to_owned())));
    let long = "x".repeat(MAX_TEXT_BYTES + 1);
    assert_eq!(store.keep_judgement("A", &long), Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES }));
    assert_eq!(store.judgement("A"), Ok(Some("better thought".to_owned())));
}

pub(super) fn options_are_kept_and_forgotten(open: &dyn Fn() -> Handle) {
    let store = &*open();
    assert_eq!((store.option("theme"), store.options()), (Ok(None), Ok(Vec::new())));
    store.set_option("theme", Some("dark")).expect("set");
    store.set_option("language", Some("fr")).expect("set");
    store.set_option("theme", Some("light")).expect("set again");
    store.set_option("empty", Some("")).expect("set to nothing");
    assert_eq!(store.option("theme"), Ok(Some("light".to_owned())));
    assert_eq!(store.option("empty"), Ok(Some(String::new())), "nothing is a value, too");
    assert_eq!(store.option("THEME"), Ok(None));
    assert_eq!(store.options(), Ok(vec![pair("empty", ""), pair("language", "fr"), pair("theme", "light")]));
    for key in ["theme", "empty", "never"] {
        store.set_option(key, None).expect("forgotten");
    }
    assert_eq!((store.option("theme"), store.options()), (Ok(None), Ok(vec![pair("language", "fr")])));
    store.set_option("language", None).expect("forgotten");
    for key in ODD_KEYS.iter().rev() {
        store.set_option(key, Some(key)).expect("set");
    }
    assert_eq!(store.options(), Ok(ODD_KEYS.iter().map(|key| pair(key, key)).collect()));
}

pub(super) fn names_are_remembered(open: &dyn Fn() -> Handle) {
    let store = &*open();
    for (name, at_ms) in [("Ada", 5), ("Bob", 9), ("", 10), ("Zoé", 7), ("Bob", 1), ("ada", 5)] {
        store.remember_name(name, at_ms).expect("remembered");
    }
    assert_eq!(store.names(9).expect("names"), ["Bob", "Zoé", "Ada", "ada"], "an empty name is nobody's");
    assert_eq!(store.names(2).expect("names"), ["Bob", "Zoé"]);
    assert!(store.names(0).expect("names").is_empty());
    store.remember_name("Ada", 11).expect("remembered");
    assert_eq!(store.names(9).expect("names"), ["Ada", "Bob", "Zoé", "ada"]);
    for name in ["Bob", "nobody"] {
        store.forget_name(name).expect("forgotten");
    }
    assert_eq!(store.names(9).expect("names"), ["Ada", "Zoé", "ada"]);
}

/// Not every database can keep the character NUL, and a text must be the same in each.
pub(super) fn a_nul_is_kept_as_a_blank(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let game = store.create(&table(OTHELLO), 1).expect("a game");
    store.set_notes(game, &[("a\0b", Some("c\0"))]).expect("noted");
    assert_eq!(store.notes(game), Ok(vec![pair("a b", "c ")]));
    assert_eq!(store.noted(&Noted::new("a\0b", "c\0", 9)).map(|games| games.len()), Ok(1));
    store.set_option("a\0b", Some("c\0")).expect("set");
    assert_eq!((store.option("a\0b"), store.options()), (Ok(Some("c ".to_owned())), Ok(vec![pair("a b", "c ")])));
    store.remember_name("A\0", 1).expect("remembered");
    assert_eq!(store.names(9).expect("names"), ["A "]);
    store.keep_judgement("a\0", "b\0").expect("kept");
    assert_eq!(store.judgement("a "), Ok(Some("b ".to_owned())));
    let empty = Paper::new("Ada", Shelf::Study, 1).expect("randomness");
    let paper = Paper { text: "a\0b".to_owned(), ..empty };
    store.keep_paper(&paper).expect("kept");
    assert_eq!(store.paper(paper.heading.id).map(|paper| paper.map(|paper| paper.text)), Ok(Some("a b".to_owned())));
}

pub(super) fn a_text_may_be_as_long_as_the_limit(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let refused = Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES });
    let game = store.create(&table(OTHELLO), 1).expect("a game");
    // A letter of two bytes: it is bytes that count.
    let longest = "é".repeat(MAX_TEXT_BYTES / 2);
    let too_long = format!("{longest}x");
    assert_eq!(store.set_option("option", Some(&longest)), Ok(()));
    assert_eq!(store.set_option(&longest, Some("x")), Ok(()));
    assert_eq!(store.remember_name(&longest, 1), Ok(()));
    assert_eq!(store.set_notes(game, &[("note", Some(&longest)), (&longest, Some("x"))]), Ok(()));
    let marks = |bytes: usize| play(&"x".repeat(bytes - "2 play  7".len()), 2);
    assert_eq!(store.append(game, 0, &[marks(MAX_TEXT_BYTES)], None), Ok(()));

    assert_eq!(store.set_option("option", Some(&too_long)), refused);
    assert_eq!(store.set_option(&too_long, Some("x")), refused);
    assert_eq!(store.remember_name(&too_long, 1), refused);
    assert_eq!(store.set_notes(game, &[("note", Some(&too_long))]), refused);
    assert_eq!(store.set_notes(game, &[(&too_long, Some("x"))]), refused);
    assert_eq!(store.append(game, 1, &[marks(MAX_TEXT_BYTES + 1)], None), refused);

    assert_eq!(store.option("option"), Ok(Some(longest.clone())), "what was there is there still");
    assert_eq!(store.names(9).expect("names"), [longest.as_str()]);
    assert_eq!(store.notes(game), Ok(vec![pair("note", &longest), pair(&longest, "x")]));
    assert_eq!(store.events(game, 0), Ok(vec![marks(MAX_TEXT_BYTES)]));
}
