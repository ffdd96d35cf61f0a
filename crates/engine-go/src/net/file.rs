//! Network file 1, as `docs/training-go.md` specifies it.

use std::error::Error;
use std::fmt;

use super::input::{GLOBALS, PLANES};
use super::weights::{Shape, Weights};

const MAGIC: &[u8; 8] = b"PLATEAUG";
const VERSION: usize = 1;
const FEATURE_SET: usize = 1;
/// More than any network that a processor could run in a second, and little enough that no product of sizes overflows.
const LARGEST: usize = 4096;

/// Why bytes are not a network that this program can run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// They do not begin as a network file does.
    NotANetwork,
    /// They end too early, or go on after the end.
    Length,
    /// They were changed or damaged: the checksum differs.
    Checksum,
    /// The file is of another version, or made for other features.
    Version {
        /// The version of the file.
        file: usize,
        /// The feature set that the network was taught with.
        features: usize,
    },
    /// A part is missing, or does not have the size that the header asks for: its name.
    Part(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::NotANetwork => f.write_str("not a network file: it does not begin with PLATEAUG"),
            Unreadable::Length => f.write_str("the network file is cut short or too long"),
            Unreadable::Checksum => f.write_str("the network file is damaged: its checksum differs"),
            Unreadable::Version { file, features } => write!(
                f,
                "network file {file} with feature set {features}; this program reads file {VERSION} with set {FEATURE_SET}"
            ),
            Unreadable::Part(name) => write!(f, "the network file has no {name} of the size that its header asks for"),
        }
    }
}

impl Error for Unreadable {}

/// Reads the whole file; refuses anything that is not exactly the format.
pub(super) fn read(bytes: &[u8]) -> Result<Weights, Unreadable> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(Unreadable::NotANetwork)?;
    let (_, sum) = rest.split_last_chunk::<4>().ok_or(Unreadable::Length)?;
    let body = &bytes[..bytes.len() - 4];
    if crc32(body) != u32::from_le_bytes(*sum) {
        return Err(Unreadable::Checksum);
    }
    let mut reader = Reader(&body[MAGIC.len()..]);
    let (file, features) = (reader.number()?, reader.number()?);
    if (file, features) != (VERSION, FEATURE_SET) {
        return Err(Unreadable::Version { file, features });
    }
    let [blocks, channels, head, hidden, planes, globals, tensors] = reader.numbers()?;
    let sizes = [blocks, channels, head, hidden];
    if (planes, globals) != (PLANES, GLOBALS) || sizes.iter().any(|size| !(1..=LARGEST).contains(size)) {
        return Err(Unreadable::Part("header".to_owned()));
    }
    let mut read = 0;
    let weights = Weights::build(Shape { blocks, channels, head, hidden }, |name, dimensions| {
        read += 1;
        reader.tensor(name, dimensions)
    })?;
    if read == tensors && reader.0.is_empty() { Ok(weights) } else { Err(Unreadable::Length) }
}

/// What is still to be read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], Unreadable> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Unreadable::Length)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<usize, Unreadable> {
        Ok(self.take(1)?[0] as usize)
    }

    fn number(&mut self) -> Result<usize, Unreadable> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    fn numbers<const N: usize>(&mut self) -> Result<[usize; N], Unreadable> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }

    /// The next tensor, which must have this name and these dimensions.
    fn tensor(&mut self, name: &str, dimensions: &[usize]) -> Result<Vec<f32>, Unreadable> {
        let other = || Unreadable::Part(name.to_owned());
        let length = self.byte()?;
        if self.take(length)? != name.as_bytes() || self.byte()? != dimensions.len() {
            return Err(other());
        }
        for &dimension in dimensions {
            if self.number()? != dimension {
                return Err(other());
            }
        }
        let values = self.take(2 * dimensions.iter().product::<usize>())?;
        let values: Vec<f32> =
            values.chunks_exact(2).map(|half| from_half(u16::from_le_bytes([half[0], half[1]]))).collect();
        if values.iter().all(|value| value.is_finite()) { Ok(values) } else { Err(other()) }
    }
}

/// Widens an IEEE half-precision number.
fn from_half(half: u16) -> f32 {
    let sign = (half as u32 & 0x8000) << 16;
    let magnitude = match (half >> 10 & 31, half & 1023) {
        (0, fraction) => (fraction as f32 * (-24f32).exp2()).to_bits(),
        (31, fraction) => 0x7f80_0000 | (fraction as u32) << 13,
        (exponent, fraction) => (exponent as u32 + 112) << 23 | (fraction as u32) << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// The checksum of zip files (IEEE 802.3, reflected).
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, &byte| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_widen_exactly() {
        let smallest = (-24f32).exp2();
        let cases = [
            (0x0000, 0.0),
            (0x8000, -0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, smallest),
            (0x83ff, -1023.0 * smallest),
            (0x7c00, f32::INFINITY),
        ];
        for (half, expected) in cases {
            assert_eq!(from_half(half).to_bits(), f32::to_bits(expected), "{half:04x}");
        }
        assert!(from_half(0x7e00).is_nan());
    }

    #[test]
    fn the_checksum_is_that_of_zip() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
