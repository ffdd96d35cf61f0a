//! Quarry, a program with windows for Go and Othello, with ours as both of its players.
//!
//! Debian's packages `quarry`, `xvfb` and `xdotool` bring it, a screen that nobody sees, and a hand for its mouse; without them these tests
//! return early, unless `PLATEAU_REQUIRE_PEERS` is set.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::Position as _;

use crate::server::folder;

/// How long a game of a weak level with itself may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);
/// So often Quarry is started, if it goes away by itself.
const ATTEMPTS: usize = 3;

#[test]
fn quarry_plays_go_and_asks_which_stones_are_dead() {
    let Some(talk) = play("go", "Go", |talk| talk.asked("final_status_list dead")) else { return };
    let moves = talk.moves();
    assert!(moves.len() > 20 && moves.ends_with(&["pass", "pass"]), "{moves:?}");
}

#[test]
fn quarry_plays_othello_to_the_end() {
    /// Where these moves lead: Quarry tells of passes, or leaves them out.
    fn replay(moves: &[&str]) -> othello::Position {
        let mut position = othello::Position::START;
        for mv in moves {
            let mv = mv.parse().expect("a move");
            if position.check(mv).is_err() {
                position.play(othello::Move::Pass).expect("only a pass was left out");
            }
            position.play(mv).unwrap_or_else(|why| panic!("{mv} of {moves:?}: {why}"));
        }
        position
    }
    let Some(talk) = play("othello", "Reversi", |talk| replay(&talk.moves()).is_over()) else { return };
    assert!(talk.asked("set_game"), "{:?}", talk.exchanges);
}

/// Has a level of ours play a whole game against itself, which is over when what was said at one of the two boards has come to its end.
/// `None` where there is no Quarry.
fn play(game: &str, quarrys_name: &str, is_over: impl Fn(&Talk) -> bool) -> Option<Talk> {
    for program in ["/usr/games/quarry", "/usr/bin/Xvfb", "/usr/bin/xdotool"] {
        if !Path::new(program).exists() {
            assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "{program} is not installed");
            eprintln!("{program} is not installed: passed over");
            return None;
        }
    }
    // Now and then it breaks down before the game has begun or ended, which says nothing about us.
    let talk = (0..ATTEMPTS).find_map(|_| attempt(game, quarrys_name, &is_over));
    Some(talk.expect("Quarry stays until the game is over"))
}

/// One game; `None` if Quarry went away.
fn attempt(game: &str, quarrys_name: &str, is_over: impl Fn(&Talk) -> bool) -> Option<Talk> {
    let home = folder(&format!("quarry-{game}"));
    let [heard, said] = ["heard", "said"].map(|name| home.join(name));
    for player in ["white", "black"] {
        write_player(&home, player, game);
    }
    fs::write(home.join(".quarry"), settings(&home, quarrys_name)).expect("settings are written");
    let screen = Screen::open();
    let mut quarry = Command::new("/usr/games/quarry");
    quarry
        .env("DISPLAY", &screen.display)
        .env("HOME", &home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut quarry = Running(quarry.spawn().expect("Quarry starts"));
    let begin = Instant::now();
    let mut wait = |what: &str| {
        assert!(begin.elapsed() < PATIENCE, "{what}; it was asked {:?}", fs::read_to_string(&heard));
        thread::sleep(Duration::from_millis(200));
        let is_there = quarry.0.try_wait().is_ok_and(|ended| ended.is_none());
        is_there.then_some(())
    };
    // *New Game* is the first button of the first window.
    while screen.window("New Game").is_none() {
        if let Some(window) = screen.window("Control Center") {
            screen.click(&window, |[width, _]| [width / 2, 26]);
        }
        wait("Quarry does not ask for a new game")?;
    }
    // Its two pages are left by the button in the lower right corner.
    while let Some(window) = screen.window("New Game") {
        screen.click(&window, |[width, height]| [width - 60, height - 28]);
        wait("Quarry does not begin the game")?;
    }
    loop {
        let talk = Talk::read(&heard, &said);
        if is_over(&talk) {
            return Some(talk);
        }
        wait("the game does not end")?;
    }
}

/// A script that is the engine, and for White writes down what it heard and said.
fn write_player(home: &Path, player: &str, game: &str) {
    let engine = format!("{} gtp --game {game} --who level:2 --seed 5", env!("CARGO_BIN_EXE_plateau"));
    let script = match player {
        "white" => format!("#!/bin/sh\ncd '{}'\ntee heard | {engine} | tee said\n", home.display()),
        _ => format!("#!/bin/sh\nexec {engine}\n"),
    };
    let file = home.join(player);
    fs::write(&file, script).expect("a script is written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it can be run");
}

/// What Quarry keeps of a person who has added two engines and last played one against the other.
fn settings(home: &Path, game: &str) -> String {
    let engine = |player: &str| {
        format!(
            "[GTP Engine \"{player}\"]\nScreen name format = \"%n %v\"\nName = \"{player}\"\nCommand line = \"{}\"\n\
             Supported games = \"{game}\"\n\n",
            home.join(player).display()
        )
    };
    format!(
        "{}{}[New Game Parameters]\nGame = \"{game}\"\nWhite player name = \"W\"\nWhite is computer = true\n\
         Engine playing white = \"white\"\nBlack player name = \"B\"\nBlack is computer = true\n\
         Engine playing black = \"black\"\n\n[New Go Game Parameters]\nBoard size = 9\nKomi = 6.5\n",
        engine("white"),
        engine("black")
    )
}

/// What an engine was asked and what it answered, in order.
struct Talk {
    exchanges: Vec<(String, String)>,
}

impl Talk {
    /// Questions without an answer yet are left out.
    fn read(heard: &Path, said: &Path) -> Talk {
        let read = |file| fs::read_to_string(file).unwrap_or_default();
        let (heard, said) = (read(heard), read(said));
        // An answer ends with an empty line.
        let complete = said.rfind("\n\n").map_or("", |end| &said[..end]);
        let answers = complete.split("\n\n").filter(|answer| !answer.is_empty());
        let exchanges: Vec<_> =
            heard.lines().zip(answers).map(|(question, answer)| (question.to_owned(), answer.to_owned())).collect();
        for (question, answer) in &exchanges {
            assert!(answer.starts_with('='), "{question}: {answer}");
        }
        Talk { exchanges }
    }

    fn asked(&self, question: &str) -> bool {
        self.exchanges.iter().any(|(asked, _)| asked.starts_with(question))
    }

    /// The moves of both, as far as they were told.
    fn moves(&self) -> Vec<&str> {
        self.exchanges
            .iter()
            .filter_map(|(question, answer)| match question.split_whitespace().collect::<Vec<_>>()[..] {
                ["play", _, mv] => Some(mv),
                ["genmove", _] => Some(answer.trim_start_matches('=').trim()),
                _ => None,
            })
            .collect()
    }
}

/// A screen that nobody sees.
struct Screen {
    display: String,
    _server: Running,
}

impl Screen {
    fn open() -> Screen {
        let mut server = Command::new("/usr/bin/Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]);
        let mut server = Running(server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("Xvfb starts"));
        let mut number = String::new();
        BufReader::new(server.0.stdout.take().expect("a pipe")).read_line(&mut number).expect("its number");
        Screen { display: format!(":{}", number.trim()), _server: server }
    }

    fn xdotool(&self, args: &[&str]) -> Option<String> {
        let run =
            Command::new("/usr/bin/xdotool").env("DISPLAY", &self.display).args(args).output().expect("xdotool runs");
        run.status.success().then(|| String::from_utf8(run.stdout).expect("a text"))
    }

    /// The window of this name.
    fn window(&self, name: &str) -> Option<String> {
        let found = self.xdotool(&["search", "--onlyvisible", "--name", name])?;
        found.lines().next().map(str::to_owned)
    }

    /// Presses the button at a place that depends on how large the window is; it may be gone by now.
    fn click(&self, window: &str, place: impl Fn([u32; 2]) -> [u32; 2]) {
        let Some(geometry) = self.xdotool(&["getwindowgeometry", "--shell", window]) else { return };
        let side = |name: &str| geometry.lines().find_map(|line| line.strip_prefix(name)?.parse().ok());
        let (Some(width), Some(height)) = (side("WIDTH="), side("HEIGHT=")) else { return };
        let [x, y] = place([width, height]).map(|pixels| pixels.to_string());
        self.xdotool(&["mousemove", "--window", window, &x, &y, "click", "1"]);
    }
}

/// A program that ends with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
