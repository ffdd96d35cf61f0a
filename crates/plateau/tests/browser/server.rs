//! The server as people run it, on a free port, with its games in a folder of its own.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running server.
pub(crate) struct Server {
    process: Child,
    folder: PathBuf,
    port: u16,
    kind: Kind,
}

/// How it is run.
#[derive(Clone)]
enum Kind {
    Local,
    Public,
    /// One of several: where the database and NATS are.
    Shared([String; 2]),
}

impl Server {
    /// `plateau web`: one's own machine.
    pub(crate) fn local(name: &str) -> Server {
        Server::new(name, Kind::Local)
    }

    /// `plateau serve`: for everybody.
    pub(crate) fn public(name: &str) -> Server {
        Server::new(name, Kind::Public)
    }

    /// `plateau serve` as one of several that share a database and meet at NATS.
    pub(crate) fn shared(name: &str, database: &str, nats: &str) -> Server {
        Server::new(name, Kind::Shared([database, nats].map(str::to_owned)))
    }

    fn new(name: &str, kind: Kind) -> Server {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the games");
        let (process, port) = start(&folder, &kind, 0);
        Server { process, folder, port, kind }
    }

    /// The address of a page.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Ends it as a power cut would, and starts it again at the same address.
    pub(crate) fn kill_and_restart(&mut self) {
        self.kill();
        (self.process, self.port) = start(&self.folder, &self.kind, self.port);
    }

    /// Stops it, lets something be done in its folder, and starts it again at the same address.
    pub(crate) fn between(&mut self, change: impl FnOnce(&Path)) {
        self.kill();
        change(&self.folder);
        (self.process, self.port) = start(&self.folder, &self.kind, self.port);
    }

    /// Lets it stand still.
    #[cfg(unix)]
    pub(crate) fn stand_still(&self) {
        let stopped = Command::new("kill").args(["-STOP", &self.process.id().to_string()]).status();
        assert!(stopped.expect("kill runs").success());
    }

    fn kill(&mut self) {
        // SIGKILL on Unix: it cannot tidy up.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn start(folder: &Path, kind: &Kind, port: u16) -> (Child, u16) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(["--lang", "en", "--data"]).arg(folder);
    match kind {
        Kind::Local => command.args(["web", "--no-open", "--port", &port.to_string()]),
        Kind::Public | Kind::Shared(_) => command.args(["serve", "--bind", &format!("127.0.0.1:{port}")]),
    };
    if let Kind::Shared([database, nats]) = kind {
        command.env("PLATEAU_DATABASE", database).env("PLATEAU_NATS", nats);
    }
    let mut process =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the server starts");
    let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let said = lines
        .find_map(|line| line.ok().filter(|line| line.contains("http://127.0.0.1:")))
        .expect("it says where it is");
    let digits = said.split("127.0.0.1:").nth(1).unwrap_or_default();
    let port = digits.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a port");
    std::thread::spawn(move || lines.for_each(drop));
    (process, port)
}
