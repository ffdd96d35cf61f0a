//! Games are found again.

use plateau_core::Player;
use table::{End, Ending, Kind, Seat, Who};

use super::Handle;
use super::games::{OTHELLO, SETUPS, event, play, table};
use crate::{GameId, Query, Store};

fn listed(store: &dyn Store, query: Query) -> Vec<GameId> {
    store.list(&query).expect("a list").games.iter().map(|summary| summary.id).collect()
}

fn one_of_each(store: &dyn Store) -> [GameId; 4] {
    let mut at_ms = 9;
    SETUPS.map(|setup| {
        at_ms += 1;
        store.create(&table(setup), at_ms).expect("a game")
    })
}

pub(super) fn the_last_touched_is_first(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let ids = one_of_each(store);
    assert_eq!(listed(store, Query::unfinished()), [ids[3], ids[2], ids[1], ids[0]]);
    store.append(ids[1], 0, &[play("f5", 50)], None).expect("a move");
    assert_eq!(listed(store, Query::unfinished()), [ids[1], ids[3], ids[2], ids[0]]);
    // A clock that was set back does not make a game older than it was.
    store.append(ids[1], 1, &[play("d6", 3)], None).expect("a move");
    assert_eq!(listed(store, Query::unfinished()), [ids[1], ids[3], ids[2], ids[0]]);
    // Of the same moment the one that began last.
    store.append(ids[0], 0, &[play("C3", 50)], None).expect("a move");
    assert_eq!(listed(store, Query::unfinished()), [ids[1], ids[0], ids[3], ids[2]]);
}

pub(super) fn a_list_is_of_a_kind_finished_or_not(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let ids = one_of_each(store);
    let resigned = End::uncounted(Ending::Resignation(Player::White));
    store.append(ids[0], 0, &[event("60 resign white")], Some(&resigned)).expect("an end");
    store.append(ids[1], 0, &[], Some(&resigned)).expect("only the end");
    assert_eq!(listed(store, Query::unfinished()), [ids[3], ids[2]]);
    assert_eq!(listed(store, Query::finished()), [ids[0], ids[1]]);
    for (kind, unfinished, finished) in
        [(Kind::Go, &[ids[3]][..], &[ids[0]][..]), (Kind::Othello, &[], &[ids[1]]), (Kind::Aligne4, &[ids[2]], &[])]
    {
        assert_eq!(listed(store, Query::unfinished().of(kind)), unfinished, "{kind}");
        assert_eq!(listed(store, Query::finished().of(kind)), finished, "{kind}");
        assert_eq!(store.list(&Query::finished().of(kind)).expect("a list").total, finished.len() as u64, "{kind}");
    }
    store.append(ids[0], 1, &[], None).expect("open again");
    assert_eq!(listed(store, Query::unfinished()), [ids[0], ids[3], ids[2]], "an end can be taken back");
}

pub(super) fn pages_show_every_game_once(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let mut ids: Vec<GameId> = (0..5).map(|at| store.create(&table(OTHELLO), at).expect("a game")).collect();
    ids.reverse();
    for limit in 1..=6 {
        let mut seen = Vec::new();
        for number in 0..5 {
            let page = store.list(&Query::unfinished().page(number, limit)).expect("a page");
            assert_eq!(page.total, 5, "page {number} of {limit}");
            assert!(page.games.len() <= limit as usize, "page {number} of {limit}");
            seen.extend(page.games.iter().map(|summary| summary.id));
        }
        assert_eq!(seen, ids, "pages of {limit}");
    }
    for query in [Query::unfinished().page(0, 0), Query { skip: u64::MAX, ..Query::unfinished() }] {
        let page = store.list(&query).expect("a page");
        assert_eq!((page.games.len(), page.total), (0, 5), "{query:?}");
    }
}

pub(super) fn a_summary_says_how_the_game_stands(open: &dyn Fn() -> Handle) {
    let store = &*open();
    let id = store.create(&table(SETUPS[0]), 10).expect("a game");
    let counted = End::counted(-7, [89, 96]);
    let events = ["20 play C3 0", "21 play pass 0", "22 play pass 0", "61 sit white human\tZoé"].map(event);
    store.append(id, 0, &events, Some(&counted)).expect("an end");
    let page = store.list(&Query::finished()).expect("a page");
    let summary = &page.games[0];
    assert_eq!(*summary, store.load(id).expect("the game").summary, "a list and a game say the same");
    assert_eq!((summary.moves, summary.events), (3, 4));
    assert_eq!((summary.created_ms, summary.touched_ms), (10, 61));
    assert_eq!((summary.id, summary.kind, summary.end), (id, Kind::Go, Some(counted)));
    let seat = |name: &str| Seat { name: name.to_owned(), who: Who::Person };
    assert_eq!(summary.seats, [seat("Ada"), seat("Zoé")]);
    for (line, moves) in [("70 undo 2", 1), ("71 redo 1", 2), ("72 think 5", 2)] {
        let from = store.load(id).expect("the game").summary.events;
        store.append(id, from, &[event(line)], None).expect(line);
        assert_eq!(store.load(id).expect("the game").summary.moves, moves, "{line}");
    }
    for end in [End::counted(1, [1, 0]), End::counted(0, [-3, -3]), End::uncounted(Ending::Draw)] {
        store.append(id, 7, &[], Some(&end)).expect("an end");
        assert_eq!(store.load(id).expect("the game").summary.end, Some(end));
    }
}
