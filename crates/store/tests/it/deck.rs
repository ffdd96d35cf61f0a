//! A deck among other papers.

use store::deck::{Counts, MOST_CARDS};
use store::{Deck, HERE, Paper, Shelf, Sqlite, Store};
use study::deck::{Answer, Card, Entry, Schedule, Theme};
use study::{Motif, Phase};
use table::Kind;

const DAY_MS: u64 = 24 * 3600 * 1000;

fn entry(record: &str, now_ms: u64) -> Entry {
    let theme =
        Theme { kind: Kind::Go, player: plateau_core::Player::White, phase: Phase::Opening, motif: Some(Motif::Area) };
    let schedule = Schedule::new(now_ms);
    let (record, played) = (record.to_owned(), "A9".to_owned());
    Entry::new(Card { record, theme, played, lost: 7.0, source: None, schedule }).expect("a position")
}

#[test]
fn the_same_position_is_put_in_once_and_asked_when_it_is_due() {
    let store = Sqlite::in_memory().expect("a store");
    let deck = Deck::new(&store, HERE);
    let now_ms = 20_000 * DAY_MS;
    let entries = [entry("(;GM[1]SZ[9];B[ee])", now_ms), entry("(;GM[1]SZ[9];B[ec])", now_ms)];
    let put = deck.put(&entries, now_ms).expect("kept");
    assert_eq!((put.new, put.known, put.left_out), (2, 0, 0));
    let again =
        [entries[0].clone(), entry("(;GM[1]SZ[9]C[a remark];B[ec])", now_ms), entry("(;GM[1]SZ[9];B[cc])", now_ms)];
    let put = deck.put(&again, now_ms + 1).expect("kept");
    assert_eq!((put.new, put.known), (1, 2), "a position is known by what stands on the board and by its rules");
    let other = Deck::new(&store, "somebody else");
    assert_eq!(other.due(now_ms).expect("a count"), 0);

    let first = deck.next(now_ms).expect("a store").expect("something is due");
    assert!(other.find(first).expect("a store").is_none(), "it is another's");
    assert!(!other.answer(first, Answer::Found, now_ms).expect("a store"));
    assert!(deck.answer(first, Answer::Found, now_ms).expect("noted"));
    assert!(!deck.answer(first, Answer::Missed, now_ms).expect("a store"), "the first answer counts");
    let held = deck.find(first).expect("a store").expect("it is there");
    assert_eq!((held.card.schedule.answers, held.card.schedule.misses), (1, 0));
    assert_eq!((deck.due(now_ms + 1).expect("a count"), deck.due(now_ms + 3 * DAY_MS).expect("a count")), (2, 3));
    let counts = Counts::of(&deck.list().expect("a list"), now_ms + 1);
    assert_eq!((counts.all, counts.due, counts.learned), (3, 2, 0));
    deck.drop(first).expect("taken out");
    assert_eq!(deck.cards().expect("cards").len(), 2);
    assert!(deck.drop(first).is_err());
}

#[test]
fn a_paper_of_another_shelf_is_no_card_and_a_damaged_one_is_passed_over() {
    let store = Sqlite::in_memory().expect("a store");
    let deck = Deck::new(&store, HERE);
    let [study, damaged] = [Shelf::Study, Shelf::Card].map(|shelf| {
        let mut paper = Paper::new(HERE, shelf, 1_000).expect("a paper");
        (paper.text, paper.heading.title, paper.heading.due_ms) = ("card 9".to_owned(), "?".to_owned(), Some(1_000));
        store.keep_paper(&paper).expect("kept");
        paper.heading.id
    });
    for id in [study, damaged] {
        assert_eq!(deck.find(id).expect("a store"), None);
    }
    assert!(deck.list().expect("a list").is_empty() && deck.cards().expect("cards").is_empty());
}

#[test]
fn a_deck_that_is_full_takes_no_more() {
    let store = Sqlite::in_memory().expect("a store");
    let deck = Deck::new(&store, HERE);
    let template = entry("(;GM[1]SZ[9];B[ee])", 1_000);
    let named = |number: u64| Entry { title: format!("{} {number}", template.card.theme), ..template.clone() };
    let entries: Vec<Entry> = (0..MOST_CARDS + 3).map(named).collect();
    let put = deck.put(&entries, 1_000).expect("kept");
    assert_eq!((put.new as u64, put.left_out), (MOST_CARDS, 3));
    assert_eq!(deck.put(&entries[..2], 1_000).expect("kept").known, 2);
}
