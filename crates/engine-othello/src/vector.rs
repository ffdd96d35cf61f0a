//! The vectors of fillings, and how they are added up.
//!
//! In each word of a vector a number of the second half stands above one of the first, which is raised so that it is not negative. Words
//! can be added as they are, and their upper halves beside them; the two sums tell those of all numbers. That takes half of
//! the instructions of widening every number: a search ahead makes 9 % more nodes a second.

use crate::network::UNITS;
use crate::pattern::PATTERNS;

/// Half of a vector.
const HALF: usize = UNITS / 2;

/// What the numbers of the first half are raised by.
const RAISED: i16 = 128;

/// The vector of a filling.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Vector([i16; HALF]);

impl Vector {
    pub(crate) const ZERO: Vector = Vector([0; HALF]);

    pub(crate) fn new(numbers: &[i8; UNITS]) -> Vector {
        Vector(std::array::from_fn(|i| (numbers[i + HALF] as i16) << 8 | (numbers[i] as i16 + RAISED)))
    }
}

/// Vectors being added up.
pub(crate) trait Sums {
    fn add(&mut self, vector: &Vector);

    fn finish(self) -> [i16; UNITS];
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Registers;
#[cfg(not(target_feature = "simd128"))]
pub(crate) use portable::Arrays;
#[cfg(target_feature = "simd128")]
pub(crate) use simd128::Arrays;

/// The sums of the numbers of as many vectors as there are patterns, from those of the words and of their upper halves.
#[inline(always)]
fn apart(words: [i16; HALF], upper: [i16; HALF]) -> [i16; UNITS] {
    let mut sums = [0; UNITS];
    for i in 0..HALF {
        sums[i] = words[i].wrapping_sub(upper[i] << 8).wrapping_sub(RAISED * PATTERNS as i16);
        sums[i + HALF] = upper[i];
    }
    sums
}

#[cfg(not(target_feature = "simd128"))]
mod portable {
    use super::{HALF, Sums, UNITS, Vector, apart};

    /// Sums for every processor.
    pub(crate) struct Arrays {
        words: [i16; HALF],
        upper: [i16; HALF],
    }

    impl Arrays {
        #[inline(always)]
        pub(crate) fn new() -> Arrays {
            Arrays { words: [0; HALF], upper: [0; HALF] }
        }
    }

    impl Sums for Arrays {
        #[inline(always)]
        fn add(&mut self, vector: &Vector) {
            for i in 0..HALF {
                self.words[i] = self.words[i].wrapping_add(vector.0[i]);
                self.upper[i] += vector.0[i] >> 8;
            }
        }

        #[inline(always)]
        fn finish(self) -> [i16; UNITS] {
            apart(self.words, self.upper)
        }
    }
}

#[cfg(target_feature = "simd128")]
mod simd128 {
    //! The same in four registers of half that length, which every browser has. Left to itself, the compiler does here, too, what is said below.

    #![allow(unsafe_code, reason = "loads and stores of whole registers are unsafe")]

    use std::arch::wasm32::{i16x8_add, i16x8_shr, i16x8_splat, v128, v128_load, v128_store};

    use super::{HALF, Sums, UNITS, Vector, apart};

    /// Half of the numbers fill so many registers.
    const REGISTERS: usize = HALF / 8;

    /// Sums in registers.
    pub(crate) struct Arrays {
        words: [v128; REGISTERS],
        upper: [v128; REGISTERS],
    }

    impl Arrays {
        #[inline(always)]
        pub(crate) fn new() -> Arrays {
            Arrays { words: [i16x8_splat(0); REGISTERS], upper: [i16x8_splat(0); REGISTERS] }
        }
    }

    impl Sums for Arrays {
        #[inline(always)]
        fn add(&mut self, vector: &Vector) {
            for i in 0..REGISTERS {
                // SAFETY: a vector is as long as these registers.
                let words = unsafe { v128_load(vector.0.as_ptr().cast::<v128>().add(i)) };
                self.words[i] = i16x8_add(self.words[i], words);
                self.upper[i] = i16x8_add(self.upper[i], i16x8_shr(words, 8));
            }
        }

        #[inline(always)]
        fn finish(self) -> [i16; UNITS] {
            let (mut words, mut upper) = ([0; HALF], [0; HALF]);
            for i in 0..REGISTERS {
                // SAFETY: half of the numbers are as long as these registers.
                unsafe {
                    v128_store(words.as_mut_ptr().cast::<v128>().add(i), self.words[i]);
                    v128_store(upper.as_mut_ptr().cast::<v128>().add(i), self.upper[i]);
                }
            }
            apart(words, upper)
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    //! The same in two registers. Left to itself, the compiler may gather the numbers of several vectors one by one instead, which made
    //! the whole search four times as slow.

    #![allow(unsafe_code, reason = "loads and stores of whole registers are unsafe")]

    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_loadu_si256, _mm256_setzero_si256, _mm256_srai_epi16, _mm256_storeu_si256,
    };

    use plateau_core::processor::Avx2;

    use super::{HALF, Sums, UNITS, Vector, apart};

    /// Sums in registers, which are only there where the processor has them.
    pub(crate) struct Registers {
        words: __m256i,
        upper: __m256i,
    }

    impl Registers {
        #[inline(always)]
        pub(crate) fn new(_: Avx2) -> Registers {
            // SAFETY: the path proves that the processor has AVX2.
            let zero = unsafe { _mm256_setzero_si256() };
            Registers { words: zero, upper: zero }
        }
    }

    impl Sums for Registers {
        #[inline(always)]
        fn add(&mut self, vector: &Vector) {
            // SAFETY: whoever made this proved that the processor has AVX2; a vector is a register long.
            unsafe {
                let words = _mm256_loadu_si256(vector.0.as_ptr().cast());
                self.words = _mm256_add_epi16(self.words, words);
                self.upper = _mm256_add_epi16(self.upper, _mm256_srai_epi16::<8>(words));
            }
        }

        #[inline(always)]
        fn finish(self) -> [i16; UNITS] {
            let (mut words, mut upper) = ([0; HALF], [0; HALF]);
            // SAFETY: as above; half of the numbers are a register long.
            unsafe {
                _mm256_storeu_si256(words.as_mut_ptr().cast(), self.words);
                _mm256_storeu_si256(upper.as_mut_ptr().cast(), self.upper);
            }
            apart(words, upper)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(mut sums: impl Sums, vectors: &[Vector]) -> [i16; UNITS] {
        for vector in vectors {
            sums.add(vector);
        }
        sums.finish()
    }

    #[test]
    fn all_ways_to_add_up_agree() {
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..300 {
            let (mut vectors, mut plain) = (Vec::new(), [0i16; UNITS]);
            for _ in 0..PATTERNS {
                let extreme = [i8::MIN, -127, i8::MAX][rng.usize(..3)];
                let numbers = [(); UNITS].map(|()| if rng.bool() { rng.i8(..) } else { extreme });
                vectors.push(Vector::new(&numbers));
                for (sum, number) in plain.iter_mut().zip(numbers) {
                    *sum += number as i16;
                }
            }
            assert_eq!(added(Arrays::new(), &vectors), plain);
            #[cfg(target_arch = "x86_64")]
            if let Some(path) = plateau_core::processor::Avx2::new() {
                assert_eq!(added(Registers::new(path), &vectors), plain);
            }
        }
    }
}
