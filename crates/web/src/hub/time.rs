use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The time of day, which never goes back while the server runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    pub(super) started_ms: u64,
    started: Instant,
}

impl Time {
    pub(super) fn new() -> Time {
        let started_ms = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Time { started_ms, started: Instant::now() }
    }

    pub(super) fn now_ms(&self) -> u64 {
        self.started_ms + self.started.elapsed().as_millis() as u64
    }
}
