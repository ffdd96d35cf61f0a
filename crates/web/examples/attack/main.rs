//! What one visitor who wants the server down can do to the others:
//! `cargo run --release -p plateau-web --example attack -- NAME [SECONDS]`, or `all` for one after the other.
//!
//! Each attack starts a public server of its own as a second process, with the limits that it ships, and comes from addresses
//! 127.0.1.1, 127.0.1.2 and so on of this machine. Meanwhile somebody else plays a game, looks at pages and asks whether the
//! server is well, each from an address of their own. Printed is what they felt, what the server held in memory, and what the attacker
//! got: one row of a table.

mod attacks;
mod client;
mod others;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use web::config::Config;

use self::attacks::ATTACKS;
use self::others::Felt;

/// How long the others are watched, unless said otherwise.
const SECONDS: u64 = 15;
/// How long an attack goes on before anything is measured.
const WARM_UP: Duration = Duration::from_secs(3);
const SERVER: &str = "--server";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, folder] = args.as_slice()
        && flag == SERVER
    {
        return serve(Path::new(folder));
    }
    let names: Vec<&str> = ATTACKS.iter().map(|attack| attack.name).collect();
    let asked = args.first().map_or("", String::as_str);
    let seconds = args.get(1).map_or(SECONDS, |text| text.parse().expect("a number of seconds"));
    if asked != "all" && !names.contains(&asked) {
        eprintln!("one of: all {}", names.join(" "));
        std::process::exit(2);
    }
    println!(
        "| attack | move: median, p99 ms | page: median, p99 ms | health: median, p99 ms | memory, most MiB | the attacker got |"
    );
    println!("|---|---|---|---|---|---|");
    for attack in ATTACKS.iter().filter(|attack| asked == "all" || asked == attack.name) {
        run(attack, Duration::from_secs(seconds));
    }
}

/// The second process: a public server as it ships.
fn serve(folder: &Path) {
    let config = Config::public().read("bind = \"127.0.0.1:0\"\nlog = \"quiet\"\n").expect("a configuration");
    let ready = |address| {
        println!("{address}");
        std::future::pending()
    };
    web::run(config, &store::Address::File(folder.join("games.db")), ready).expect("a server");
}

/// A process that ends with this one, and its folder.
struct Server {
    process: Child,
    folder: std::path::PathBuf,
    address: String,
}

impl Server {
    fn start() -> Server {
        let folder = std::env::temp_dir().join(format!("plateau-attack-{}", std::process::id()));
        let mut process = Command::new(std::env::current_exe().expect("this program"))
            .args([SERVER.as_ref(), folder.as_os_str()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut address = String::new();
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        out.read_line(&mut address).expect("an address");
        Server { process, folder, address: address.trim().to_owned() }
    }

    /// What the process holds in memory, from Linux.
    fn memory_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What the attacker got so far, and whether it is over.
#[derive(Default)]
struct Got {
    answers: AtomicU64,
    refused: AtomicU64,
    bytes: AtomicU64,
    over: AtomicBool,
}

impl Got {
    /// An answer with this status came, of so many bytes.
    fn hear(&self, status: u16, bytes: usize) {
        let counter = if status < 400 { &self.answers } else { &self.refused };
        counter.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }
}

fn run(attack: &attacks::Attack, lasts: Duration) {
    let server = Server::start();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let got = Arc::new(Got::default());
        let others = others::Others::come(&server.address).await;
        let attacker = (attack.begin)(server.address.clone(), Arc::clone(&got));
        let attacker = tokio::spawn(attacker);
        tokio::time::sleep(WARM_UP).await;
        let felt = others.feel(lasts, attack.asks_machine).await;
        got.over.store(true, Relaxed);
        let memory = server.memory_kib() / 1024;
        let [moves, pages, health, machine] = [&felt.moves, &felt.pages, &felt.health, &felt.machine].map(Felt::said);
        let machine =
            if attack.asks_machine { format!("; a stranger's machine answered: {machine}") } else { String::new() };
        println!(
            "| {} | {moves} | {pages} | {health} | {memory} | {} answers, {} refusals, {} KiB{machine} |",
            attack.name,
            got.answers.load(Relaxed),
            got.refused.load(Relaxed),
            got.bytes.load(Relaxed) / 1024,
        );
        attacker.abort();
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
}
