use std::fs;
use std::path::PathBuf;

use crate::program::run;

#[test]
fn a_match_prints_wins_draws_losses_and_the_interval() {
    let run = run(&["match", "othello", "--a", "level:1", "--b", "random", "--games", "20", "--seed", "1"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let first = run.out.lines().next().expect("a line");
    assert!(first.starts_with("level:1 against random: ") && first.contains("95 % confidence"), "{first}");
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let play = || {
        let run = run(&["match", "aligne4", "--a", "random", "--b", "random", "--games", "6", "--seed", "3", "--json"]);
        let lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 7, "{}", run.err);
        lines[..6].to_vec()
    };
    assert_eq!(play(), play());
}

#[test]
fn openings_come_from_a_file() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("openings.txt");
    fs::write(&path, "f5d6c3\n\nf5 f6 e6\n").expect("the folder for tests can be written");
    let args = [
        "match",
        "othello",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "4",
        "--json",
        "--openings",
        path.to_str().unwrap(),
    ];
    let good = run(&args);
    let games: Vec<serde_json::Value> = good.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let starts: Vec<bool> = games[..4]
        .iter()
        .zip(["f5 d6 c3", "f5 d6 c3", "f5 f6 e6", "f5 f6 e6"])
        .map(|(game, start)| game["moves"].as_str().unwrap().starts_with(start))
        .collect();
    assert_eq!(starts, [true; 4], "{}", good.out);
    fs::write(&path, "f5d6\nf5 nonsense\n").expect("the folder for tests can be written");
    let bad = run(&args);
    assert_eq!(bad.code, 3);
    assert!(bad.err.contains("line 2, column 4"), "{}", bad.err);
    let missing = run(&["match", "othello", "--a", "random", "--b", "random", "--openings", "/no/such/file"]);
    assert_eq!(missing.code, 3);
}

#[test]
fn openings_are_named_or_drawn_for_every_pair() {
    let starts = |opening: &str| {
        let args = ["--games", "6", "--seed", "5", "--json", "--opening", opening];
        let played = run(&[&["match", "othello", "--a", "random", "--b", "random"], &args[..]].concat());
        let games = played.out.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let moves = games.filter_map(|game| game["moves"].as_str().map(|moves| moves.split(' ').take(8).collect()));
        let starts: Vec<String> = moves.collect();
        assert_eq!(starts.len(), 6, "{}", played.err);
        starts
    };
    assert!(starts("tiger").iter().all(|moves| moves.starts_with("f5d6c3d3c4")));
    let drawn = starts("xot");
    assert_eq!([&drawn[0], &drawn[2], &drawn[4]], [&drawn[1], &drawn[3], &drawn[5]]);
    assert!(drawn[0] != drawn[2] && drawn[2] != drawn[4]);
}

#[test]
fn a_match_without_games_is_refused() {
    let run = run(&["match", "othello", "--a", "random", "--b", "random", "--games", "0"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
}

/// Nought is singular in French and plural in English.
#[test]
fn results_are_said_in_the_right_number() {
    let say = |lang| {
        let args =
            ["match", "aligne4", "--a", "level:7", "--b", "random", "--games", "1", "--seed", "1", "--lang", lang];
        run(&args).out
    };
    let (english, french) = (say("en"), say("fr"));
    assert!(english.contains(": 1 win, 0 draws, 0 losses;"), "{english}");
    assert!(french.contains("\u{a0}: 1 victoire, 0 nulle, 0 défaite\u{a0};"), "{french}");
    let levels = run(&["levels", "go", "--lang", "fr"]).out;
    assert!(levels.contains(" victoires et 0 nulle en 100 parties"), "{levels}");
}

#[test]
fn wrong_seats_are_refused() {
    for seat in ["human", "level:99", "level:0", "nobody", "time:x"] {
        let run = run(&["match", "othello", "--a", seat, "--b", "random"]);
        assert_eq!(run.code, 2, "{seat}: {}", run.err);
    }
}

#[test]
fn levels_are_listed_with_their_strength() {
    let text = run(&["levels", "go"]);
    assert!(text.code == 0 && text.out.contains("For beginners"), "{}", text.out);
    let json = run(&["levels", "go", "--json"]);
    for line in json.out.lines() {
        let level: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        assert!(level["level"].as_u64().is_some() && level["against_level_below"]["wins"].as_u64().is_some());
        let boards = &level["on_other_boards"];
        assert!(boards["13"]["wins"].as_u64().is_some() && boards["19"]["wins"].as_u64().is_some(), "{line}");
    }
}
