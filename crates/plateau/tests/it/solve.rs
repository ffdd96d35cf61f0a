use std::fs;
use std::path::PathBuf;

use plateau_core::{Game as _, Position as _};

use crate::program::run;

fn solved(args: &[&str]) -> Vec<serde_json::Value> {
    let run = run(&[&["solve", "aligne4", "--json"], args].concat());
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn the_empty_board_is_lost_for_who_begins() {
    let [start] = &solved(&["start", "--distance"])[..] else { panic!("one position, one answer") };
    assert_eq!((&start["value"], &start["plies"]), (&"loss".into(), &14.into()));
    assert_eq!(start["line"].as_str().expect("a line").split(' ').count(), 14);
    assert!(start["best"].is_string() && start["nodes"].is_u64() && start["ms"].is_number());
}

#[test]
fn a_file_has_one_position_a_line() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("positions.txt");
    fs::write(&path, "012./..../..../....\n\n0.../.f../..../....\n").expect("the folder for tests can be written");
    let answers = solved(&[path.to_str().expect("a plain path")]);
    assert_eq!(answers.len(), 2);
    assert_eq!((&answers[0]["value"], &answers[0]["best"].is_string()), (&"win".into(), &true));
}

#[test]
fn positions_that_have_no_value_are_refused() {
    for position in ["0123/..../..../....", "nonsense", ""] {
        assert_eq!(run(&["solve", "aligne4", position]).code, 3, "{position}");
    }
    assert_eq!(run(&["solve", "go", "start"]).code, 2);
}

#[test]
fn a_hint_says_why() {
    let hint = run(&["hint", "aligne4", "012./..../..../....", "--json"]);
    let hint: serde_json::Value = serde_json::from_str(&hint.out).expect("JSON");
    assert!(hint["move"].as_str().expect("a move").ends_with("d1"), "{hint}");
    assert!(hint["reasons"][0].as_str().expect("a reason").starts_with("wins by completing the row"), "{hint}");
    let french = run(&["hint", "aligne4", "012./..../..../....", "--lang", "fr"]);
    assert!(french.out.contains("gagne en complétant la rangée"), "{}", french.out);
    assert_eq!(run(&["hint", "aligne4", "start", "--level", "99"]).code, 2);
    assert_eq!(run(&["hint", "othello", "start"]).code, 0);
}

#[test]
fn a_hint_as_json_values_every_move() {
    let hint = run(&["hint", "othello", "f5f6e6f4", "--json", "--level", "5"]);
    let hint: serde_json::Value = serde_json::from_str(&hint.out).expect("JSON");
    let values = hint["values"].as_array().expect("a list");
    let legal = othello::Game.position("f5f6e6f4").expect("it was played").legal_moves().count();
    assert_eq!(values.len(), legal, "{hint}");
    for value in values {
        assert_eq!((value["value"].is_number(), &value["exact"]), (true, &false.into()), "{value}");
        assert_eq!(value["line"][0], value["move"], "{value}");
    }
    assert!(values.iter().any(|value| value["move"] == hint["move"]), "{hint}");
    let illegal = run(&["hint", "othello", "f5f6e6e6"]);
    assert_eq!(illegal.code, 3);
    assert!(illegal.err.contains('7') && illegal.err.contains("a legal move"), "{}", illegal.err);
}

#[test]
fn a_transcript_is_solved_as_the_position_that_it_leads_to() {
    const GAME: &str = include_str!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt");
    let moves = GAME.get(..2 * 50).expect("fifty squares");
    let position = othello::Game.position(moves).expect("it was played").to_string();
    let [by_moves, by_position] = [moves, &position].map(|text| {
        let run = run(&["solve", "othello", text, "--json"]);
        assert_eq!(run.code, 0, "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).expect("JSON")
    });
    assert_eq!(by_moves["position"], position);
    assert_eq!((&by_moves["value"], by_moves["value"].is_number()), (&by_position["value"], true), "{by_moves}");
}

#[test]
fn a_hint_for_go_reads_the_end_of_a_record() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: &str| {
        fs::write(folder.join(name), text).expect("the folder for tests can be written");
        folder.join(name).to_str().expect("a plain path").to_owned()
    };
    // Black's second row and White's third have one liberty left, the same: who plays there takes nine or eight stones, and
    // about fifty points depend on it.
    let row = |row: char| "abcdefghi".chars().map(move |column| format!("[{column}{row}]"));
    let chains =
        |rows: &[(char, usize)]| rows.iter().flat_map(|&(at, stones)| row(at).take(stones)).collect::<String>();
    let (black, white) = (chains(&[('h', 8), ('f', 9)]), chains(&[('i', 8), ('g', 9), ('c', 9)]));
    let path = file("atari.sgf", &format!("(;GM[1]SZ[9]KM[7.5]AB{black}AW{white}PL[B])"));
    let hint = run(&["hint", "go", &path, "--json"]);
    let hint: serde_json::Value = serde_json::from_str(&hint.out).expect("JSON");
    assert_eq!(hint["move"], "J2", "{hint}");
    assert_eq!(hint["reasons"][0], "takes 9 stones", "{hint}");
    assert_eq!(hint["reasons"][1], "saves 8 stones from atari", "{hint}");
    let othello = file("othello.sgf", "(;GM[2];B[f5])");
    assert_eq!(run(&["hint", "go", &othello]).code, 3);
}

fn solved_othello(args: &[&str]) -> Vec<serde_json::Value> {
    let run = run(&[&["solve", "othello", "--json"], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// From the FFO endgame test suite: positions 1 and 4, with 14 empty squares.
const FFO: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6;
";

#[test]
fn othello_positions_of_a_file_are_solved_with_a_line_to_the_end() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("two.obf");
    fs::write(&path, FFO).expect("a file");
    for (threads, winner) in [("1", false), ("2", false), ("1", true)] {
        let path = path.to_str().expect("a plain path");
        let mut args = vec![path, "--threads", threads];
        args.extend(winner.then_some("--winner"));
        let answers = solved_othello(&args);
        let values: Vec<i64> = answers.iter().map(|answer| answer["value"].as_i64().expect("a number")).collect();
        assert_eq!(values, if winner { [1, 1] } else { [18, 10] });
        if !winner {
            assert_eq!(answers[0]["best"], "g8");
            assert!(answers[0]["line"].as_str().expect("a line").split(' ').count() >= 14);
        }
    }
}

#[test]
fn a_file_that_is_wrong_about_a_position_is_told_so() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wrong.obf");
    fs::write(&path, FFO.replace("A4:+10", "A4:+12")).expect("a file");
    let run = run(&["solve", "othello", path.to_str().expect("a plain path")]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("(the file says +12)"), "{}", run.out);
}
