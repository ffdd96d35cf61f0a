//! How a hub behaves, on one's own machine and on a public server.

use std::time::Duration;

/// How a hub behaves.
#[derive(Clone, Debug)]
pub struct Manner {
    /// Whether everybody who comes sits at this machine: no secrets, both seats are theirs.
    pub local: bool,
    /// How many pieces of work may be done at once that take more than a millisecond, besides small ones.
    pub workers: usize,
    /// How many tasks of the machine may run at once, besides small ones.
    pub machines: usize,
    /// How many of them for one household.
    pub machines_per_address: usize,
    /// Threads and memory for each.
    pub resources: search::Resources,
    /// How long a machine's move is held back, so that one sees the move before it.
    pub pace: Duration,
    /// How long a lost opponent is waited for before the game can be claimed.
    pub claim_after: Duration,
    /// How long a lost connection is not spoken of: a page that is loaded anew comes back at once.
    pub grace: Duration,
    /// How long both players have been there before the first clock starts: time to look at the board.
    pub moment: Duration,
    /// How long a challenge with a clock waits for its answer while whoever asked is not there.
    pub challenge_away: Duration,
    /// How long any challenge waits.
    pub challenge_life: Duration,
    /// How long a room without anybody stays open.
    pub idle: Duration,
    /// How many rooms there may be.
    pub rooms: usize,
    /// How far its clock is ahead of the machine's: for whoever wants to see tomorrow today, such as a test.
    pub ahead: Duration,
}

impl Manner {
    /// On one's own machine.
    pub fn local() -> Manner {
        let resources = search::Resources::of_this_machine();
        let cores = resources.threads.get();
        Manner { local: true, machines: cores, machines_per_address: cores, resources, ..Manner::public() }
    }

    /// On a server for everybody: one core is always left for people.
    pub fn public() -> Manner {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Manner {
            local: false,
            workers: (cores - 1).max(1),
            machines: (cores - 1).max(1),
            machines_per_address: 2,
            resources: search::Resources { memory_bytes: 16 << 20, ..search::Resources::default() },
            pace: Duration::from_millis(250),
            claim_after: Duration::from_secs(90),
            grace: Duration::from_secs(4),
            moment: Duration::from_secs(10),
            challenge_away: Duration::from_secs(20),
            challenge_life: Duration::from_secs(24 * 3600),
            idle: Duration::from_secs(60),
            rooms: 20_000,
            ahead: Duration::ZERO,
        }
    }

    /// Until when a challenge waits that was made then.
    pub(super) fn challenge_end_ms(&self, made_ms: u64) -> u64 {
        made_ms + self.challenge_life.as_millis() as u64
    }
}
