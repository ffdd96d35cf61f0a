use std::fmt;

#[cfg(target_arch = "x86_64")]
use super::wide::Width;

/// A way to do the arithmetic of the network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Path {
    /// Plain loops, for every processor.
    Portable,
    /// Eight numbers at a time, which the compiler makes vectors of: for processors that are not x86-64, and for browsers.
    Lanes,
    /// Vectors of eight 32-bit numbers or sixteen short integers: every x86-64 processor since 2013.
    Avx2,
    /// The same with products of short integers that were made for networks: Intel's desktops since 2021, which have no longer vectors.
    AvxVnni,
    /// Vectors twice as long.
    Avx512,
    /// The same with those products.
    Vnni,
    /// The matrix unit of recent Intel processors, in bfloat16; on Linux, where one may ask for it.
    Amx,
}

impl Path {
    /// All ways, from the slowest to the fastest.
    pub const ALL: [Path; 7] =
        [Path::Portable, Path::Lanes, Path::Avx2, Path::AvxVnni, Path::Avx512, Path::Vnni, Path::Amx];

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
            Path::Portable | Path::Lanes => true,
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => Width::Avx2.is_available(),
            #[cfg(target_arch = "x86_64")]
            Path::AvxVnni => Width::AvxVnni.is_available(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512 => Width::Avx512.is_available(),
            #[cfg(target_arch = "x86_64")]
            Path::Vnni => Width::Vnni.is_available(),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Path::Amx => super::amx::is_available(),
            #[allow(unreachable_patterns, reason = "what is left on other processors and systems")]
            _ => false,
        }
    }
}

/// `portable`, `avx2` …
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Path::Portable => "portable",
            Path::Lanes => "lanes",
            Path::Avx2 => "avx2",
            Path::AvxVnni => "avxvnni",
            Path::Avx512 => "avx512",
            Path::Vnni => "vnni",
            Path::Amx => "amx",
        })
    }
}
