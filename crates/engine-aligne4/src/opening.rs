//! The opening tables, one for each variant: the exact score of every position with few pieces that a search could come to, made once by
//! the solver itself ([`make`]). Those are the quiet ones or, under the gift rule, those whose player is about to give.
//!
//! A table is a static function (`function`): four bits and a little for each position, and no room for the positions themselves. It must
//! only be asked about positions it was made for.
//!
//! ```text
//!   bytes  0…7    8        9      10      11…15   16…23   24…31      32…
//!          magic  version  rules  pieces  zero    seed    checksum   the numbers, two in a byte: the even one low
//! ```
//!
//! The rules are 0 for the base game, 1 with squares, 2 more where pieces are given.

mod function;
mod making;

use std::sync::LazyLock;

use aligne4::Rules;

pub use self::making::{Found, make};

use self::function::Function;
use crate::board::{Board, SquareLines};
use crate::canonical::Classes;
use crate::gift;
use crate::score::{Score, from_bits};

/// A table, read and checked.
#[derive(Debug)]
pub(crate) struct Opening {
    pieces: u32,
    /// Whether its scores are those of givers.
    gift: bool,
    scores: Function,
}

const MAGIC: &[u8; 8] = b"aligne4o";
const VERSION: u8 = 1;
const HEADER_BYTES: usize = 32;

static BASE: LazyLock<Opening> = LazyLock::new(|| Opening::read(include_bytes!("../opening/base.bin"), Rules::BASE));
static SQUARES: LazyLock<Opening> =
    LazyLock::new(|| Opening::read(include_bytes!("../opening/squares.bin"), Rules { gift: false, squares: true }));
static GIFT: LazyLock<Opening> =
    LazyLock::new(|| Opening::read(include_bytes!("../opening/gift.bin"), Rules { gift: true, squares: false }));
static GIFT_SQUARES: LazyLock<Opening> =
    LazyLock::new(|| Opening::read(include_bytes!("../opening/gift-squares.bin"), Rules { gift: true, squares: true }));

impl Opening {
    /// The table that comes with the program.
    pub(crate) fn of(rules: Rules) -> &'static Opening {
        match (rules.gift, rules.squares) {
            (false, false) => &BASE,
            (false, true) => &SQUARES,
            (true, false) => &GIFT,
            (true, true) => &GIFT_SQUARES,
        }
    }

    /// Reads a table that is part of the program; a wrong one is a mistake in building it.
    fn read(bytes: &[u8], rules: Rules) -> Opening {
        let (header, numbers) = bytes.split_at(HEADER_BYTES);
        assert_eq!(&header[..8], MAGIC, "not an opening table");
        assert_eq!(
            (header[8], header[9]),
            (VERSION, code(rules)),
            "an opening table of another version or for other rules"
        );
        let word = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        assert_eq!(word(24), checksum(numbers), "the opening table is damaged");
        Opening {
            pieces: header[10] as u32,
            gift: rules.gift,
            scores: Function { seed: word(16), numbers: numbers.to_vec() },
        }
    }

    fn write(&self, rules: Rules) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, code(rules), self.pieces as u8, 0, 0, 0, 0, 0]);
        bytes.extend(self.scores.seed.to_le_bytes());
        bytes.extend(checksum(&self.scores.numbers).to_le_bytes());
        bytes.extend(&self.scores.numbers);
        bytes
    }

    /// Up to how many pieces it has all positions.
    pub(crate) fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The exact score of a quiet position, or of a giver's, with few enough pieces.
    #[inline]
    pub(crate) fn score<S: SquareLines>(&self, board: &Board<S>) -> Option<Score> {
        let pieces = board.placed();
        if pieces > self.pieces {
            return None;
        }
        let parity = if self.gift { gift::PARITY } else { 0 };
        Some(from_bits(self.scores.number(Classes::of::<S>().name(board)), pieces + parity))
    }
}

fn code(rules: Rules) -> u8 {
    rules.squares as u8 | (rules.gift as u8) << 1
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf29ce484222325, |hash, &byte| (hash ^ byte as u64).wrapping_mul(0x100000001b3))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::making::{best_gift, best_move, levels, search_all};
    use super::*;
    use crate::board::{NoSquares, Squares};
    use crate::canonical::Name;
    use crate::question::Settings;
    use crate::score::to_bits;

    /// Every score up to the last level is the best of its children's: what was made by looking one ply ahead holds.
    fn check_levels<S: SquareLines>(opening: &Opening) {
        let levels = levels::<S>(opening.pieces, opening.gift);
        let named =
            |board: &Board<S>| (Classes::of::<S>().name(board), opening.score(board).expect("it is in the table"));
        let known: HashMap<Name, Score> = levels.iter().flatten().map(named).collect();
        for board in levels[..opening.pieces as usize].iter().flatten() {
            let best = if opening.gift { best_gift(board, &known) } else { best_move(board, &known) };
            assert_eq!(opening.score(board), Some(best), "{board:?}");
        }
    }

    #[test]
    fn every_score_follows_from_the_next_level() {
        check_levels::<NoSquares>(&BASE);
        check_levels::<Squares>(&SQUARES);
        check_levels::<NoSquares>(&GIFT);
        check_levels::<Squares>(&GIFT_SQUARES);
    }

    /// What follows from all searched positions together; `examples/prove.rs` finds the first by one search without a table.
    #[test]
    fn where_pieces_are_given_the_empty_board_is_drawn() {
        assert_eq!(GIFT.score(&Board::<NoSquares>::EMPTY), Some(0));
        assert_eq!(GIFT_SQUARES.score(&Board::<Squares>::EMPTY), Some(0));
    }

    #[test]
    fn a_small_table_is_made_and_read_back() {
        let settings = Settings { threads: 2, memory_bytes: 0, opening: false };
        for (gift, pieces, every) in [(false, 5, 2000), (true, 3, 40)] {
            let rules = Rules { gift, squares: false };
            let mut level: Vec<Board<NoSquares>> =
                levels(pieces, gift).pop().unwrap().into_iter().step_by(every).collect();
            if gift {
                // From three pieces on a search takes minutes, from nine no time: any harmless piece on the first free cell.
                for board in &mut level {
                    while board.placed() < 9 && board.harmless() != 0 {
                        let piece = board.harmless().trailing_zeros() as u8;
                        *board = board.after(piece, (!board.occupied).trailing_zeros() as u8);
                    }
                }
            }
            let known = search_all(&level, gift, settings, &|_, _| {});
            let numbers: Vec<(Name, u8)> = known.iter().map(|(&name, &score)| (name, to_bits(score))).collect();
            let bytes = Opening { pieces: 9, gift, scores: Function::new(&numbers) }.write(rules);
            let read = Opening::read(&bytes, rules);
            for board in &level {
                assert_eq!(read.score(board), Some(known[&Classes::of::<NoSquares>().name(board)]));
            }
        }
    }

    #[test]
    #[should_panic(expected = "damaged")]
    fn a_damaged_table_is_noticed() {
        let scores = Function::new(&[(Name { class: 0, lanes: 0 }, 3)]);
        let mut bytes = Opening { pieces: 0, gift: false, scores }.write(Rules::BASE);
        *bytes.last_mut().unwrap() ^= 1;
        Opening::read(&bytes, Rules::BASE);
    }
}
