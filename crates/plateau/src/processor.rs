//! Whether this processor has the instructions that the program was built for.
//!
//! The question is asked before anything else, and of the processor itself: `is_x86_feature_detected!` says yes without asking where the
//! compiler was told so. Nothing here may use those instructions, so it does next to nothing.
#![allow(unsafe_code, reason = "the processor is asked by an instruction")]

/// Whether an instruction is missing, by which the program would be ended without a word.
#[cfg(target_arch = "x86_64")]
pub(crate) fn is_too_old() -> bool {
    if !cfg!(target_feature = "avx2") {
        return false;
    }
    let lacks = |has: u32, wanted: u32| has & wanted != wanted;
    lacks(cpuid(1).ecx, bits::FMA | bits::MOVBE | bits::OSXSAVE | bits::AVX | bits::F16C)
        || lacks(cpuid(7).ebx, bits::BMI1 | bits::AVX2 | bits::BMI2)
        || lacks(cpuid(0x8000_0001).ecx, bits::LZCNT)
}

/// What 'x86-64-v3' has beyond the first processors with 64 bits, as Intel's manual numbers it (volume 2, CPUID).
#[cfg(target_arch = "x86_64")]
mod bits {
    pub(super) const FMA: u32 = 1 << 12;
    pub(super) const MOVBE: u32 = 1 << 22;
    pub(super) const OSXSAVE: u32 = 1 << 27;
    pub(super) const AVX: u32 = 1 << 28;
    pub(super) const F16C: u32 = 1 << 29;
    pub(super) const BMI1: u32 = 1 << 3;
    pub(super) const AVX2: u32 = 1 << 5;
    pub(super) const BMI2: u32 = 1 << 8;
    pub(super) const LZCNT: u32 = 1 << 5;
}

/// Everything else is built for whatever there is.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn is_too_old() -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
#[allow(unused_unsafe, reason = "later versions of the standard library call it safe")]
fn cpuid(leaf: u32) -> std::arch::x86_64::CpuidResult {
    // SAFETY: every processor with 64 bits has this instruction, and answers zeros to what it does not know.
    unsafe { std::arch::x86_64::__cpuid_count(leaf, 0) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_processor_that_runs_this_is_not_too_old() {
        assert!(!super::is_too_old());
    }
}
