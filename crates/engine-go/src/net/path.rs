use std::fmt;

/// A way to do the arithmetic of the network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Path {
    /// Plain loops, for every processor.
    Portable,
}

impl Path {
    /// All ways, from the slowest to the fastest.
    pub const ALL: [Path; 1] = [Path::Portable];

    /// Those that work on this processor, from the slowest to the fastest.
    pub fn available() -> impl DoubleEndedIterator<Item = Path> {
        Path::ALL.into_iter().filter(|path| path.is_available())
    }

    /// The fastest one that works on this processor.
    pub fn fastest() -> Path {
        Path::available().next_back().expect("one is for every processor")
    }

    /// Whether this processor, and the system that runs it, can do it.
    pub fn is_available(self) -> bool {
        match self {
            Path::Portable => true,
        }
    }
}

/// `portable`, `avx2` …
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Path::Portable => "portable",
        })
    }
}
