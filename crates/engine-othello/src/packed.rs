//! Learned weights packed into a file, and back.
//!
//! ```text
//! 8 bytes   the name of the format, "plothw01"
//! 4 bytes   how many weights a stage has
//! 2 bytes   how many stages there are
//! 2 bytes   the step: weights are multiples of it, in 1/256 of a disc
//! 4 bytes   the round of learning
//! 8 bytes   a hash of everything after it (FNV-1a, by words)
//! 4 bytes   for each stage, where it ends, counted from the first stage
//! …         the stages
//! ```
//!
//! All numbers are little-endian. The weights of a stage are coded by adaptive Golomb-Rice codes, as in
//! JPEG-LS (ITU-T T.87, A.5): a small number gets few bits, and what is small is learned from the numbers before. Weights of
//! fillings that never occur are zero and cost one bit.

use std::error::Error;
use std::fmt;

use crate::weights::{Learned, STAGES};

const NAME: &[u8; 8] = b"plothw01";
const HEAD: usize = 28;

/// Why a file of weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadWeights {
    /// It is no such file, or one of another version.
    Name,
    /// It is cut off.
    Short,
    /// It has other stages or patterns than this program.
    Shape,
    /// Its hash is wrong: it is damaged.
    Hash,
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadWeights::Name => "this is no file of Othello weights of this version",
            BadWeights::Short => "the file of weights is cut off",
            BadWeights::Shape => "the weights are for other patterns than those of this program",
            BadWeights::Hash => "the file of weights is damaged",
        })
    }
}

impl Error for BadWeights {}

/// A file of weights, checked, whose stages are unpacked one by one.
pub struct Packed<'a> {
    step: i16,
    round: u32,
    weights: usize,
    stages: Vec<&'a [u8]>,
}

impl<'a> Packed<'a> {
    /// Checks a file.
    pub fn new(bytes: &'a [u8], weights: usize) -> Result<Packed<'a>, BadWeights> {
        let head = bytes.get(..HEAD).ok_or(BadWeights::Short)?;
        let number =
            |at: usize, len: usize| head[at..at + len].iter().rev().fold(0u64, |n, &byte| n << 8 | byte as u64);
        if &head[..8] != NAME {
            return Err(BadWeights::Name);
        }
        if number(8, 4) != weights as u64 || number(12, 2) != STAGES as u64 {
            return Err(BadWeights::Shape);
        }
        let rest = &bytes[HEAD..];
        if number(20, 8) != hash(rest) {
            return Err(BadWeights::Hash);
        }
        let (ends, data) = rest.split_at_checked(4 * STAGES).ok_or(BadWeights::Short)?;
        let mut stages = Vec::new();
        let mut start = 0;
        for end in ends.chunks_exact(4) {
            let end = u32::from_le_bytes(end.try_into().expect("four bytes")) as usize;
            stages.push(data.get(start..end).ok_or(BadWeights::Short)?);
            start = end;
        }
        Ok(Packed { step: number(14, 2) as i16, round: number(16, 4) as u32, weights, stages })
    }

    /// The round of learning that the weights are from.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The weights of one stage.
    pub fn stage(&self, stage: usize) -> Vec<i16> {
        let mut bits = BitReader { bytes: self.stages[stage], at: 0, word: 0, held: 0 };
        let mut code = Adaptive::default();
        (0..self.weights)
            .map(|_| {
                let value = code.read(&mut bits);
                (value as i16).wrapping_mul(self.step)
            })
            .collect()
    }

    /// All of them.
    pub fn unpack(&self) -> Learned {
        Learned { stages: (0..STAGES).map(|stage| self.stage(stage)).collect() }
    }
}

impl Learned {
    /// All weights zero.
    pub fn zero(weights: usize) -> Learned {
        Learned { stages: vec![vec![0; weights]; STAGES] }
    }

    /// Packs the weights, rounded to multiples of `step`.
    pub fn pack(&self, step: i16, round: u32) -> Vec<u8> {
        let (mut ends, mut data) = (Vec::new(), Vec::new());
        for stage in &self.stages {
            let mut bits = BitWriter { bytes: &mut data, word: 0, held: 0 };
            let mut code = Adaptive::default();
            for &weight in stage {
                let rounded = (weight as f32 / step as f32).round() as i32;
                code.write(rounded, &mut bits);
            }
            bits.finish();
            ends.extend((data.len() as u32).to_le_bytes());
        }
        let rest = [ends, data].concat();
        let mut bytes = NAME.to_vec();
        bytes.extend((self.stages[0].len() as u32).to_le_bytes());
        bytes.extend((self.stages.len() as u16).to_le_bytes());
        bytes.extend(step.to_le_bytes());
        bytes.extend(round.to_le_bytes());
        bytes.extend(hash(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }
}

/// FNV-1a over words of eight bytes, the last one filled with zeros.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The state of the adaptive code: the sum of recent magnitudes and their number.
struct Adaptive {
    sum: u32,
    count: u32,
}

impl Default for Adaptive {
    fn default() -> Adaptive {
        Adaptive { sum: 4, count: 1 }
    }
}

/// A quotient this large is followed by the whole number instead.
const ESCAPE: u32 = 20;
/// Recent means about so many numbers.
const MEMORY: u32 = 16;
/// Bits of a number that is written whole.
const WHOLE_BITS: u32 = 17;

impl Adaptive {
    /// How many low bits are written as they are.
    #[inline]
    fn low_bits(&self) -> u32 {
        (self.sum / self.count).checked_ilog2().map_or(0, |bits| bits + 1) * (self.sum > self.count) as u32
    }

    #[inline]
    fn learn(&mut self, magnitude: u32) {
        self.sum += magnitude;
        self.count += 1;
        if self.count == MEMORY {
            self.sum /= 2;
            self.count /= 2;
        }
    }

    fn write(&mut self, value: i32, bits: &mut BitWriter<'_>) {
        let zigzag = (value << 1 ^ value >> 31) as u32;
        let low = self.low_bits();
        let quotient = zigzag >> low;
        if quotient < ESCAPE {
            bits.put(1, quotient + 1);
            bits.put(zigzag & ((1 << low) - 1), low);
        } else {
            bits.put(1, ESCAPE + 1);
            bits.put(zigzag, WHOLE_BITS);
        }
        self.learn(zigzag);
    }

    #[inline]
    fn read(&mut self, bits: &mut BitReader<'_>) -> i32 {
        let low = self.low_bits();
        let quotient = bits.zeros(ESCAPE);
        let zigzag = if quotient < ESCAPE { quotient << low | bits.take(low) } else { bits.take(WHOLE_BITS) };
        self.learn(zigzag);
        (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32)
    }
}

struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    word: u64,
    held: u32,
}

impl BitWriter<'_> {
    /// Appends the lowest `count` bits of a number, the highest of them first.
    fn put(&mut self, number: u32, count: u32) {
        self.word = self.word << count | number as u64;
        self.held += count;
        while self.held >= 8 {
            self.held -= 8;
            self.bytes.push((self.word >> self.held) as u8);
        }
    }

    fn finish(mut self) {
        self.put(0, 7);
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The next bits, at the top.
    word: u64,
    held: u32,
}

impl BitReader<'_> {
    #[inline]
    fn fill(&mut self) {
        while self.held <= 56 {
            // Behind the end come zeros: a checked file does not need them.
            let byte = self.bytes.get(self.at).copied().unwrap_or(0);
            self.word |= (byte as u64) << (56 - self.held);
            self.at += 1;
            self.held += 8;
        }
    }

    #[inline]
    fn take(&mut self, count: u32) -> u32 {
        self.fill();
        let number = (self.word >> 1 >> (63 - count)) as u32;
        self.word <<= count;
        self.held -= count;
        number
    }

    /// Counts zeros, at most so many, and takes them and the one behind them.
    #[inline]
    fn zeros(&mut self, most: u32) -> u32 {
        self.fill();
        let zeros = self.word.leading_zeros().min(most);
        self.word <<= zeros + 1;
        self.held -= zeros + 1;
        zeros
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned() -> Learned {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut weight = |i: usize| match i % 7 {
            0..4 => 0,
            4 => rng.i16(-20..20) * 8,
            5 => rng.i16(-600..600) * 8,
            _ => [i16::MIN, i16::MAX - 7, 32000][rng.usize(..3)],
        };
        Learned { stages: (0..STAGES).map(|_| (0..500).map(&mut weight).collect()).collect() }
    }

    #[test]
    fn weights_survive_packing() {
        let learned = learned();
        let bytes = learned.pack(8, 17);
        let packed = Packed::new(&bytes, 500).expect("a good file");
        assert_eq!((packed.round(), packed.unpack() == learned), (17, true));
    }

    #[test]
    fn damage_is_seen() {
        let bytes = learned().pack(8, 17);
        let error = |bytes: &[u8]| Packed::new(bytes, 500).err();
        assert_eq!(error(&bytes), None);
        assert_eq!(error(&bytes[..20]), Some(BadWeights::Short));
        assert!(error(&bytes[..bytes.len() - 1]).is_some());
        assert_eq!(Packed::new(&bytes, 501).err(), Some(BadWeights::Shape));
        for (at, expected) in
            [(0, BadWeights::Name), (8, BadWeights::Shape), (40, BadWeights::Hash), (900, BadWeights::Hash)]
        {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(error(&damaged), Some(expected), "byte {at}");
        }
    }
}
