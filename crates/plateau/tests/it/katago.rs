//! The analysis protocol beside the program that it comes from.
//!
//! `PLATEAU_KATAGO` is the command line of a `KataGo` analysis engine, such as `katago analysis -model b6c96.bin.gz -config analysis.cfg`.
//! It can be had only by building it or by taking it from its authors' site, so these tests pass over it where it is not named,
//! and no list of required peers has it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What `KataGo`'s network says and ours does not: how uncertain it is, and how games without result come about.
const UNKNOWN_HERE: [&str; 5] =
    ["rawNoResultProb", "rawScoreSelfplayStdev", "rawStScoreError", "rawStWrError", "rawVarTimeLeft"];

/// Both engines get these bytes: the example of the protocol's own text, and everything that can be asked for.
const QUERIES: [&str; 2] = [
    r#"{"id":"foo","initialStones":[["B","Q4"],["B","C4"]],"moves":[["W","P5"],["B","P6"]],"rules":"tromp-taylor","komi":7.5,"boardXSize":19,"boardYSize":19,"analyzeTurns":[0,1,2],"maxVisits":20}"#,
    r#"{"id":"all","moves":[["B","E5"],["W","C3"],["B","G3"]],"rules":"chinese","komi":7,"boardXSize":9,"boardYSize":9,"analyzeTurns":[3],"maxVisits":60,"includeOwnership":true,"includeOwnershipStdev":true,"includeMovesOwnership":true,"includeMovesOwnershipStdev":true,"includePolicy":true,"includePVVisits":true,"avoidMoves":[{"player":"W","moves":["E3","C5"],"untilDepth":1}],"overrideSettings":{"reportAnalysisWinratesAs":"BLACK","maxTime":60}}"#,
];

/// The answers of an engine, by id and turn.
fn answers(mut command: Command) -> BTreeMap<(String, u64), Value> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all((QUERIES.join("\n") + "\n").as_bytes()).expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers = answers.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let key = |answer: &Value| (answer["id"].as_str().map(str::to_owned), answer["turnNumber"].as_u64());
    answers
        .map(|answer| match key(&answer) {
            (Some(id), Some(turn)) => ((id, turn), answer),
            _ => panic!("{answer}"),
        })
        .collect()
}

/// Every field with its path and what kind of value it has; a list of numbers has its length, a list of objects what its first one has.
fn shape(value: &Value, path: &str, into: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                shape(member, &format!("{path}.{name}"), into);
            }
        }
        Value::Array(values) if values.first().is_some_and(Value::is_object) => {
            shape(&values[0], &format!("{path}[]"), into);
        }
        Value::Array(values) if values.first().is_some_and(Value::is_number) && !path.contains(".pv") => {
            into.insert(path.to_owned(), format!("{} numbers", values.len()));
        }
        Value::Array(_) => drop(into.insert(path.to_owned(), "a list".into())),
        Value::Bool(_) => drop(into.insert(path.to_owned(), "a boolean".into())),
        Value::Number(_) => drop(into.insert(path.to_owned(), "a number".into())),
        Value::String(_) => drop(into.insert(path.to_owned(), "a text".into())),
        Value::Null => panic!("{path} is null"),
    }
}

fn shapes(answers: &BTreeMap<(String, u64), Value>) -> BTreeMap<(String, u64), BTreeMap<String, String>> {
    let of = |answer: &Value| {
        let mut fields = BTreeMap::new();
        shape(answer, "", &mut fields);
        fields
            .retain(|path, _| !UNKNOWN_HERE.iter().any(|name| path.ends_with(name)) && !path.ends_with("isSymmetryOf"));
        fields
    };
    answers.iter().map(|(key, answer)| (key.clone(), of(answer))).collect()
}

#[test]
fn the_same_bytes_get_answers_of_the_same_shape() {
    let ours = answers(crate::program::command(&["analysis", "--threads", "2"]));
    let keys: Vec<_> = ours.keys().map(|(id, turn)| (id.as_str(), *turn)).collect();
    assert_eq!(keys, [("all", 3), ("foo", 0), ("foo", 1), ("foo", 2)]);
    let all = &ours[&("all".to_owned(), 3)];
    let moves = all["moveInfos"].as_array().expect("moves");
    assert!(moves.iter().all(|info| info["move"] != "E3" && info["move"] != "C5"));
    let Some(katago) = std::env::var("PLATEAU_KATAGO").ok() else {
        return eprintln!("PLATEAU_KATAGO is not set: shapes were not compared");
    };
    let mut words = katago.split_whitespace();
    let mut command = Command::new(words.next().expect("a program"));
    command.args(words);
    let theirs = answers(command);
    assert_eq!(shapes(&ours), shapes(&theirs));
}
