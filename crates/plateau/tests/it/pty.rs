//! The program in a pseudo-terminal: what a terminal shows, not what a buffer holds.

use std::ffi::OsStr;
use std::path::Path;

use crate::terminal::{Data, Session};

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";
const CTRL_C: &str = "\x03";
const CTRL_Z: &str = "\x1a";

/// From the home menu to a game between two people, the game that so many arrows to the right choose.
fn begin(session: &mut Session, game: usize) {
    session.wait_for("P l a t e a u");
    session.keys("\r");
    session.wait_for("A new game");
    session.keys(&RIGHT.repeat(game));
    session.keys(&format!("{DOWN}{DOWN}{DOWN}{LEFT}\r"));
    session.wait_for("to move");
}

#[test]
fn whole_games_of_each_kind_are_played_from_the_home_menu() {
    let data = Data::new("pty-whole");
    let mut session = Session::plateau(&[], &data);
    begin(&mut session, 0);
    assert!(session.is(vt100::Screen::alternate_screen));
    session.moves("D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9");
    session.keys("p");
    session.wait_for("Black passes");
    // A stone that loses its way, which the machine proposes as dead.
    session.moves("B5");
    session.wait_for("White B5");
    session.keys("pp");
    session.wait_for("Both have passed");
    session.wait("a marking", |screen| screen.contents().contains("27"));
    session.keys("y");
    session.wait_for("accepts");
    session.keys("y");
    session.wait_for("W+16.5");
    session.keys("q");
    begin(&mut session, 1);
    session.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    session.wait_for("Black wins by 64");
    session.keys("q");
    begin(&mut session, 2);
    session.moves("0a1 1b2 2b1 4c1 6d1");
    session.wait_for("First wins");
    session.keys("q");
    session.wait_for("P l a t e a u");
    session.keys("4");
    session.wait_for("Results");
    session.wait_for("W+16.5");
    session.keys("qq");
    assert_eq!(session.end(), 0);
    session.is_given_back();
}

#[test]
fn machines_are_watched_stopped_and_stepped() {
    let data = Data::new("pty-watch");
    let args = ["play", "aligne4", "--black", "level:3", "--white", "level:7"];
    let mut session = Session::plateau(&args, &data);
    session.wait_for("one move");
    session.keys(" ");
    session.wait_for("is stopped");
    let before = session.text();
    session.keys(".");
    session.wait("one more piece", |screen| screen.contents() != before);
    session.wait_for("is stopped");
    session.keys("+++++ ");
    session.wait_for("wins");
    session.keys("q");
    session.wait_for("P l a t e a u");
    session.keys("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_window_that_changes_its_size_is_drawn_anew() {
    let data = Data::new("pty-size");
    let mut session = Session::plateau(&["play", "go"], &data);
    session.wait_for("Black to move");
    for (columns, rows, shows) in [(120, 40, "Black to move"), (60, 20, "too small"), (80, 24, "Black to move")] {
        session.resize(columns, rows);
        session.wait_for(shows);
    }
    session.keys("q");
    session.wait_for("Leave the game?");
}

#[test]
fn suspended_it_gives_the_terminal_back_and_takes_it_again() {
    let data = Data::new("pty-suspend");
    for by_key in [true, false] {
        let mut session = Session::plateau(&["play", "othello", "--white", "human", "--black", "human"], &data);
        session.wait_for("Black to move");
        if by_key {
            session.keys(CTRL_Z);
        } else {
            session.signal("-TSTP");
        }
        session.is_given_back();
        session.is_stopped();
        session.signal("-CONT");
        session.wait("the screen again", vt100::Screen::alternate_screen);
        session.wait_for("Black to move");
        session.moves("f5");
        session.wait_for("1 f5");
    }
}

#[test]
fn a_shell_can_put_it_into_the_background_and_bring_it_back() {
    let data = Data::new("pty-shell");
    let mut session = Session::start(
        Path::new("/bin/sh"),
        &["-i"],
        &[("PLATEAU_DATA", data.0.as_os_str()), ("PS1", OsStr::new("ready> ")), ("ENV", OsStr::new(""))],
    );
    session.wait_for("ready> ");
    session.keys(&format!("set -m; {} play go --white human --black human\r", env!("CARGO_BIN_EXE_plateau")));
    session.wait_for("Black to move");
    session.moves("D4");
    session.wait_for("Black D4");
    session.keys(CTRL_Z);
    session.is_given_back();
    session.wait_for("Stopped");
    session.keys("fg\r");
    session.wait("the screen again", vt100::Screen::alternate_screen);
    session.wait_for("Black D4");
    session.moves("E5");
    session.wait_for("White E5");
    session.keys("qyq");
    session.is_given_back();
    session.wait("the shell", |screen| screen.contents().matches("ready> ").count() == 3);
    session.keys("exit\r");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_game_that_was_left_or_killed_is_continued() {
    let data = Data::new("pty-continue");
    let mut session = Session::plateau(&["play", "go", "--black", "human", "--white", "human"], &data);
    session.wait_for("Black to move");
    session.moves("D4");
    session.wait_for("Black D4");
    session.signal("-KILL");
    session.end();
    let mut session = Session::plateau(&[], &data);
    session.wait_for("Continue (1)");
    session.keys("2");
    session.wait_for("1 move");
    session.keys("\r");
    session.wait_for("White to move");
    session.moves("E5");
    session.wait_for("White E5");
    // Back to the list that it was chosen from, and on to the menu.
    session.keys("qy");
    session.wait_for("2 moves");
    session.keys("\x1b");
    session.wait_for("Continue (1)");
    session.keys("q");
    assert_eq!(session.end(), 0);
    let mut session = Session::plateau(&["play", "go", "--continue"], &data);
    session.wait_for("White E5");
    session.keys("qyq");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_signal_ends_it_with_the_terminal_given_back() {
    let data = Data::new("pty-signal");
    for (name, code) in [("-TERM", 128 + 15), ("-HUP", 128 + 1), ("-INT", 128 + 2)] {
        let mut session = Session::plateau(&["play", "go"], &data);
        session.wait_for("Black to move");
        session.signal(name);
        assert_eq!(session.end(), code, "{name}");
        session.is_given_back();
    }
}

#[test]
fn it_speaks_french_and_remembers_it() {
    let data = Data::new("pty-french");
    let mut session = Session::plateau(&[], &data);
    session.wait_for("Options");
    session.keys(&format!("8{RIGHT}"));
    session.wait_for("Langue");
    session.keys("q");
    session.wait_for("Continuer");
    session.keys("q");
    assert_eq!(session.end(), 0);
    let mut session = Session::plateau(&["play", "othello"], &data);
    session.wait_for("Noir de jouer");
    session.keys("qoq");
    assert_eq!(session.end(), 0);
}

/// The machine is another program that fails: the game stays, and the person is told in words.
#[test]
fn an_engine_that_fails_is_told_and_the_game_stays() {
    let data = Data::new("pty-engine");
    let args = ["play", "go", "--white", "engine:/no/such/program", "--lang", "fr"];
    let mut session = Session::plateau(&args, &data);
    session.wait_for("Noir de jouer");
    session.moves("D4");
    session.wait_for("n'a pas pu être lancé");
    session.keys("u");
    session.wait_for("Noir de jouer");
}

#[test]
fn the_console_can_be_stopped_and_left_by_ctrl_c() {
    let data = Data::new("pty-plain");
    let args = ["play", "go", "--plain", "--black", "human", "--white", "time:600"];
    let mut session = Session::plateau(&args, &data);
    session.wait_for("Black> ");
    session.keys("D4\r");
    session.wait_for("is thinking");
    session.keys(CTRL_C);
    session.wait("an answer", |screen| screen.contents().trim_end().ends_with("Black>"));
    // A line works as well.
    session.keys("C3\r");
    session.wait("thinking again", |screen| screen.contents().trim_end().ends_with("at once."));
    session.keys("stop\r");
    session.wait("an answer", |screen| screen.contents().trim_end().ends_with("Black>"));
    session.keys(CTRL_C);
    session.wait_for("Quit?");
    session.keys(CTRL_C);
    assert_eq!(session.end(), 130);
    // The next start offers the game.
    let mut session = Session::plateau(&["play", "go", "--plain"], &data);
    session.wait_for("A game is unfinished");
    session.keys("continue\r");
    session.wait("four moves", |screen| screen.contents().contains("Black> "));
    session.keys("moves\r");
    session.wait_for("4. ");
}

#[test]
fn on_the_console_a_flag_falls_without_a_line() {
    let data = Data::new("pty-clock");
    let args = ["play", "othello", "--plain", "--black", "human", "--white", "human", "--clock", "1s"];
    let mut session = Session::plateau(&args, &data);
    session.wait_for("time is up");
    session.keys("quit\r");
    assert_eq!(session.end(), 0);
}

/// This test binary once more, as a program whose machine breaks it.
#[test]
fn a_panic_gives_the_terminal_back_before_it_is_told() {
    let program = std::env::current_exe().expect("a path");
    let args = ["--exact", "breaks::the_screen", "--nocapture"];
    let mut session = Session::start(&program, &args, &[(crate::breaks::WANTED, OsStr::new("1"))]);
    session.wait_for("Black to move");
    session.moves("f5");
    assert_ne!(session.end(), 0);
    session.is_given_back();
    session.wait_for("as was asked for");
}
