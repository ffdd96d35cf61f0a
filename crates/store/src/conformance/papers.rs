//! What people keep beside games.

use super::Handle;
use crate::{
    Error, HERE, Heading, MAX_PAPER_BYTES, MAX_TEXT_BYTES, Paper, PaperId, PaperPage, PaperQuery, Room, Shelf, Store,
};

/// A paper of a title that was touched at this time, with as much text.
pub(super) fn paper(owner: &str, shelf: Shelf, title: &str, at_ms: u64) -> Paper {
    let mut paper = Paper::new(owner, shelf, at_ms).expect("randomness");
    title.clone_into(&mut paper.heading.title);
    paper.text = "x".repeat(at_ms as usize % 100);
    paper
}

/// The paper as it is after it was kept.
fn kept(paper: &Paper) -> Paper {
    Paper { heading: Heading { version: paper.heading.version + 1, ..paper.heading.clone() }, text: paper.text.clone() }
}

fn titles(store: &dyn Store, query: &PaperQuery) -> Vec<String> {
    store.papers(query).expect("a list").papers.into_iter().map(|heading| heading.title).collect()
}

pub(super) fn papers_come_back_as_they_were(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let unknown = PaperId::random().expect("randomness");
    assert_eq!(store.paper(unknown), Ok(None));
    for (shelf, text) in Shelf::ALL.into_iter().zip(["", "a\tb\nc\r\\", "é\u{2028}'; DROP TABLE papers", "0"]) {
        let mut first = paper("Ada", shelf, text, 7);
        first.heading.due_ms = (shelf == Shelf::Card).then_some(u64::from(u32::MAX) * 5000);
        text.clone_into(&mut first.text);
        store.keep_paper(&first).expect("kept");
        assert_eq!(store.paper(first.heading.id), Ok(Some(kept(&first))));
    }
    let mut longest = paper("Ada", Shelf::Record, &"é".repeat(MAX_TEXT_BYTES / 2), 1);
    longest.text = "é".repeat(MAX_PAPER_BYTES / 2);
    store.keep_paper(&longest).expect("as long as the limit");
    longest = kept(&longest);
    let mut too_long = longest.clone();
    too_long.text.push('x');
    assert_eq!(store.keep_paper(&too_long), Err(Error::TooLong { limit_bytes: MAX_PAPER_BYTES }));
    let mut long_title = longest.clone();
    long_title.heading.title.push('x');
    assert_eq!(store.keep_paper(&long_title), Err(Error::TooLong { limit_bytes: MAX_TEXT_BYTES }));
    assert!(store.paper(longest.heading.id) == Ok(Some(longest)), "what was there is there still");
}

pub(super) fn a_paper_that_changed_elsewhere_is_not_written_over(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let mut mine = paper("Ada", Shelf::Study, "mine", 5);
    let id = mine.heading.id;
    store.keep_paper(&mine).expect("new");
    let outdated = |expected, found| Err(Error::Outdated { paper: id, expected, found });
    assert_eq!(store.keep_paper(&mine), outdated(0, 1), "it is new no more");
    mine = kept(&mine);
    let theirs = mine.clone();
    mine.heading = Heading { title: "changed".to_owned(), touched_ms: 9, due_ms: Some(3), ..mine.heading };
    "more".clone_into(&mut mine.text);
    store.keep_paper(&mine).expect("the next version");
    assert_eq!(store.paper(id), Ok(Some(kept(&mine))));
    assert_eq!(store.keep_paper(&theirs), outdated(1, 2));
    mine = kept(&mine);

    let none = Err(Error::NoSuchPaper { paper: id });
    for other in [
        Heading { owner: "Bob".to_owned(), ..mine.heading.clone() },
        Heading { shelf: Shelf::Record, ..mine.heading.clone() },
    ] {
        assert_eq!(store.keep_paper(&Paper { heading: other, text: String::new() }), none, "another's");
    }
    assert_eq!(store.drop_paper("Bob", id), none);
    let earlier = Paper { heading: Heading { made_ms: 1, ..mine.heading.clone() }, text: String::new() };
    let new = paper("Ada", Shelf::Study, "new", 6);
    assert_eq!(store.keep_papers(&[new.clone(), mine.clone(), mine.clone()]), outdated(2, 3), "all or none");
    assert_eq!((store.paper(new.heading.id), store.paper(id)), (Ok(None), Ok(Some(mine.clone()))));
    store.keep_papers(&[new.clone(), earlier]).expect("both");
    assert_eq!(store.paper(new.heading.id), Ok(Some(kept(&new))));
    let made_ms = store.paper(id).map(|paper| paper.expect("a paper").heading.made_ms);
    assert_eq!(made_ms, Ok(5), "it was made once");

    store.drop_paper("Ada", id).expect("gone");
    assert_eq!(store.paper(id), Ok(None));
    assert_eq!((store.drop_paper("Ada", id), store.keep_paper(&mine)), (none.clone(), none));
}

pub(super) fn papers_are_listed_by_owner_and_shelf(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let all = [
        paper("Ada", Shelf::Study, "a", 20),
        paper("Ada", Shelf::Study, "b", 40),
        paper("Ada", Shelf::Study, "c", 30),
        paper("Ada", Shelf::Study, "d", 30),
        paper("ada", Shelf::Study, "e", 50),
        paper(HERE, Shelf::Study, "f", 50),
        paper("Ada", Shelf::Record, "g", 50),
    ];
    store.keep_papers(&all).expect("kept");
    let studies = PaperQuery::of("Ada", Shelf::Study);
    assert_eq!(titles(store, &studies), ["b", "d", "c", "a"], "the last touched first, then the last made");
    assert_eq!(titles(store, &PaperQuery::of(HERE, Shelf::Study)), ["f"]);
    assert_eq!(titles(store, &PaperQuery::of("Ada", Shelf::Record)), ["g"]);
    assert_eq!(titles(store, &PaperQuery::of("Ada", Shelf::Progress)), [""; 0]);
    assert_eq!(titles(store, &studies.clone().titled("c")), ["c"]);
    assert_eq!(titles(store, &studies.clone().titled("C")), [""; 0]);
    let pages: Vec<PaperPage> =
        (0..3).map(|number| store.papers(&studies.clone().page(number, 2)).expect("a page")).collect();
    let shown = pages.iter().flat_map(|page| &page.papers).map(|heading| heading.title.as_str());
    assert_eq!(shown.collect::<String>(), "bdca");
    // Four titles of one letter, and the texts.
    assert!(pages.iter().all(|page| (page.total, page.bytes) == (4, 4 + 20 + 40 + 30 + 30)), "{pages:?}");
    assert_eq!(pages[0].papers[0], kept(&all[1]).heading);

    let mut moved = kept(&all[0]);
    moved.heading.touched_ms = 60;
    moved.text.clear();
    store.keep_paper(&moved).expect("touched");
    let page = store.papers(&studies).expect("a list");
    assert_eq!((page.papers[0].title.as_str(), page.bytes), ("a", 4 + 40 + 30 + 30));
}

pub(super) fn papers_are_found_when_they_are_due(open: &dyn Fn() -> Handle) {
    let store = &*open();
    for (title, due_ms) in [("never", None), ("late", Some(90)), ("soon", Some(10)), ("same", Some(10)), ("0", Some(0))]
    {
        let mut card = paper("Ada", Shelf::Card, title, 5);
        card.heading.due_ms = due_ms;
        store.keep_paper(&card).expect("kept");
    }
    let cards = PaperQuery::of("Ada", Shelf::Card);
    for (now_ms, due) in [
        (0, &["0"][..]),
        (9, &["0"]),
        (10, &["0", "soon", "same"]),
        (89, &["0", "soon", "same"]),
        (u64::MAX, &["0", "soon", "same", "late"]),
    ] {
        let query = cards.clone().due_by(now_ms);
        assert_eq!(titles(store, &query), due, "{now_ms}: the longest due first");
        assert_eq!(store.papers(&query).expect("a list").total, due.len() as u64);
    }
    assert_eq!(store.papers(&cards).expect("a list").total, 5);
    assert_eq!(titles(store, &cards.due_by(50).page(1, 2)), ["same"]);
}

pub(super) fn a_full_shelf_loses_what_was_not_touched(open: &dyn Fn() -> Handle) {
    let store = &*open();
    for (owner, shelf, title, at_ms) in [
        ("Ada", Shelf::Record, "a", 10),
        ("Bob", Shelf::Record, "b", 20),
        ("Ada", Shelf::Record, "c", 30),
        ("Ada", Shelf::Record, "d", 40),
        ("Bob", Shelf::Study, "e", 5),
    ] {
        store.keep_paper(&paper(owner, shelf, title, at_ms)).expect("kept");
    }
    let thin_out = |owner, papers, bytes| store.thin_out(Shelf::Record, owner, Room { papers, bytes }).expect("room");
    let left = |owner| titles(store, &PaperQuery::of(owner, Shelf::Record));
    assert_eq!((thin_out(Some("Ada"), 3, 83), thin_out(None, 4, 104)), (0, 0), "there is room");
    assert_eq!((thin_out(Some("Ada"), 2, 999), left("Ada"), left("Bob")), (1, vec_of(["d", "c"]), vec_of(["b"])));
    assert_eq!((thin_out(None, 9, 92), left("Ada"), left("Bob")), (1, vec_of(["d", "c"]), Vec::new()));
    assert_eq!((thin_out(Some("Ada"), 9, 71), left("Ada")), (1, vec_of(["d"])));
    assert_eq!((thin_out(None, 0, 999), left("Ada")), (1, Vec::new()));
    assert_eq!(titles(store, &PaperQuery::of("Bob", Shelf::Study)), ["e"], "another shelf");
}

fn vec_of<const N: usize>(titles: [&str; N]) -> Vec<String> {
    titles.map(str::to_owned).to_vec()
}
