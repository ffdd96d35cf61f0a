//! `plateau window`: the server is there as long as the window is. The browser is a script here; it is told what a real one would be.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{command, finish};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("window-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The program with this script for a browser. It finds no other, and nothing to open an address with.
fn window(folder: &Path, script: &str, files: &[&str]) -> Child {
    let browser = folder.join("browser");
    fs::write(&browser, format!("#!/bin/sh\nPATH=/bin:/usr/bin\ncd '{}'\n{script}\n", folder.display()))
        .expect("a script");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let mut window = window_command(folder, files);
    window.env("PLATEAU_BROWSER", &browser).env("PATH", folder).stdout(Stdio::piped()).stderr(Stdio::null());
    window.spawn().expect("the program starts")
}

fn window_command(folder: &Path, files: &[&str]) -> Command {
    let data = folder.to_str().expect("a path");
    command(&[&["window", "--lang", "en", "--data", data], files].concat())
}

fn answers(address: &str) -> bool {
    page(address, "/").is_some_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// What a server answers, if there is one.
fn page(address: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[test]
fn the_server_ends_with_its_window() {
    const STAYS: &str =
        "printf '%s\\n' \"$@\" > told.new && mv told.new told\nwhile [ ! -e closed ]; do sleep 0.05; done";
    let folder = folder("closed");
    let mut program = window(&folder, STAYS, &[]);
    let told = folder.join("told");
    while !told.exists() {
        assert!(program.try_wait().expect("it is there").is_none(), "it ended before its window was there");
        sleep(Duration::from_millis(20));
    }
    let told = fs::read_to_string(told).expect("what the browser was told");
    let address =
        told.lines().find_map(|word| word.strip_prefix("--app=http://")).expect("an address").trim_end_matches('/');
    let profile = told.lines().find_map(|word| word.strip_prefix("--user-data-dir=")).expect("a profile");
    assert!(Path::new(profile).starts_with(&folder) && Path::new(profile).is_dir(), "{profile}");
    assert!(answers(address), "the page is there");
    fs::write(folder.join("closed"), "").expect("closed");
    assert_eq!(program.wait().expect("it ends").code(), Some(0));
    assert!(!answers(address), "nobody serves any more");
    let mut said = String::new();
    program.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!(said, "", "whoever looks at a window reads no address");
}

#[test]
fn where_no_window_can_be_shown_the_address_is_told() {
    let mut program = window(&folder("none"), "exit 1", &[]);
    let mut said = String::new();
    BufReader::new(program.stdout.take().expect("a pipe")).read_line(&mut said).expect("a line");
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    assert!(answers(&address), "{said}");
    program.kill().expect("killed");
    program.wait().expect("gone");
}

/// What a file manager does when somebody opens a record.
#[test]
fn a_record_is_what_is_seen_first() {
    let folder = folder("record");
    let file = |name: &str, content: &str| {
        let path = folder.join(name);
        fs::write(&path, content).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let record = file("final.sgf", "(;GM[2]PB[Ada]PW[Bo];B[fe];W[df])");
    let mut program = window(&folder, "exit 1", &[&record]);
    let mut said = String::new();
    BufReader::new(program.stdout.take().expect("a pipe")).read_line(&mut said).expect("a line");
    let shown = said.split_once("http://").and_then(|(_, rest)| rest.split_whitespace().next());
    let (address, path) = shown.and_then(|shown| shown.split_once('/')).expect("an address");
    let shown = page(address, &format!("/{path}")).expect("an answer");
    assert!(path.starts_with("record/") && shown.contains("Ada") && shown.contains("Bo"), "{said}{shown}");
    program.kill().expect("killed");
    program.wait().expect("gone");

    let nothing = file("nothing.sgf", "");
    for (file, problem) in
        [(&nothing, "nothing.sgf: line 1, column 1"), (&"/nowhere/at/all.sgf".to_owned(), "/nowhere/at/all.sgf")]
    {
        let refused = finish(window_command(&folder, &[file]).stdout(Stdio::piped()).stderr(Stdio::piped()));
        assert_eq!(refused.code, 3, "{}", refused.err);
        assert!(refused.err.contains(problem), "{}", refused.err);
    }
}
