/// How much a reader agrees to take from one file.
///
/// No parser here recurses over its input, so depth costs memory and not the stack; the limits keep a hostile file from
/// eating the machine. The defaults are far above what players write: the largest collections of games hold a few hundred
/// thousand nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The size of the file; when a collection is read game by game, of one game.
    pub bytes: usize,
    /// The number of nodes. There may be twice as many values.
    pub nodes: usize,
    /// How deep variations may be nested.
    pub depth: usize,
    /// The size of one value, such as a comment.
    pub value_bytes: usize,
    /// How many warnings are kept.
    pub warnings: usize,
    /// How many games a file may hold that is read at once; [`Splitter`](crate::sgf::Splitter) reads any number.
    pub games: usize,
}

impl Limits {
    /// The limits when nothing else is said.
    pub const DEFAULT: Limits =
        Limits { bytes: 32 << 20, nodes: 2 << 20, depth: 1 << 16, value_bytes: 4 << 20, warnings: 100, games: 1 << 16 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// How to read a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// What to do about damage.
    pub mode: Mode,
    /// How much to take.
    pub limits: Limits,
    /// Whether the moves of SGF are played through and those that the rules forbid are warned of. Without it a collection
    /// is read up to three times as fast. Other formats cannot be read without playing.
    pub check_moves: bool,
}

impl ReadOptions {
    /// Refuses a damaged file.
    pub const STRICT: ReadOptions = ReadOptions { mode: Mode::Strict, limits: Limits::DEFAULT, check_moves: true };
    /// Opens a damaged file up to the damage.
    pub const RECOVER: ReadOptions = ReadOptions { mode: Mode::Recover, ..ReadOptions::STRICT };
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions::STRICT
    }
}

/// What to do about damage.
///
/// The caller keeps the original bytes in either case: a reader never changes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Refuse the file at the first fault.
    #[default]
    Strict,
    /// Open it up to the fault, and say so in a warning.
    Recover,
}
