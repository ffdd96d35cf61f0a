use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time of day, which never goes back while the server runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    pub(super) started_ms: u64,
    started: Instant,
}

impl Time {
    /// As the machine has it, or so much later.
    pub(super) fn new(ahead: Duration) -> Time {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + ahead;
        Time { started_ms: now.as_millis() as u64, started: Instant::now() }
    }

    pub(super) fn now_ms(&self) -> u64 {
        self.started_ms + self.started.elapsed().as_millis() as u64
    }
}
