//! Engines that are shell scripts: what they were told, and whether they are gone.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An engine that writes down what it is told.
pub(crate) struct Logged {
    log: PathBuf,
}

impl Logged {
    pub(crate) fn new(name: &str) -> Logged {
        let log = std::env::temp_dir().join(format!("plateau-protocol-{}-{name}.log", std::process::id()));
        std::fs::write(&log, "").unwrap();
        Logged { log }
    }

    /// The command line by which an engine is started that does so.
    pub(crate) fn command(&self, engine: &str) -> String {
        format!("env 'ENGINE_LOG={}' {engine}", self.log.display())
    }

    pub(crate) fn wait_for(&self, command: &str) {
        let begun = Instant::now();
        while !std::fs::read_to_string(&self.log).unwrap().contains(command) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{command} never came");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// What was said since the last time.
    pub(crate) fn heard(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.log).unwrap();
        std::fs::write(&self.log, "").unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.log);
    }
}

/// Whether the process is gone for good: a zombie still has its entry.
pub(crate) fn is_gone(process: u32) -> bool {
    !Path::new(&format!("/proc/{process}")).exists()
}
