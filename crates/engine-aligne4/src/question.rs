//! What a solver is asked and what it may use; the searches below it are told the same.

/// What to find out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Who wins.
    Value,
    /// Also how soon: the shortest win, the longest defence.
    Distance,
}

/// What a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads to search with.
    pub threads: usize,
    /// Bytes for the table of positions; at least 8 MiB are used.
    pub memory_bytes: usize,
    /// Whether to look positions with few pieces up in the opening table instead of searching.
    pub opening: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { threads: 1, memory_bytes: 64 << 20, opening: true }
    }
}

/// Asked now and then, with the positions looked at for the present question by one thread so far, whether to give up.
pub type GiveUp<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// Never gives up.
pub const NEVER: GiveUp<'static> = &|_| false;
