use std::io::Read;
use std::process::Stdio;

use crate::program::{command, run};

#[test]
fn a_bad_position_exits_with_3_and_names_the_place() {
    let short = format!("{} X", "-".repeat(63));
    let no_turn = "-".repeat(64);
    for (args, place) in [
        (&["perft", "othello", "5", "--position", "nonsense"][..], "column 1"),
        (&["perft", "othello", "5", "--position", ""], "column 1"),
        (&["perft", "othello", "5", "--position", &short], "column 64"),
        (&["perft", "othello", "5", "--position", &no_turn], "column 65"),
        (&["perft", "aligne4", "2", "--position", "0.../.x../..../...."], "column 7"),
        (&["perft", "aligne4", "2", "--position", "00../..../..../...."], "column 2"),
        (&["perft", "go", "2", "--size", "2", "--position", "X./.Z X"], "column 5"),
    ] {
        let run = run(args);
        assert_eq!(run.code, 3, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(place), "{args:?}: {}", run.err);
        assert!(run.out.is_empty(), "{args:?} wrote {}", run.out);
    }
}

#[test]
fn what_was_given_as_nothing_leaves_no_gap_in_the_message() {
    for (args, said) in [
        (&["analyze", ""][..], "'' cannot be read"),
        (&["hint", "go", ""], "'' cannot be read"),
        (&["serve", "--config", ""], "'' cannot be read"),
        (&["render", "", "--out", "-"], "'' cannot be read"),
        (&["site", "export", ""], "'' cannot be written"),
        (&["match", "othello", "--a", "random", "--b", "random", "--openings", ""], "'' cannot be read"),
        (&["solve", "othello", ""], "'': column 1"),
        (&["hint", "aligne4", ""], "'': column 1"),
        (&["perft", "go", "2", "--position", ""], "'': column 1"),
    ] {
        let run = run(args);
        assert_eq!(run.code, 3, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    for args in [
        &["perft", "othello", "5", "--nope"][..],
        &["perft", "chess", "5"],
        &["perft", "othello"],
        &["perft", "othello", "-1"],
        &["perft", "othello", "many"],
        &["perft", "othello", "3", "--size", "8"],
        &["perft", "othello", "3", "--rules", "chinese"],
        &["perft", "go", "3", "--variant", "gift"],
        &["perft", "go", "3", "--size", "0"],
        &["perft", "go", "3", "--size", "26"],
        &["perft", "go", "3", "--rules", "martian"],
        &["perft", "aligne4", "3", "--variant", "martian"],
        &["frobnicate"],
        &["rules"],
        &["rules", "go", "--lang", "de"],
        &["rules", "go", "--color", "pink"],
        &["completions", "dos"],
        &["man", "frobnicate"],
        &["config"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert!(!run.err.is_empty() && run.out.is_empty(), "{args:?}");
    }
}

#[test]
fn refusals_speak_french_too() {
    let run = run(&["perft", "othello", "5", "--position", "nonsense", "--lang", "fr"]);
    assert_eq!(run.code, 3);
    assert!(run.err.contains("erreur") && run.err.contains("colonne 1"), "{}", run.err);
}

#[test]
fn wrong_usage_names_the_option_and_what_is_allowed_in_both_languages() {
    for (args, option, english, french) in [
        (&["play", "go", "--size", "26"][..], "--size", "1 to 25", "de 1 à 25"),
        (&["play", "go", "--size", "x"], "--size", "a size from 1 to 25", "de 1 à 25"),
        (&["solve", "aligne4", "start", "--threads", "0"], "--threads", "above zero", "supérieur à zéro"),
        (&["play", "go", "--white", "level:0"], "--white", "a level from 1", "un niveau de 1"),
        (&["play", "go", "--white", "tiger"], "--white", "human, random, level:N", "human, random, level:N"),
        (&["play", "go", "--clock", "soon"], "--clock", "a time such as", "une durée comme"),
        (&["play", "go", "--komi", "lots"], "--komi", "points", "points"),
        (&["play", "go", "--rules", "martian"], "martian", "french, chinese", "french, chinese"),
        (&["play", "othello", "--opening", "lion"], "lion", "xot, diagonal,", "xot, diagonal,"),
        (&["play", "othello", "--opening", "a1"], "a1", "moves such as f5d6c3", "des coups comme f5d6c3"),
        (&["play", "go", "--opening", "xot"], "--opening", "go", "go"),
        (&["rules", "chess"], "game", "go, othello, aligne4", "go, othello, aligne4"),
        (&["rules", "go", "--color", "pink"], "--color", "auto, always, never", "auto, always, never"),
        (&["rules", "go", "--nope"], "--nope", "not known", "inconnu"),
        (&["rules"], "GAME", "missing", "il manque"),
        (&["play", "go", "--move", "3"], "--load", "missing", "il manque"),
        (&["web", "--port", "many"], "--port", "0 to 65535", "de 0 à 65535"),
        (&["levels", "go", "--plain"], "--plain", "not known", "inconnu"),
    ] {
        for (lang, allowed) in [("en", english), ("fr", french)] {
            let run = run(&[args, &["--lang", lang]].concat());
            assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
            let said = run.err.replace('\u{a0}', " ");
            assert!(said.to_lowercase().contains(&option.to_lowercase()), "{args:?}: {said}");
            assert!(said.contains(allowed), "{args:?} {lang}: {said}");
            let english_words = ["error:", "Usage:", "tip:", "invalid value", "required arguments"];
            let foreign = english_words.iter().find(|word| lang == "fr" && said.contains(**word));
            assert_eq!(foreign, None, "{said}");
        }
    }
}

#[test]
fn a_closed_pipe_is_silent() {
    let mut child = command(&["rules", "go"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("readable");
    assert!(child.wait().expect("ends").success());
    assert_eq!(err, "");
}
