use std::fmt;

/// A way to do the arithmetic of the network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Path {
    /// Plain loops, for every processor.
    Portable,
    /// The matrix unit of recent Intel processors, in bfloat16; on Linux, where one may ask for it.
    Amx,
}

impl Path {
    /// All ways, from the slowest to the fastest.
    pub const ALL: [Path; 2] = [Path::Portable, Path::Amx];

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
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Path::Amx => super::amx::is_available(),
            #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
            Path::Amx => false,
        }
    }
}

/// `portable`, `avx2` …
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Path::Portable => "portable",
            Path::Amx => "amx",
        })
    }
}
