//! The example `demo` in a pseudo-terminal: what a terminal shows, not what a buffer holds.
//!
//! `cargo test -p plateau-tui` builds the example; with `--test it` alone it has to be built before.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const PATIENCE: Duration = Duration::from_secs(20);

/// A program in a terminal of its own.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Session {
    fn start(args: &[&str], (columns, rows): (u16, u16)) -> Session {
        let tests = std::env::current_exe().expect("a path");
        let demo = tests.parent().expect("a folder").parent().expect("a folder").join("examples/demo");
        assert!(demo.exists(), "build the example first: cargo build --release -p plateau-tui --example demo");
        let pty = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(demo);
        command.args(args);
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1")]
        {
            command.env(name, value);
        }
        let child = pty.slave.spawn_command(command).expect("the program starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (mut output, seen) = (pty.master.try_clone_reader().expect("a reader"), Arc::clone(&screen));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.lock().expect("nobody panics").process(&bytes[..count]);
            }
        });
        let keyboard = pty.master.take_writer().expect("a writer");
        Session { child, master: pty.master, keyboard, screen }
    }

    fn text(&self) -> String {
        self.screen.lock().expect("nobody panics").screen().contents()
    }

    /// Waits until the screen shows it; how long that took.
    fn wait_for(&self, what: &str) -> Duration {
        self.wait(what, |screen| screen.contents().contains(what))
    }

    fn wait(&self, what: &str, test: impl Fn(&vt100::Screen) -> bool) -> Duration {
        let start = Instant::now();
        while !test(self.screen.lock().expect("nobody panics").screen()) {
            assert!(start.elapsed() < PATIENCE, "{what:?} does not come; there is\n{}", self.text());
            thread::sleep(Duration::from_millis(1));
        }
        start.elapsed()
    }

    fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal listens");
        self.keyboard.flush().expect("the terminal listens");
    }

    fn moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.keys(&format!("{mv}\r"));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let sent = Command::new("kill").args([name, &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits for the end; the exit code.
    fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.exit_code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end; there is\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_given_back(&self) {
        self.wait("the old screen", |screen| {
            !screen.alternate_screen() && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// A file for games that is gone at the end.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Data {
        let folder = std::env::temp_dir().join(format!("plateau-tui-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Data(folder)
    }

    fn arg(&self) -> String {
        format!("--data={}", self.0.join("games.db").display())
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";

#[test]
fn whole_games_of_each_kind_are_played_from_the_home_menu() {
    let mut session = Session::start(&[], (80, 24));
    session.wait_for("P l a t e a u");
    // Go, two people.
    session.keys("\r");
    session.wait_for("A new game");
    session.keys(&format!("{DOWN}{RIGHT}\r"));
    session.wait_for("Black to move");
    session.moves("D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9");
    session.keys("pp");
    session.wait_for("Both have passed");
    session.keys("yy");
    session.wait_for("W+16.5");
    session.keys("q");
    session.wait_for("P l a t e a u");
    // Othello.
    session.keys("\r");
    session.wait_for("A new game");
    session.keys(&format!("{RIGHT}{DOWN}{RIGHT}\r"));
    session.wait_for("Black to move");
    session.moves("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    session.wait_for("Black wins by 64");
    session.keys("q");
    session.wait_for("P l a t e a u");
    // Aligne 4.
    session.keys("\r");
    session.wait_for("A new game");
    session.keys(&format!("{RIGHT}{RIGHT}{DOWN}{RIGHT}\r"));
    session.wait_for("Black to move");
    session.moves("0a1 1b2 2b1 4c1 6d1");
    session.wait_for("Black wins");
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
fn a_window_that_changes_its_size_is_drawn_anew() {
    let mut session = Session::start(&["go"], (80, 24));
    session.wait_for("Black to move");
    for (columns, rows, shows) in [(120, 40, "Black to move"), (60, 20, "too small"), (80, 24, "Black to move")] {
        session.screen.lock().expect("nobody panics").screen_mut().set_size(rows, columns);
        session.master.resize(size(columns, rows)).expect("it can be resized");
        session.wait_for(shows);
    }
    session.keys("q");
    session.wait_for("Leave the game?");
}

#[test]
fn suspended_it_gives_the_terminal_back_and_takes_it_again() {
    let mut session = Session::start(&["othello"], (80, 24));
    session.wait_for("Black to move");
    session.keys("\x1a");
    session.is_given_back();
    session.signal("-CONT");
    session.wait("the screen again", vt100::Screen::alternate_screen);
    session.wait_for("Black to move");
    session.moves("f5");
    session.wait_for("1 f5");
}

#[test]
fn a_game_that_was_left_or_killed_is_continued() {
    let data = Data::new("continue");
    let mut session = Session::start(&[&data.arg(), "--two", "go"], (80, 24));
    session.wait_for("Black to move");
    session.moves("D4");
    session.wait_for("Black D4");
    session.signal("-KILL");
    session.end();
    let mut session = Session::start(&[&data.arg()], (80, 24));
    session.wait_for("Continue (1)");
    session.keys("2");
    session.wait_for("1 move");
    session.keys("\r");
    session.wait_for("White to move");
    session.moves("E5");
    session.wait_for("White E5");
    session.keys("qy");
    session.wait_for("Continue (1)");
    session.keys("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_signal_ends_it_with_the_terminal_given_back() {
    for (name, code) in [("-TERM", 128 + 15), ("-HUP", 128 + 1)] {
        let mut session = Session::start(&["go"], (80, 24));
        session.wait_for("Black to move");
        session.signal(name);
        assert_eq!(session.end(), code, "{name}");
        session.is_given_back();
    }
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_is_told() {
    let mut session = Session::start(&["--panic", "othello"], (80, 24));
    session.wait_for("Black to move");
    session.moves("f5");
    assert_ne!(session.end(), 0);
    session.is_given_back();
    session.wait_for("panicked");
}

#[test]
fn the_first_frame_and_each_key_come_soon() {
    let begun = Instant::now();
    let mut session = Session::start(&["--slow", "othello"], (80, 24));
    session.wait_for("Black to move");
    let first_frame = begun.elapsed();
    session.moves("f5");
    session.wait_for("thinking");
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        session.keys("?");
        slowest = slowest.max(session.wait_for("Keys"));
        session.keys("?");
        slowest = slowest.max(session.wait("no keys", |screen| !screen.contents().contains("Keys")));
    }
    eprintln!("first frame after {first_frame:?}, slowest key {slowest:?}");
    // The bounds are for a machine that does ten other things; the figures above are what counts.
    assert!(first_frame < Duration::from_secs(5) && slowest < Duration::from_secs(2));
}
