//! A store in memory, and what it says has to be kept of it.

use std::collections::BTreeMap;

use store::conformance::games::{OTHELLO, play, table};
use store::{HERE, Memory, Paper, Query, Shelf, Store};

/// Takes changes in, as whoever keeps them does.
fn keep(texts: &mut BTreeMap<String, String>, memory: &Memory) -> usize {
    let changes = memory.changes().expect("changes");
    let count = changes.len();
    for change in changes {
        match change.text {
            Some(text) => drop(texts.insert(change.key, text)),
            None => drop(texts.remove(&change.key)),
        }
    }
    count
}

fn export(store: &dyn Store) -> String {
    let mut bytes = Vec::new();
    store.export(&mut bytes).expect("an export");
    String::from_utf8(bytes).expect("a text")
}

#[test]
fn what_changed_is_told_once_and_opens_the_same_store() {
    let (memory, mut texts) = (Memory::default(), BTreeMap::new());
    assert_eq!(keep(&mut texts, &memory), 0);
    let game = memory.create(&table(OTHELLO), 5).expect("a game");
    let other = memory.create(&table(OTHELLO), 6).expect("a game");
    assert_eq!(keep(&mut texts, &memory), 2);
    memory.append(game, 0, &[play("f5", 7)], None).expect("kept");
    assert_eq!(keep(&mut texts, &memory), 1, "one game went on");
    memory.set_option("theme", Some("dark")).expect("set");
    memory.remember_name("Ada", 8).expect("remembered");
    memory.keep_paper(&Paper::new(HERE, Shelf::Record, 9).expect("a paper")).expect("kept");
    memory.keep_judgement("a key\n", "a\ttext\n").expect("kept");
    assert_eq!(keep(&mut texts, &memory), 3, "a paper, a judgement, and what is beside");
    assert!(memory.set_option("theme", Some(&"x".repeat(1 << 20))).is_err());
    assert_eq!(keep(&mut texts, &memory), 0, "what was refused has changed nothing");
    memory.delete(other).expect("deleted");
    assert_eq!(keep(&mut texts, &memory), 1);

    let again = Memory::open(texts.values().map(String::as_str)).expect("opened");
    assert_eq!(export(&again), export(&memory));
    assert_eq!(again.judgement("a key\n"), Ok(Some("a\ttext\n".to_owned())));
    assert_eq!(again.list(&Query::unfinished()).expect("a list").games[0].moves, 1);
    assert_eq!(keep(&mut texts, &again), 0, "what was opened is kept already");
    assert!(Memory::open(["plateau\t3\nnonsense\n"]).is_err());
}

#[test]
fn the_oldest_judgements_give_way_and_that_is_told() {
    let (memory, mut texts) = (Memory::default(), BTreeMap::new());
    for number in 0..1001 {
        memory.keep_judgement(&format!("position {number}"), "a text").expect("kept");
    }
    assert_eq!(keep(&mut texts, &memory), 1000);
    memory.keep_judgement("position 7", "another text").expect("kept");
    memory.keep_judgement("position 1001", "a text").expect("kept");
    assert_eq!(keep(&mut texts, &memory), 3, "one is new, one is another, one is gone");
    let again = Memory::open(texts.values().map(String::as_str)).expect("opened");
    let text = |number: u32| again.judgement(&format!("position {number}")).expect("an answer");
    assert_eq!((text(1), text(2).as_deref(), text(7).as_deref()), (None, Some("a text"), Some("another text")));
}

#[test]
fn only_judgements_can_be_thought_again() {
    let memory = Memory::default();
    memory.create(&table(OTHELLO), 5).expect("a game");
    memory.keep_paper(&Paper::new(HERE, Shelf::Record, 9).expect("a paper")).expect("kept");
    memory.set_option("theme", Some("dark")).expect("set");
    let changes = memory.changes().expect("changes");
    assert_eq!(changes.len(), 3);
    assert!(changes.iter().all(|change| !change.can_be_thought_again()), "{changes:?}");
    memory.keep_judgement("a key", "a text").expect("kept");
    let changes = memory.changes().expect("changes");
    assert!(changes.len() == 1 && changes[0].can_be_thought_again(), "{changes:?}");
}
