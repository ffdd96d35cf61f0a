use std::fs;
use std::path::PathBuf;

use crate::program::run;

/// A path for a test of this name; whatever was there is removed.
fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn file(name: &str, content: &str) -> String {
    let path = path(name);
    fs::write(&path, content).expect("the folder for tests can be written");
    path.to_str().expect("a plain path").to_owned()
}

const TRANSCRIPT: &str = "f5d6c3d3c4f4c5b3c2e3d2c6";

#[test]
fn othello_goes_round_through_every_format_and_comes_back() {
    let mut from = file("round.oth", &format!("{TRANSCRIPT}\n"));
    for ending in ["sgf", "ggf", "plain", "oth"] {
        let to = path(&format!("round-to.{ending}"));
        let to = to.to_str().expect("a plain path");
        let run = run(&["convert", &from, to]);
        assert_eq!(run.code, 0, "{ending}: {}", run.err);
        to.clone_into(&mut from);
    }
    assert_eq!(fs::read_to_string(&from).expect("the last file"), format!("{TRANSCRIPT}\n"));
}

#[test]
fn a_bad_file_leaves_no_output_and_an_old_output_untouched() {
    let out = file("kept.sgf", "old");
    for (name, content, code, place) in [
        ("open.sgf", "(;GM[1]SZ[9];B[aa]", 3, "line 1, column 19"),
        ("value.sgf", "(;GM[1]SZ[9]\n;B[", 3, "line 2"),
        ("illegal.sgf", "(;GM[1]SZ[9];B[aa];W[aa])", 1, "line 1, column 20"),
        ("chess.sgf", "(;GM[3];B[aa])", 3, "line 1"),
        ("nothing.sgf", "", 3, "nothing.sgf"),
        ("words.sgf", "what is this?", 3, "words.sgf"),
    ] {
        let bad = file(name, content);
        let run = run(&["convert", &bad, &out]);
        assert_eq!(run.code, code, "{name}: {}", run.err);
        assert!(run.err.contains(place), "{name}: {}", run.err);
        assert_eq!(fs::read_to_string(&out).expect("it is still there"), "old", "{name}");
    }
    let left = fs::read_dir(env!("CARGO_TARGET_TMPDIR")).expect("the folder").flatten();
    assert!(left.into_iter().all(|entry| !entry.file_name().to_string_lossy().contains("kept.sgf.")), "no half file");
}

/// A position as an older program saved it: the properties of a node without brackets around them.
#[test]
fn a_node_without_brackets_is_read_when_asked() {
    let bare = file("bare.sgf", "SZ[9] AW[cc] [gg] AB[cg]\n");
    let refused = run(&["convert", &bare, "-", "--to", "sgf"]);
    assert_eq!(refused.code, 3, "{}", refused.out);
    let converted = run(&["convert", &bare, "-", "--to", "sgf", "--recover"]);
    assert_eq!(converted.code, 0, "{}", converted.err);
    assert!(converted.out.contains("AB[cg]") && converted.out.contains("AW[gg][cc]"), "{}", converted.out);
    assert!(converted.err.contains("(;"), "it says what was wrong: {}", converted.err);
    let drawn = run(&["render", &bare, "--out", "-", "--recover"]);
    assert!(drawn.code == 0 && drawn.out.matches('○').count() == 2, "{}{}", drawn.out, drawn.err);
    assert_eq!(run(&["render", &bare, "--out", "-"]).code, 3);
    let text = file("bare-position.txt", "SZ[9] AW[cc]\n");
    assert_eq!(run(&["convert", &text, "-", "--to", "sgf", "--recover"]).code, 0);
}

#[test]
fn a_damaged_file_opens_up_to_the_damage_when_asked() {
    let bad = file("damaged.sgf", "(;GM[1]SZ[9];B[aa];W[bb]");
    let run = run(&["convert", &bad, "-", "--to", "sgf", "--recover"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(";B[aa];W[bb]") && run.err.contains("line 1, column 25"), "{}{}", run.out, run.err);
}

#[test]
fn unknown_endings_and_missing_files_are_refused() {
    let good = file("good.oth", TRANSCRIPT);
    assert_eq!(run(&["convert", &good, "out.xyz"]).code, 2);
    assert_eq!(run(&["convert", "/no/such/file.sgf", "-", "--to", "sgf"]).code, 3);
    assert_eq!(run(&["convert", &good, "/no/such/folder/out.sgf"]).code, 3);
    assert_eq!(run(&["render", &good, "--out", "picture.gif"]).code, 2);
    assert_eq!(run(&["render", &good, "--out", "-", "--move", "99"]).code, 2);
    assert_eq!(run(&["render", "/no/such/file.sgf", "--out", "-"]).code, 3);
}

#[test]
fn diagrams_come_as_text_svg_and_png() {
    let game = file("diagram.sgf", "(;GM[1]SZ[9];B[dd];W[ee]TR[ff];B[fd])");
    let text = run(&["render", &game, "--out", "-", "--move", "2"]);
    assert!(text.out.contains("(○)") && !text.out.contains("(●)"), "{}", text.out);
    for (name, start) in [("diagram.svg", &b"<svg"[..]), ("diagram.png", b"\x89PNG")] {
        let out = path(name);
        let run = run(&["render", &game, "--numbers", "--width", "300", "--out", out.to_str().expect("a plain path")]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(fs::read(&out).expect("the picture").starts_with(start), "{name}");
    }
}
