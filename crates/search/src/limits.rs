use std::num::NonZeroUsize;
use std::time::Duration;

use crate::TimeLeft;

/// How long an engine may think about one move. Whatever is reached first ends it; with none set, only a stop request does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// For this move where no clock runs. Where one does, it decides alone.
    pub unhurried: Option<Unhurried>,
    /// Positions (or visits) for this move.
    pub nodes: Option<u64>,
    /// No more positions (or visits) than this, whatever a level's own limits say.
    pub nodes_cap: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// The game's clock: the engine decides how much of it to spend.
    pub clock: Option<TimeLeft>,
    /// How many variations to report, if the engine can.
    pub variations: NonZeroUsize,
    /// Whether to report all that the engine knows, for those who look on: what is known of each move and of the position as a whole, and
    /// the moves in the order in which they would be chosen.
    pub in_detail: bool,
}

impl Limits {
    /// No limit at all: thinks until stopped.
    pub const NONE: Limits = Limits {
        time: None,
        unhurried: None,
        nodes: None,
        nodes_cap: None,
        depth: None,
        clock: None,
        variations: NonZeroUsize::MIN,
        in_detail: false,
    };

    /// So much time for this move.
    pub const fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::NONE }
    }

    /// So many positions (or visits) for this move.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// The positions (or visits) for this move by both of its limits.
    pub fn nodes_max(&self) -> Option<u64> {
        self.nodes.into_iter().chain(self.nodes_cap).min()
    }

    /// So many plies ahead.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }
}

/// How long to think where nobody counts the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unhurried {
    /// Time for a move.
    pub time: Duration,
    /// On a slow machine it takes longer, until so many positions (or visits) were looked at.
    pub nodes_at_least: u64,
}

/// What an engine may use of the machine, decided when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Threads to think with.
    pub threads: NonZeroUsize,
    /// Bytes for tables and trees.
    pub memory_bytes: usize,
    /// The seed of its random numbers; a fresh one each time if absent.
    pub seed: Option<u64>,
    /// Whether it may play its first moves from an opening book, if it has one.
    pub book: bool,
}

impl Resources {
    /// All cores of this machine, for one who plays or studies at it.
    pub fn of_this_machine() -> Resources {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Resources { threads, ..Resources::default() }
    }
}

/// One thread, and not much memory.
impl Default for Resources {
    fn default() -> Resources {
        Resources { threads: NonZeroUsize::MIN, memory_bytes: 64 << 20, seed: None, book: true }
    }
}
