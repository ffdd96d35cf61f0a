use std::io::Write;
use std::process::Stdio;

use crate::program::command;

/// What the program answers to these lines.
fn speak(args: &[&str], lines: &str) -> String {
    let mut child = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn gtp_serves_all_three_games() {
    for (game, mv) in [("go", "D4"), ("othello", "F5"), ("aligne4", "7b2")] {
        let lines = format!("1 protocol_version\n2 play black {mv}\n3 genmove white\n4 quit\n");
        let answers = speak(&["gtp", "--game", game, "--who", "random", "--seed", "1"], &lines);
        assert!(answers.starts_with("=1 2\n\n=2\n\n=3 "), "{game}: {answers}");
    }
}

/// Lizzie shows points and owners for engines of one name alone.
#[test]
fn gtp_tells_the_name_that_it_is_given() {
    for (args, name) in
        [(&[][..], "Plateau"), (&["--name", "KataGo"], "KataGo"), (&["--name", "Kata\n\nGo"], "Kata Go")]
    {
        let answers = speak(&[&["gtp", "--who", "random"], args].concat(), "name\nquit\n");
        assert_eq!(answers, format!("= {name}\n\n=\n\n"));
    }
}

/// Programs tell the size of the board after the start; what was chosen for the usual size must not stay.
#[test]
fn a_board_that_gtp_makes_larger_is_played_as_one_that_was_large_from_the_start() {
    let analysis = |args: &[&str]| {
        let args = [&["gtp", "--who", "nodes:20", "--seed", "1"], args].concat();
        let answers = speak(&args, "boardsize 19\nkomi 7.5\nclear_board\nlz-genmove_analyze black\nquit\n");
        answers.lines().filter(|line| line.contains("play ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (changed, from_the_start) = (analysis(&[]), analysis(&["--size", "19"]));
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!(changed, from_the_start);
}

#[test]
fn the_memory_to_think_with_can_be_said_within_reason() {
    for (args, lines) in
        [(&["gtp", "--memory", "16"][..], "genmove b\nquit\n"), (&["nboard", "--memory", "32"], "quit\n")]
    {
        speak(args, lines);
    }
    for command in
        [&["gtp"][..], &["gtp", "--game", "aligne4"], &["nboard"], &["match", "go", "--a", "random", "--b", "random"]]
    {
        for memory in ["0", "15", "999999999999", "18446744073709551615", "much"] {
            let run = crate::program::run(&[command, &["--memory", memory]].concat());
            assert_eq!(run.code, 2, "{command:?} {memory}: {}", run.err);
            assert!(memory == "much" || run.err.contains("at least 16"), "{command:?} {memory}: {}", run.err);
        }
    }
}

#[test]
fn nboard_answers_a_ping() {
    assert!(speak(&["nboard"], "nboard 2\nping 7\nquit\n").contains("pong 7"));
}

/// GNU Go, where it is installed; its absence is a failure where peers are required.
fn gnugo() -> Option<&'static str> {
    let found = ["gnugo", "/usr/games/gnugo"]
        .into_iter()
        .find(|program| std::process::Command::new(program).arg("--version").output().is_ok());
    assert!(found.is_some() || std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "gnugo must be installed");
    if found.is_none() {
        eprintln!("gnugo is not installed: passed over");
    }
    found
}

#[test]
fn gnugo_plays_whole_games_against_plateau_gtp_under_our_referee() {
    let Some(gnugo) = gnugo() else { return };
    let ours = format!("engine:{} gtp --who level:1 --seed 3", env!("CARGO_BIN_EXE_plateau"));
    let theirs = format!("engine:{gnugo} --mode gtp --level 1 --seed 1 --chinese-rules");
    let args =
        ["match", "go", "--size", "9", "--rules", "chinese", "--games", "2", "--json", "--a", &theirs, "--b", &ours];
    let run = crate::program::run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let games: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 3, "two games, each colour once, and the match");
    assert!(games[..2].iter().all(|game| game["moves"].as_str().unwrap().split(' ').count() > 20), "{}", run.out);
    assert_eq!((&games[0]["a"], &games[1]["a"]), (&"black".into(), &"white".into()));
    // GNU Go passes with dead stones on the board; they are taken off, so it wins what it has won.
    assert_eq!((&games[2]["games"], &games[2]["wins"]), (&2.into(), &2.into()), "{}", run.out);
}

#[test]
fn a_program_that_speaks_nboard_plays_othello_and_nothing_else() {
    let program = env!("CARGO_BIN_EXE_plateau");
    let ours = format!("nboard:3:'{program}' nboard --memory 32 --no-book --seed 3");
    let args = ["match", "othello", "--games", "2", "--json", "--seed", "1", "--a", &ours, "--b", "random"];
    let run = crate::program::run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let games: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 3, "two games, each colour once, and the match");
    assert_eq!((&games[2]["games"], &games[2]["wins"]), (&2.into(), &2.into()), "{}", run.out);
    for (game, told) in [("go", "Othello only"), ("aligne4", "No other program")] {
        let run = crate::program::run(&["match", game, "--lang", "en", "--a", &ours, "--b", "random"]);
        assert_eq!(run.code, 2, "{game}: {}", run.err);
        assert!(run.err.contains(told), "{game}: {}", run.err);
    }
}

#[test]
fn an_engine_that_cannot_be_started_exits_with_4() {
    let run = crate::program::run(&["match", "go", "--a", "engine:/no/such/program", "--b", "random"]);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(run.err.contains("/no/such/program"), "{}", run.err);
}
