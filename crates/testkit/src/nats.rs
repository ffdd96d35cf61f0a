//! A `nats-server` of a test's own.
//!
//! Debian's package `nats-server` brings it. Where it is not installed the tests that want it say so and pass it over, unless the variable
//! `PLATEAU_REQUIRE_PEERS` is set.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);
/// Who everybody is there.
pub const USER: &str = "plateau";
/// What it asks everybody for.
pub const PASSWORD: &str = "sesame";

/// Keeps a server running until its standard input ends, so that nothing is left behind, however a test ends.
const GUARD: &str = r#"trap : HUP INT TERM; "$@" & server=$!; read -r word; kill -KILL "$server""#;

/// A running server.
#[derive(Debug)]
pub struct Server {
    program: PathBuf,
    port: u16,
    guard: Option<Child>,
}

impl Server {
    /// One for a single test; nothing where it is not installed.
    pub fn start() -> Option<Server> {
        let Some(program) = program() else {
            assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "nats-server is not installed");
            eprintln!("nats-server is not installed: nothing was tried with it");
            return None;
        };
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr()).expect("a free port");
        let mut server = Server { program, port: free.port(), guard: None };
        server.go_on();
        Some(server)
    }

    /// Starts it, or starts it again after [`Server::stop`].
    pub fn go_on(&mut self) {
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "sh"]).arg(&self.program);
        guard.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "--user", USER, "--pass", PASSWORD]);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        self.guard = Some(guard.spawn().expect("a shell"));
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begin.elapsed() < PATIENCE, "the server does not start");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it at once.
    pub fn stop(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }

    /// Its address, with what it asks for.
    pub fn address(&self) -> String {
        self.address_with(PASSWORD)
    }

    /// The same with this password.
    pub fn address_with(&self, password: &str) -> String {
        format!("nats://{USER}:{password}@127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Where it is: among the programs that everybody runs, or among those of the system.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join("nats-server")).find(|program| Path::is_file(program))
}
