//! A program in a terminal of its own: keys go in, and what a terminal would show comes out. The benchmark of the screen uses it
//! too.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<(Mutex<vt100::Parser>, Condvar)>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Session {
    /// `plateau` with these arguments and this data folder, on 80×24 without colours.
    pub(crate) fn plateau(args: &[&str], data: &Data) -> Session {
        let program = Path::new(env!("CARGO_BIN_EXE_plateau"));
        Session::start(program, args, &[("PLATEAU_DATA", data.0.as_os_str())])
    }

    /// Any program.
    pub(crate) fn start(program: &Path, args: &[&str], variables: &[(&str, &OsStr)]) -> Session {
        let pty = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        for name in ["PLATEAU_LANG", "LC_MESSAGES", "COLORTERM", "COLORFGBG"] {
            command.env_remove(name);
        }
        for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("LANG", "en_GB.UTF-8")] {
            command.env(name, value);
        }
        command.env("NO_COLOR", "1");
        command.env("PLATEAU_CONFIG", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml.none"));
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pty.slave.spawn_command(command).expect("the program starts");
        let screen = Arc::new((Mutex::new(vt100::Parser::new(24, 80, 0)), Condvar::new()));
        let (mut output, seen) = (pty.master.try_clone_reader().expect("a reader"), Arc::clone(&screen));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                seen.0.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..count]);
                seen.1.notify_all();
            }
        });
        let keyboard = pty.master.take_writer().expect("a writer");
        Session { child, master: pty.master, keyboard, screen }
    }

    /// What the screen shows.
    pub(crate) fn text(&self) -> String {
        self.screen.0.lock().unwrap_or_else(PoisonError::into_inner).screen().contents()
    }

    /// Whether the screen is like that now.
    pub(crate) fn is(&self, test: impl Fn(&vt100::Screen) -> bool) -> bool {
        test(self.screen.0.lock().unwrap_or_else(PoisonError::into_inner).screen())
    }

    /// Waits until the screen shows it; how long that took.
    pub(crate) fn wait_for(&self, what: &str) -> Duration {
        self.wait(what, |screen| screen.contents().contains(what))
    }

    /// Waits until the screen is like that; how long that took.
    pub(crate) fn wait(&self, what: &str, test: impl Fn(&vt100::Screen) -> bool) -> Duration {
        let start = Instant::now();
        let mut screen = self.screen.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !test(screen.screen()) {
            let shown = screen.screen().contents();
            assert!(start.elapsed() < PATIENCE, "{what:?} does not come; there is\n{shown}");
            let waited = self.screen.1.wait_timeout(screen, Duration::from_millis(50));
            screen = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        start.elapsed()
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the terminal listens");
        self.keyboard.flush().expect("the terminal listens");
    }

    /// Types moves, each with Enter.
    pub(crate) fn moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.keys(&format!("{mv}\r"));
        }
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.screen.0.lock().unwrap_or_else(PoisonError::into_inner).screen_mut().set_size(rows, columns);
        self.master.resize(size(columns, rows)).expect("it can be resized");
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Sends a signal by its name, such as `-TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.process().to_string()]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits for the end; the exit code.
    pub(crate) fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                return status.exit_code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end; there is\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the process has stopped, as a shell does before it lets it go on: the terminal is given back a moment before.
    pub(crate) fn is_stopped(&self) {
        let start = Instant::now();
        loop {
            let Ok(stat) = fs::read_to_string(format!("/proc/{}/stat", self.process())) else {
                // Elsewhere than under Linux nobody says, and it is given a while.
                return thread::sleep(Duration::from_millis(300));
            };
            if stat.rsplit(") ").next().is_some_and(|state| state.starts_with('T')) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "it does not stop; there is\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal is as it was before.
    pub(crate) fn is_given_back(&self) {
        self.wait("the old screen", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder for games that is gone at the end.
pub(crate) struct Data(pub(crate) PathBuf);

impl Data {
    pub(crate) fn new(name: &str) -> Data {
        let folder = std::env::temp_dir().join(format!("plateau-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Data(folder)
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
