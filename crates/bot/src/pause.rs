use std::thread;
use std::time::{Duration, Instant};

use search::Stop;

/// How long to wait before trying again: longer each time, until something works.
#[derive(Debug)]
pub(crate) struct Pause(Duration);

const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(30);
/// So often it is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(50);

impl Default for Pause {
    fn default() -> Pause {
        Pause(SHORTEST)
    }
}

impl Pause {
    pub(crate) fn reset(&mut self) {
        *self = Pause::default();
    }

    /// Waits, less if it is asked to stop.
    pub(crate) fn wait(&mut self, stop: &Stop) {
        let begin = Instant::now();
        while begin.elapsed() < self.0 && !stop.is_asked() {
            thread::sleep(GLANCE.min(self.0));
        }
        self.0 = (2 * self.0).min(LONGEST);
    }
}
