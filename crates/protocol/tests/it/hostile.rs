//! Input that means no good: nothing ends a session, and every answer is well formed.

use std::path::Path;

use fastrand::Rng;
use protocol::{MAX_LINE_BYTES, gtp, nboard, serve};
use search::{Limits, Random, Resources};

use crate::engines::session;

fn random() -> Random {
    Random::new(&Resources { seed: Some(7), ..Resources::default() })
}

/// What the golden sessions send whose files this is said of.
pub(crate) fn sent_lines(which: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        if !which(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).unwrap();
        lines.extend(text.lines().filter_map(|line| line.strip_prefix("> ")).map(str::to_owned));
    }
    lines.sort();
    lines
}

/// A line with some of its characters changed, doubled, dropped or swapped with another line's.
pub(crate) fn mutated(lines: &[String], rng: &mut Rng) -> String {
    let mut letters: Vec<char> = lines[rng.usize(..lines.len())].chars().collect();
    for _ in 0..rng.usize(..4) {
        let at = rng.usize(..=letters.len());
        match rng.u8(..6) {
            0 => letters.insert(at, rng.char('\0'..='\u{7f}')),
            1 if at < letters.len() => drop(letters.remove(at)),
            2 => letters.insert(at, *rng.choice(&['\u{1f525}', 'é', '\u{0}', '9', '-', ' ', '#', '\t', '\r']).unwrap()),
            3 if at < letters.len() => letters.truncate(at),
            4 => letters.extend(lines[rng.usize(..lines.len())].chars()),
            _ => letters.extend(std::iter::repeat_n('9', rng.usize(..40))),
        }
    }
    letters.into_iter().collect()
}

/// Nothing, or one response that ends with the one empty line it has.
fn check_gtp(line: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    assert!(text.starts_with(['=', '?']), "{line:?}: {text:?}");
    let body = text.strip_suffix("\n\n").unwrap_or_else(|| panic!("{line:?}: {text:?}"));
    assert!(!body.contains("\n\n"), "{line:?}: {text:?}");
}

fn bombard<A: gtp::Adapter>(adapter: A)
where
    Random: search::Engine<A::Position>,
{
    let lines = sent_lines(|name| name != "kata.jsonl");
    let mut rng = Rng::with_seed(2026);
    let mut session = session(adapter, random());
    for _ in 0..20_000 {
        let line = mutated(&lines, &mut rng);
        check_gtp(&line, &session.handle(&line).text);
    }
    assert_eq!(session.handle("1 name").text, "=1 Plateau\n\n");
}

#[test]
fn mutated_lines_never_break_a_session() {
    bombard(gtp::Go::new(&go::Game::default()));
    bombard(gtp::Othello::default());
    bombard(gtp::Aligne4::default());
    bombard(gtp::Aligne4::new("gift".parse().unwrap()));
}

#[test]
fn mutated_lines_never_break_an_nboard_session() {
    let lines = sent_lines(|name| name != "kata.jsonl");
    let mut rng = Rng::with_seed(2026);
    let mut session = nboard::Session::new("Plateau", Box::new(random()), Limits::NONE);
    for _ in 0..20_000 {
        let answer = session.handle(&mutated(&lines, &mut rng));
        assert!(answer.is_empty() || answer.ends_with('\n'), "{answer:?}");
    }
    assert_eq!(session.handle("ping 3"), "pong 3\n");
}

fn served(input: Vec<u8>) -> String {
    let mut session = session(gtp::Go::new(&go::Game::default()), random());
    let mut output = Vec::new();
    serve(&mut session, std::io::Cursor::new(input), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_line_of_any_length_is_survived() {
    let mut input = b"1 name\n".to_vec();
    input.extend(vec![b'x'; 3 * MAX_LINE_BYTES]);
    input.extend(b"\n2 name\n");
    assert_eq!(served(input), "=1 Plateau\n\n? line too long\n\n=2 Plateau\n\n");
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    assert_eq!(
        served(b"\xff\xfe\x00\n1 name\n\x80 name".to_vec()),
        "? unknown command\n\n=1 Plateau\n\n? unknown command\n\n"
    );
}

#[test]
fn more_lines_than_are_read_ahead_are_all_answered() {
    let count = 5000;
    let answers = served("name\n".repeat(count).into_bytes());
    assert_eq!(answers.matches("= Plateau\n\n").count(), count);
}

#[test]
fn a_game_has_a_last_move() {
    let mut session = session(gtp::Go::new(&go::Game::default()), random());
    for ply in 0..gtp::MAX_PLIES {
        let colour = ["b", "w"][ply % 2];
        assert_eq!(session.handle(&format!("play {colour} pass")).text, "=\n\n", "{ply}");
    }
    assert_eq!(session.handle("play b pass").text, "? too many moves\n\n");
    assert_eq!(session.handle("undo").text, "=\n\n");
}

#[test]
fn a_line_exactly_as_long_as_allowed_is_read() {
    let mut input = b"3 name # ".to_vec();
    input.resize(MAX_LINE_BYTES, b'x');
    input.extend(b"\n4 name\n");
    assert_eq!(served(input), "=3 Plateau\n\n=4 Plateau\n\n");
}
