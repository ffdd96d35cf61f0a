//! A site of three servers at which people play, while something fails. Everybody writes down what they were told; afterwards it must all be
//! true (`testkit::history`).
//!
//! Each fault is tried once, or as often as the variable `PLATEAU_FAULTS` says.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use store::Tenure;
use testkit::history::{Entry, Told, check};
use testkit::nats::Server as Nats;
use testkit::postgres::{PASSWORD, Server as Postgres};
use testkit::proxy::{Proxy, Way};

use crate::cluster::{LIMITS, PATIENCE};
use crate::program::command;
use crate::server::{Client, Server, folder, points};

/// So many games are played at once.
const GAMES: usize = 4;
const SERVERS: usize = 3;
/// Between two moves of a game.
const PACE: Duration = Duration::from_millis(80);
/// After so long without an answer one goes to another server: longer than servers wait for each other, so that one that asks in vain has time to look
/// who has the game now.
const ANSWER_PATIENCE: Duration = Duration::from_secs(8);
/// Servers note once a second that they run, and so late where much is to be done. One that begins takes it that clocks have stood since then.
const NOTED_LATE: Duration = Duration::from_secs(5);

/// Nobody's machine loses power here.
const QUICKLY: [&str; 2] = ["fsync=off", "full_page_writes=off"];

/// How often each fault is tried.
fn rounds() -> usize {
    std::env::var("PLATEAU_FAULTS").map_or(1, |text| text.parse().expect("PLATEAU_FAULTS is a number"))
}

/// Servers that share a database and a NATS, each by ways that can be made bad.
struct Site {
    config: PathBuf,
    postgres: Mutex<Postgres>,
    database: String,
    nats: Mutex<Nats>,
    servers: Mutex<Vec<Server>>,
    /// Where they are; clients look here.
    addresses: Arc<Mutex<Vec<String>>>,
    /// The ways of the first server to the database and to NATS.
    ways: [Proxy; 2],
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The host and port of an address of the network.
fn place(address: &str) -> SocketAddr {
    let rest = address.split_once('@').expect("a name").1;
    rest.split(['/', '?']).next().and_then(|place| place.parse().ok()).unwrap_or_else(|| panic!("{address}"))
}

impl Site {
    fn new(name: &str) -> Option<Site> {
        Site::over(name, Postgres::start(&QUICKLY)?)
    }

    fn over(name: &str, postgres: Postgres) -> Option<Site> {
        let database = postgres.network_address(Postgres::schema(&postgres.fresh()), PASSWORD);
        let nats = Nats::start()?;
        let config = folder(name).join("plateau.toml");
        std::fs::write(&config, LIMITS).expect("written");
        let ways = [place(&database), place(&nats.address())].map(Proxy::to);
        let (postgres, nats) = (Mutex::new(postgres), Mutex::new(nats));
        let (servers, addresses) = (Mutex::default(), Arc::default());
        let site = Site { config, postgres, database, nats, servers, addresses, ways };
        for at in 0..SERVERS {
            let server = site.start(at);
            locked(&site.addresses).push(server.address.clone());
            locked(&site.servers).push(server);
        }
        Some(site)
    }

    /// Starts a server; the first one by its ways.
    fn start(&self, at: usize) -> Server {
        let mut urls = [self.database.clone(), locked(&self.nats).address()];
        if at == 0 {
            for (url, way) in urls.iter_mut().zip(&self.ways) {
                *url = url.replace(&place(url).to_string(), &way.address().to_string());
            }
        }
        let config = self.config.to_str().expect("a path");
        let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--lang", "en", "--config", config]);
        serve.env("PLATEAU_DATABASE", &urls[0]).env("PLATEAU_NATS", &urls[1]).stderr(Stdio::null());
        Server::spawn(&mut serve)
    }

    /// Starts another one in the place of a server that is given away.
    fn replace(&self, at: usize, end: impl FnOnce(Server)) {
        let mut servers = locked(&self.servers);
        end(servers.remove(at));
        let server = self.start(at);
        locked(&self.addresses)[at].clone_from(&server.address);
        servers.insert(at, server);
    }

    /// Waits until a server says that it serves.
    fn ready(&self, at: usize) {
        let begin = Instant::now();
        loop {
            let mut client = Client::at(&locked(&self.addresses)[at].clone());
            client.patience = Some(ANSWER_PATIENCE);
            if client.ask("GET", "/readyz", "").is_some_and(|(status, _)| status == 200) {
                return;
            }
            assert!(begin.elapsed() < PATIENCE, "server {at} is never ready");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Plays while something fails, and checks what everybody was told.
    fn play_through(&self, fault: impl FnOnce(&Site, &Load)) {
        let load = Load::start(&self.addresses);
        load.go_on(5);
        fault(self, &load);
        // Everybody goes on afterwards.
        load.go_on(5);
        let history = load.end();
        // Clocks may have stood for as long as anybody waited for an answer, whatever that was: it is told, and nothing here depends on it.
        let outage = history.iter().map(|entry| entry.heard.saturating_sub(entry.asked)).max().expect("they play");
        let violations = check(&history, outage + NOTED_LATE);
        assert!(violations.is_empty(), "{violations:#?}");
        let moves = history.iter().filter(|entry| matches!(entry.told, Told::Played { .. })).count();
        eprintln!("{moves} moves, {} answers, the slowest after {outage:?}", history.len());
    }
}

/// People who play.
struct Load {
    stop: Arc<AtomicBool>,
    moves: Vec<Arc<AtomicUsize>>,
    /// How often anybody was told that it cannot be done now.
    refused: Arc<AtomicUsize>,
    people: Vec<JoinHandle<Vec<Entry>>>,
}

impl Load {
    fn start(addresses: &Arc<Mutex<Vec<String>>>) -> Load {
        let (stop, begin) = (Arc::new(AtomicBool::new(false)), Instant::now());
        let moves: Vec<_> = (0..GAMES).map(|_| Arc::new(AtomicUsize::new(0))).collect();
        let refused = Arc::new(AtomicUsize::new(0));
        let people = moves.iter().enumerate().map(|(seed, moves)| {
            let (addresses, stop, moves) = (Arc::clone(addresses), Arc::clone(&stop), Arc::clone(moves));
            let refused = Arc::clone(&refused);
            thread::spawn(move || {
                let mut pair = Pair::new(seed, addresses, begin, refused);
                while !stop.load(SeqCst) {
                    pair.play(&stop, &moves);
                }
                pair.history
            })
        });
        let people = people.collect();
        Load { stop, moves, refused, people }
    }

    /// Waits until so many more moves were made in every game.
    fn go_on(&self, more: usize) {
        let before: Vec<usize> = self.moves.iter().map(|moves| moves.load(SeqCst)).collect();
        let begin = Instant::now();
        while !self.moves.iter().zip(&before).all(|(moves, before)| moves.load(SeqCst) >= before + more) {
            assert!(begin.elapsed() < PATIENCE, "play does not go on");
            assert!(!self.people.iter().any(JoinHandle::is_finished), "somebody has given up");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until somebody was refused so many more times.
    fn be_refused(&self, more: usize) {
        let (before, begin) = (self.refused.load(SeqCst), Instant::now());
        while self.refused.load(SeqCst) < before + more {
            assert!(begin.elapsed() < PATIENCE, "nobody is refused");
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn end(self) -> Vec<Entry> {
        self.stop.store(true, SeqCst);
        self.people.into_iter().flat_map(|people| people.join().expect("nobody gives up")).collect()
    }
}

/// Two people who play one game after the other, each at some server, and go to another when it does not answer.
struct Pair {
    players: [Client; 2],
    /// At which servers they are.
    at: [usize; 2],
    addresses: Arc<Mutex<Vec<String>>>,
    begin: Instant,
    history: Vec<Entry>,
    refused: Arc<AtomicUsize>,
    rng: fastrand::Rng,
}

impl Pair {
    fn new(seed: usize, addresses: Arc<Mutex<Vec<String>>>, begin: Instant, refused: Arc<AtomicUsize>) -> Pair {
        let mut rng = fastrand::Rng::with_seed(seed as u64);
        let at = [(); 2].map(|()| rng.usize(..SERVERS));
        let players = at.map(|at| {
            let mut client = Client::at(&locked(&addresses)[at]);
            client.patience = Some(ANSWER_PATIENCE);
            client
        });
        Pair { players, at, addresses, begin, history: Vec::new(), refused, rng }
    }

    fn note(&mut self, asked: Duration, game: &str, told: Told) {
        self.history.push(Entry { asked, heard: self.begin.elapsed(), game: game.to_owned(), told });
    }

    /// Asks until a server says yes or no. What is done has a name, so that it is done once.
    fn ask(&mut self, player: usize, method: &str, path: &str, form: &str) -> (u16, Value) {
        let name = format!("Idempotency-Key: {:x}\r\n", self.rng.u128(..));
        let begin = Instant::now();
        loop {
            let client = &mut self.players[player];
            client.authorization.clone_from(&name);
            match client.ask(method, path, form) {
                Some((status @ (200 | 409), answer)) => return (status, answer),
                other => {
                    assert!(begin.elapsed() < PATIENCE, "{method} {path} {form}: {other:?}");
                    self.refused.fetch_add(usize::from(other.is_some()), SeqCst);
                }
            }
            self.at[player] = (self.at[player] + 1) % SERVERS;
            let address = locked(&self.addresses)[self.at[player]].clone();
            self.players[player].move_to(&address);
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Plays a game for as long as there are points, or until everybody stops.
    fn play(&mut self, stop: &AtomicBool, moves: &AtomicUsize) {
        // A game that nobody heard of is nobody's: no name keeps it from being made twice.
        let (_, made) = self.ask(0, "POST", "/new", "game=go&size=19&opponent=link&colour=black&name=Ada&clock=60m");
        let game = made["at"].as_str().unwrap_or_else(|| panic!("an address: {made}")).to_owned();
        let asked = self.begin.elapsed();
        let (status, answer) = self.ask(1, "POST", &format!("{game}/sit"), "side=white&name=Bo");
        assert_eq!(status, 200, "{answer}");
        self.note(asked, &game, Told::Seated { side: 1, who: "Bo".to_owned() });
        let mut played = 0;
        for point in points(self.rng.u64(..)) {
            if stop.load(SeqCst) {
                break;
            }
            let asked = self.begin.elapsed();
            let form = format!("do=play+{point}");
            if self.ask(played % 2, "POST", &format!("{game}/do"), &form).0 == 200 {
                self.note(asked, &game, Told::Played { number: played, mv: point });
                played += 1;
                moves.fetch_add(1, SeqCst);
            }
            // The other looks, where they are.
            self.look(&game, played % 2);
            thread::sleep(PACE);
        }
        for player in 0..2 {
            self.look(&game, player);
        }
    }

    fn look(&mut self, game: &str, player: usize) {
        let asked = self.begin.elapsed();
        let (_, state) = self.ask(player, "GET", &format!("{game}/state.json"), "");
        let moves = state["moves"].as_array().unwrap_or_else(|| panic!("moves: {state}"));
        let moves: Vec<String> = moves.iter().filter_map(|mv| mv.as_str().map(str::to_owned)).collect();
        // The first clock stands for a moment, until both are there.
        let clock = |side: &str| state[side]["clock_ms"].as_u64().map(Duration::from_millis);
        let clocks =
            clock("black").zip(clock("white")).filter(|_| moves.len() >= 2).map(|(black, white)| [black, white]);
        self.note(asked, game, Told::Shown { moves, clocks });
    }
}

#[test]
fn games_survive_their_servers_being_killed_one_after_the_other() {
    let Some(site) = Site::new("faults-kill") else { return };
    site.play_through(|site, load| {
        for round in 0..rounds() {
            let begin = Instant::now();
            site.replace(round % SERVERS, Server::kill);
            load.go_on(3);
            eprintln!("after kill -9 everybody had moved again after {:?}", begin.elapsed());
        }
    });
}

#[test]
fn games_survive_crashes_of_the_database_and_of_nats() {
    let Some(site) = Site::new("faults-peers") else { return };
    site.play_through(|site, load| {
        for _ in 0..rounds() {
            // The second time for so long that servers may not serve any more just when it comes back.
            for away in [Duration::from_secs(1), Tenure::STOP_AFTER * 5 / 6] {
                locked(&site.postgres).crash();
                thread::sleep(away);
                locked(&site.postgres).go_on();
                load.go_on(3);
            }
            locked(&site.nats).stop();
            thread::sleep(Duration::from_secs(1));
            locked(&site.nats).go_on();
            load.go_on(3);
        }
    });
}

#[test]
fn games_survive_a_full_disk_of_the_database() {
    let Some(postgres) = Postgres::start_on_small_disk(&QUICKLY) else { return };
    let Some(site) = Site::over("faults-full", postgres) else { return };
    site.play_through(|site, load| {
        for _ in 0..rounds() {
            locked(&site.postgres).fill_disk();
            load.be_refused(10);
            locked(&site.postgres).clear_disk();
            load.go_on(3);
        }
    });
}

#[test]
fn games_survive_a_server_that_stands_still_until_others_have_its_games() {
    let Some(site) = Site::new("faults-still") else { return };
    site.play_through(|site, load| {
        for round in 0..rounds() {
            let at = round % SERVERS;
            locked(&site.servers)[at].signal("STOP");
            load.go_on(3);
            locked(&site.servers)[at].signal("CONT");
            site.ready(at);
            load.go_on(3);
        }
    });
}

#[test]
fn games_survive_bad_ways_to_the_database_and_to_nats() {
    let Some(site) = Site::new("faults-ways") else { return };
    site.play_through(|site, load| {
        let [database, nats] = &site.ways;
        let slow = Way::Slow(Duration::from_millis(20));
        for _ in 0..rounds() {
            for (to, way, for_s) in [
                (database, slow, 1),
                (nats, slow, 1),
                (database, Way::Cut, 1),
                (nats, Way::Cut, 1),
                (database, Way::HalfOpen, 1),
                (nats, Way::HalfOpen, 1),
                // Longer than it may serve without having heard from the database.
                (database, Way::Held, 7),
                (nats, Way::Held, 2),
            ] {
                to.set(way);
                thread::sleep(Duration::from_secs(for_s));
                to.set(Way::Open);
                site.ready(0);
                load.go_on(2);
            }
        }
    });
}

#[test]
fn games_survive_a_restart_of_all_servers_one_after_the_other() {
    let Some(site) = Site::new("faults-rolling") else { return };
    site.play_through(|site, load| {
        for at in 0..SERVERS * rounds() {
            let at = at % SERVERS;
            site.replace(at, |server| assert_eq!(server.terminate(), Some(0)));
            site.ready(at);
            load.go_on(2);
        }
    });
}
