use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{command, finish, run};

#[test]
fn without_a_command_the_short_help_is_shown() {
    let run = run(&[]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Usage: plateau") && run.out.contains("perft"), "{}", run.out);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "perft",
        "rules",
        "site",
        "gtp",
        "nboard",
        "convert",
        "render",
        "match",
        "levels",
        "bench",
        "config",
        "completions",
        "man",
    ] {
        let run = run(&[command, "--help"]);
        assert_eq!(run.code, 0, "{command}");
        assert!(run.out.contains("Examples:") && run.out.contains(&format!("plateau {command}")), "{}", run.out);
    }
}

#[test]
fn help_speaks_the_language_of_the_option_the_variable_and_the_locale() {
    let french = "Commandes:";
    assert!(run(&["--lang", "fr", "--help"]).out.contains(french));
    for variable in ["PLATEAU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"] {
        assert!(finish(command(&["--help"]).env(variable, "fr_FR.UTF-8")).out.contains(french), "{variable}");
    }
    let both = finish(command(&["--help", "--lang", "en"]).env("LANG", "fr_FR.UTF-8"));
    assert!(both.out.contains("Commands:"), "the option wins");
    // An empty variable says nothing, and the next one counts.
    let empty = finish(command(&["--help"]).env("LC_ALL", "").env("LANG", "fr_FR.UTF-8"));
    assert!(empty.out.contains(french));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("perft") && run.out.contains("completions"), "{shell}");
    }
}

#[test]
fn the_manual_page_is_a_manual_page() {
    let page = run(&["man"]);
    assert_eq!(page.code, 0);
    assert!(page.out.contains(".TH plateau 1") && page.out.contains(".SH"), "{}", page.out);
    let page = run(&["man", "perft"]);
    assert!(page.out.contains(".TH plateau-perft 1"), "{}", page.out);
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(run(&["--version"]).out, format!("plateau {}\n", env!("CARGO_PKG_VERSION")));
}

/// The examples of a command's help.
fn examples(command: &[&str]) -> Vec<String> {
    let help = run(&[command, &["--help"]].concat()).out;
    let Some((_, examples)) = help.split_once("Examples:") else { return Vec::new() };
    examples.lines().map(str::trim).filter(|line| line.starts_with("plateau")).map(str::to_owned).collect()
}

/// Longer than an example needs to say that something is wrong with it. What still works then is ended.
const LONG_ENOUGH: Duration = Duration::from_secs(4);

#[test]
fn every_example_of_every_help_runs() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("examples-{}", std::process::id()));
    let moves: String =
        (0..60).map(|ply| format!(";{}[{}{}]", ["B", "W"][ply % 2], letter(ply % 19), letter(ply / 19))).collect();
    let ggf = "(;GM[Othello]PC[x]PB[Ada]PW[Bo]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)";
    let position = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX-- X;\n";
    let mut exported = Vec::new();
    fs::create_dir_all(&folder).expect("a folder");
    let empty = store::Sqlite::open(&folder.join("empty.db")).expect("a store");
    store::Store::export(&empty, &mut exported).expect("it is written down");
    let files = [
        ("exported.txt", String::from_utf8(exported).expect("text")),
        ("game.sgf", format!("(;GM[1]SZ[19]{moves})")),
        ("damaged.sgf", "(;GM[1]SZ[19];B[aa];W[bb]".to_owned()),
        ("game.ggf", ggf.to_owned()),
        ("positions.obf", position.to_owned()),
        ("plateau.toml", String::new()),
    ];
    let commands = examples_of_all();
    assert!(commands.len() > 30, "{commands:?}");
    // Each in a folder of its own: some write what others read.
    let children: Vec<(String, Child)> = (0..)
        .zip(commands)
        .map(|(number, line): (usize, String)| {
            let folder = folder.join(number.to_string());
            let games = folder.join("home/.local/share/plateau/games.db");
            fs::create_dir_all(games.parent().expect("a folder")).expect("a folder");
            for games in [games, folder.join("games.db")] {
                drop(store::Sqlite::open(&games).expect("games to look after"));
            }
            for (name, text) in &files {
                fs::write(folder.join(name), text).expect("a file");
            }
            (line.clone(), start(&line, &folder))
        })
        .collect();
    let began = Instant::now();
    for (line, mut child) in children {
        let ended = loop {
            match child.try_wait().expect("it can be asked") {
                None if began.elapsed() < LONG_ENOUGH => thread::sleep(Duration::from_millis(20)),
                ended => break ended,
            }
        };
        let Some(status) = ended else {
            child.kill().expect("it can be ended");
            child.wait().expect("it ends");
            continue;
        };
        let said = std::io::read_to_string(child.stderr.take().expect("piped")).expect("text");
        // Another program may have the port that an example names; the server says so, and all else went well.
        let is_taken = status.code() == Some(3) && said.contains("Address already in use");
        // Nobody is where the servers of an example meet; the worker says so.
        let is_nowhere = status.code() == Some(3) && said.contains("NATS at nats://nats.example.org");
        assert!(status.success() || is_taken || is_nowhere, "{line}: {status}\n{said}");
    }
    fs::remove_dir_all(&folder).expect("nobody needs it");
}

fn letter(number: usize) -> char {
    (b'a' + number as u8) as char
}

fn examples_of_all() -> Vec<String> {
    let help = run(&["--help"]).out;
    let commands =
        help.lines().skip_while(|line| !line.starts_with("Commands")).skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let mut all = examples(&[]);
    for name in names {
        all.extend(examples(&[name]));
    }
    all
}

/// Starts an example as a shell would, where the files that it names are.
fn start(line: &str, folder: &Path) -> Child {
    let program = Path::new(env!("CARGO_BIN_EXE_plateau"));
    let path =
        format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    // What is written for a shell goes into a home of its own, whose folders are there.
    let home = folder.join("home");
    for below in [".local/share/bash-completion/completions", ".local/share/man/man1"] {
        fs::create_dir_all(home.join(below)).expect("a folder");
    }
    let mut shell = Command::new("sh");
    // The shell becomes the program, so that ending one ends the other.
    let line = if line.contains('>') { line.to_owned() } else { format!("exec {line}") };
    shell.args(["-c", &line]).current_dir(folder).env("PATH", path).env("HOME", &home).env("LC_ALL", "C.UTF-8");
    // What nobody writes on a command line.
    shell.env("PLATEAU_TOKEN", "plateau_0").env("PLATEAU_PASSWORD", "secret");
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "PLATEAU_CONFIG", "PLATEAU_DATA", "PLATEAU_LANG"] {
        shell.env_remove(name);
    }
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a shell")
}
