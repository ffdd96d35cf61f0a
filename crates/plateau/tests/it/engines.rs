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

#[test]
fn nboard_answers_a_ping() {
    assert!(speak(&["nboard"], "nboard 2\nping 7\nquit\n").contains("pong 7"));
}
