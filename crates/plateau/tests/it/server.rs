//! `plateau web` and `plateau serve` as they are run: they say where they are, stop gently, and lose nothing when they are killed.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use store::Store;
#[cfg(unix)]
use testkit::postgres::{PASSWORD, Server as Postgres};

#[cfg(unix)]
use crate::program::finish;
use crate::program::{command, run};
#[cfg(unix)]
use crate::terminal::{Data, Session};

/// A server with its games in a folder.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(args: &[&str], folder: &Path) -> Server {
        let folder = folder.to_str().expect("a path");
        let args: Vec<&str> = args.iter().copied().chain(["--lang", "en", "--data", folder]).collect();
        Server::spawn(command(&args).stderr(Stdio::null()))
    }

    pub(crate) fn spawn(command: &mut Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut said = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut said).expect("it says where it is");
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { process, address: address.unwrap_or_else(|| panic!("an address: {said}")).to_owned() }
    }

    /// As a power cut would.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("killed");
        self.process.wait().expect("gone");
    }

    #[cfg(unix)]
    pub(crate) fn terminate(mut self) -> Option<i32> {
        self.signal("TERM");
        self.process.wait().expect("it ends").code()
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill runs");
        assert!(sent.success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("server-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Asks over a connection that stays open; nothing if it is lost.
pub(crate) struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
    cookie: String,
    /// A line of the head that shows a token or gives a name, if there is one.
    pub(crate) authorization: String,
    /// How long an answer is waited for, if not for ever.
    pub(crate) patience: Option<Duration>,
}

impl Client {
    pub(crate) fn new(server: &Server) -> Client {
        Client::at(&server.address)
    }

    pub(crate) fn at(address: &str) -> Client {
        let (address, authorization) = (address.to_owned(), String::new());
        Client { address, stream: None, cookie: String::new(), authorization, patience: None }
    }

    /// The same person at another server.
    #[cfg(unix)]
    pub(crate) fn go_to(&mut self, server: &Server) {
        self.move_to(&server.address);
    }

    #[cfg(unix)]
    pub(crate) fn move_to(&mut self, address: &str) {
        (self.address, self.stream) = (address.to_owned(), None);
    }

    pub(crate) fn ask(&mut self, method: &str, path: &str, form: &str) -> Option<(u16, Value)> {
        let (status, body) = self.answer(method, path, form)?;
        Some((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    /// What is there to read, as it is.
    #[cfg(unix)]
    pub(crate) fn text(&mut self, path: &str) -> String {
        let (_, body) = self.answer("GET", path, "").expect("an answer");
        String::from_utf8(body).expect("a text")
    }

    fn answer(&mut self, method: &str, path: &str, form: &str) -> Option<(u16, Vec<u8>)> {
        let is_kept = self.stream.is_some();
        let mut answer = self.try_ask(method, path, form);
        if answer.is_none() {
            self.stream = None;
            // A server closes connections on which nothing was asked for a while: whoever only looks asks anew, as a browser does.
            if is_kept && method == "GET" {
                answer = self.try_ask(method, path, form);
            }
        }
        answer
    }

    fn try_ask(&mut self, method: &str, path: &str, form: &str) -> Option<(u16, Vec<u8>)> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address).ok()?;
            stream.set_read_timeout(self.patience).ok()?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut()?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAccept: application/json\r\n{}Cookie: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.address,
            self.authorization,
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
        Some((status, body))
    }

    fn create(&mut self) -> Option<String> {
        let (status, answer) = self.ask("POST", "/new", "game=go&size=19&opponent=here&name=Ada")?;
        (status == 200).then(|| answer["at"].as_str().map(str::to_owned))?
    }

    pub(crate) fn moves(&mut self, game: &str) -> Vec<String> {
        let (status, state) = self.ask("GET", &format!("{game}/state.json"), "").expect("the server answers");
        assert_eq!(status, 200, "{state}");
        let moves = state["moves"].as_array().expect("moves");
        moves.iter().map(|mv| mv.as_str().expect("a move").to_owned()).collect()
    }
}

/// Every point of a board, in an order of its own for each game.
pub(crate) fn points(seed: u64) -> Vec<String> {
    let columns = "ABCDEFGHJKLMNOPQRST".chars();
    let mut points: Vec<String> =
        columns.flat_map(|column| (1..=19).map(move |row| format!("{column}{row}"))).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut points);
    points
}

const LIVES: u64 = 100;
const PLAYERS: u64 = 3;

/// What the server has said is done in a game.
#[derive(Default, Debug)]
struct Told {
    moves: Vec<String>,
    /// Whose the seats are, by their cookies, Black's first.
    seats: [Option<String>; 2],
    is_over: bool,
    has_rematch: bool,
}

/// What the server has said is done, by game.
type History = Arc<Mutex<HashMap<String, Told>>>;

/// Somebody who writes down what they are told.
struct Witness {
    client: Client,
    history: History,
}

impl Witness {
    fn new(server: &Server, history: &History) -> Witness {
        Witness { client: Client::new(server), history: Arc::clone(history) }
    }

    fn note(&self, game: &str, note: impl FnOnce(&mut Told)) {
        note(self.history.lock().expect("no panic").entry(game.to_owned()).or_default());
    }

    /// Does something; whether it was done. Nothing when the server is gone.
    fn act(&mut self, game: &str, what: &str) -> Option<bool> {
        match self.client.ask("POST", &format!("{game}/do"), &format!("do={}", what.replace(' ', "+")))? {
            (200, _) => Some(true),
            // What the rules forbid, or what is not the time for.
            (409, _) => Some(false),
            (status, answer) => panic!("{what}: {status} {answer}"),
        }
    }

    fn play(&mut self, game: &str, point: &str) -> Option<bool> {
        let done = self.act(game, &format!("play {point}"))?;
        if done {
            self.note(game, |told| told.moves.push(point.to_owned()));
        }
        Some(done)
    }

    /// Takes a seat; whether it was given.
    fn sit(&mut self, game: &str, side: usize) -> Option<bool> {
        let form = format!("side={}&name=Bo", ["black", "white"][side]);
        let (status, _) = self.client.ask("POST", &format!("{game}/sit"), &form)?;
        if status == 200 {
            let cookie = self.client.cookie.clone();
            self.note(game, |told| told.seats[side] = Some(cookie));
        }
        Some(status == 200)
    }
}

/// One person plays on both sides until the server is gone.
fn play_alone(mut ada: Witness, seed: u64) -> Option<()> {
    let game = ada.client.create()?;
    ada.note(&game, |_| {});
    for point in points(seed) {
        ada.play(&game, &point)?;
    }
    Some(())
}

/// Two people meet by link, sit down, play, ask each other, mark, agree, and begin again, until the server is gone.
fn play_together(mut ada: Witness, mut bo: Witness, mut eve: Witness, seed: u64) -> Option<()> {
    let form = "game=go&size=9&opponent=link&colour=black&name=Ada";
    let (status, made) = ada.client.ask("POST", "/new", form)?;
    assert_eq!(status, 200, "{made}");
    let mut game = made["at"].as_str()?.to_owned();
    let cookie = ada.client.cookie.clone();
    ada.note(&game, |told| told.seats[0] = Some(cookie));
    assert!(bo.sit(&game, 1)?, "the seat is free");
    assert!(!eve.sit(&game, 1)? && !eve.sit(&game, 0)?, "nobody sits where somebody does");
    let points: Vec<String> = points(seed).into_iter().filter(|point| is_on_small_board(point)).collect();
    loop {
        for pair in points[..6].chunks_exact(2) {
            ada.play(&game, &pair[0])?;
            bo.play(&game, &pair[1])?;
        }
        // A wish that is not granted, and one that is: the last move is gone then.
        bo.act(&game, "offer draw")?;
        ada.act(&game, "answer no")?;
        if bo.act(&game, "offer takeback")? {
            // From here on either is right, until the answer is there.
            let last = bo.history.lock().expect("no panic").get_mut(&game)?.moves.pop();
            if ada.act(&game, "answer yes")? {
                bo.play(&game, &points[6])?;
            } else {
                bo.note(&game, |told| told.moves.extend(last));
            }
        }
        ada.play(&game, "pass")?;
        bo.play(&game, "pass")?;
        ada.act(&game, &format!("mark {}", points[0]))?;
        ada.act(&game, "accept")?;
        if !bo.act(&game, "accept")? {
            return Some(());
        }
        bo.note(&game, |told| told.is_over = true);
        ada.act(&game, "offer rematch")?;
        assert!(bo.act(&game, "answer yes")?, "both want another game");
        bo.note(&game, |told| told.has_rematch = true);
        let (_, state) = ada.client.ask("GET", &format!("{game}/state.json"), "")?;
        game = format!("/game/{}", state["rematch"].as_str()?);
        // Colours are exchanged.
        std::mem::swap(&mut ada, &mut bo);
        let cookies = [&ada, &bo].map(|one| Some(one.client.cookie.clone()));
        ada.note(&game, |told| told.seats = cookies);
    }
}

fn is_on_small_board(point: &str) -> bool {
    let (column, row) = point.split_at(1);
    column <= "J" && row.parse::<u8>().is_ok_and(|row| row <= 9)
}

#[test]
fn whatever_was_acknowledged_survives_a_hundred_kills_under_load() {
    let folder = folder("kills");
    let history = History::default();
    let config = folder.join("plateau.toml");
    std::fs::write(&config, "requests_per_second = 1e6\nrequests_burst = 1e6\ngames_per_minute = 1e6\n")
        .expect("written");
    let args = ["serve", "--bind", "127.0.0.1:0", "--config", config.to_str().expect("a path")];
    let mut rng = fastrand::Rng::with_seed(1);
    for life in 0..LIVES {
        let server = Server::start(&args, &folder);
        let players: Vec<_> = (0..PLAYERS)
            .map(|player| {
                let [ada, bo, eve] = [(); 3].map(|()| Witness::new(&server, &history));
                let seed = life * PLAYERS + player;
                thread::spawn(move || {
                    // Each ends when the server does.
                    let _ = if player == 0 { play_alone(ada, seed) } else { play_together(ada, bo, eve, seed) };
                })
            })
            .collect();
        thread::sleep(Duration::from_millis(rng.u64(20..250)));
        server.kill();
        for player in players {
            player.join().expect("a player");
        }
    }
    check_that_every_game_is_somebodys(&folder);
    let server = Server::start(&args, &folder);
    let history = history.lock().expect("no panic");
    let mut checked = Checked::default();
    for (game, told) in history.iter() {
        checked.check(&server, game, told);
    }
    eprintln!("after {LIVES} kills: {checked:?} of {} games", history.len());
    assert!(history.len() as u64 >= LIVES, "there were games: {}", history.len());
    assert!(checked.moves > 1000, "there was load: {checked:?}");
    assert!(checked.seats > 100 && checked.ends > 20 && checked.rematches > 20, "of every kind: {checked:?}");
}

/// No kill leaves a game without the seat of whoever made it.
fn check_that_every_game_is_somebodys(folder: &Path) {
    let store = store::Sqlite::open(&folder.join("games.db")).expect("the games");
    for query in [store::Query::unfinished(), store::Query::finished()] {
        let games = store.list(&query.page(0, u32::MAX)).expect("a list").games;
        for game in games {
            let notes = store.notes(game.id).expect("notes");
            assert!(notes.iter().any(|(key, _)| key.starts_with("seat-")), "{game:?} was half made: {notes:?}");
        }
    }
}

/// How much was found as it was told.
#[derive(Default, Debug)]
struct Checked {
    moves: usize,
    seats: usize,
    ends: usize,
    rematches: usize,
}

impl Checked {
    fn check(&mut self, server: &Server, game: &str, told: &Told) {
        let mut client = Client::new(server);
        let kept = client.moves(game);
        assert!(kept.starts_with(&told.moves), "{game}: {told:?}, and there are {kept:?}");
        assert!(kept.len() <= told.moves.len() + 1, "{game}: at most one more was on its way: {told:?}, {kept:?}");
        self.moves += told.moves.len();
        for (side, cookie) in told.seats.iter().enumerate() {
            let Some(cookie) = cookie else { continue };
            cookie.clone_into(&mut client.cookie);
            let (_, state) = client.ask("GET", &format!("{game}/state.json"), "").expect("the server answers");
            let yours = ["black", "white"].map(|side| state[side]["you"] == true);
            assert_eq!(yours, [side == 0, side == 1], "{game}: a seat is one person's, and stays so: {state}");
            assert!(!told.is_over || state["stage"] == "ended", "{game}: {told:?}, {state}");
            assert!(!told.has_rematch || state["rematch"].is_string(), "{game}: {told:?}, {state}");
            self.seats += 1;
        }
        self.ends += usize::from(told.is_over);
        self.rematches += usize::from(told.has_rematch);
    }
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
    let left: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    assert_eq!(left, ["games.db"], "everything is in one file");
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
fn there_is_one_server_for_a_database_and_its_games_are_copied_while_it_runs() {
    let folder = folder("alone");
    let path = folder.to_str().expect("a path");
    let server = Server::start(&["serve", "--bind", "127.0.0.1:0"], &folder);
    let mut client = Client::new(&server);
    let game = client.create().expect("a game");
    assert_eq!(client.ask("POST", &format!("{game}/do"), "do=play+D4").map(|(status, _)| status), Some(200));
    let second = run(&["serve", "--bind", "127.0.0.1:0", "--data", path, "--lang", "en"]);
    assert_eq!(second.code, 3, "{}", second.err);
    assert!(second.err.contains("a server uses the database"), "{}", second.err);

    let copy = folder.join("copy").with_extension("db");
    let back_up = || run(&["site", "backup", copy.to_str().expect("a path"), "--data", path, "--lang", "en"]);
    let first = back_up();
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{}", first.out);
    assert_eq!(back_up().code, 3, "nothing is written over");
    assert_eq!(client.ask("POST", &format!("{game}/do"), "do=play+Q16").map(|(status, _)| status), Some(200));
    server.kill();

    // Restored as the documentation says: the copy takes the place of what is there.
    for beside in ["games.db", "games.db-wal", "games.db-shm"] {
        let _ = std::fs::remove_file(folder.join(beside));
    }
    std::fs::rename(&copy, folder.join("games.db")).expect("put back");
    let server = Server::start(&["serve", "--bind", "127.0.0.1:0"], &folder);
    assert_eq!(Client::new(&server).moves(&game), ["D4"], "as it was when it was copied");
    let missing = run(&["site", "backup", "x.db", "--database", "/nowhere/games.db", "--lang", "en"]);
    assert_eq!(missing.code, 3);
    assert!(missing.err.contains("/nowhere/games.db"), "{}", missing.err);
}

#[cfg(unix)]
#[test]
fn a_server_keeps_its_games_in_postgres_and_a_site_moves_between_databases() {
    let Some(postgres) = Postgres::shared() else { return };
    let folder = folder("postgres");
    let path = folder.to_str().expect("a path");
    let address = postgres.network_address(Postgres::schema(&postgres.fresh()), PASSWORD);
    let with = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(["--lang", "en", "--data", path]).collect();
        let mut command = command(&args);
        command.env("PLATEAU_DATABASE", &address).current_dir(&folder);
        command
    };
    let serve = || with(&["serve", "--bind", "127.0.0.1:0"]);
    let server = Server::spawn(serve().stderr(Stdio::null()));
    let mut client = Client::new(&server);
    let game = client.create().expect("a game");
    let play = |client: &mut Client, point: &str| {
        let done = client.ask("POST", &format!("{game}/do"), &format!("do=play+{point}"));
        assert_eq!(done.map(|(status, _)| status), Some(200), "{point}");
    };
    play(&mut client, "D4");
    let second = finish(&mut serve());
    assert_eq!(second.code, 3, "{}", second.err);
    assert!(second.err.contains("a server uses the database at postgres://plateau@127.0.0.1"), "{}", second.err);
    assert!(!second.err.contains(PASSWORD), "{}", second.err);
    play(&mut client, "Q16");
    server.kill();
    let server = Server::spawn(serve().stderr(Stdio::null()));
    assert_eq!(Client::new(&server).moves(&game), ["D4", "Q16"], "after a power cut");

    // While it runs, as the documentation says.
    let exported = finish(&mut with(&["site", "export", "site.txt"]));
    assert_eq!((exported.code, exported.out.as_str()), (0, ""), "{}", exported.err);
    assert!(exported.err.contains("games 1, events 2, papers 0; SHA-256"), "{}", exported.err);
    let import = |file: &str| finish(&mut with(&["site", "import", file, "--database", "games.db"]));
    let imported = import("site.txt");
    assert_eq!(imported.code, 0, "{}", imported.err);
    assert!(imported.out.contains("exactly what was read"), "{}", imported.out);
    let hash = |said: &str| said.split("SHA-256 ").nth(1).map(|rest| rest[..64].to_owned());
    assert_eq!(hash(&imported.err), hash(&exported.err), "both ends have the same");
    assert!(import("site.txt").out.contains("New: games 0, papers 0. There before: games 1"));
    let whole = std::fs::read_to_string(folder.join("site.txt")).expect("a text");
    std::fs::write(folder.join("cut.txt"), &whole[..whole.len() - 4]).expect("a text");
    let cut = import("cut.txt");
    assert_eq!(cut.code, 3, "{}", cut.err);
    assert_eq!(server.terminate(), Some(0));
    let server = Server::start(&["serve", "--bind", "127.0.0.1:0"], &folder);
    assert_eq!(Client::new(&server).moves(&game), ["D4", "Q16"], "from a server into a file");
}

#[cfg(unix)]
#[test]
fn a_server_whose_games_are_taken_away_says_so_and_tells_nothing_that_is_not_kept() {
    let folder = folder("taken-away");
    let server = Server::start(&["serve", "--bind", "127.0.0.1:0"], &folder);
    let mut client = Client::new(&server);
    let game = client.create().expect("a game");
    let mut play = |point: &str| client.ask("POST", &format!("{game}/do"), &format!("do=play+{point}"));
    assert_eq!(play("D4").map(|(status, _)| status), Some(200));
    let moved = folder.with_extension("moved");
    let _ = std::fs::remove_dir_all(&moved);
    std::fs::rename(&folder, &moved).expect("moved away");
    let (status, said) = play("Q16").expect("an answer");
    assert_eq!(status, 503, "{said}");
    assert!(said["no"].as_str().is_some_and(|said| said.contains("nothing has changed")), "{said}");
    let ready = |client: &mut Client| client.ask("GET", "/readyz", "").map(|(status, _)| status);
    assert_eq!(ready(&mut Client::new(&server)), Some(503));
    std::fs::rename(&moved, &folder).expect("put back");
    thread::sleep(Duration::from_millis(1100));
    assert_eq!(ready(&mut Client::new(&server)), Some(200));
    assert_eq!(Client::new(&server).moves(&game), ["D4"]);
}

/// A server that permissions bind, in a folder of its own: whoever is all-powerful (root) starts it as somebody else. Its log is
/// in the file `log`.
#[cfg(unix)]
fn start_bound(home: &Path) -> Server {
    use std::os::unix::fs::{MetadataExt, chown};
    use std::os::unix::process::CommandExt;
    const ROOT: u32 = 0;
    const NOBODY: u32 = 65_534;
    let (data, log, program) = (home.join("data"), home.join("log"), home.join("plateau"));
    std::fs::create_dir_all(&data).expect("a folder");
    let log = std::fs::File::options().create(true).append(true).open(&log).expect("a log");
    let named = command(&["serve", "--bind", "127.0.0.1:0", "--lang", "en", "--data", data.to_str().expect("a path")]);
    let is_root = log.metadata().expect("a file").uid() == ROOT;
    let mut command = Command::new(if is_root { program.as_os_str() } else { named.get_program() });
    command.args(named.get_args()).stdin(Stdio::null()).stderr(log).env("PLATEAU_CONFIG", home.join("none"));
    if is_root {
        if !program.exists() {
            // Within reach of the other user.
            std::fs::copy(named.get_program(), &program).expect("a copy");
            chown(&data, Some(NOBODY), Some(NOBODY)).expect("given away");
        }
        command.uid(NOBODY).gid(NOBODY);
    }
    Server::spawn(&mut command)
}

#[cfg(unix)]
#[test]
fn a_server_that_may_not_write_any_more_says_so_and_goes_on_when_it_may() {
    use std::os::unix::fs::PermissionsExt;
    let home = std::env::temp_dir().join(format!("plateau-closed-{}", std::process::id()));
    std::fs::create_dir(&home).expect("a folder");
    let server = start_bound(&home);
    let (data, database) = (home.join("data"), home.join("data").join("games.db"));
    let mut client = Client::new(&server);
    let game = client.create().expect("a game");
    let mut play = |point: &str| client.ask("POST", &format!("{game}/do"), &format!("do=play+{point}"));
    assert_eq!(play("D4").map(|(status, _)| status), Some(200));
    let ready = || Client::new(&server).ask("GET", "/readyz", "").map(|(status, _)| status);
    let said = || std::fs::read_to_string(home.join("log")).expect("a log");
    for (path, mode, point) in [(&database, 0o400, "Q16"), (&data, 0o500, "D16"), (&data, 0o000, "Q4")] {
        let allow = |mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
        let (usual, before) = (std::fs::metadata(path).expect("it is there").permissions().mode(), said().len());
        allow(mode);
        let (status, answer) = play(point).expect("an answer");
        assert_eq!(status, 503, "{mode:o}: {answer}");
        assert!(answer["no"].as_str().is_some_and(|said| said.contains("nothing has changed")), "{answer}");
        assert_eq!(Client::new(&server).create(), None, "{mode:o}: no new game, either");
        // What it said a moment ago may be told once more.
        thread::sleep(Duration::from_millis(1100));
        assert_eq!(ready(), Some(503), "{mode:o}");
        let news = said().split_off(before);
        assert!(news.contains("not-ready") && news.contains("must be writable"), "{mode:o}: {news}");
        allow(usual);
        thread::sleep(Duration::from_millis(1100));
        assert_eq!(ready(), Some(200), "{mode:o}");
        assert_eq!(play(point).map(|(status, _)| status), Some(200), "{mode:o}: it goes on");
    }
    server.kill();
    let server = start_bound(&home);
    assert_eq!(
        Client::new(&server).moves(&game),
        ["D4", "Q16", "D16", "Q4"],
        "what was told, and nothing that was refused"
    );
    drop(server);
    std::fs::remove_dir_all(&home).expect("removed");
}

#[test]
fn what_a_server_cannot_be_is_said() {
    let folder = folder("refused");
    let path = folder.to_str().expect("a path");
    let config = folder.join("bad.toml");
    std::fs::write(&config, "bind = \"127.0.0.1:0\"\nbnid = 3\n").expect("written");
    let config = config.to_str().expect("a path");
    for (args, code, said) in [
        (vec!["serve", "--database", "mysql://ada:secret@localhost/plateau"], 2, "'mysql://'"),
        (
            vec!["serve", "--database", "postgres://ada:secret@127.0.0.1:port/plateau"],
            3,
            "postgres://127.0.0.1:port/plateau",
        ),
        (
            vec!["serve", "--database", "postgres://ada:secret@127.0.0.1:1/plateau"],
            3,
            "postgres://ada@127.0.0.1:1/plateau",
        ),
        (vec!["site", "backup", "x.db", "--database", "postgres://ada@127.0.0.1:1/plateau"], 2, "pg_dump"),
        (vec!["serve", "--nats", "nats://ada:secret@localhost"], 2, "--nats"),
        (vec!["serve", "--nats", "ada:secret@localhost"], 2, "nats://"),
        (vec!["worker"], 2, "PLATEAU_NATS"),
        (vec!["worker", "--nats", "http://ada:secret@localhost"], 2, "nats://"),
        (vec!["worker", "--nats", "nats://ada:secret@127.0.0.1:1"], 3, "nats://127.0.0.1:1 "),
        (vec!["worker", "--nats", "nats://localhost", "--threads", "0"], 2, "--threads"),
        (vec!["serve", "--bind", "nowhere"], 2, "nowhere"),
        (vec!["serve", "--config", config], 3, "line 2, column 1"),
        (vec!["serve", "--config", "/nowhere/at/all"], 3, "/nowhere/at/all"),
        (vec!["serve", "--bind", "192.0.2.1:1"], 3, "192.0.2.1:1"),
    ] {
        let args: Vec<&str> = args.into_iter().chain(["--data", path, "--lang", "en"]).collect();
        let run = run(&args);
        assert_eq!(run.code, code, "{args:?}: {}", run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
        assert!(!run.err.contains("secret"), "a password is not shown: {}", run.err);
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
    let id = store.list(&store::Query::unfinished()).expect("a list").games[0].id;
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
