//! What the server counts, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Counters of one server.
#[derive(Default, Debug)]
pub struct Metrics {
    /// Requests by the first digit of their status, from 1 to 5.
    pub requests: [AtomicU64; 5],
    /// Requests that were refused for coming too fast.
    pub rate_limited: AtomicU64,
    /// Connections that are open.
    pub connections: AtomicI64,
    /// Connections that were refused for being too many.
    pub connections_refused: AtomicU64,
    /// Pages that listen for live updates now.
    pub watchers: AtomicI64,
    /// Watchers that fell behind and were sent a whole scene.
    pub resyncs: AtomicU64,
    /// Games that are in memory.
    pub rooms: AtomicI64,
    /// Commands that were done, and those that were refused.
    pub commands: [AtomicU64; 2],
    /// Transactions that wrote events.
    pub writes: AtomicU64,
    /// How long each took.
    pub write_us: Histogram,
    /// Events written.
    pub events: AtomicU64,
    /// Appends that were refused by the store.
    pub write_errors: AtomicU64,
    /// Games that were claimed, where several servers can use the store.
    pub claims: AtomicU64,
    /// Those of them whose server was gone without having let go.
    pub takeovers: AtomicU64,
    /// Games that were dropped to be loaded anew, since another server has them or they are not as was thought.
    pub lost: AtomicU64,
    /// How often the stay could not be renewed in time, and all games were dropped.
    pub lapses: AtomicU64,
    /// From when a renewal of the stay was due until the store had confirmed it.
    pub renewal_us: Histogram,
    /// From a command's arrival until everybody concerned has been told.
    pub command_us: Histogram,
    /// Tasks of the machine that wait for their turn.
    pub machine_waiting: AtomicI64,
    /// Tasks of the machine that run.
    pub machine_running: AtomicI64,
    /// Tasks of the machine that were begun.
    pub machine_tasks: AtomicU64,
    /// What was thought to its end by this server and by workers: for games, and for what is no part of one.
    pub thoughts: [[AtomicU64; 2]; 2],
    /// Workers of this server's version that are there.
    pub workers: AtomicI64,
    /// How many threads they have.
    pub worker_threads: AtomicI64,
    /// Workers that are there and never asked, since they are of another version.
    pub workers_of_other_versions: AtomicI64,
    /// Questions of this server that workers think about.
    pub worker_running: AtomicI64,
    /// Questions that were asked again since the worker was lost.
    pub worker_repeats: AtomicU64,
    /// From when a worker had taken a question until its answer was there.
    pub worker_us: Histogram,
}

/// How long something took, in buckets that double.
#[derive(Default, Debug)]
pub struct Histogram {
    buckets: [AtomicU64; Histogram::BUCKETS],
    sum_us: AtomicU64,
}

impl Histogram {
    const BUCKETS: usize = 16;
    const FIRST_US: u64 = 128;

    /// One more took so long.
    pub fn add(&self, took: Duration) {
        let us = took.as_micros() as u64;
        let bucket = (us / Histogram::FIRST_US).checked_ilog2().map_or(0, |log| log as usize + 1);
        self.buckets[bucket.min(Histogram::BUCKETS - 1)].fetch_add(1, Relaxed);
        self.sum_us.fetch_add(us, Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut count = 0;
        for (at, bucket) in self.buckets.iter().enumerate() {
            count += bucket.load(Relaxed);
            // The last bucket holds whatever took longer.
            let limit = (Histogram::FIRST_US << at) as f64 / 1e6;
            if at + 1 < Histogram::BUCKETS {
                let _ = writeln!(text, "{name}_bucket{{le=\"{limit}\"}} {count}");
            }
        }
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let sum = self.sum_us.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_sum {sum}\n{name}_count {count}");
    }
}

impl Metrics {
    /// Everything, as Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(
            text,
            "# HELP plateau_http_requests_total Requests by class of status.\n# TYPE plateau_http_requests_total counter"
        );
        for (class, count) in (1..).zip(&self.requests) {
            let _ = writeln!(text, "plateau_http_requests_total{{status=\"{class}xx\"}} {}", count.load(Relaxed));
        }
        let _ = writeln!(
            text,
            "# HELP plateau_commands_total Commands of players by outcome.\n# TYPE plateau_commands_total counter"
        );
        for (outcome, count) in ["done", "refused"].iter().zip(&self.commands) {
            let _ = writeln!(text, "plateau_commands_total{{outcome=\"{outcome}\"}} {}", count.load(Relaxed));
        }
        let _ = writeln!(
            text,
            "# HELP plateau_thoughts_total What the machine thought to its end, for what and by whom.\n# TYPE plateau_thoughts_total counter"
        );
        for (purpose, counts) in ["game", "review"].iter().zip(&self.thoughts) {
            for (by, count) in ["server", "worker"].iter().zip(counts) {
                let count = count.load(Relaxed);
                let _ = writeln!(text, "plateau_thoughts_total{{for=\"{purpose}\",by=\"{by}\"}} {count}");
            }
        }
        let mut counter = |name: &str, help: &str, value: &AtomicU64| {
            let value = value.load(Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        };
        counter("plateau_rate_limited_total", "Requests refused for coming too fast.", &self.rate_limited);
        counter(
            "plateau_connections_refused_total",
            "Connections refused for being too many.",
            &self.connections_refused,
        );
        counter("plateau_resyncs_total", "Watchers that fell behind and were sent everything.", &self.resyncs);
        counter("plateau_writes_total", "Transactions that wrote events.", &self.writes);
        counter("plateau_events_total", "Events written.", &self.events);
        counter("plateau_write_errors_total", "Appends that the store refused.", &self.write_errors);
        counter("plateau_claims_total", "Games claimed among several servers.", &self.claims);
        counter("plateau_takeovers_total", "Games claimed whose server was gone.", &self.takeovers);
        counter("plateau_lost_total", "Games dropped to be loaded anew.", &self.lost);
        counter("plateau_lapses_total", "Stays that could not be renewed in time.", &self.lapses);
        counter("plateau_machine_tasks_total", "Tasks of the machine that were begun.", &self.machine_tasks);
        counter("plateau_worker_repeats_total", "Questions asked again since a worker was lost.", &self.worker_repeats);
        let mut gauge = |name: &str, help: &str, value: &AtomicI64| {
            let value = value.load(Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        };
        gauge("plateau_connections", "Open connections.", &self.connections);
        gauge("plateau_watchers", "Pages that listen for live updates.", &self.watchers);
        gauge("plateau_rooms", "Games in memory.", &self.rooms);
        gauge("plateau_machine_waiting", "Tasks of the machine that wait.", &self.machine_waiting);
        gauge("plateau_machine_running", "Tasks of the machine that run.", &self.machine_running);
        gauge("plateau_workers", "Workers that are there.", &self.workers);
        gauge("plateau_worker_threads", "Their threads.", &self.worker_threads);
        let others = &self.workers_of_other_versions;
        gauge("plateau_workers_of_other_versions", "Workers that are not asked for being of another version.", others);
        gauge("plateau_worker_running", "Questions that workers think about for this server.", &self.worker_running);
        self.worker_us.write(&mut text, "plateau_worker_seconds", "From a question being taken to its answer.");
        self.write_us.write(&mut text, "plateau_write_seconds", "How long a transaction took.");
        self.renewal_us.write(&mut text, "plateau_renewal_seconds", "From when a renewal was due to its confirmation.");
        self.command_us.write(&mut text, "plateau_command_seconds", "From a command to everybody being told.");
        text
    }
}

/// Who thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// This server.
    Server,
    /// A worker.
    Worker,
}

/// A number that goes up while something lasts.
pub(crate) struct Gauged<'a>(&'a AtomicI64);

impl<'a> Gauged<'a> {
    pub(crate) fn new(gauge: &'a AtomicI64) -> Gauged<'a> {
        gauge.fetch_add(1, Relaxed);
        Gauged(gauge)
    }
}

impl Drop for Gauged<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_fall_into_their_buckets() {
        let metrics = Metrics::default();
        for us in [0, 127, 128, 255, 256, 100_000_000] {
            metrics.write_us.add(Duration::from_micros(us));
        }
        let text = metrics.text();
        for line in [
            "plateau_write_seconds_bucket{le=\"0.000128\"} 2",
            "plateau_write_seconds_bucket{le=\"0.000256\"} 4",
            "plateau_write_seconds_bucket{le=\"0.000512\"} 5",
            "plateau_write_seconds_bucket{le=\"+Inf\"} 6",
            "plateau_write_seconds_count 6",
            "plateau_commands_total{outcome=\"done\"} 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
    }
}
