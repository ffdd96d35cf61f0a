use crate::program::run;

#[test]
fn the_last_line_is_the_number_alone() {
    for (args, count) in [
        (&["perft", "othello", "1"][..], "4"),
        (&["perft", "othello", "9"], "3005288"),
        (&["perft", "othello", "9", "--position", "start"], "3005288"),
        (&["perft", "othello", "0"], "1"),
        (&["perft", "aligne4", "1"], "256"),
        (&["perft", "aligne4", "2"], "57600"),
        (&["perft", "aligne4", "2", "--variant", "gift"], "256"),
        (&["perft", "go", "1"], "82"),
        (&["perft", "go", "2", "--size", "19"], "130683"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.lines().last()), (0, Some(count)), "{args:?}: {}", run.err);
        assert_eq!(run.out.lines().count(), 1, "{args:?}");
    }
}

#[test]
fn an_ended_game_counts_once() {
    let full = format!("{} X", "X".repeat(64));
    let run = run(&["perft", "othello", "5", "--position", &full]);
    assert_eq!((run.code, run.out.as_str()), (0, "1\n"));
}

#[test]
fn divide_shows_the_first_moves_and_sums_up() {
    let run = run(&["perft", "othello", "4", "--divide"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 5);
    let sum: u64 = lines[..4].iter().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((sum, lines[4]), (244, "244"));
    assert!(lines.iter().any(|line| line.starts_with("f5 ")), "{lines:?}");
}

#[test]
fn json_is_one_object_on_one_line() {
    let run = run(&["perft", "othello", "5", "--divide", "--json"]);
    assert_eq!(run.out.lines().count(), 1);
    let object: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&object["game"], &object["depth"], &object["count"]), (&"othello".into(), &5.into(), &1396.into()));
    assert_eq!(object["moves"].as_object().map(serde_json::Map::len), Some(4));
}
