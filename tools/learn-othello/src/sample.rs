//! Positions with what they turned out to be worth.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use othello::{Board, SquareSet};

/// A position and its labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sample {
    pub(crate) board: Board,
    /// What a search said, or the exact score.
    pub(crate) searched: i8,
    /// How the game came out.
    pub(crate) result: i8,
    /// Whether both are the exact score.
    pub(crate) exact: bool,
    /// Whether it is kept from the fit, to measure errors on.
    pub(crate) held_out: bool,
    /// The round that it is from.
    pub(crate) round: u8,
}

impl Sample {
    /// As the other player sees it.
    pub(crate) fn swapped(&self) -> Sample {
        Sample { board: self.board.swapped(), searched: -self.searched, result: -self.result, ..*self }
    }

    pub(crate) fn empties(&self) -> u32 {
        self.board.empties().len()
    }
}

/// Bytes of a sample in a file: both sets of discs, both labels, flags, round.
const BYTES: usize = 20;

/// Appends samples to a file.
pub(crate) fn append(path: &Path, samples: &[Sample]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(samples.len() * BYTES);
    for sample in samples {
        bytes.extend(sample.board.own().bits().to_le_bytes());
        bytes.extend(sample.board.opponent().bits().to_le_bytes());
        let flags = sample.exact as u8 | (sample.held_out as u8) << 1;
        bytes.extend([sample.searched as u8, sample.result as u8, flags, sample.round]);
    }
    fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(&bytes)
}

/// Reads a file; whatever an interrupted run left half written at its end is passed over.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Sample>> {
    let bytes = fs::read(path)?;
    let word = |chunk: &[u8], at: usize| {
        SquareSet::from_bits(u64::from_le_bytes(chunk[at..at + 8].try_into().expect("eight")))
    };
    let samples = bytes.chunks_exact(BYTES).map(|chunk| {
        let board = Board::new(word(chunk, 0), word(chunk, 8))?;
        let [searched, result, flags, round] = [chunk[16], chunk[17], chunk[18], chunk[19]];
        Some(Sample {
            board,
            searched: searched as i8,
            result: result as i8,
            exact: flags & 1 != 0,
            held_out: flags & 2 != 0,
            round,
        })
    });
    let samples: Option<Vec<Sample>> = samples.collect();
    samples.filter(|samples| !samples.is_empty()).ok_or_else(|| io::Error::other("this is no file of positions"))
}
