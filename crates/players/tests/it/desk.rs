//! Positions that are analysed for others.

use std::io::Cursor;
use std::num::NonZeroUsize;
use std::sync::Arc;

use engine_go::Playouts;
use players::desk::GoDesk;
use protocol::Incoming;
use protocol::kata::{self, Ending, Outbox, Overflow, Session};
use search::Resources;
use serde_json::{Value, json};

/// A desk of so many threads that judges by a few playouts.
fn desk(threads: usize) -> Arc<GoDesk> {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let resources = Resources { threads, seed: Some(1), ..Resources::default() };
    Arc::new(GoDesk::with_evaluators(&resources, 20, Vec::new(), || Playouts::new(1)).expect("threads"))
}

/// A query about a board of 5×5 with other members.
fn query(id: &str, members: &Value) -> String {
    let mut query = json!({ "id": id, "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5 });
    query.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
    query.to_string()
}

struct Client {
    session: Session,
    outbox: Outbox,
}

impl Client {
    fn of(desk: &Arc<GoDesk>) -> Client {
        let outbox = Outbox::new(Overflow::Wait);
        Client { session: Session::new(Arc::clone(desk) as Arc<_>, outbox.clone(), "0"), outbox }
    }

    fn send(&self, line: &str) {
        self.session.handle(Incoming::Line(line));
    }

    fn next(&self) -> Value {
        serde_json::from_str(&self.outbox.take().expect("an answer")).expect("JSON")
    }
}

const ENDLESS: u64 = 1 << 40;

#[test]
fn every_position_of_many_games_is_answered_once() {
    for threads in [1, 3] {
        let client = Client::of(&desk(threads));
        let moves = json!([["B", "C3"], ["W", "B2"], ["B", "D4"], ["W", "pass"]]);
        for number in 0..30 {
            let size = 4 + number % 3;
            let members = json!({
                "moves": moves, "analyzeTurns": [0, 1, 2, 3, 4], "maxVisits": 10 + number,
                "boardXSize": size, "boardYSize": size,
            });
            client.send(&query(&number.to_string(), &members));
        }
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..150 {
            let answer = client.next();
            let id: u64 = answer["id"].as_str().and_then(|id| id.parse().ok()).expect("a number");
            assert_eq!(answer["isDuringSearch"], false);
            assert_eq!(answer["rootInfo"]["visits"], 10 + id, "{answer}");
            assert!(seen.insert((id, answer["turnNumber"].as_u64())), "{answer}");
        }
        client.session.finish();
    }
}

#[test]
fn a_query_that_says_nothing_gets_the_usual_visits() {
    let client = Client::of(&desk(1));
    client.send(&query("usual", &json!({})));
    assert_eq!(client.next()["rootInfo"]["visits"], 20);
}

/// One thread that judges one position at a time has room for one position; what is more urgent does not wait for it.
#[test]
fn what_is_more_urgent_comes_first() {
    let client = Client::of(&desk(1));
    client.send(&query("endless", &json!({ "maxVisits": ENDLESS, "reportDuringSearchEvery": 0.001 })));
    assert_eq!(client.next()["isDuringSearch"], true, "it is under way");
    client.send(r#"{"id":"end","action":"terminate","terminateId":"nobody"}"#);
    client.send(&query("equal", &json!({ "priority": 0 })));
    client.send(&query("urgent", &json!({ "priority": 5 })));
    let answered = || loop {
        let answer = client.next();
        if answer["isDuringSearch"] == false {
            return answer["id"].as_str().expect("an id").to_owned();
        }
    };
    assert_eq!(answered(), "urgent");
    client.send(r#"{"id":"end","action":"terminate","terminateId":"endless"}"#);
    assert_eq!(answered(), "endless");
    assert_eq!(answered(), "equal");
}

#[test]
fn what_is_ended_is_answered_with_what_is_known() {
    let client = Client::of(&desk(1));
    let turns = json!({ "moves": [["B", "C3"]], "analyzeTurns": [0, 1], "maxVisits": ENDLESS, "reportDuringSearchEvery": 0.001 });
    client.send(&query("game", &turns));
    assert_eq!(client.next()["turnNumber"], 0);
    client.send(r#"{"id":"one","action":"terminate","terminateId":"game","turnNumbers":[1]}"#);
    let not_begun = std::iter::repeat_with(|| client.next()).find(|answer| answer["isDuringSearch"] == false);
    let not_begun = not_begun.expect("an answer");
    assert_eq!((&not_begun["turnNumber"], &not_begun["noResults"]), (&json!(1), &json!(true)));
    client.send(r#"{"id":"all","action":"terminate_all"}"#);
    let mut rest = std::iter::repeat_with(|| client.next()).filter(|answer| answer["isDuringSearch"] != true);
    let rest: Vec<Value> = (0..3).map(|_| rest.next().expect("an answer")).collect();
    let known = rest.iter().find(|answer| answer["turnNumber"] == 0).expect("what is known");
    assert!(known["rootInfo"]["visits"].as_u64() > Some(1), "{known}");
    for echo in ["one", "all"] {
        assert!(rest.iter().any(|answer| answer["id"] == echo), "{rest:?}");
    }
    client.session.finish();
}

#[test]
fn time_ends_a_search_too() {
    let client = Client::of(&desk(2));
    client.send(&query("brief", &json!({ "maxVisits": ENDLESS, "overrideSettings": { "maxTime": 0.0 } })));
    assert!(client.next()["rootInfo"]["visits"].as_u64() >= Some(1));
}

#[test]
fn what_is_avoided_is_not_told() {
    let client = Client::of(&desk(1));
    let avoid = json!({ "avoidMoves": [{ "player": "B", "moves": ["C3", "B2"], "untilDepth": 1 }], "maxVisits": 200 });
    client.send(&query("avoid", &avoid));
    let answer = client.next();
    let infos = answer["moveInfos"].as_array().expect("moves");
    assert!(infos.len() > 10 && infos.iter().all(|info| info["move"] != "C3" && info["move"] != "B2"));
    let allow = json!({ "allowMoves": [{ "player": "B", "moves": ["C3"], "untilDepth": 1 }] });
    client.send(&query("allow", &allow));
    let answer = client.next();
    assert_eq!(answer["moveInfos"].as_array().map(Vec::len), Some(1), "{answer}");
    assert_eq!(answer["moveInfos"][0]["move"], "C3");
}

#[test]
fn clients_do_not_end_each_others_queries() {
    let desk = desk(2);
    let (one, other) = (Client::of(&desk), Client::of(&desk));
    one.send(&query("same", &json!({ "maxVisits": ENDLESS, "reportDuringSearchEvery": 0.001 })));
    assert_eq!(one.next()["isDuringSearch"], true);
    other.send(r#"{"id":"all","action":"terminate_all"}"#);
    assert_eq!(other.next()["id"], "all");
    assert_eq!(one.next()["isDuringSearch"], true, "it goes on");
    one.session.abandon();
    one.session.finish();
}

#[test]
fn the_end_of_the_input_waits_for_what_is_open_or_leaves_it() {
    let lines: String = (0..40).map(|number| query(&number.to_string(), &json!({ "maxVisits": 30 })) + "\n").collect();
    let mut written = Vec::new();
    kata::serve(desk(2), Cursor::new(lines), &mut written, "0", Ending::Finish).expect("a pipe");
    assert_eq!(String::from_utf8_lossy(&written).lines().count(), 40);
    let endless = query("endless", &json!({ "maxVisits": ENDLESS })) + "\n";
    let mut written = Vec::new();
    kata::serve(desk(2), Cursor::new(endless), &mut written, "0", Ending::Leave).expect("a pipe");
    assert_eq!(written, b"");
}
