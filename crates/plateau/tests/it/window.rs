//! `plateau window`: the server is there as long as the window is. The browser is a script here; it is told what a real one would be.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::command;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("window-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The program with this script for a browser. It finds no other, and nothing to open an address with.
fn window(folder: &Path, script: &str) -> Child {
    let browser = folder.join("browser");
    fs::write(&browser, format!("#!/bin/sh\nPATH=/bin:/usr/bin\ncd '{}'\n{script}\n", folder.display()))
        .expect("a script");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let data = folder.to_str().expect("a path");
    let mut window = command(&["window", "--lang", "en", "--data", data]);
    window.env("PLATEAU_BROWSER", &browser).env("PATH", folder).stdout(Stdio::piped()).stderr(Stdio::null());
    window.spawn().expect("the program starts")
}

fn answers(address: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let asked = write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let mut answer = String::new();
    asked.and_then(|()| stream.read_to_string(&mut answer)).is_ok() && answer.starts_with("HTTP/1.1 200")
}

#[test]
fn the_server_ends_with_its_window() {
    const STAYS: &str =
        "printf '%s\\n' \"$@\" > told.new && mv told.new told\nwhile [ ! -e closed ]; do sleep 0.05; done";
    let folder = folder("closed");
    let mut program = window(&folder, STAYS);
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
    let mut program = window(&folder("none"), "exit 1");
    let mut said = String::new();
    BufReader::new(program.stdout.take().expect("a pipe")).read_line(&mut said).expect("a line");
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned();
    assert!(answers(&address), "{said}");
    program.kill().expect("killed");
    program.wait().expect("gone");
}
