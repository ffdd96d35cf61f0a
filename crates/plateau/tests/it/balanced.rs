//! Three servers and two workers behind `HAProxy`, with the very files of `deploy/cluster`: people play through it while one server after the other is
//! restarted.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::PATIENCE;
use crate::server::{Client, points};

const TRY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/cluster/try");
/// What the script needs beside this program.
const PROGRAMS: [&str; 3] = ["/usr/sbin/haproxy", "/usr/sbin/nats-server", "/usr/lib/postgresql"];
/// How many ports in a row it uses.
const PORTS: u16 = 6;
const SERVERS: u16 = 3;
/// Between two moves. All of this is one household, which the limits of a public server hold for.
const PACE: Duration = Duration::from_millis(100);
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// `HAProxy` asks every second which servers are ready: so long one waits before the next one is restarted.
const SEEN_AFTER: Duration = Duration::from_secs(2);

/// A site that the script has started, and ends when this does.
struct Balanced {
    script: Child,
    /// What ends it is the end of this.
    input: Option<ChildStdin>,
    port: u16,
    /// The processes of the servers, as they were at first.
    processes: Vec<String>,
}

impl Balanced {
    fn start() -> Option<Balanced> {
        if let Some(missing) = PROGRAMS.iter().find(|program| !Path::new(program).exists()) {
            assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "{missing} is not installed");
            eprintln!("{missing} is not installed: nothing was tried behind HAProxy");
            return None;
        }
        let port = free_ports();
        let mut script = Command::new(TRY);
        script.arg(env!("CARGO_BIN_EXE_plateau")).arg(port.to_string());
        let mut script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
        let input = script.stdin.take();
        let mut said = String::new();
        let mut lines = BufReader::new(script.stdout.take().expect("a pipe"));
        while !said.contains(&format!("http://127.0.0.1:{port}/")) {
            said.clear();
            assert!(lines.read_line(&mut said).expect("a text") > 0, "the site does not start");
        }
        let processes = said.rsplit_once(':').map_or("", |(_, processes)| processes).trim().trim_end_matches(')');
        let processes: Vec<String> = processes.split_whitespace().map(str::to_owned).collect();
        assert_eq!(processes.len(), usize::from(SERVERS), "{said}");
        Some(Balanced { script, input, port, processes })
    }

    /// Somebody who comes through `HAProxy`, and waits as pages do.
    fn visitor(&self) -> Client {
        Client::at(&format!("127.0.0.1:{}", self.port))
    }

    /// Somebody who comes to one of the servers.
    fn beside(&self, server: u16) -> Client {
        let mut client = Client::at(&format!("127.0.0.1:{}", self.port + 1 + server));
        client.patience = Some(Duration::from_secs(2));
        client
    }

    fn is_ready(&self, server: u16) -> bool {
        self.beside(server).ask("GET", "/readyz", "").is_some_and(|(status, _)| status == 200)
    }

    fn wait_until_ready(&self, server: u16) {
        let begin = Instant::now();
        while !self.is_ready(server) {
            assert!(begin.elapsed() < PATIENCE, "server {server} is never ready");
            thread::sleep(LOOK_EVERY);
        }
    }

    /// What a server counts under a name.
    fn count(&self, server: u16, name: &str) -> u64 {
        let metrics = self.beside(server).text("/metrics");
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{name} in {metrics}"))
    }

    /// Ends a server as its unit would, and waits until the next one is there in its place.
    fn restart(&self, server: u16) {
        let process = &self.processes[usize::from(server)];
        assert!(Command::new("kill").args(["-TERM", process]).status().expect("kill runs").success());
        let is_there = || Command::new("kill").args(["-0", process]).stderr(Stdio::null()).status();
        let begin = Instant::now();
        while is_there().is_ok_and(|there| there.success()) {
            assert!(begin.elapsed() < PATIENCE, "server {server} does not stop");
            thread::sleep(LOOK_EVERY);
        }
        self.wait_until_ready(server);
        thread::sleep(SEEN_AFTER);
    }
}

impl Drop for Balanced {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.script.wait();
    }
}

/// The first of so many ports that are free, and that the system gives to nobody by itself.
fn free_ports() -> u16 {
    let mut rng = fastrand::Rng::new();
    loop {
        let first = rng.u16(20_000..30_000);
        let free = (first..first + PORTS).all(|port| TcpListener::bind(("127.0.0.1", port)).is_ok());
        if free {
            return first;
        }
    }
}

/// Asks until it is done, under one name, as a page does that gets no answer; how long that took.
fn insist(client: &mut Client, name: usize, path: &str, form: &str) -> (u16, Duration) {
    let begin = Instant::now();
    client.authorization = format!("Idempotency-Key: {name}\r\n");
    loop {
        if let Some((status @ (200 | 409), _)) = client.ask("POST", path, form) {
            return (status, begin.elapsed());
        }
        assert!(begin.elapsed() < PATIENCE, "{path} {form} is never answered");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn people_play_through_the_load_balancer_while_one_server_after_the_other_is_restarted() {
    let Some(site) = Balanced::start() else { return };
    for server in 0..SERVERS {
        site.wait_until_ready(server);
    }
    let begin = Instant::now();
    while (0..SERVERS).any(|server| site.count(server, "plateau_workers") != 2) {
        assert!(begin.elapsed() < PATIENCE, "every server knows both workers");
        thread::sleep(LOOK_EVERY);
    }
    let mut players = [site.visitor(), site.visitor()];
    let (status, made) =
        players[0].ask("POST", "/new", "game=go&size=19&opponent=link&colour=black&name=Ada").expect("an answer");
    assert_eq!(status, 200, "{made}");
    let game = made["at"].as_str().expect("an address").to_owned();
    assert_eq!(insist(&mut players[1], 0, &format!("{game}/sit"), "side=white&name=Bo").0, 200);
    let (mut told, mut slowest) = (Vec::new(), Duration::ZERO);
    thread::scope(|scope| {
        let restarts = scope.spawn(|| (0..SERVERS).for_each(|server| site.restart(server)));
        for (name, point) in points(5).into_iter().enumerate() {
            if restarts.is_finished() {
                break;
            }
            let player = &mut players[told.len() % 2];
            let (status, took) = insist(player, name + 1, &format!("{game}/do"), &format!("do=play+{point}"));
            if status == 200 {
                told.push(point);
            }
            slowest = slowest.max(took);
            thread::sleep(PACE);
        }
    });
    for player in &mut players {
        assert_eq!(player.moves(&game), told, "both see what both were told");
    }
    eprintln!("{} moves while all servers were restarted, the slowest after {slowest:?}", told.len());
    assert!(told.len() > 20, "hardly anything was played");
    // The machine's move comes from a worker, whichever server has the game.
    let machine = "game=othello&opponent=machine&level-othello=1&colour=white&name=Ada";
    let (status, made) = players[0].ask("POST", "/new", machine).expect("an answer");
    assert_eq!(status, 200, "{made}");
    let game = made["at"].as_str().expect("an address").to_owned();
    let begin = Instant::now();
    while players[0].moves(&game).is_empty() {
        assert!(begin.elapsed() < PATIENCE, "the machine never moves");
        thread::sleep(LOOK_EVERY);
    }
    let (denied, _) = players[0].ask("GET", "/metrics", "").expect("an answer");
    assert_eq!(denied, 403, "what servers count is nobody's business");
}
