use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use crate::program::{command, run};

/// An empty data folder of this name.
fn folder(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder.to_str().expect("a plain path").to_owned()
}

/// What the console says to these lines.
fn speak(args: &[&str], lines: &str) -> (i32, String) {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments may be gone before it listens.
    let _ = child.stdin.take().expect("piped").write_all(lines.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("it ends by itself"), said.into_owned())
}

#[test]
fn a_game_without_a_terminal_is_played_line_by_line() {
    let data = folder("play-plain");
    let (code, said) =
        speak(&["play", "go", "--black", "human", "--white", "human", "--data", &data], "D4\nD4\nE5\nquit\nquit\n");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Black D4.") && said.contains("A stone stands there already."), "{said}");
    let (code, said) =
        speak(&["play", "aligne4", "--white", "level:7", "--data", &data, "--lang", "fr"], "0a1\nquit\nquit\n");
    assert!(code == 0 && said.contains("Le second pose"), "{said}");
}

#[test]
fn a_record_is_gone_on_from_any_move() {
    let data = folder("play-load");
    std::fs::create_dir_all(&data).expect("the folder for tests can be written");
    let file = format!("{data}/game.sgf");
    std::fs::write(&file, "(;GM[1]SZ[9];B[dd];W[ee];B[ff])").expect("the folder for tests can be written");
    let args = ["play", "go", "--white", "human", "--black", "human", "--data", &data, "--load", &file, "--move", "2"];
    let (code, said) = speak(&args, "C3\nquit\nquit\n");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("White E5.") && said.contains("Black C3.") && !said.contains("F4."), "{said}");
}

#[test]
fn a_record_keeps_its_names_date_comments_and_variations() {
    let data = folder("play-keeps");
    std::fs::create_dir_all(&data).expect("the folder for tests can be written");
    let (file, out) = (format!("{data}/game.sgf"), format!("{data}/out.sgf"));
    let text = "(;GM[1]SZ[9]PB[Ada]PW[Bo]DT[2024-02-29];B[dd]C[Near the corner.](;W[ee];B[ff])(;W[gg]C[Far away.]))";
    std::fs::write(&file, text).expect("the folder for tests can be written");
    let args = ["play", "go", "--white", "human", "--black", "human", "--data", &data, "--load", &file];
    let (code, said) = speak(&args, &format!("C3\nsave {out}\nquit\nquit\n"));
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Bo"), "{said}");
    let saved = std::fs::read_to_string(&out).expect("it was saved");
    for part in ["PB[Ada]", "PW[Bo]", "DT[2024-02-29]", "C[Near the corner.]", "C[Far away.]", ";B[ff];W[cg]"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    let named = [&args[..], &["--black-name", "Zoé"]].concat();
    let (_, said) = speak(&named, "quit\nquit\n");
    assert!(said.contains("Bo") && !said.contains("Ada"), "{said}");
    let beyond = run(&[&args[..], &["--move", "99"]].concat());
    assert!(beyond.code == 2 && beyond.err.contains("99") && beyond.err.contains('3'), "{}", beyond.err);
}

/// The machine that played in a record sits down again, and has its name in the next record.
#[test]
fn a_machine_has_its_name_in_records() {
    let data = folder("play-machine-name");
    std::fs::create_dir_all(&data).expect("the folder for tests can be written");
    let (one, two) = (format!("{data}/one.sgf"), format!("{data}/two.sgf"));
    let args = ["play", "aligne4", "--white", "level:2", "--black-name", "Ada", "--data", &data];
    let (_, said) = speak(&args, &format!("0a1\nsave {one}\nquit\nquit\n"));
    let saved = std::fs::read_to_string(&one).unwrap_or_else(|_| panic!("{said}"));
    assert!(saved.contains("PB[Ada]") && saved.contains("PW[Plateau, level 2]") && saved.contains("DT["), "{saved}");
    let args = ["play", "aligne4", "--load", &one, "--data", &data];
    speak(&args, &format!("save {two}\nquit\nquit\n"));
    let again = std::fs::read_to_string(&two).expect("it was saved");
    assert!(again.contains("PB[Ada]") && again.contains("PW[Plateau, level 2]"), "{again}");
}

#[test]
fn wrong_wishes_are_refused() {
    let data = folder("play-wrong");
    for args in [
        &["play", "go", "--size", "99"][..],
        &["play", "go", "--handicap", "12"],
        &["play", "go", "--rules", "martian"],
        &["play", "go", "--clock", "soon"],
        &["play", "othello", "--size", "8"],
        &["play", "go", "--black", "nobody"],
        &["play", "go", "--black", "level:14"],
        &["play", "go", "--white", "level:0"],
        &["play", "othello", "--black", "human", "--white", "level:13"],
        &["play", "aligne4", "--white", "level:8"],
        &["play", "aligne4", "--white", "engine:some program"],
    ] {
        let run = run(&[args, &["--data", &data]].concat());
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
    }
    let nothing = run(&["play", "go", "--continue", "--data", &data]);
    assert_eq!(nothing.code, 1, "what was refused has begun no game: {}", nothing.out);
    let missing = run(&["play", "go", "--load", "/no/such/file.sgf", "--data", &data]);
    assert_eq!(missing.code, 3, "{}", missing.err);
}
