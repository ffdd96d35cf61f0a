//! Several servers as one site: a database, a `nats-server`, and a person at each of them.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::nats::Server as Nats;
use testkit::postgres::{PASSWORD, Server as Postgres};

use crate::program::{command, finish};
use crate::server::{Client, Server, folder, points};

/// How long a server may take for what takes it a moment.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Whatever anybody wants is let through, since everybody here is one household.
pub(crate) const LIMITS: &str = "requests_per_second = 100000\nrequests_burst = 100000\ngames_per_minute = 100000\n\
                      connections_per_address = 1000\ncommands_per_second = 10000\nclaim_after_s = 3600\n";

/// What several servers share.
pub(crate) struct Site {
    database: String,
    nats: Nats,
}

impl Site {
    pub(crate) fn new() -> Option<Site> {
        let postgres = Postgres::shared()?;
        let database = postgres.network_address(Postgres::schema(&postgres.fresh()), PASSWORD);
        Some(Site { database, nats: Nats::start()? })
    }

    fn serve(&self) -> Command {
        let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--lang", "en"]);
        serve.env("PLATEAU_DATABASE", &self.database).env("PLATEAU_NATS", self.nats.address());
        serve
    }

    fn server(&self) -> Server {
        Server::spawn(self.serve().stderr(Stdio::null()))
    }

    pub(crate) fn server_without_limits(&self, name: &str) -> Server {
        let config = folder(name).join("plateau.toml");
        std::fs::write(&config, LIMITS).expect("written");
        Server::spawn(self.serve().arg("--config").arg(config).stderr(Stdio::null()))
    }

    pub(crate) fn nats_address(&self) -> String {
        self.nats.address()
    }

    pub(crate) fn nats_address_with(&self, password: &str) -> String {
        self.nats.address_with(password)
    }
}

/// Two people at a board of Go, each at some server, and what they were told was played.
struct Match {
    game: String,
    players: [Client; 2],
    told: Vec<String>,
    points: Vec<String>,
}

impl Match {
    /// Made at the first server, and joined at the second.
    fn new(servers: [&Server; 2]) -> Match {
        let mut players = servers.map(Client::new);
        let made = players[0].ask("POST", "/new", "game=go&size=9&opponent=link&colour=black&name=Ada");
        let (status, made) = made.expect("an answer");
        assert_eq!(status, 200, "{made}");
        let game = made["at"].as_str().expect("an address").to_owned();
        // Whoever looks first has the game.
        assert_eq!(players[0].moves(&game), [""; 0]);
        let sat = players[1].ask("POST", &format!("{game}/sit"), "side=white&name=Bo").expect("an answer");
        assert_eq!(sat.0, 200, "{}", sat.1);
        let is_on_board = |point: &String| {
            let (column, row) = point.split_at(1);
            column <= "J" && row.parse::<u8>().is_ok_and(|row| row <= 9)
        };
        let points = points(7).into_iter().filter(is_on_board).collect();
        Match { game, players, told: Vec::new(), points }
    }

    fn act(&mut self, player: usize, what: &str) -> (u16, Value) {
        let form = format!("do={}", what.replace(' ', "+"));
        self.players[player].ask("POST", &format!("{}/do", self.game), &form).expect("an answer")
    }

    /// Plays so many moves, by turns. What the rules forbid is tried elsewhere.
    fn play(&mut self, moves: usize) {
        for _ in 0..moves {
            loop {
                let point = self.points.pop().expect("a point is left");
                let player = self.told.len() % 2;
                match self.act(player, &format!("play {point}")) {
                    (200, _) => {
                        self.told.push(point);
                        break;
                    }
                    (409, _) => {}
                    (status, answer) => panic!("{point}: {status} {answer}"),
                }
            }
        }
    }

    /// Both see the same, which is what both were told.
    fn check(&mut self) {
        for player in &mut self.players {
            assert_eq!(player.moves(&self.game), self.told);
        }
    }

    fn finish(&mut self) {
        for what in ["play pass", "play pass", "accept", "accept"] {
            let player = self.told.len() % 2;
            let (status, answer) = self.act(player, what);
            assert_eq!(status, 200, "{what}: {answer}");
            self.told.push("pass".to_owned());
        }
        for player in &mut self.players {
            let (_, state) = player.ask("GET", &format!("{}/state.json", self.game), "").expect("an answer");
            assert_eq!(state["stage"], "ended", "{state}");
        }
    }
}

#[test]
fn two_people_at_two_servers_play_a_game_whose_server_is_killed_in_the_middle() {
    let Some(site) = Site::new() else { return };
    let [first, second] = [site.server(), site.server()];
    let mut game = Match::new([&first, &second]);
    game.play(11);
    game.check();
    first.kill();
    // Whoever was there comes to the other server, as a load balancer would have it, and waits for no more than the game.
    game.players[0].go_to(&second);
    let begin = Instant::now();
    game.check();
    eprintln!("after kill -9 the game was there again after {:?}", begin.elapsed());
    game.play(10);
    // A server that is stopped lets go at once.
    let third = site.server();
    game.players[0].go_to(&third);
    game.play(4);
    let begin = Instant::now();
    assert_eq!(second.terminate(), Some(0));
    game.players[1].go_to(&third);
    game.check();
    eprintln!("with SIGTERM after {:?}", begin.elapsed());
    let metrics = game.players[1].text("/metrics");
    assert!(metrics.contains("\nplateau_takeovers_total 0\n"), "it was let go of: {metrics}");
    game.play(3);
    game.finish();
}

#[test]
fn a_server_that_stands_still_loses_its_games_and_what_was_asked_of_it_is_done_once() {
    let Some(site) = Site::new() else { return };
    let [first, second] = [site.server(), site.server()];
    let mut game = Match::new([&first, &second]);
    game.play(5);
    // He asks by way of his own server, which waits for an answer in vain, and asks again once the game is its own.
    first.signal("STOP");
    let begin = Instant::now();
    game.play(1);
    eprintln!("his move was answered after {:?}", begin.elapsed());
    // What it was asked before it stood still, it hears now: the game is not its own any more.
    first.signal("CONT");
    let mut probe = Client::new(&first);
    let begin = Instant::now();
    while !probe.text("/readyz").starts_with("ok\n") {
        assert!(begin.elapsed() < PATIENCE, "it never enters anew");
        std::thread::sleep(Duration::from_millis(50));
    }
    // It has closed connections on which nothing was asked for so long.
    game.players[0].go_to(&first);
    game.check();
    game.play(6);
    game.check();
    game.finish();
}

#[test]
fn what_servers_cannot_share_is_said() {
    let Some(mut site) = Site::new() else { return };
    let wrong = site.nats.address_with("wrong");
    for (nats, code, said) in [("http://localhost", 2, "nats://"), (wrong.as_str(), 3, "nats://127.0.0.1:")] {
        let run = finish(site.serve().env("PLATEAU_NATS", nats));
        assert_eq!(run.code, code, "{nats}: {}", run.err);
        assert!(run.err.contains(said) && !run.err.contains("wrong@"), "{nats}: {}", run.err);
    }
    let several = site.server();
    let alone = finish(site.serve().env_remove("PLATEAU_NATS"));
    assert_eq!(alone.code, 3, "{}", alone.err);
    assert!(alone.err.contains("postgres://"), "{}", alone.err);
    drop(several);
    let file = finish(site.serve().env("PLATEAU_DATABASE", "games.db"));
    assert_eq!(file.code, 2, "{}", file.err);
    assert!(file.err.contains("postgres://"), "{}", file.err);
    site.nats.stop();
    let gone = finish(&mut site.serve());
    assert_eq!(gone.code, 3, "{}", gone.err);
}
