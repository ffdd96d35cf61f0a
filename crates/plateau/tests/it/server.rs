//! `plateau web` and `plateau serve` as they are run: they say where they are, stop gently, and lose nothing when they are killed.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{command, run};
#[cfg(unix)]
use crate::terminal::{Data, Session};

/// A server with its games in a folder.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str], folder: &Path) -> Server {
        let folder = folder.to_str().expect("a path");
        let args: Vec<&str> = args.iter().copied().chain(["--lang", "en", "--data", folder]).collect();
        let mut process =
            command(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the server starts");
        let mut said = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut said).expect("it says where it is");
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { process, address: address.unwrap_or_else(|| panic!("an address: {said}")).to_owned() }
    }

    /// As a power cut would.
    fn kill(mut self) {
        self.process.kill().expect("killed");
        self.process.wait().expect("gone");
    }

    #[cfg(unix)]
    fn terminate(mut self) -> Option<i32> {
        let id = self.process.id().to_string();
        let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        assert!(sent.success());
        self.process.wait().expect("it ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("server-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Asks over a connection that stays open; nothing if it is lost.
struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
    cookie: String,
}

impl Client {
    fn new(server: &Server) -> Client {
        Client { address: server.address.clone(), stream: None, cookie: String::new() }
    }

    fn ask(&mut self, method: &str, path: &str, form: &str) -> Option<(u16, Value)> {
        let answer = self.try_ask(method, path, form);
        if answer.is_none() {
            self.stream = None;
        }
        answer
    }

    fn try_ask(&mut self, method: &str, path: &str, form: &str) -> Option<(u16, Value)> {
        if self.stream.is_none() {
            self.stream = Some(BufReader::new(TcpStream::connect(&self.address).ok()?));
        }
        let stream = self.stream.as_mut()?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAccept: application/json\r\nCookie: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.address,
            self.cookie,
            form.len()
        );
        stream.get_mut().write_all(head.as_bytes()).ok()?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().ok()?;
            } else if let Some(cookie) = line.strip_prefix("set-cookie: ") {
                self.cookie = cookie.split(';').next()?.to_owned();
            } else if let Some(bytes) = line.strip_prefix("content-length: ") {
                length = bytes.parse().ok()?;
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).ok()?;
        Some((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    fn create(&mut self) -> Option<String> {
        let (status, answer) = self.ask("POST", "/new", "game=go&size=19&opponent=here&name=Ada")?;
        (status == 200).then(|| answer["at"].as_str().map(str::to_owned))?
    }

    fn moves(&mut self, game: &str) -> Vec<String> {
        let (status, state) = self.ask("GET", &format!("{game}/state.json"), "").expect("the server answers");
        assert_eq!(status, 200, "{state}");
        let moves = state["moves"].as_array().expect("moves");
        moves.iter().map(|mv| mv.as_str().expect("a move").to_owned()).collect()
    }
}

/// Every point of a board, in an order of its own for each game.
fn points(seed: u64) -> Vec<String> {
    let columns = "ABCDEFGHJKLMNOPQRST".chars();
    let mut points: Vec<String> =
        columns.flat_map(|column| (1..=19).map(move |row| format!("{column}{row}"))).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut points);
    points
}

const LIVES: u64 = 100;
const PLAYERS: u64 = 4;

#[test]
fn every_acknowledged_move_survives_a_hundred_kills_under_load() {
    let folder = folder("kills");
    // What the server has said is done, by game.
    let acknowledged: Arc<Mutex<HashMap<String, Vec<String>>>> = Arc::default();
    let config = folder.join("plateau.toml");
    std::fs::write(&config, "requests_per_second = 1e6\nrequests_burst = 1e6\ngames_per_minute = 1e6\n")
        .expect("written");
    let args = ["serve", "--bind", "127.0.0.1:0", "--config", config.to_str().expect("a path")];
    let mut rng = fastrand::Rng::with_seed(1);
    for life in 0..LIVES {
        let server = Server::start(&args, &folder);
        let dead = Arc::new(AtomicBool::new(false));
        let players: Vec<_> = (0..PLAYERS)
            .map(|player| {
                let (mut client, dead, acknowledged) =
                    (Client::new(&server), Arc::clone(&dead), Arc::clone(&acknowledged));
                thread::spawn(move || {
                    let Some(game) = client.create() else { return };
                    acknowledged.lock().expect("no panic").insert(game.clone(), Vec::new());
                    for point in points(life * PLAYERS + player) {
                        if dead.load(Relaxed) {
                            return;
                        }
                        match client.ask("POST", &format!("{game}/do"), &format!("do=play+{point}")) {
                            Some((200, _)) => {
                                let mut acknowledged = acknowledged.lock().expect("no panic");
                                acknowledged.get_mut(&game).expect("the game").push(point);
                            }
                            // A move that the rules forbid; another point will do.
                            Some((409, _)) => {}
                            Some((status, answer)) => panic!("{status} {answer}"),
                            None => return,
                        }
                    }
                })
            })
            .collect();
        thread::sleep(Duration::from_millis(rng.u64(20..120)));
        server.kill();
        dead.store(true, Relaxed);
        for player in players {
            player.join().expect("a player");
        }
    }
    let server = Server::start(&args, &folder);
    let mut client = Client::new(&server);
    let acknowledged = acknowledged.lock().expect("no panic");
    let mut checked = 0;
    for (game, moves) in acknowledged.iter() {
        let kept = client.moves(game);
        assert!(kept.starts_with(moves), "{game}: {moves:?} were acknowledged, {kept:?} are there");
        assert!(kept.len() <= moves.len() + 1, "at most one more was on its way");
        checked += moves.len();
    }
    assert!(acknowledged.len() as u64 >= LIVES, "there were games: {}", acknowledged.len());
    assert!(checked > 1000, "there was load: {checked} moves");
    eprintln!("{checked} moves of {} games were there after {LIVES} kills", acknowledged.len());
}

#[cfg(unix)]
#[test]
fn a_server_stops_gently_and_its_games_are_there_again() {
    let folder = folder("gently");
    let args = ["serve", "--bind", "127.0.0.1:0"];
    let server = Server::start(&args, &folder);
    let mut client = Client::new(&server);
    let game = client.create().expect("a game");
    for point in ["D4", "Q16", "K10"] {
        let done = client.ask("POST", &format!("{game}/do"), &format!("do=play+{point}"));
        assert_eq!(done.map(|(status, _)| status), Some(200));
    }
    let begin = Instant::now();
    assert_eq!(server.terminate(), Some(0));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    let server = Server::start(&args, &folder);
    assert_eq!(Client::new(&server).moves(&game), ["D4", "Q16", "K10"]);
}

#[test]
fn the_browser_version_is_at_an_address_of_this_machine_only() {
    let server = Server::start(&["web", "--no-open", "--port", "0"], &folder("local"));
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    let mut client = Client::new(&server);
    assert_eq!(client.ask("GET", "/", "").map(|(status, _)| status), Some(200));
    let mut stranger = Client::new(&server);
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    stream.write_all(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 421"), "{answer}");
    assert!(stranger.create().is_some());
}

#[test]
fn what_a_server_cannot_be_is_said() {
    let folder = folder("refused");
    let path = folder.to_str().expect("a path");
    let config = folder.join("bad.toml");
    std::fs::write(&config, "bind = \"127.0.0.1:0\"\nbnid = 3\n").expect("written");
    let config = config.to_str().expect("a path");
    for (args, code, said) in [
        (vec!["serve", "--database", "postgres://localhost/plateau"], 2, "postgres://localhost/plateau"),
        (vec!["serve", "--nats", "nats://localhost"], 2, "--nats"),
        (vec!["serve", "--bind", "nowhere"], 2, "nowhere"),
        (vec!["serve", "--config", config], 3, "line 2, column 1"),
        (vec!["serve", "--config", "/nowhere/at/all"], 3, "/nowhere/at/all"),
        (vec!["serve", "--bind", "192.0.2.1:1"], 3, "192.0.2.1:1"),
    ] {
        let args: Vec<&str> = args.into_iter().chain(["--data", path, "--lang", "en"]).collect();
        let run = run(&args);
        assert_eq!(run.code, code, "{args:?}: {}", run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn the_terminal_and_the_browser_play_one_game_by_turns_without_opening_it_again() {
    let data = Data::new("both-faces");
    let mut terminal = Session::plateau(&["play", "othello", "--black", "human", "--white", "human"], &data);
    terminal.wait_for("Black to move");
    terminal.moves("f5");
    terminal.wait_for("White to move");
    // The same games, in the browser.
    let server = Server::start(&["web", "--no-open", "--port", "0"], &data.0);
    let mut browser = Client::new(&server);
    let store = store::Sqlite::open(&data.0.join("games.db")).expect("the games");
    let id = store::Store::list(&store, &store::Query::unfinished()).expect("a list").games[0].id;
    let game = format!("/game/{id}");
    assert_eq!(browser.moves(&game), ["f5"]);
    for (in_browser, on_terminal) in [("d6", "c3"), ("d3", "c4")] {
        let (status, answer) =
            browser.ask("POST", &format!("{game}/do"), &format!("do=play+{in_browser}")).expect("an answer");
        assert_eq!(status, 200, "{answer}");
        terminal.wait_for(&format!("White {in_browser}"));
        terminal.moves(on_terminal);
        terminal.wait_for(&format!("Black {on_terminal}"));
    }
    assert_eq!(browser.moves(&game), ["f5", "d6", "c3", "d3", "c4"]);
}
