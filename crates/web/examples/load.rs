//! How many games a server can take: `cargo run --release -p plateau-web --example load -- [GAMES [MOVES_PER_SECOND [SECONDS [SIZE [SERVERS [apart]]]]]]`
//!
//! Starts a server of its own as a second process, opens two live pages for each game, and lets both sides move: first at the given
//! rate, then as fast as they get answers. Measured is the time from sending a move until the other player's page has the data of
//! it, on the same machine as the server. The moves are of Go, each on the disk before it is answered.
//!
//! With a number of servers these are so many, on a `PostgreSQL` and a `nats-server` of their own that keep to the disk as usual. Both players of a game come to
//! the server that has it, as a load balancer sees to; with `apart`, White comes to another one, which carries all of it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use web::config::Config;

/// A live page: what is sent, and what has come with the time at which it did. It is read all the time, as browsers do.
struct Page {
    up: SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>,
    down: mpsc::UnboundedReceiver<(Instant, Utf8Bytes)>,
}

/// A server, which ends with this process.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Moves that are played before anything is measured.
const OPENING: usize = 6;

const SERVER: &str = "--server";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == SERVER) {
        return serve(&args[1], args.get(2).map(String::as_str));
    }
    let number = |at: usize, default: usize| args.get(at).map_or(default, |text| text.parse().expect("a number"));
    let is_apart = args.get(5).is_some_and(|arg| arg == "apart");
    let load =
        Load { games: number(0, 1000), rate: number(1, 500), seconds: number(2, 20), size: number(3, 19), is_apart };
    let folder = std::env::temp_dir().join(format!("plateau-load-{}", std::process::id()));
    let count = number(4, 0);
    let peers = (count > 0).then(|| {
        let postgres = testkit::postgres::Server::start(&[]).expect("PostgreSQL is installed");
        (postgres, testkit::nats::Server::start().expect("nats-server is installed"))
    });
    let servers: Vec<Server> = match &peers {
        Some((postgres, nats)) => {
            let database = postgres.fresh();
            (0..count).map(|_| Server::start(&[&database, &nats.address()])).collect()
        }
        None => vec![Server::start(&[folder.join("games.db").to_str().expect("a path")])],
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(run(&load, &servers));
    drop(servers);
    let _ = std::fs::remove_dir_all(&folder);
}

struct Load {
    games: usize,
    rate: usize,
    seconds: usize,
    size: usize,
    is_apart: bool,
}

/// Another process: a public server without limits for one address.
fn serve(database: &str, nats: Option<&str>) {
    let text = "bind = \"127.0.0.1:0\"\nlog = \"quiet\"\nmax_connections = 100000\nconnections_per_address = 100000\n\
                requests_per_second = 1000000\nrequests_burst = 1000000\ngames_per_minute = 1000000\n\
                commands_per_second = 1000000\n";
    let mut config = Config::public().read(text).expect("a configuration");
    config.nats = nats.map(|address| address.parse().expect("an address"));
    let ready = |address| {
        println!("{address}");
        std::future::pending()
    };
    web::run(config, &database.parse().expect("an address"), ready).expect("a server");
}

impl Server {
    fn start(args: &[&str]) -> Server {
        let mut process = Command::new(std::env::current_exe().expect("this program"))
            .arg(SERVER)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut line = String::new();
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("an address");
        Server { process, address: line.trim().to_owned() }
    }
}

async fn run(load: &Load, servers: &[Server]) {
    let begin = Instant::now();
    let before_kib = memory_kib(servers);
    let mut games = Vec::new();
    for chunk in (0..load.games).collect::<Vec<_>>().chunks(50) {
        let opened = chunk.iter().map(|&number| {
            let at = |number: usize| servers[number % servers.len()].address.clone();
            open([at(number), at(number + usize::from(load.is_apart))], number as u64, load.size)
        });
        games.extend(futures_util::future::join_all(opened).await);
    }
    let made = begin.elapsed();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let open_kib = memory_kib(servers);
    println!(
        "{} games of Go {}×{}, {} live pages, opened in {:.1} s",
        load.games,
        load.size,
        load.size,
        2 * load.games,
        made.as_secs_f64()
    );
    println!(
        "memory: {} KiB before, {} KiB with them, {:.1} KiB a game",
        before_kib,
        open_kib,
        (open_kib - before_kib) as f64 / load.games as f64
    );

    // The first stones make the whole board somebody's territory and nobody's again; games in play do not begin all at once.
    let begin = Instant::now();
    let opened = games.into_iter().map(|mut game| async move {
        for _ in 0..OPENING {
            game.play().await;
        }
        game
    });
    let games = futures_util::future::join_all(opened.map(tokio::spawn)).await;
    let games: Vec<Game> = games.into_iter().map(|game| game.expect("a game")).collect();
    println!("the first {OPENING} moves of each: {:.1} s", begin.elapsed().as_secs_f64());
    let written = written(servers).await;
    let games = phase("at a pace", load, games, Some(load.rate), servers).await;
    let written = said(written, servers).await;
    let games = phase("as fast as it goes", load, games, None, servers).await;
    said(written, servers).await;
    let played_kib = memory_kib(servers);
    println!(
        "memory after play: {} KiB, {:.1} KiB a game",
        played_kib,
        (played_kib - before_kib) as f64 / load.games as f64
    );
    drop(games);
}

/// How many transactions there were, how many events they held, and how many seconds they took.
async fn written(servers: &[Server]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for server in servers {
        let counts = written_by(&server.address).await;
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    sums
}

async fn written_by(address: &str) -> [f64; 3] {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let value = |name: &str| {
        let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|text| text.parse().ok()).unwrap_or(0.0)
    };
    ["plateau_writes_total", "plateau_events_total", "plateau_write_seconds_sum"].map(value)
}

/// Says what was written since then.
async fn said(before: [f64; 3], servers: &[Server]) -> [f64; 3] {
    let after = written(servers).await;
    let [writes, events, seconds] = [0, 1, 2].map(|at| after[at] - before[at]);
    println!("  {:.1} events in a transaction, which takes {:.2} ms", events / writes, 1e3 * seconds / writes);
    after
}

/// Lets all games be played for a while, and says how that went.
async fn phase(name: &str, load: &Load, games: Vec<Game>, rate: Option<usize>, servers: &[Server]) -> Vec<Game> {
    let stop = Arc::new(AtomicBool::new(false));
    let moves = Arc::new(AtomicU64::new(0));
    let every = rate.map(|rate| Duration::from_secs_f64(load.games as f64 / rate as f64));
    let (begin, cpu) =
        (Instant::now(), [cpu_ms(servers.iter().map(|server| server.process.id())), cpu_ms([std::process::id()])]);
    let count = games.len();
    let tasks: Vec<_> = games
        .into_iter()
        .enumerate()
        .map(|(number, mut game)| {
            let (stop, moves) = (Arc::clone(&stop), Arc::clone(&moves));
            tokio::spawn(async move {
                // Not all at the same moment.
                let offset = every.map_or(Duration::ZERO, |every| every.mul_f64(number as f64 / count as f64));
                let mut next = begin + offset;
                let mut took = Vec::new();
                while !stop.load(Relaxed) {
                    if let Some(every) = every {
                        tokio::time::sleep_until(next.into()).await;
                        next += every;
                    }
                    if stop.load(Relaxed) {
                        break;
                    }
                    took.push(game.play().await);
                    moves.fetch_add(1, Relaxed);
                }
                (game, took)
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(load.seconds as u64)).await;
    stop.store(true, Relaxed);
    let elapsed = begin.elapsed();
    let played = moves.load(Relaxed);
    let used =
        [cpu_ms(servers.iter().map(|server| server.process.id())) - cpu[0], cpu_ms([std::process::id()]) - cpu[1]];
    let mut games = Vec::new();
    let mut took: Vec<Duration> = Vec::new();
    for task in tasks {
        let (game, one) = task.await.expect("a game");
        games.push(game);
        took.extend(one);
    }
    took.sort_unstable();
    let at =
        |share: f64| took.get(((took.len() - 1) as f64 * share) as usize).map_or(0.0, |took| took.as_secs_f64() * 1e3);
    println!(
        "{name}: {:.0} moves/s; to the other page: median {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, most {:.2} ms; \
         processor: server {:.0} %, pages {:.0} %",
        played as f64 / elapsed.as_secs_f64(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        used[0] as f64 / elapsed.as_millis() as f64 * 100.0,
        used[1] as f64 / elapsed.as_millis() as f64 * 100.0,
    );
    games
}

/// A game with both its pages.
struct Game {
    pages: [Page; 2],
    turn: usize,
    points: Vec<String>,
    n: u64,
}

async fn open([address, white]: [String; 2], seed: u64, size: usize) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut points: Vec<String> = Vec::new();
    for column in "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars().take(size) {
        points.extend((1..=size).map(|row| format!("{column}{row}")));
    }
    rng.shuffle(&mut points);
    let form = format!("game=go&size={size}&opponent=link&colour=black&name=Ada");
    let (cookie, body) = post(&address, "/new", &form).await;
    let game = body.split('"').nth(3).expect("an address").to_owned();
    let black = watch(&address, &game, &cookie).await;
    let (other, _) = post(&white, &format!("{game}/sit"), "side=white&name=Bo").await;
    let pages = [black, watch(&white, &game, &other).await];
    Game { pages, turn: 0, points, n: 0 }
}

/// A form, and the cookie that its answer sets.
async fn post(address: &str, path: &str, form: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nAccept: application/json\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    (cookie.split(';').next().expect("a pair").to_owned(), body.to_owned())
}

async fn watch(address: &str, game: &str, cookie: &str) -> Page {
    let mut request = format!("ws://{address}{game}/live?from=0").into_client_request().expect("a request");
    request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    let (up, mut socket) = tokio_tungstenite::connect_async(request).await.expect("a live page").0.split();
    let (heard, down) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message
                && heard.send((Instant::now(), text)).is_err()
            {
                return;
            }
        }
    });
    Page { up, down }
}

impl Game {
    /// Plays a move and waits until the other page has it, and this one the answer.
    async fn play(&mut self) -> Duration {
        loop {
            self.n += 1;
            // A board that is full is passed on; two passes end the game, and nobody plays that long.
            let point = self.points.pop().unwrap_or_else(|| panic!("the games last longer than the board"));
            let begin = Instant::now();
            let text = format!("{{\"n\":{},\"do\":\"play {point}\"}}", self.n);
            let [mover, other] = self.pages.get_disjoint_mut([self.turn, 1 - self.turn]).expect("two pages");
            mover.up.send(Message::text(text)).await.expect("sent");
            if !mover.is_done(self.n).await {
                continue;
            }
            let (came, _) = other.hear(|text| text.contains(HAPPENED)).await;
            self.turn = 1 - self.turn;
            return came - begin;
        }
    }
}

/// What an update has in it when something happened on the board.
const HAPPENED: &str = "\"sound\"";

impl Page {
    /// Waits for the answer to a command, and for the update that one's own move brings; whether it was done.
    async fn is_done(&mut self, n: u64) -> bool {
        let answer = format!("{{\"n\":{n}");
        let (mut answered, mut updated) = (false, false);
        while !(answered && updated) {
            let (_, text) = self.hear(|text| text.starts_with(&answer) || text.contains(HAPPENED)).await;
            if text.contains("\"no\":") && text.starts_with(&answer) {
                return false;
            }
            answered |= text.starts_with(&answer);
            updated |= text.contains(HAPPENED);
        }
        true
    }

    /// The next message that is wanted, and when it came.
    async fn hear(&mut self, wanted: impl Fn(&str) -> bool) -> (Instant, Utf8Bytes) {
        loop {
            let (came, text) = self.down.recv().await.expect("a page stays open");
            if wanted(&text) {
                return (came, text);
            }
        }
    }
}

/// What servers hold in memory, from Linux.
fn memory_kib(servers: &[Server]) -> u64 {
    let memory = |server: &Server| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0)
    };
    servers.iter().map(memory).sum()
}

/// The processor time that processes have used.
fn cpu_ms(processes: impl IntoIterator<Item = u32>) -> u64 {
    let used = |process: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // After the name: the state, then numbers; the 12th and 13th are user and system time in hundredths of a second.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = fields.get(11..13).unwrap_or_default();
        10 * ticks.iter().filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>()
    };
    processes.into_iter().map(used).sum()
}
