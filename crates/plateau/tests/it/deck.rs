//! `plateau deck`: what is due, line by line, and the deck as a file.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use plateau_core::Player;
use study::Phase;
use study::deck::{Card, Schedule, Theme, write_file};
use table::Kind;

use crate::program::{Run, command, finish};

/// Three stones of Black's are in atari.
const ATARI: &str = "(;GM[1]SZ[9]KM[7]AB[de][ee][fe][cc][gc][cg][gg][bd][bf]AW[ce][dd][ed][fd][df][ef][ff]PL[B])";

/// A folder for the games, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for tests can be written");
    folder
}

fn deck(folder: &PathBuf, args: &[&str], input: &str) -> Run {
    let mut command = command(&["--lang", "en", "deck"]);
    command.arg("--data").arg(folder).args(args);
    if input.is_empty() {
        return finish(&mut command);
    }
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { code: output.status.code().expect("it ends by itself"), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn a_deck_is_brought_asked_line_by_line_and_taken_along() {
    let folder = folder("deck-lines");
    let theme = Theme { kind: Kind::Go, player: Player::Black, phase: Phase::Opening, motif: None };
    let schedule = Schedule::new(1_000);
    let card = Card { record: ATARI.to_owned(), theme, played: "A9".to_owned(), lost: 20.0, source: None, schedule };
    let file = folder.join("deck.txt");
    fs::write(&file, write_file([&card])).expect("a file");
    let path = file.to_str().expect("a plain path");

    let empty = deck(&folder, &["--plain"], "");
    assert!(empty.code == 0 && empty.out.contains("Nothing is here yet"), "{} {}", empty.out, empty.err);
    let brought = deck(&folder, &["--import", path], "");
    assert!(brought.code == 0 && brought.out.contains("One came in"), "{} {}", brought.out, brought.err);
    assert!(deck(&folder, &["--import", path], "").out.contains("1 was there before"));
    let due = deck(&folder, &["--json"], "");
    let object: serde_json::Value = serde_json::from_str(due.out.trim()).expect("one JSON object");
    assert_eq!((object["game"].as_str(), object["played"].as_str()), (Some("go"), Some("A9")), "{object}");

    let asked = deck(&folder, &["--plain"], "D5\nA9\nhint\nanswer\nnext\n");
    assert_eq!(asked.code, 0, "{}", asked.err);
    for said in [
        "One of your mistakes is due",
        "In the game you played: A9.",
        "A stone stands there already.",
        "A9: loses about",
        "Hint: ",
        "The answer: ",
        "Nothing is due any more.",
    ] {
        assert!(asked.out.contains(said), "{said} in {}", asked.out);
    }
    assert_eq!(deck(&folder, &["--json"], "").out, "", "it is due tomorrow");
    let taken = deck(&folder, &["--export", "-"], "");
    let cards = study::deck::read_file(&taken.out).expect("a deck");
    assert_eq!((cards[0].schedule.answers, cards[0].schedule.misses), (1, 1), "the first answer counts");
}

#[test]
fn a_file_that_is_no_deck_adds_nothing() {
    let folder = folder("deck-damaged");
    let file = folder.join("deck.txt");
    let path = file.to_str().expect("a plain path");
    for (text, said) in [
        ("hello".to_owned(), "no deck that was saved here"),
        ("plateau deck 1\n12\nhello, hello\n".to_owned(), "card 1 cannot be read"),
        ("x".repeat(5 << 20), "bytes at most"),
    ] {
        fs::write(&file, text).expect("a file");
        let refused = deck(&folder, &["--import", path], "");
        assert!(refused.code == 3 && refused.err.contains(said), "{said}: {} {}", refused.out, refused.err);
    }
    assert_eq!(deck(&folder, &["--json"], "").out, "");
}
