use std::fs;
use std::path::PathBuf;

use crate::program::run;

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for tests can be written");
    path.to_str().expect("a plain path").to_owned()
}

/// White leaves the first line of defence and plays in the corner.
const GO: &str = "(;GM[1]FF[4]SZ[9]KM[7]PB[Anna]PW[Ben];B[ee];W[ec];B[ce];W[aa];B[gg];W[cg])";

#[test]
fn every_move_has_its_loss_and_the_worst_is_named() {
    let path = file("analyze.sgf", GO);
    let answer = run(&["analyze", &path, "--effort", "quick", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let object: serde_json::Value = serde_json::from_str(answer.out.trim()).expect("one JSON object");
    let moves = object["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), object["kind"].as_str(), object["unit"].as_str()), (6, Some("go"), Some("points")));
    assert_eq!((moves[3]["move"].as_str(), moves[3]["player"].as_str()), (Some("A9"), Some("white")));
    assert!(moves[3]["loss"].as_f64() > Some(3.0), "{}", moves[3]);
    assert_eq!(object["white"]["turning_points"], serde_json::json!([4]));
    let text = run(&["analyze", &path, "--effort", "quick", "--lang", "fr"]);
    assert!(text.out.contains("Où Ben a perdu le plus") && text.out.contains("A9\u{a0}: perd environ"), "{}", text.out);
}

#[test]
fn a_record_gets_remarks_and_better_moves_and_stays_a_record() {
    let path = file("analyze-sgf.sgf", GO);
    let [sgf, html, data] =
        ["analyzed.sgf", "analyzed.html", "analyzed-data"].map(|name| path.replace("analyze-sgf.sgf", name));
    // Nothing is known of it the first time; the second time all of it is read from there.
    let _ = fs::remove_dir_all(&data);
    let answer = run(&["analyze", &path, "--effort", "quick", "--sgf", &sgf, "--html", &html, "--data", &data]);
    assert_eq!((answer.code, &*answer.out), (0, ""), "{}", answer.err);
    let text = fs::read_to_string(&sgf).expect("the record");
    assert!(text.contains("A9: loses about") && text.matches("(;").count() > 1, "{text}");
    assert_eq!(run(&["render", &sgf, "--out", "-"]).code, 0, "it can be read again");
    let shown = run(&["analyze", &path, "--effort", "quick", "--sgf", "-", "--data", &data]);
    assert_eq!((shown.code, &*shown.out), (0, &*text), "to standard output");
    let page = fs::read_to_string(&html).expect("the page");
    assert!(page.contains("<svg class=\"graph\"") && page.contains("Anna – Ben"));
    // Only names of drawing standards may look like addresses.
    let loads = page.replace("http://www.w3.org/2000/svg", "").contains("http") || page.contains("<script");
    assert!(!loads, "a page that stands alone loads nothing");
}

#[test]
fn a_folder_is_reviewed_file_by_file_and_each_game_has_its_own_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("analyze-folder");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("b.sgf"), format!("{GO}{GO}")).expect("written");
    fs::write(folder.join("a.txt.oth"), "f5d6c3d3c4").expect("written");
    fs::write(folder.join("notes.md"), "no record").expect("written");
    let out = folder.join("reviews");
    let [folder, out] = [&folder, &out].map(|path| path.to_str().expect("a plain path"));
    let answer = run(&["analyze", folder, "--effort", "quick", "--json", "--html", out]);
    assert_eq!((answer.code, answer.out.lines().count()), (0, 3), "{}", answer.err);
    let mut written: Vec<String> = fs::read_dir(out)
        .expect("the folder of pages")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    written.sort();
    assert_eq!(written, ["a.txt-1.html", "b-1.html", "b-2.html"]);
}

#[test]
fn a_folder_with_one_record_is_answered_with_a_folder_too() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("analyze-single");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("there")).expect("a folder");
    let record = folder.join("only.sgf");
    fs::write(&record, GO).expect("written");
    let [folder, record] = [&folder, &record].map(|path| path.to_str().expect("a plain path"));
    // A folder that is not there yet, one that is named as such, and one that is there.
    for (given, out) in [(folder, "new"), (record, "named/"), (record, "there")] {
        let out = format!("{folder}/{out}");
        let answer = run(&["analyze", given, "--effort", "quick", "--sgf", &out]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let written = fs::read_to_string(PathBuf::from(&out).join("only-1.sgf")).expect("the record in its folder");
        assert!(written.starts_with("(;"), "{written}");
    }
    // Standard output stays what it is.
    let shown = run(&["analyze", folder, "--effort", "quick", "--sgf", "-"]);
    assert!(shown.code == 0 && shown.out.starts_with("(;"), "{}{}", shown.out, shown.err);
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    assert_eq!(run(&["analyze", "no-such-file.sgf"]).code, 3);
    assert_eq!(run(&["analyze", &file("analyze-bad.sgf", "(;GM[1]")]).code, 3);
    assert_eq!(run(&["analyze", &file("analyze-effort.sgf", GO), "--effort", "lazy"]).code, 2);
    assert_eq!(run(&["analyze"]).code, 2);
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("analyze-empty");
    fs::create_dir_all(&empty).expect("a folder");
    let answer = run(&["analyze", empty.to_str().expect("a plain path")]);
    assert_eq!(answer.code, 3);
    assert!(answer.err.contains("no record is there"), "{}", answer.err);
}

#[test]
fn the_moves_of_a_game_of_othello_can_be_given_themselves() {
    let answer = run(&["analyze", "f5f6e6f4", "--effort", "quick", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let object: serde_json::Value = serde_json::from_str(answer.out.trim()).expect("one JSON object");
    let moves: Vec<&str> =
        object["moves"].as_array().expect("moves").iter().filter_map(|mv| mv["move"].as_str()).collect();
    assert_eq!((object["kind"].as_str(), moves), (Some("othello"), vec!["f5", "f6", "e6", "f4"]));
    // What cannot be played is no game, and so the name of a file that is not there.
    assert_eq!(run(&["analyze", "f5f6e6e6"]).code, 3);
}
