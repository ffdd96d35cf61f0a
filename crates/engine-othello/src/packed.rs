//! Learned weights packed into a file, and back.
//!
//! ```text
//! 8 bytes   the name of the format, "plothn02"
//! 4 bytes   how many vectors of fillings there are
//! 2 bytes   how long a vector is
//! 2 bytes   how many networks there are
//! 4 bytes   the round of learning
//! 8 bytes   a hash of everything after it (FNV-1a, by words)
//! …         vectors by moves, 16 bits a number
//! …         the networks: 16 bits a weight, 32 bits a bias, in the order of `Layers`
//! …         the vectors of the fillings: the first number of all of them, then the second …
//! ```
//!
//! All numbers are little-endian. The vectors of the fillings are coded by adaptive Golomb-Rice codes, as in
//! JPEG-LS (ITU-T T.87, A.5): a small number gets few bits, and what is small is learned from the numbers before. Vectors of
//! fillings that never occur are zero and cost one bit a number.

use std::error::Error;
use std::fmt;

use crate::learned::{Learned, MOBILITIES, STAGES};
use crate::network::{FIRST, Layers, SECOND, UNITS};

const NAME: &[u8; 8] = b"plothn02";
const HEAD: usize = 28;
/// Where in the head the hash is.
const HASH_AT: usize = 20;

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

/// A file of weights, checked.
pub struct Packed<'a> {
    round: u32,
    hash: u64,
    weights: usize,
    data: &'a [u8],
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
        if number(8, 4) != weights as u64 || number(12, 2) != UNITS as u64 || number(14, 2) != STAGES as u64 {
            return Err(BadWeights::Shape);
        }
        let data = &bytes[HEAD..];
        if number(HASH_AT, 8) != hash(data) {
            return Err(BadWeights::Hash);
        }
        if data.len() < FIXED {
            return Err(BadWeights::Short);
        }
        Ok(Packed { round: number(16, 4) as u32, hash: number(HASH_AT, 8), weights, data })
    }

    /// What tells the weights of a file from others, as the file itself says.
    pub const fn hash_of(bytes: &[u8]) -> u64 {
        let mut hash = 0;
        let mut at = HASH_AT + 8;
        while at > HASH_AT {
            at -= 1;
            hash = hash << 8 | bytes[at] as u64;
        }
        hash
    }

    /// What tells the weights from others.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The round of learning that the weights are from.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The weights.
    pub fn unpack(&self) -> Learned {
        let (fixed, coded) = self.data.split_at(FIXED);
        let mut learned = Learned::from_plain(fixed, Vec::new());
        let mut bits = BitReader { bytes: coded, at: 0, word: 0, held: 0 };
        learned.fillings = vec![[0; UNITS]; self.weights];
        for unit in 0..UNITS {
            let mut code = Adaptive::default();
            for vector in &mut learned.fillings {
                vector[unit] = code.read(&mut bits) as i8;
            }
        }
        learned
    }
}

/// Bytes of the networks and the vectors by moves.
const FIXED: usize = 2 * MOBILITIES * UNITS * 2 + STAGES * LAYERS;

/// Bytes of one network.
const LAYERS: usize = 2 * (UNITS + FIRST * 2 * UNITS + SECOND * FIRST + SECOND) + 4 * (FIRST + SECOND + 1);

impl Learned {
    /// All weights zero.
    pub fn zero(weights: usize) -> Learned {
        Learned {
            fillings: vec![[0; UNITS]; weights],
            mobility: vec![[0; UNITS]; 2 * MOBILITIES],
            stages: vec![Layers::ZERO; STAGES],
        }
    }

    /// Reads the file that the training writes: the vectors of the fillings, a byte a number, and what a packed file has in front of them.
    /// None if its length is wrong.
    pub fn trained(bytes: &[u8], weights: usize) -> Option<Learned> {
        let (fillings, fixed) = bytes.split_at_checked(weights * UNITS)?;
        let fillings = fillings.as_chunks::<UNITS>().0.iter().map(|vector| vector.map(|byte| byte as i8)).collect();
        (fixed.len() == FIXED).then(|| Learned::from_plain(fixed, fillings))
    }

    /// What [`Learned::trained`] reads, so that the training can go on from weights that were packed.
    pub fn plain(&self) -> Vec<u8> {
        let mut bytes = self.fillings.as_flattened().iter().map(|&number| number as u8).collect();
        self.write_plain(&mut bytes);
        bytes
    }

    /// Reads what is not coded; there must be enough of it.
    fn from_plain(bytes: &[u8], fillings: Vec<[i8; UNITS]>) -> Learned {
        let mut plain = Plain(bytes);
        Learned {
            fillings,
            mobility: (0..2 * MOBILITIES).map(|_| plain.shorts()).collect(),
            stages: (0..STAGES)
                .map(|_| Layers {
                    start: plain.shorts(),
                    first: [(); FIRST].map(|()| plain.shorts()),
                    first_bias: plain.longs(),
                    second: [(); SECOND].map(|()| plain.shorts()),
                    second_bias: plain.longs(),
                    last: plain.shorts(),
                    last_bias: plain.longs::<1>()[0],
                })
                .collect(),
        }
    }

    /// Writes what is not coded.
    fn write_plain(&self, data: &mut Vec<u8>) {
        let shorts = |data: &mut Vec<u8>, numbers: &[i16]| data.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        let longs = |data: &mut Vec<u8>, numbers: &[i32]| data.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        shorts(data, self.mobility.as_flattened());
        for layers in &self.stages {
            shorts(data, &layers.start);
            shorts(data, layers.first.as_flattened());
            longs(data, &layers.first_bias);
            shorts(data, layers.second.as_flattened());
            longs(data, &layers.second_bias);
            shorts(data, &layers.last);
            longs(data, &[layers.last_bias]);
        }
    }

    /// Packs the weights.
    pub fn pack(&self, round: u32) -> Vec<u8> {
        let mut data = Vec::new();
        self.write_plain(&mut data);
        let mut bits = BitWriter { bytes: &mut data, word: 0, held: 0 };
        for unit in 0..UNITS {
            let mut code = Adaptive::default();
            for vector in &self.fillings {
                code.write(vector[unit] as i32, &mut bits);
            }
        }
        bits.finish();
        let mut bytes = NAME.to_vec();
        bytes.extend((self.fillings.len() as u32).to_le_bytes());
        bytes.extend((UNITS as u16).to_le_bytes());
        bytes.extend((STAGES as u16).to_le_bytes());
        bytes.extend(round.to_le_bytes());
        bytes.extend(hash(&data).to_le_bytes());
        bytes.extend(data);
        bytes
    }
}

/// Little-endian numbers that are read one after another; there must be enough of them.
struct Plain<'a>(&'a [u8]);

impl Plain<'_> {
    fn shorts<const N: usize>(&mut self) -> [i16; N] {
        [(); N].map(|()| i16::from_le_bytes(self.take()))
    }

    fn longs<const N: usize>(&mut self) -> [i32; N] {
        [(); N].map(|()| i32::from_le_bytes(self.take()))
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (number, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *number
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
        let mut learned = Learned::zero(500);
        for (i, number) in learned.fillings.as_flattened_mut().iter_mut().enumerate() {
            *number = match i % 7 {
                0..4 => 0,
                4 => rng.i8(-20..20),
                5 => rng.i8(..),
                _ => [i8::MIN, i8::MAX][rng.usize(..2)],
            };
        }
        learned.mobility.as_flattened_mut().fill_with(|| rng.i16(..));
        for layers in &mut learned.stages {
            layers.start.fill_with(|| rng.i16(..));
            layers.first.as_flattened_mut().fill_with(|| rng.i16(..));
            layers.first_bias.fill_with(|| rng.i32(..));
            layers.second.as_flattened_mut().fill_with(|| rng.i16(..));
            layers.second_bias.fill_with(|| rng.i32(..));
            layers.last.fill_with(|| rng.i16(..));
            layers.last_bias = rng.i32(..);
        }
        learned
    }

    #[test]
    fn weights_survive_packing() {
        let learned = learned();
        let bytes = learned.pack(17);
        let packed = Packed::new(&bytes, 500).expect("a good file");
        assert_eq!((packed.round(), packed.unpack() == learned), (17, true));
    }

    #[test]
    fn what_the_training_writes_is_what_is_packed() {
        let learned = learned();
        let trained = learned.plain();
        assert_eq!(trained.len(), 500 * UNITS + FIXED);
        assert!(trained.ends_with(&learned.pack(0)[HEAD..HEAD + FIXED]));
        assert_eq!(Learned::trained(&trained, 500), Some(learned));
        assert_eq!(Learned::trained(&trained[1..], 500), None);
        assert_eq!(Learned::trained(&trained, 501), None);
    }

    #[test]
    fn damage_is_seen() {
        let bytes = learned().pack(17);
        let error = |bytes: &[u8]| Packed::new(bytes, 500).err();
        assert_eq!(error(&bytes), None);
        assert_eq!(error(&bytes[..20]), Some(BadWeights::Short));
        assert!(error(&bytes[..bytes.len() - 1]).is_some());
        assert_eq!(Packed::new(&bytes, 501).err(), Some(BadWeights::Shape));
        for (at, expected) in
            [(0, BadWeights::Name), (8, BadWeights::Shape), (12, BadWeights::Shape), (40, BadWeights::Hash)]
        {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(error(&damaged), Some(expected), "byte {at}");
        }
    }
}
