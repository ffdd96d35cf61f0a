//! Golden sessions.
//!
//! Each file in `tests/golden` is a session: a first line that says who sits there, then what is sent (`> …`) and what comes
//! back (`< …`); blank lines and lines with `#` are remarks. Write the `>` lines of a new session by hand and let the answers
//! be filled in:
//!
//! ```text
//! BLESS=1 cargo test -p plateau-protocol golden
//! ```
//!
//! Then read the difference before committing it: that is the review.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use go::{Game, Size};
use protocol::gtp::AtSight;
use protocol::{Incoming, gtp, nboard};
use search::Limits;

use crate::desk::Talk;
use crate::engines::{Broken, Detailed, First, Quitter, session};

/// Answers a line.
type Handle = Box<dyn FnMut(&str) -> String>;

fn go_session(size: u8, engine: impl search::Engine<go::Position> + 'static) -> Handle {
    let game = Game::even(Size::new(size).expect("a size"), go::Rules::default());
    let mut session = session(gtp::Go::new(&game), engine);
    Box::new(move |line| session.handle(line).text)
}

fn aligne4_session(rules: &str) -> Handle {
    let adapter = gtp::Aligne4::new(rules.parse().expect("rules"));
    let mut session = session(adapter, First { owned_points: 0 });
    Box::new(move |line| session.handle(line).text)
}

/// A judge who finds every stone of White's dead, and expects Black to win by 3.2 points.
fn judged_session() -> Handle {
    let game = Game::even(Size::NINE, "chinese".parse().expect("rules"));
    let adapter = gtp::Go::new(&game).with_judge(|position| {
        let mut dead = go::DeadStones::NONE;
        let board = position.board();
        for head in board.heads().filter(|&head| board.at(head) == Some(go::Player::White)) {
            dead.toggle(board, head);
        }
        dead
    });
    let adapter = adapter.with_estimate(|position| Some(position.margin_near(3.2)));
    let mut session = session(adapter, First { owned_points: 0 });
    Box::new(move |line| session.handle(line).text)
}

/// Who sits there, by the first line of the file.
fn seat(description: &str) -> Handle {
    match description {
        "go 9" => go_session(9, First { owned_points: 81 }),
        "go 3" => go_session(3, First { owned_points: 9 }),
        "go 3 detailed" => {
            let game = Game::even(Size::new(3).expect("a size"), go::Rules::default());
            let adapter = gtp::Go::new(&game).with_network(|position, symmetry| {
                let policy = (0..10).map(|place| (place != 4).then_some(place as f32 / 100.0)).collect();
                let ownership = position.size().points().map(|point| point.row() as f32 / 10.0).collect();
                Some(AtSight { win: 0.25 + symmetry as f32 / 100.0, lead: 1.5, policy, ownership })
            });
            let mut session = session(adapter, Detailed::default());
            Box::new(move |line| session.handle(line).text)
        }
        "go 9 resigns" => go_session(9, Quitter),
        "go 9 broken" => go_session(9, Broken),
        "go 9 judged" => judged_session(),
        "othello" => {
            let mut session = session(gtp::Othello::default(), First { owned_points: 0 });
            Box::new(move |line| session.handle(line).text)
        }
        "aligne4" => aligne4_session("base"),
        "aligne4 gift" => aligne4_session("gift"),
        "nboard" => {
            let mut session = nboard::Session::new("Plateau", Box::new(First { owned_points: 0 }), Limits::NONE);
            Box::new(move |line| without_time(&session.handle(line)))
        }
        "kata" => {
            let talk = Talk::new();
            Box::new(move |line| talk.send(Incoming::Line(line)))
        }
        other => panic!("nobody is called {other:?}"),
    }
}

/// The time that a move took is not the same twice.
fn without_time(answer: &str) -> String {
    let line = |line: &str| match line.strip_prefix("=== ").and_then(|rest| rest.rsplit_once('/')) {
        Some((rest, _)) => format!("=== {rest}/TIME\n"),
        None => format!("{line}\n"),
    };
    answer.lines().map(line).collect()
}

/// The session as it goes now.
fn replayed(text: &str) -> String {
    let description =
        text.lines().next().and_then(|line| line.strip_prefix("# seat: ")).expect("a first line '# seat: …'");
    let mut handle = seat(description);
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with('<') {
            continue;
        }
        let _ = writeln!(out, "{line}");
        if let Some(sent) = line.strip_prefix('>') {
            let sent = sent.strip_prefix(' ').unwrap_or(sent).replace("\\t", "\t").replace("\\a", "\u{7}");
            // The empty line at the end of every response would be noise here; that it is there is tested elsewhere.
            for answer in handle(&sent).trim_end_matches('\n').lines() {
                let _ = writeln!(out, "{}", format!("< {answer}").trim_end());
            }
        }
    }
    out
}

#[test]
fn golden_sessions_go_as_they_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = fs::read_dir(&folder).expect("the folder of golden sessions");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 8, "golden sessions are missing");
    let bless = std::env::var_os("BLESS").is_some();
    let mut different = Vec::new();
    for path in files {
        let expected = fs::read_to_string(&path).expect("a text file");
        let actual = replayed(&expected);
        if actual != expected {
            if bless {
                fs::write(&path, &actual).expect("the file can be written");
            } else {
                let at = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
                let line = at.unwrap_or(expected.lines().count().min(actual.lines().count()));
                let (old, new) = (expected.lines().nth(line), actual.lines().nth(line));
                different.push(format!("{}:{}: expected {old:?}, found {new:?}", path.display(), line + 1));
            }
        }
    }
    assert!(different.is_empty(), "BLESS=1 writes what is found:\n{}", different.join("\n"));
}
