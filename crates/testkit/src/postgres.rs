//! A `PostgreSQL` server of a test's own, in a folder of its own.
//!
//! Debian's package `postgresql` brings what is needed. Where it is not installed the tests that want it say so and pass it over,
//! unless the variable `PLATEAU_REQUIRE_PEERS` is set.

use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Who the server is run as where the test is run by root, whom it refuses.
const NOBODY: u32 = 65_534;
const ROOT: u32 = 0;
const PATIENCE: Duration = Duration::from_secs(60);
/// The user whose tables they are.
const USER: &str = "plateau";
/// The password of that user, which is asked for on the way over the network and not in the folder.
pub const PASSWORD: &str = "open sesame";

/// Keeps a server running until its standard input ends, and then takes its files away; a line there stops it and leaves them. Either
/// way the server has no time to tidy up: that is what `immediate` means. So nothing is left behind, however a test ends.
const GUARD: &str = r#"trap : HUP INT TERM; folder=$1; shift; "$@" >"$folder/log" 2>&1 & server=$!
                       if read -r word; then keep=1; fi
                       kill -QUIT "$server"; wait "$server"
                       [ -n "$keep" ] || rm -rf "$folder""#;

/// The size of a small disk: an empty database, its log, and some thousand moves.
const DISK: &str = "size=192m";
/// What fills it.
const FILLER: &str = "filler";

/// How many were started.
static SERVERS: AtomicU32 = AtomicU32::new(0);

/// A running server.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    guard: Child,
    input: Option<ChildStdin>,
}

impl Server {
    /// The one that all tests of a process share, which ends with the process; nothing where none is installed.
    pub fn shared() -> Option<&'static Server> {
        static SERVER: OnceLock<Option<Server>> = OnceLock::new();
        SERVER.get_or_init(|| Server::start(&["fsync=off", "full_page_writes=off"])).as_ref()
    }

    /// One for a single test, with these settings besides.
    pub fn start(settings: &[&str]) -> Option<Server> {
        Server::start_in(settings, |_| true)
    }

    /// One on a disk of its own, which can be [filled](Server::fill_disk); nothing where nobody may make such a disk, which takes root's rights.
    pub fn start_on_small_disk(settings: &[&str]) -> Option<Server> {
        let settings: Vec<&str> = settings.iter().copied().chain(["max_wal_size=64MB", "min_wal_size=32MB"]).collect();
        Server::start_in(&settings, |folder| {
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", DISK, "plateau"]).arg(folder).stderr(Stdio::null());
            let is_mounted = mount.status().is_ok_and(|status| status.success());
            if !is_mounted {
                eprintln!("nobody may mount a small disk here: nothing was tried with a full one");
            }
            is_mounted
        })
    }

    /// The same in a folder that is prepared, if it can be.
    fn start_in(settings: &[&str], prepare: impl FnOnce(&Path) -> bool) -> Option<Server> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("PLATEAU_REQUIRE_PEERS").is_none(), "PostgreSQL is not installed");
            eprintln!("PostgreSQL is not installed: nothing was tried on it");
            return None;
        };
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plateau-pg-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).expect("a new folder");
        if !prepare(&folder) {
            let _ = std::fs::remove_dir(&folder);
            return None;
        }
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr()).expect("a free port");
        let mut server = Server { programs, folder, port: free.port(), running: None };
        server.make(settings);
        server.go_on();
        server.sql("postgres", &format!("CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}'"));
        server.sql("postgres", &format!("CREATE DATABASE {USER} OWNER {USER}"));
        Some(server)
    }

    /// Makes its files. Texts are sorted as people sort them, which is not how a store does.
    fn make(&self, settings: &[&str]) {
        #[cfg(unix)]
        if is_root(&self.folder) {
            std::os::unix::fs::chown(&self.folder, Some(NOBODY), Some(NOBODY)).expect("given away");
        }
        let mut initdb = self.command("initdb");
        initdb.args([
            "--no-sync",
            "--auth-local=trust",
            "--auth-host=scram-sha-256",
            "--username=postgres",
            "--encoding=UTF8",
        ]);
        initdb.args(["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]).arg(self.folder.join("data"));
        run(&mut initdb);
        let folder = self.folder.display();
        let mut text = format!(
            "listen_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = '{folder}'\nmax_connections = 60\n",
            self.port
        );
        for setting in settings {
            text += &format!("{setting}\n");
        }
        let path = self.folder.join("data/postgresql.auto.conf");
        std::fs::write(path, text).expect("its settings");
    }

    /// Starts it, or starts it again after [`Server::crash`].
    pub fn go_on(&mut self) {
        let mut guard = self.as_somebody("sh");
        guard.args(["-c", GUARD, "sh"]).arg(&self.folder);
        guard.arg(self.programs.join("postgres")).arg("-D").arg(self.folder.join("data"));
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut guard = guard.spawn().expect("a shell");
        let input = guard.stdin.take();
        self.running = Some(Running { guard, input });
        let begin = Instant::now();
        while !self.is_ready() {
            let log = || std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(begin.elapsed() < PATIENCE, "the server does not start: {}", log());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn is_ready(&self) -> bool {
        let mut ready = self.command("pg_isready");
        ready.arg("-q").arg("-h").arg(&self.folder).args(["-p", &self.port.to_string()]);
        ready.status().is_ok_and(|status| status.success())
    }

    /// Stops it at once, as a crash of all its processes would.
    pub fn crash(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        let mut input = running.input.take().expect("a pipe");
        writeln!(input, "crash").expect("the guard listens");
        drop(input);
        running.guard.wait().expect("it is gone");
    }

    /// Leaves no room on its disk, which must be a [small one](Server::start_on_small_disk).
    pub fn fill_disk(&self) {
        let mut filler = std::fs::File::create(self.folder.join(FILLER)).expect("a file");
        let bytes = vec![0; 64 << 10];
        while filler.write_all(&bytes).is_ok() {}
        // What is left is less than that.
        while filler.write_all(&bytes[..1 << 10]).is_ok() {}
    }

    /// Makes room again.
    pub fn clear_disk(&self) {
        std::fs::remove_file(self.folder.join(FILLER)).expect("removed");
    }

    /// Where it keeps its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of an empty schema, by way of the folder, where nobody is asked for a password.
    pub fn fresh(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let schema = format!("s{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.sql(USER, &format!("CREATE SCHEMA {schema} AUTHORIZATION {USER}"));
        self.address(&schema)
    }

    /// The address of a schema.
    pub fn address(&self, schema: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{folder}:{}/{USER}?options=-csearch_path%3D{schema}", self.port)
    }

    /// The address of a schema over the network, with this password.
    pub fn network_address(&self, schema: &str, password: &str) -> String {
        let password = password.replace(' ', "%20");
        format!("postgres://{USER}:{password}@127.0.0.1:{}/{USER}?options=-csearch_path%3D{schema}", self.port)
    }

    /// The schema of an address.
    pub fn schema(address: &str) -> &str {
        address.rsplit_once("%3D").map_or("", |(_, schema)| schema)
    }

    /// Runs statements in a database as whoever may do everything, and says what they answer.
    pub fn sql(&self, database: &str, statements: &str) -> String {
        let mut psql = self.command("psql");
        psql.arg("-h").arg(&self.folder).args(["-p", &self.port.to_string(), "-U", "postgres", "-d", database]);
        run(psql.args(["-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statements]))
    }

    /// The same with the tables of an address.
    pub fn sql_at(&self, address: &str, statements: &str) -> String {
        self.sql(USER, &format!("SET search_path = {}; {statements}", Server::schema(address)))
    }

    /// One of its programs, such as `pg_dump`.
    pub fn command(&self, program: &str) -> Command {
        self.as_somebody(self.programs.join(program))
    }

    fn as_somebody(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        #[cfg(unix)]
        if is_root(&self.folder) {
            std::os::unix::process::CommandExt::uid(&mut command, NOBODY);
            std::os::unix::process::CommandExt::gid(&mut command, NOBODY);
        }
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            drop(running.input.take());
            let _ = running.guard.wait();
        }
        // If it is a disk of its own, that goes first.
        let _ = Command::new("umount").arg(&self.folder).stderr(Stdio::null()).status();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Whether this process may do everything: the first folder that it made is root's, or was given away by root.
#[cfg(unix)]
fn is_root(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = std::fs::metadata(folder).map_or(ROOT + 1, |folder| folder.uid());
    owner == ROOT || owner == NOBODY
}

/// The folder of the newest version that is installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<f32>().ok();
    let mut found: Vec<(f32, PathBuf)> =
        versions.filter_map(|version| Some((number(&version.path())?, version.path().join("bin")))).collect();
    found.retain(|(_, programs)| programs.join("initdb").exists());
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.pop().map(|(_, programs)| programs)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}
