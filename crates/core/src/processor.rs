//! Which instructions this processor has, asked when the program runs: one build is for every processor. (Without the feature `std` nobody can
//! be asked, and the fast path is taken where the program is built for nothing less.)
//!
//! x86-64 is the only architecture with a choice. Its first processors cannot even count the bits of a word; those since 2013 do that
//! in a cycle, and work on four words at a time. A [`Path`] is one of the two, as a value without size, and proves that it can be taken: an
//! [`Avx2`] is only made where the processor was asked. Hot code is written once, generic over the path, with each function that is
//! called as such (and not inlined) inside of [`Path::run`]: the compiler makes it once for each path, with the instructions of that path.
//!
//! ```
//! use plateau_core::processor::{self, Path};
//!
//! fn bits(path: impl Path, words: &[u64]) -> u32 {
//!     path.run(#[inline(always)] || words.iter().map(|word| word.count_ones()).sum())
//! }
//!
//! // Chosen once, above all loops:
//! let count = plateau_core::on_path!(processor::fastest(), path => bits(path, &[3, 5]));
//! assert_eq!(count, 4);
//! ```
//!
//! What is hot but written without regard to paths takes [`Fastest`], which asks each time: a load and a branch.
#![allow(
    unsafe_code,
    reason = "code for other instructions than those of the build is unsafe to call, and so is a hint about a place in memory"
)]

use core::fmt::Debug;
use core::hash::Hash;
#[cfg(target_arch = "x86_64")]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Whether the processor has some instructions. To ask it takes the standard library; without that we know what the build is for.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! has {
    ($name:tt) => {
        std::arch::is_x86_feature_detected!($name)
    };
}
#[cfg(all(target_arch = "x86_64", not(feature = "std")))]
macro_rules! has {
    ($name:tt) => {
        cfg!(target_feature = $name)
    };
}

/// A set of instructions that this processor has.
pub trait Path: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Which set it is. The compiler knows the answer where the path is one of [`Portable`] and [`Avx2`].
    fn instructions(self) -> Instructions;

    /// Does the work with these instructions, as far as it is inlined: the closure and the functions that it calls say `#[inline(always)]`,
    /// or have a `run` of their own.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}

/// The sets that hot code is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instructions {
    /// See [`Portable`].
    Portable(Portable),
    /// See [`Avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// Nothing that not every processor of the architecture has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Portable;

/// AVX2, BMI2 and what else is called x86-64-v3.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Avx2(Asked);

/// Only this module can make one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Asked;

/// Whatever [`fastest`] says, asked anew each time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Fastest;

/// Evaluates an expression with `path` as the value that [`Instructions`] hold, whichever it is.
#[macro_export]
macro_rules! on_path {
    ($instructions:expr, $path:ident => $work:expr) => {
        match $instructions {
            $crate::processor::Instructions::Portable($path) => $work,
            #[cfg(target_arch = "x86_64")]
            $crate::processor::Instructions::Avx2($path) => $work,
        }
    };
}

/// The fastest instructions that this processor has.
#[inline]
pub fn fastest() -> Instructions {
    #[cfg(target_arch = "x86_64")]
    {
        const UNKNOWN: u8 = 0;
        const PORTABLE: u8 = 1;
        const AVX2: u8 = 2;
        static FOUND: AtomicU8 = AtomicU8::new(UNKNOWN);
        let mut found = FOUND.load(Relaxed);
        if found == UNKNOWN {
            found = if Avx2::new().is_some() { AVX2 } else { PORTABLE };
            FOUND.store(found, Relaxed);
        }
        if found == AVX2 {
            return Instructions::Avx2(Avx2(Asked));
        }
    }
    Instructions::Portable(Portable)
}

/// Says that something will be looked at soon, so that it is on its way from memory meanwhile.
#[inline(always)]
pub fn prefetch<T>(thing: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every processor of the architecture has the instruction, and it is only a hint.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(core::ptr::from_ref(thing).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = thing;
}

/// Every set that this processor has, the slowest first: what a test or a comparison goes through.
pub fn available() -> impl Iterator<Item = Instructions> {
    let portable = Instructions::Portable(Portable);
    [portable].into_iter().chain(Some(fastest()).filter(move |&fastest| fastest != portable))
}

impl Instructions {
    /// `portable` or `avx2`.
    pub const fn name(self) -> &'static str {
        match self {
            Instructions::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The proof that this processor has them, if it has.
    #[cold]
    pub fn new() -> Option<Avx2> {
        // One after the other, since the macros take one word each.
        macro_rules! has_all {
            ($($name:tt)*) => { true $(&& has!($name))* };
        }
        has_all!("avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt").then_some(Avx2(Asked))
    }
}

impl Path for Portable {
    #[inline(always)]
    fn instructions(self) -> Instructions {
        Instructions::Portable(self)
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

#[cfg(target_arch = "x86_64")]
impl Path for Avx2 {
    #[inline(always)]
    fn instructions(self) -> Instructions {
        Instructions::Avx2(self)
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: there is such a value only if the processor has the instructions.
        unsafe { run_with_avx2(work) }
    }
}

impl Path for Fastest {
    #[inline(always)]
    fn instructions(self) -> Instructions {
        fastest()
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        on_path!(fastest(), path => path.run(work))
    }
}

/// # Safety
///
/// The processor must have the instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
#[inline]
unsafe fn run_with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}
