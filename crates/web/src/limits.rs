//! What people may do.

use store::Room;

/// What one address may do, and what all together may. Every queue and input has a limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Requests a second from one address, in the long run.
    pub requests_per_second: f64,
    /// Requests from one address at once.
    pub requests_burst: f64,
    /// New games and uploads a minute from one address.
    pub games_per_minute: f64,
    /// New tokens for programs a minute from one address.
    pub tokens_per_minute: f64,
    /// Commands a second on one live connection.
    pub commands_per_second: f64,
    /// The longest form, in bytes.
    pub form_bytes: usize,
    /// The longest record that can be uploaded, in bytes.
    pub upload_bytes: usize,
    /// How many nodes such a record may have.
    pub upload_nodes: usize,
    /// Bytes on their way to one address or from it: answers that are not read, records that are not read yet.
    pub bytes_in_flight_per_address: usize,
    /// The same for all together.
    pub bytes_in_flight: usize,
    /// How many papers of a kind somebody may keep: studies, records that were brought.
    pub papers_per_owner: u64,
    /// How many bytes of a kind.
    pub paper_bytes_per_owner: u64,
    /// The largest database, in bytes.
    pub database_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_per_address: 64,
            requests_per_second: 20.0,
            requests_burst: 200.0,
            games_per_minute: 20.0,
            tokens_per_minute: 3.0,
            commands_per_second: 20.0,
            form_bytes: 16 << 10,
            upload_bytes: 1 << 20,
            upload_nodes: 50_000,
            bytes_in_flight_per_address: 8 << 20,
            bytes_in_flight: 128 << 20,
            papers_per_owner: 300,
            paper_bytes_per_owner: 24 << 20,
            database_bytes: 8 << 30,
        }
    }
}

/// A household has several browsers, each with papers of its own: together they have as much as so many.
const BROWSERS: u64 = 3;

impl Limits {
    /// How much of a kind of paper one browser keeps.
    pub fn room_of_owner(&self) -> Room {
        Room { papers: self.papers_per_owner, bytes: self.paper_bytes_per_owner }
    }

    /// How much of a kind of paper one household brings, whatever its browsers are called: who sends no cookie is somebody new each time.
    pub fn room_of_household(&self) -> Room {
        let Room { papers, bytes } = self.room_of_owner();
        Room { papers: papers.saturating_mul(BROWSERS), bytes: bytes.saturating_mul(BROWSERS) }
    }

    /// On one's own machine only mistakes have to be caught.
    pub fn local() -> Limits {
        Limits {
            connections_per_address: 1000,
            requests_per_second: 1000.0,
            requests_burst: 5000.0,
            games_per_minute: 1000.0,
            tokens_per_minute: 1000.0,
            commands_per_second: 200.0,
            upload_bytes: 16 << 20,
            upload_nodes: 2 << 20,
            bytes_in_flight_per_address: 1 << 30,
            bytes_in_flight: 1 << 30,
            papers_per_owner: u64::MAX,
            paper_bytes_per_owner: u64::MAX,
            database_bytes: u64::MAX,
            ..Limits::default()
        }
    }
}
