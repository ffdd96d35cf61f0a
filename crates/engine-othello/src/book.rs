//! An opening book: good moves for the first positions, found by the engine itself.
//!
//! `examples/make-book.rs` makes it. A position stands for all that are symmetric to it. The file:
//!
//! ```text
//! 8 bytes   the name of the format, "plothb01"
//! 8 bytes   a hash of everything after it (FNV-1a, by words)
//! then for each position, in order
//!   8 bytes   the discs of the player to move
//!   8 bytes   those of the opponent
//!   1 byte    how many moves, and for each of them
//!     1 byte    the square
//!     1 byte    its score in discs, signed
//! ```

use std::collections::BTreeMap;
use std::sync::LazyLock;

use othello::{Board, Square, SquareSet};
use search::Supply;

use crate::packed::{BadWeights, hash};

const NAME: &[u8; 8] = b"plothb01";
const HEAD: usize = 16;

/// The file that comes with the program.
static FILE: Supply = search::supply!("othello-book.bin", "../book/book.bin");

/// Good moves by position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Book {
    positions: BTreeMap<[u64; 2], Vec<(Square, i8)>>,
}

impl Book {
    /// The book that comes with the program.
    pub fn shipped() -> &'static Book {
        static SHIPPED: LazyLock<Book> =
            LazyLock::new(|| Book::read(FILE.bytes()).expect("a test reads the file, so a damaged one is not shipped"));
        &SHIPPED
    }

    /// The file of the book that comes with the program.
    pub fn file() -> &'static Supply {
        &FILE
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The good moves of a board with their scores, the best first. None if the book does not know it.
    pub fn moves(&self, board: Board) -> Vec<(Square, i32)> {
        let (form, symmetry) = board.canonical();
        let Some(moves) = self.positions.get(&key(form)) else { return Vec::new() };
        let back = symmetry.inverse();
        moves.iter().map(|&(square, score)| (square.transformed(back), score as i32)).collect()
    }

    /// Whether a board is in the book.
    pub fn contains(&self, board: Board) -> bool {
        self.positions.contains_key(&key(board.canonical().0))
    }

    /// Puts the moves of a board in, the best first.
    pub fn put(&mut self, board: Board, moves: &[(Square, i32)]) {
        let (form, symmetry) = board.canonical();
        let mut moves: Vec<(Square, i8)> =
            moves.iter().map(|&(square, score)| (square.transformed(symmetry), score as i8)).collect();
        moves.sort_by_key(|&(square, score)| (-score, square));
        self.positions.insert(key(form), moves);
    }

    /// All boards, each in one of its symmetric forms.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        let set = SquareSet::from_bits;
        self.positions.keys().filter_map(move |&[own, opponent]| Board::new(set(own), set(opponent)))
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Book, BadWeights> {
        let (head, mut rest) = bytes.split_at_checked(HEAD).ok_or(BadWeights::Short)?;
        if &head[..8] != NAME {
            return Err(BadWeights::Name);
        }
        if head[8..] != hash(rest).to_le_bytes() {
            return Err(BadWeights::Hash);
        }
        let mut positions = BTreeMap::new();
        while !rest.is_empty() {
            let (entry, after) = rest.split_at_checked(17).ok_or(BadWeights::Short)?;
            let (moves, after) = after.split_at_checked(2 * entry[16] as usize).ok_or(BadWeights::Short)?;
            let word = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().expect("eight bytes"));
            let read = |pair: &[u8]| Some((Square::from_index(pair[0] as usize)?, pair[1] as i8));
            let moves: Option<Vec<_>> = moves.chunks_exact(2).map(read).collect();
            positions.insert([word(0), word(8)], moves.ok_or(BadWeights::Shape)?);
            rest = after;
        }
        Ok(Book { positions })
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut rest = Vec::new();
        for ([own, opponent], moves) in &self.positions {
            rest.extend(own.to_le_bytes());
            rest.extend(opponent.to_le_bytes());
            rest.push(moves.len() as u8);
            rest.extend(moves.iter().flat_map(|&(square, score)| [square.index() as u8, score as u8]));
        }
        [&NAME[..], &hash(&rest).to_le_bytes(), &rest].concat()
    }
}

/// How a position is found: the discs of the player to move, and those of the opponent.
fn key(board: Board) -> [u64; 2] {
    [board.own().bits(), board.opponent().bits()]
}

#[cfg(test)]
mod tests {
    use plateau_core::Dihedral;

    use super::*;

    #[test]
    fn a_book_knows_symmetric_positions_and_survives_its_file() {
        let mut book = Book::default();
        let board = Board::START.after(Square::F5);
        book.put(board, &[(Square::D6, 0), (Square::F6, 0), (Square::F4, -3)]);
        for symmetry in Dihedral::ALL {
            let turned = board.transformed(symmetry);
            let moves = book.moves(turned);
            assert_eq!(moves.len(), 3);
            assert_eq!(moves[2], (Square::F4.transformed(symmetry), -3));
            assert!(moves.iter().all(|&(square, _)| turned.moves().contains(square)));
        }
        assert_eq!(Book::read(&book.write()), Ok(book.clone()));
        let mut damaged = book.write();
        damaged[20] ^= 1;
        assert_eq!(Book::read(&damaged), Err(BadWeights::Hash));
        assert!(book.moves(Board::START).is_empty());
    }

    #[test]
    fn the_shipped_book_has_legal_moves_only() {
        let book = Book::shipped();
        assert!(book.contains(Board::START) && book.len() > 50_000, "{} positions", book.len());
        for board in book.boards() {
            let moves = book.moves(board);
            assert!(!moves.is_empty() && moves.iter().all(|&(square, _)| board.moves().contains(square)), "{board:?}");
        }
    }
}
