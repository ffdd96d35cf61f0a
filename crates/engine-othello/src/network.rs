//! The small network behind the patterns: what the sum of their vectors means, at each number of empty squares.
//!
//! The sum has [`UNITS`] numbers. Each is split into its positive and its negative part, at most [`ONE`]; then come two layers of
//! [`FIRST`] and [`SECOND`] numbers, cut off below zero and above [`ONE`], and the worth. The first number of the first layer is also added
//! to the worth as it is: the part of it that is linear. All is whole numbers, so that every build finds the same (the scheme is
//! that of Y. Nasu, *Efficiently updatable neural-network-based evaluation functions for computer shogi*, 2018).

use plateau_core::processor::{Instructions, Path};

/// How long the vector of a filling is.
pub(crate) const UNITS: usize = 32;
/// Numbers in the first layer.
pub(crate) const FIRST: usize = 16;
/// Numbers in the second layer.
pub(crate) const SECOND: usize = 32;

/// What stands for 1 in a layer.
pub(crate) const ONE: i16 = 256;
/// Weights of layers count in this part of 1.
const WEIGHT_BITS: u32 = 9;
/// Worths count in this part of a disc.
pub(crate) const SCALE: i32 = 256;
/// The worth comes in this part of what worths count in: layers that are full of ones mean 32 discs.
const WORTH_BITS: u32 = 4;

/// The layers for one number of empty squares, in the order in which they are learned and stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    /// Added to the sum of the vectors.
    pub start: [i16; UNITS],
    /// For each number of the first layer, the weights of the positive parts, then those of the negative ones.
    pub first: [[i16; 2 * UNITS]; FIRST],
    /// Added to the first layer.
    pub first_bias: [i32; FIRST],
    /// For each number of the second layer, the weights of the first.
    pub second: [[i16; FIRST]; SECOND],
    /// Added to the second layer.
    pub second_bias: [i32; SECOND],
    /// The weights of the second layer in the worth.
    pub last: [i16; SECOND],
    /// Added to the worth.
    pub last_bias: i32,
}

impl Layers {
    /// All weights zero.
    pub const ZERO: Layers = Layers {
        start: [0; UNITS],
        first: [[0; 2 * UNITS]; FIRST],
        first_bias: [0; FIRST],
        second: [[0; FIRST]; SECOND],
        second_bias: [0; SECOND],
        last: [0; SECOND],
        last_bias: 0,
    };

    /// Says so many discs more for the player to move, whatever the board.
    pub fn raise(&mut self, discs: f64) {
        self.last_bias += (discs * f64::from(SCALE << WORTH_BITS)).round() as i32;
    }
}

/// The layers with their weights in the order in which they are used: two inputs beside each other for every output, since
/// processors multiply and add 16-bit numbers in pairs.
#[derive(Clone)]
#[repr(align(32))]
pub(crate) struct Network {
    /// For each unit and each output, the weights of the positive and of the negative part.
    first: [[[i16; 2]; FIRST]; UNITS],
    /// For each input of the first half and each output, the weights of it and of its counterpart in the second half.
    second: [[[i16; 2]; SECOND]; FIRST / 2],
    /// The weights of the first quarter and the second one, then of the third and the fourth.
    last: [[[i16; 2]; SECOND / 4]; 2],
    first_bias: [i32; FIRST],
    second_bias: [i32; SECOND],
    last_bias: i32,
}

impl Network {
    pub(crate) fn new(layers: &Layers) -> Network {
        use std::array::from_fn;
        let Layers { first, second, last, .. } = layers;
        Network {
            first: from_fn(|unit| from_fn(|output| [first[output][unit], first[output][unit + UNITS]])),
            second: from_fn(|input| from_fn(|output| [second[output][input], second[output][input + FIRST / 2]])),
            last: [0, SECOND / 2].map(|half| from_fn(|i| [last[half + i], last[half + i + SECOND / 4]])),
            first_bias: layers.first_bias,
            second_bias: layers.second_bias,
            last_bias: layers.last_bias,
        }
    }

    /// The worth in 1/256 of a disc.
    #[inline(always)]
    pub(crate) fn worth(&self, path: impl Path, sum: &[i16; UNITS]) -> i32 {
        let worth = match path.instructions() {
            #[cfg(not(target_feature = "simd128"))]
            Instructions::Portable(_) => self.worth_portably(sum),
            #[cfg(target_feature = "simd128")]
            Instructions::Portable(_) => simd128::worth(self, sum),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(path) => avx2::worth(path, self, sum),
        };
        worth >> WORTH_BITS
    }

    /// The worth before it is scaled, by one number after another.
    #[cfg_attr(
        target_feature = "simd128",
        allow(dead_code, reason = "four numbers at a time are faster, and always there")
    )]
    fn worth_portably(&self, sum: &[i16; UNITS]) -> i32 {
        let part = |number: i16| number.clamp(0, ONE) as i32;
        let cut = |number: i32| (number >> WEIGHT_BITS).clamp(0, ONE as i32);
        let mut first = self.first_bias;
        for (&number, weights) in sum.iter().zip(&self.first) {
            let (positive, negative) = (part(number), part(-number));
            for (output, weights) in first.iter_mut().zip(weights) {
                *output += positive * weights[0] as i32 + negative * weights[1] as i32;
            }
        }
        let mut second = self.second_bias;
        for (input, weights) in self.second.iter().enumerate() {
            let inputs = [cut(first[input]), cut(first[input + FIRST / 2])];
            for (output, weights) in second.iter_mut().zip(weights) {
                *output += inputs[0] * weights[0] as i32 + inputs[1] * weights[1] as i32;
            }
        }
        let mut worth = self.last_bias + first[0];
        for (half, weights) in self.last.iter().enumerate() {
            for (i, weights) in weights.iter().enumerate() {
                let at = half * SECOND / 2 + i;
                worth += cut(second[at]) * weights[0] as i32 + cut(second[at + SECOND / 4]) * weights[1] as i32;
            }
        }
        worth
    }
}

#[cfg(target_feature = "simd128")]
mod simd128 {
    //! The same in a browser: four outputs at a time.

    #![allow(unsafe_code, reason = "loads of whole registers are unsafe")]

    use std::arch::wasm32::{
        i16x8_max, i16x8_min, i16x8_neg, i16x8_shuffle, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_max, i32x4_min, i32x4_shl, i32x4_shr, i32x4_splat, v128, v128_load, v128_or,
    };

    use super::{FIRST, Network, ONE, SECOND, UNITS, WEIGHT_BITS};

    /// Whole registers of numbers.
    #[inline(always)]
    fn load<T>(numbers: &[T], register: usize) -> v128 {
        assert!((register + 1) * 16 <= size_of_val(numbers));
        // SAFETY: the assertion holds the load inside of the numbers.
        unsafe { v128_load(numbers.as_ptr().cast::<v128>().add(register)) }
    }

    pub(super) fn worth(network: &Network, sum: &[i16; UNITS]) -> i32 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(ONE));
        let mut first: [v128; FIRST / 4] = std::array::from_fn(|i| load(&network.first_bias, i));
        for (register, weights) in network.first.chunks_exact(8).enumerate() {
            let numbers = load(sum, register);
            let positive = i16x8_min(i16x8_max(numbers, zero), one);
            let negative = i16x8_min(i16x8_max(i16x8_neg(numbers), zero), one);
            // Both parts of each number beside each other.
            let low = i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(positive, negative);
            let high = i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(positive, negative);
            add(&mut first, low, &weights[..4]);
            add(&mut first, high, &weights[4..]);
        }
        let inputs = first.map(cut);
        let mut second: [v128; SECOND / 4] = std::array::from_fn(|i| load(&network.second_bias, i));
        for (register, weights) in network.second.chunks_exact(4).enumerate() {
            add(&mut second, both(inputs[register], inputs[register + FIRST / 8]), weights);
        }
        let inputs = second.map(cut);
        let mut sums = zero;
        for (half, weights) in network.last.iter().enumerate() {
            for register in 0..SECOND / 16 {
                let at = half * SECOND / 8 + register;
                let pair = both(inputs[at], inputs[at + SECOND / 16]);
                sums = i32x4_add(sums, i32x4_dot_i16x8(pair, load(weights, register)));
            }
        }
        let sum = i32x4_extract_lane::<0>(sums)
            + i32x4_extract_lane::<1>(sums)
            + i32x4_extract_lane::<2>(sums)
            + i32x4_extract_lane::<3>(sums);
        sum + network.last_bias + i32x4_extract_lane::<0>(first[0])
    }

    /// Adds what four pairs of inputs make of each output.
    #[inline(always)]
    fn add<const OUTPUTS: usize, const REGISTERS: usize>(
        to: &mut [v128; REGISTERS],
        pairs: v128,
        weights: &[[[i16; 2]; OUTPUTS]],
    ) {
        let pairs = [
            i32x4_extract_lane::<0>(pairs),
            i32x4_extract_lane::<1>(pairs),
            i32x4_extract_lane::<2>(pairs),
            i32x4_extract_lane::<3>(pairs),
        ];
        for (pair, weights) in pairs.into_iter().zip(weights) {
            let pair = i32x4_splat(pair);
            for (i, output) in to.iter_mut().enumerate() {
                *output = i32x4_add(*output, i32x4_dot_i16x8(pair, load(weights, i)));
            }
        }
    }

    /// Scaled back and cut off.
    #[inline(always)]
    fn cut(numbers: v128) -> v128 {
        let scaled = i32x4_shr(numbers, WEIGHT_BITS as u32);
        i32x4_min(i32x4_max(scaled, i32x4_splat(0)), i32x4_splat(ONE as i32))
    }

    /// Numbers beside their counterparts.
    #[inline(always)]
    fn both(numbers: v128, counterparts: v128) -> v128 {
        v128_or(numbers, i32x4_shl(counterparts, 16))
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    //! The same with AVX2: eight outputs at a time.

    #![allow(unsafe_code, reason = "loads and stores of whole registers are unsafe")]

    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128,
        _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_max_epi32,
        _mm256_min_epi16, _mm256_min_epi32, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi16,
        _mm256_set1_epi32, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_srai_epi32, _mm256_storeu_si256,
        _mm256_sub_epi16, _mm256_unpackhi_epi16, _mm256_unpacklo_epi16,
    };

    use plateau_core::processor::Avx2;

    use super::{FIRST, Network, ONE, SECOND, UNITS, WEIGHT_BITS};

    /// Whole registers of numbers.
    #[inline(always)]
    fn load<T>(numbers: &[T], register: usize) -> __m256i {
        assert!((register + 1) * 32 <= size_of_val(numbers));
        // SAFETY: the assertion holds the load inside of the numbers.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast::<__m256i>().add(register)) }
    }

    #[inline(always)]
    pub(super) fn worth(_: Avx2, network: &Network, sum: &[i16; UNITS]) -> i32 {
        // SAFETY: the path proves that the processor has AVX2.
        unsafe {
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
            // Both parts of each number beside each other.
            let mut pairs = [[0i32; 8]; UNITS / 8];
            for register in 0..UNITS / 16 {
                let numbers = load(sum, register);
                let positive = _mm256_min_epi16(_mm256_max_epi16(numbers, zero), one);
                let negative = _mm256_min_epi16(_mm256_max_epi16(_mm256_sub_epi16(zero, numbers), zero), one);
                let low = _mm256_unpacklo_epi16(positive, negative);
                let high = _mm256_unpackhi_epi16(positive, negative);
                let halves =
                    [_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high)];
                for (to, half) in pairs[2 * register..].iter_mut().zip(halves) {
                    _mm256_storeu_si256(to.as_mut_ptr().cast(), half);
                }
            }
            let mut first: [__m256i; FIRST / 8] = std::array::from_fn(|i| load(&network.first_bias, i));
            for (&pair, weights) in pairs.as_flattened().iter().zip(&network.first) {
                let pair = _mm256_set1_epi32(pair);
                for (i, output) in first.iter_mut().enumerate() {
                    *output = _mm256_add_epi32(*output, _mm256_madd_epi16(pair, load(weights, i)));
                }
            }
            let mut pairs = [0i32; FIRST / 2];
            _mm256_storeu_si256(pairs.as_mut_ptr().cast(), both(cut(first[0]), cut(first[1])));
            let mut second: [__m256i; SECOND / 8] = std::array::from_fn(|i| load(&network.second_bias, i));
            for (&pair, weights) in pairs.iter().zip(&network.second) {
                let pair = _mm256_set1_epi32(pair);
                for (i, output) in second.iter_mut().enumerate() {
                    *output = _mm256_add_epi32(*output, _mm256_madd_epi16(pair, load(weights, i)));
                }
            }
            let near = _mm256_madd_epi16(both(cut(second[0]), cut(second[1])), load(&network.last[0], 0));
            let far = _mm256_madd_epi16(both(cut(second[2]), cut(second[3])), load(&network.last[1], 0));
            let eight = _mm256_add_epi32(near, far);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            let all = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
            _mm_cvtsi128_si32(all) + network.last_bias + _mm_cvtsi128_si32(_mm256_castsi256_si128(first[0]))
        }
    }

    /// Scaled back and cut off.
    #[inline(always)]
    fn cut(numbers: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe {
            let scaled = _mm256_srai_epi32::<{ WEIGHT_BITS as i32 }>(numbers);
            _mm256_min_epi32(_mm256_max_epi32(scaled, _mm256_setzero_si256()), _mm256_set1_epi32(ONE as i32))
        }
    }

    /// Numbers that fit in 16 bits beside those of another register.
    #[inline(always)]
    fn both(low: __m256i, high: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_or_si256(low, _mm256_slli_epi32::<16>(high)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plateau_core::{on_path, processor};

    fn random_layers(rng: &mut fastrand::Rng) -> Layers {
        Layers {
            start: [0; UNITS],
            first: [(); FIRST].map(|()| [(); 2 * UNITS].map(|()| rng.i16(-300..300))),
            first_bias: [(); FIRST].map(|()| rng.i32(-90_000..90_000)),
            second: [(); SECOND].map(|()| [(); FIRST].map(|()| rng.i16(-400..400))),
            second_bias: [(); SECOND].map(|()| rng.i32(-90_000..90_000)),
            last: [(); SECOND].map(|()| rng.i16(-3000..3000)),
            last_bias: rng.i32(-90_000..90_000),
        }
    }

    /// By the layers as they are learned, without the order in which they are used.
    fn plain(layers: &Layers, sum: &[i16; UNITS]) -> i32 {
        let part = |number: i32| number.clamp(0, 256);
        let inputs: Vec<i32> =
            sum.iter().map(|&n| part(n as i32)).chain(sum.iter().map(|&n| part(-(n as i32)))).collect();
        let dot =
            |weights: &[i16], inputs: &[i32]| -> i32 { weights.iter().zip(inputs).map(|(&w, &i)| w as i32 * i).sum() };
        let first: Vec<i32> =
            layers.first.iter().zip(layers.first_bias).map(|(weights, bias)| bias + dot(weights, &inputs)).collect();
        let cut: Vec<i32> = first.iter().map(|&number| part(number >> 9)).collect();
        let second: Vec<i32> = layers
            .second
            .iter()
            .zip(layers.second_bias)
            .map(|(weights, bias)| part((bias + dot(weights, &cut)) >> 9))
            .collect();
        (first[0] + layers.last_bias + dot(&layers.last, &second)) >> 4
    }

    #[test]
    fn all_ways_to_the_worth_agree() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..300 {
            let layers = random_layers(&mut rng);
            let network = Network::new(&layers);
            let sum = [(); UNITS].map(|()| rng.i16(-700..700));
            for instructions in processor::available() {
                let worth = on_path!(instructions, path => network.worth(path, &sum));
                assert_eq!(worth, plain(&layers, &sum), "{}", instructions.name());
            }
        }
    }

    #[test]
    fn raised_layers_say_so_many_discs_more() {
        let mut rng = fastrand::Rng::with_seed(5);
        let layers = random_layers(&mut rng);
        let sum = [(); UNITS].map(|()| rng.i16(-700..700));
        for (discs, more) in [(1.5, 384), (-0.25, -64)] {
            let mut raised = layers.clone();
            raised.raise(discs);
            assert_eq!(plain(&raised, &sum) - plain(&layers, &sum), more);
        }
    }
}
