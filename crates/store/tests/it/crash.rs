//! Processes that are killed, and processes that work on the same database at once.

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use store::conformance::games::{SETUPS, random_actions, table};
use store::{GameId, Kept, Noted, Query, Sqlite, Store, Summary};

use crate::child::{SEATED, command, said};
use crate::kit::Folder;

/// What has been acknowledged, by game: the events as text.
#[derive(Default)]
pub(crate) struct Acknowledged {
    pub(crate) games: BTreeMap<GameId, Vec<String>>,
    pub(crate) events: usize,
    last: Option<GameId>,
}

impl Acknowledged {
    /// `ID` when a game is begun or continued, `ID EVENT` for an event. Returns the games that were spoken of.
    pub(crate) fn take_in(&mut self, lines: &[String]) -> Vec<GameId> {
        let mut touched = Vec::new();
        for line in lines {
            let (id, event) = line.split_once(' ').map_or((line.as_str(), None), |(id, event)| (id, Some(event)));
            let id = id.parse().expect("an id");
            let events = self.games.entry(id).or_default();
            events.extend(event.map(str::to_owned));
            self.events += usize::from(event.is_some());
            self.last = Some(id);
            touched.push(id);
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Every acknowledged event is there; beyond them at most what one decision made, kept but not yet said. That
    /// counts as acknowledged from now on, since the next process has seen it.
    pub(crate) fn check(&mut self, store: &dyn Store, id: GameId) {
        let loaded = store.load(id).expect("an acknowledged game");
        let table = loaded.table().expect("a table");
        let found: Vec<String> = loaded.events.iter().map(ToString::to_string).collect();
        let known = self.games.entry(id).or_default();
        assert!(found.starts_with(known), "lost: {found:?} instead of {known:?}");
        let unsaid = &loaded.events[known.len()..];
        assert!(unsaid.windows(2).all(|pair| pair[0].at_ms == pair[1].at_ms), "more than one decision: {unsaid:?}");
        assert_eq!(table.next_event(), found.len() as u64);
        *known = found;
    }

    /// The last game that was shown is offered first, if it is not over, but for those that began after it and were never
    /// said to: each kill can leave one, and the process after it can begin another before it has said a word.
    fn check_offer(&self, store: &Sqlite) {
        let Some(last) = self.last else { return };
        let summary = store.load(last).expect("the last game").summary;
        if summary.end.is_none() {
            let offered = store.list(&Query::unfinished()).expect("a list").games;
            let is_unsaid = |game: &Summary| !self.games.contains_key(&game.id);
            let at = offered.iter().position(|game| game.id == last).expect("the last game is offered");
            assert!(offered[..at].iter().all(is_unsaid), "{last} after {:?}", &offered[..at]);
        }
    }
}

/// No kill leaves a game without what was to be kept with it.
fn check_seats(store: &Sqlite) {
    let totals = [Query::unfinished(), Query::finished()].map(|query| store.list(&query).expect("a list").total);
    let seated = store.noted(&Noted::new(SEATED, "yes", u32::MAX)).expect("a list").len();
    assert_eq!(seated as u64, totals.iter().sum::<u64>(), "a game was half made");
}

#[test]
fn nothing_that_was_shown_is_lost_in_200_kills() {
    const KILLS: u64 = 200;
    let folder = Folder::new();
    let mut rng = Rng::with_seed(7);
    let mut acknowledged = Acknowledged::default();
    for round in 0..KILLS {
        let task = format!("play {round} {}", (round + 1) * 1_000_000);
        let mut child = command(&task, &folder.database()).spawn().expect("a child");
        std::thread::sleep(Duration::from_micros(rng.u64(..80_000)));
        // On Unix this is SIGKILL: the process has no say in it.
        child.kill().expect("killed");
        let output = child.wait_with_output().expect("its output");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && !errors.contains("panicked"), "it ended by itself: {errors}");
        let touched = acknowledged.take_in(&said(&output.stdout));
        let store = folder.open();
        for id in touched {
            acknowledged.check(&store, id);
        }
        acknowledged.check_offer(&store);
        check_seats(&store);
        store.check().expect("a sound database");
    }
    let store = folder.open();
    let all: Vec<GameId> = acknowledged.games.keys().copied().collect();
    for id in all {
        acknowledged.check(&store, id);
    }
    println!("{} events in {} games", acknowledged.events, acknowledged.games.len());
    assert!(acknowledged.events > 500, "the children hardly played: {}", acknowledged.events);
}

#[test]
fn a_kill_while_the_database_is_made_does_no_harm() {
    let mut rng = Rng::with_seed(11);
    for round in 0..30 {
        let folder = Folder::new();
        let mut child = command(&format!("play {round} 1"), &folder.database()).spawn().expect("a child");
        std::thread::sleep(Duration::from_micros(rng.u64(..30_000)));
        child.kill().expect("killed");
        let output = child.wait_with_output().expect("its output");
        let store = folder.open();
        let mut acknowledged = Acknowledged::default();
        for id in acknowledged.take_in(&said(&output.stdout)) {
            acknowledged.check(&store, id);
        }
        store.check().expect("a sound database");
    }
}

/// What a power cut leaves: everything up to the last append that returned, and of the rest any part, or rubbish.
#[test]
fn a_log_that_is_torn_anywhere_keeps_what_was_acknowledged() {
    let folder = Folder::new();
    let store = folder.open();
    let log = folder.database().with_file_name("plateau.db-wal");
    let mut rng = Rng::with_seed(5);
    let mut game = Kept::create(&store, table(SETUPS[1]), 1).expect("a game");
    // How long the log was when so many events had been acknowledged.
    let mut lengths = Vec::new();
    let length = || std::fs::metadata(&log).expect("a log").len() as usize;
    lengths.push((length(), 0));
    for now_ms in 2..40 {
        let actions = random_actions(game.table(), &mut rng, now_ms);
        game.commit(&store, actions, now_ms).expect("kept");
        lengths.push((length(), game.table().next_event()));
    }
    let [database, log] = [folder.database(), log].map(|path| std::fs::read(path).expect("bytes"));
    let all = store.events(game.id(), 0).expect("events");
    for _ in 0..60 {
        let cut = rng.usize(lengths[0].0..log.len());
        let acknowledged = lengths.iter().rev().find(|(length, _)| *length <= cut).expect("at least none").1;
        let mut torn = log[..cut].to_vec();
        if rng.bool() {
            torn.resize(log.len(), rng.u8(..));
        }
        let copy = Folder::new();
        std::fs::create_dir(copy.database().parent().expect("a folder")).expect("a folder");
        std::fs::write(copy.database(), &database).expect("a copy");
        std::fs::write(copy.database().with_file_name("plateau.db-wal"), torn).expect("a copy");
        let store = copy.open();
        let found = store.load(game.id()).expect("the game");
        found.table().expect("a table");
        assert!(all.starts_with(&found.events));
        assert_eq!(found.events.len() as u64, acknowledged, "cut at {cut} of {}", log.len());
        store.check().expect("a sound database");
    }
}

#[test]
fn several_processes_make_the_database_together() {
    for _ in 0..5 {
        let folder = Folder::new();
        let children = [1, 2, 3, 4].map(|_| command("open", &folder.database()).spawn().expect("a child"));
        for child in children {
            assert_eq!(said(&child.wait_with_output().expect("its output").stdout), ["store-opened"]);
        }
        folder.open().check().expect("a sound database");
    }
}

#[test]
fn two_processes_in_one_game_lose_nothing() {
    let folder = Folder::new();
    let store = folder.open();
    let id = store.create(&table(SETUPS[1]), 1).expect("a game");
    let children =
        [1, 2].map(|seed| command(&format!("duel {seed} {id}"), &folder.database()).spawn().expect("a child"));
    for child in children {
        let output = child.wait_with_output().expect("its output");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
    let loaded = store.load(id).expect("the game");
    assert_eq!(loaded.events.len(), 100);
    loaded.table().expect("a table");
    for seed in [1, 2] {
        let turns = loaded.events.iter().map(ToString::to_string).filter(|line| line.contains(&format!("\t{seed} ")));
        let turns: Vec<String> = turns.map(|line| line.rsplit(' ').next().expect("a turn").to_owned()).collect();
        assert_eq!(turns, (0..50).map(|turn| turn.to_string()).collect::<Vec<_>>(), "each kept its own order");
    }
}
