//! Games out of files and into text.

use std::path::PathBuf;

use plateau_core::Position as _;
use protocol::gtp::{self, Session};

use crate::engines::{First, session};

/// A file that is gone after the test.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    pub(crate) fn new(name: &str, content: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("plateau-protocol-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Temporary(path)
    }

    pub(crate) fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn go() -> Session<gtp::Go> {
    session(gtp::Go::new(&go::Game::default()), First { owned_points: 0 })
}

/// Loads the content with these further arguments.
fn load<A: gtp::Adapter>(session: &mut Session<A>, name: &str, content: &str, more: &str) -> String {
    let file = Temporary::new(name, content);
    session.handle(&format!("loadsgf {}{more}", file.path())).text
}

/// Everything that one session prints, another loads to the same position and prints again.
fn check_round_trip<A: gtp::Adapter>(name: &str, mut first: Session<A>, mut second: Session<A>, commands: &[&str]) {
    for command in commands {
        assert!(first.handle(command).text.starts_with('='), "{name}: {command}");
    }
    let printed = first.handle("printsgf").text;
    let text = printed.strip_prefix("= ").unwrap().trim_end();
    assert_eq!(load(&mut second, name, text, ""), "=\n\n", "{text}");
    assert_eq!(second.position().to_string(), first.position().to_string());
    assert_eq!(second.handle("printsgf").text, printed);
}

#[test]
fn what_is_printed_is_loaded_again() {
    for (name, commands) in [
        ("even.sgf", &["komi 6.5", "play b C3", "play w G7", "play b pass", "play w pass"][..]),
        ("fixed.sgf", &["fixed_handicap 3", "play w A1"]),
        ("free.sgf", &["set_free_handicap A1 B2", "play w C3"]),
        ("twice.sgf", &["play b C3", "play b D3", "play w pass", "play b pass", "play w J9"]),
        ("rules.sgf", &["boardsize 5", "kata-set-rules new-zealand", "komi -3", "play w C3"]),
        ("empty.sgf", &[]),
    ] {
        check_round_trip(name, go(), go(), commands);
    }
    let othello = || session(gtp::Othello::default(), First { owned_points: 0 });
    check_round_trip("othello.sgf", othello(), othello(), &["play b f5", "play w d6"]);
    let aligne4 = || session(gtp::Aligne4::default(), First { owned_points: 0 });
    check_round_trip("aligne4.sgf", aligne4(), aligne4(), &["kata-set-rules gift", "play b 7", "play w b2"]);
    check_round_trip("squares.sgf", aligne4(), aligne4(), &["kata-set-rules squares", "play b 7b2"]);
}

#[test]
fn a_game_is_loaded_up_to_a_move() {
    let mut session = go();
    let content = "(;GM[1]SZ[9]KM[5.5]RU[Japanese];B[cc];W[gg];B[ee])";
    for (more, stones) in [("", 3), (" 1", 0), (" 2", 1), (" 3", 2), (" 99", 3)] {
        assert_eq!(load(&mut session, "up-to.sgf", content, more), "=\n\n", "{more}");
        let board = session.position().board();
        assert_eq!(board.stones(go::Player::Black) + board.stones(go::Player::White), stones, "{more}");
    }
    assert_eq!(session.position().rules().komi.to_string(), "5.5");
    assert_eq!(session.position().rules().scoring, go::Scoring::Territory);
    assert_eq!(session.handle("undo").text, "=\n\n");
    assert_eq!(session.position().turn(), go::Player::Black);
}

#[test]
fn set_up_stones_are_kept_through_undo_and_clear_board() {
    let mut session = go();
    let content = "(;GM[1]SZ[9];B[cc];AB[dd][ee]AW[ff]PL[W];W[gg])";
    assert_eq!(load(&mut session, "set-up.sgf", content, ""), "=\n\n");
    assert_eq!(session.handle("undo").text, "=\n\n");
    assert_eq!(session.handle("undo").text, "? cannot undo\n\n");
    assert_eq!(session.position().board().stones(go::Player::Black), 3);
    assert_eq!(session.position().turn(), go::Player::White);
    assert_eq!(session.handle("clear_board").text, "=\n\n");
    assert_eq!(session.position().board().stones(go::Player::Black), 0);
}

#[test]
fn what_a_file_leaves_unsaid_stays_as_it_was() {
    let mut session = go();
    session.handle("komi 3.5");
    session.handle("kata-set-rules aga");
    assert_eq!(load(&mut session, "unsaid.sgf", "(;GM[1]SZ[9];B[cc])", ""), "=\n\n");
    let rules = session.position().rules();
    assert_eq!((rules.komi.to_string().as_str(), rules.ko), ("3.5", go::Ko::Situational));
}

/// The komi of French rules has a point for each handicap stone in it; one that somebody named is counted as named.
#[test]
fn a_komi_that_is_named_is_what_white_gets() {
    let bonus = |session: &Session<gtp::Go>| {
        let game = *session.position().game();
        game.rules().bonus_half_points(game.handicap().stones())
    };
    for (name, content, unnamed, named) in [
        // The rules of the session, with its komi or the file's.
        ("nothing.sgf", "(;GM[1]SZ[9]HA[2]AB[cg][gc];W[cc])", (5, 0), (7, 0)),
        ("komi.sgf", "(;GM[1]SZ[9]KM[5.5]HA[2]AB[cg][gc];W[cc])", (11, 0), (11, 0)),
        // The rules of the file, with komi left unsaid or not.
        ("rules.sgf", "(;GM[1]SZ[9]RU[French]HA[2]AB[cg][gc];W[cc])", (5, 0), (7, 0)),
        ("both.sgf", "(;GM[1]SZ[9]RU[French]KM[5.5]HA[2]AB[cg][gc];W[cc])", (11, 0), (11, 0)),
    ] {
        let mut session = go();
        assert_eq!(load(&mut session, name, content, ""), "=\n\n");
        assert_eq!(bonus(&session), unnamed, "{name}");
        let mut session = go();
        session.handle("komi 3.5");
        assert_eq!(load(&mut session, name, content, ""), "=\n\n");
        assert_eq!(bonus(&session), named, "{name} after komi 3.5");
    }
}

#[test]
fn a_bad_file_changes_nothing() {
    let mut session = go();
    session.handle("play b C3");
    let before = session.position().to_string();
    for content in [
        "",
        "not a game",
        "(;GM[2];B[f5])",
        "(;GM[1]SZ[30];B[aa])",
        "(;GM[1]SZ[9];B[cc];W[cc])",
        "(;GM[1]SZ[9];B[cc",
        "(((((((((((((((",
    ] {
        assert_eq!(load(&mut session, "bad.sgf", content, ""), "? cannot load file\n\n", "{content}");
        assert_eq!(session.position().to_string(), before, "{content}");
    }
    for (command, answer) in [
        ("loadsgf", "? syntax error\n\n"),
        ("loadsgf a b c", "? syntax error\n\n"),
        ("loadsgf /no/such/file.sgf", "? cannot load file\n\n"),
        ("loadsgf /", "? cannot load file\n\n"),
        ("loadsgf /dev/stdin", "? cannot load file\n\n"),
        ("loadsgf /dev/zero", "? cannot load file\n\n"),
        ("loadsgf /dev/null 0", "? syntax error\n\n"),
        ("printsgf /tmp/x.sgf", "? syntax error\n\n"),
    ] {
        assert_eq!(session.handle(command).text, answer, "{command}");
    }
}
