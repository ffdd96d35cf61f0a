use crate::{Bits, Cell, Move, Piece};

/// Legal moves, which are all of one kind; pieces by their number first, then cells along the rows.
#[derive(Clone, Debug)]
pub(crate) enum Moves {
    Puts {
        /// The first of them is the one that is being put.
        pieces: Bits,
        /// The cells for every piece, and those that are left for the first.
        cells: Bits,
        left: Bits,
    },
    Gifts(Bits),
    Placements(Bits),
}

impl Moves {
    /// Every piece of a set on every cell of one.
    #[inline(always)]
    pub(crate) fn puts(pieces: u16, cells: u16) -> Moves {
        Moves::Puts { pieces: Bits(pieces), cells: Bits(cells), left: Bits(cells) }
    }

    #[inline(always)]
    pub(crate) fn gifts(pieces: u16) -> Moves {
        Moves::Gifts(Bits(pieces))
    }

    #[inline(always)]
    pub(crate) fn placements(cells: u16) -> Moves {
        Moves::Placements(Bits(cells))
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self {
            Moves::Puts { pieces, cells, left } => {
                if left.0 == 0 {
                    pieces.next();
                    left.clone_from(cells);
                }
                let piece = Piece::from_low_bits(pieces.clone().next()?);
                left.next().map(|cell| Move::Put { piece, cell: Cell::from_low_bits(cell) })
            }
            Moves::Gifts(pieces) => pieces.next().map(|piece| Move::Give(Piece::from_low_bits(piece))),
            Moves::Placements(cells) => cells.next().map(|cell| Move::Place(Cell::from_low_bits(cell))),
        }
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = match self {
            Moves::Puts { pieces, cells, left } => match pieces.len() {
                0 => 0,
                pieces => (pieces - 1) * cells.len() + left.len(),
            },
            Moves::Gifts(bits) | Moves::Placements(bits) => bits.len(),
        };
        (count, Some(count))
    }

    /// Loops over each set, without asking each time what kind of moves they are.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Move) -> B>(self, start: B, mut join: F) -> B {
        let mut value = start;
        match self {
            Moves::Puts { pieces, cells, mut left } => {
                for piece in pieces {
                    let piece = Piece::from_low_bits(piece);
                    for cell in left {
                        value = join(value, Move::Put { piece, cell: Cell::from_low_bits(cell) });
                    }
                    left = cells.clone();
                }
            }
            Moves::Gifts(pieces) => {
                for piece in pieces {
                    value = join(value, Move::Give(Piece::from_low_bits(piece)));
                }
            }
            Moves::Placements(cells) => {
                for cell in cells {
                    value = join(value, Move::Place(Cell::from_low_bits(cell)));
                }
            }
        }
        value
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// One by one, counted and all at once: from wherever one stops.
    #[test]
    fn all_ways_through_the_moves_agree() {
        for moves in [
            Moves::puts(0b1000_0000_0001_0010, 0b0100_0110),
            Moves::puts(0b1, 0),
            Moves::puts(0, 0b11),
            Moves::gifts(0b1001),
            Moves::placements(0b11_0000),
        ] {
            let mut rest = moves.clone();
            let mut listed: Vec<Move> = Vec::new();
            loop {
                let folded = rest.clone().fold(listed.clone(), |mut all, mv| {
                    all.push(mv);
                    all
                });
                assert_eq!(folded.len(), listed.len() + rest.len(), "{moves:?}");
                assert_eq!(folded, listed.iter().copied().chain(rest.clone()).collect::<Vec<_>>(), "{moves:?}");
                let Some(mv) = rest.next() else { break };
                listed.push(mv);
            }
            assert!(listed.is_sorted(), "{listed:?}");
        }
    }
}
