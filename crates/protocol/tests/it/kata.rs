//! Queries that mean no good, and what they leave behind.

use fastrand::Rng;
use plateau_core::Player::{Black, White};
use protocol::Incoming;
use protocol::kata::{MAX_ID_BYTES, MAX_LINE_BYTES, MAX_MOVES, MAX_OPEN_TASKS, Request};
use serde_json::{Value, json};

use crate::desk::Talk;
use crate::hostile::{mutated, sent_lines};

fn answers(talk: &Talk, line: &str) -> Vec<Value> {
    let lines = talk.send(Incoming::Line(line));
    lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"))).collect()
}

/// A query on 9×9 with other members.
fn query(members: &Value) -> String {
    let mut query = json!({ "id": "q", "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 9 });
    query.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    query.to_string()
}

/// A game in which nothing happens.
fn passes(plies: usize) -> Value {
    let colours = ["B", "W"].iter().cycle();
    colours.take(plies).map(|colour| json!([colour, "pass"])).collect()
}

fn error(answers: &[Value]) -> &str {
    match answers {
        [answer] => answer["error"].as_str().unwrap_or_else(|| panic!("{answer}")),
        _ => panic!("{answers:?}"),
    }
}

#[test]
fn mutated_queries_never_break_a_session() {
    let (lines, talk, mut rng) = (sent_lines(|name| name == "kata.jsonl"), Talk::new(), Rng::with_seed(2026));
    for _ in 0..20_000 {
        let line = mutated(&lines, &mut rng);
        for answer in answers(&talk, &line) {
            let object = answer.as_object().unwrap_or_else(|| panic!("{line:?}: {answer}"));
            assert!(object.contains_key("error") || object.contains_key("id"), "{line:?}: {answer}");
        }
    }
    assert_eq!(answers(&talk, r#"{"id":"v","action":"query_version"}"#)[0]["version"], "0.0");
}

#[test]
fn what_is_too_large_is_refused_and_not_sent_back() {
    let talk = Talk::new();
    let many = passes(MAX_MOVES + 1);
    for (line, expected) in [
        (query(&json!({ "moves": many })), "at most 10000 moves"),
        (query(&json!({ "id": "x".repeat(MAX_ID_BYTES + 1) })), "at most 4096 bytes"),
        (query(&json!({ "rules": "x".repeat(100_000) })), "Could not parse rules"),
        (query(&json!({ "moves": [["B", "x".repeat(100_000)]] })), "Could not parse board location"),
        (query(&json!({ "initialStones": vec![json!(["B", "A1"]); 1000] })), "at most 81 moves"),
        ("[".repeat(100_000), "could not parse input line"),
        ("{\"id\":".repeat(100_000), "could not parse input line"),
        (format!("{{\"id\":\"{}", "x".repeat(100_000)), "could not parse input line"),
    ] {
        let answers = answers(&talk, &line);
        assert!(error(&answers).contains(expected), "{:?}", error(&answers));
        assert!(answers[0].to_string().len() < 1000, "{}", answers[0].to_string().len());
    }
    let too_long = talk.send(Incoming::TooLong);
    assert!(too_long.contains(&format!("at most {MAX_LINE_BYTES} bytes")), "{too_long}");
}

/// A field that nobody knows may have any name; what is said about it may not be as long.
#[test]
fn warnings_are_short() {
    let talk = Talk::new();
    let long = "x".repeat(100_000);
    let answers = answers(&talk, &query(&json!({ &long: 1, "maxVisits": 1, "overrideSettings": { &long: 1 } })));
    assert_eq!(answers.len(), 3);
    assert!(answers[..2].iter().all(|answer| answer["warning"].is_string() && answer.to_string().len() < 1000));
}

#[test]
fn a_query_of_nothing_but_unknown_fields_gets_a_few_warnings() {
    let talk = Talk::new();
    let many: Value = (0..50_000).map(|number| (format!("f{number}"), json!(0))).collect();
    let answers = answers(&talk, &query(&many));
    assert_eq!(answers.len(), 18, "16 warnings with a name, one with the number of the rest, and the answer");
    assert!(answers[16]["warning"].as_str().is_some_and(|text| text.contains("49984")), "{}", answers[16]);
}

#[test]
fn a_client_has_no_more_open_than_it_may() {
    let talk = Talk::new();
    let turns = 1000;
    let members = json!({ "id": "slow", "moves": passes(turns), "analyzeTurns": (0..turns).collect::<Vec<_>>() });
    for _ in 0..MAX_OPEN_TASKS / turns {
        assert_eq!(answers(&talk, &query(&members)), Vec::<Value>::new());
    }
    assert!(error(&answers(&talk, &query(&members))).contains("Too many positions"));
    let ended = answers(&talk, r#"{"id":"t","action":"terminate_all"}"#);
    assert_eq!(ended.len(), MAX_OPEN_TASKS + 1);
    assert_eq!(answers(&talk, &query(&members)), Vec::<Value>::new(), "there is room again");
}

#[test]
fn what_is_avoided_and_allowed_becomes_bans() {
    let bans = |members: Value| {
        let reading = Request::read(&query(&members)).unwrap_or_else(|why| panic!("{why:?}"));
        let Request::Query(query) = reading.request else { panic!("a query") };
        query.bans
    };
    let list = json!([{ "player": "W", "moves": ["A1", "pass"], "untilDepth": 3 }]);
    let avoided = bans(json!({ "avoidMoves": list }));
    assert_eq!(avoided.iter().map(|ban| ban.mv.to_string()).collect::<Vec<_>>(), ["A1", "pass"]);
    assert!(avoided.iter().all(|ban| ban.plies == 3 && ban.player == White));
    let allowed = bans(json!({ "allowMoves": list }));
    assert_eq!(allowed.len(), 80, "all points but one");
    assert!(allowed.iter().all(|ban| !avoided.contains(ban)));
}

/// What White gets hangs on the stones that Black had before White's first.
#[test]
fn handicap_stones_are_counted_where_they_stand_or_are_played() {
    let handicap = |members: Value| {
        let reading = Request::read(&query(&members)).unwrap_or_else(|why| panic!("{why:?}"));
        let Request::Query(query) = reading.request else { panic!("a query") };
        let position = query.position(0).expect("it has begun");
        (position.game().handicap().stones(), plateau_core::Position::turn(&position))
    };
    for (members, expected) in [
        (json!({}), (0, Black)),
        (json!({ "initialStones": [["B", "C3"], ["B", "G7"]] }), (2, White)),
        (json!({ "initialStones": [["B", "C3"]] }), (0, White)),
        (json!({ "initialStones": [["B", "C3"], ["B", "G7"], ["W", "E5"]] }), (0, Black)),
        (json!({ "initialStones": [["B", "C3"], ["B", "G7"]], "initialPlayer": "b" }), (2, Black)),
        (json!({ "moves": [["B", "C3"], ["B", "G7"], ["W", "E5"]] }), (2, Black)),
        (json!({ "moves": [["B", "C3"], ["W", "E5"]] }), (0, Black)),
        (json!({ "moves": [["W", "E5"]] }), (0, White)),
    ] {
        assert_eq!(handicap(members.clone()), expected, "{members}");
    }
}
