//! The end of the game, where counting moves orders them better than any evaluation.
//!
//! Three ranges of empty squares, each with what pays there: up to four, [`crate::last`]; then squares in odd regions first
//! (the last move in a region is an advantage); then also fewest replies first, the table, and stable discs.

use othello::{Board, Square, SquareSet};
use plateau_core::processor::Path;

use crate::last::{last_1, last_2, last_3, last_4};
use crate::node::{ALL, LOWEST};
use crate::stability::stable_of_opponent;
use crate::task::{Task, Width};
use crate::transpositions::{Facts, Transpositions};

/// The quarters of the board, by whose number of empty squares parity is judged.
const QUARTERS: [u64; 4] = [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// With at most so many empty squares only parity orders the moves.
const PARITY_EMPTIES: u32 = 6;

/// With at least so many empty squares positions are kept in the table of the thread.
const TABLE_EMPTIES: u32 = 8;

/// With at least so many, they are kept in the table of all threads.
const SHARED_EMPTIES: u32 = 10;

/// The squares of the quarters with an odd number of empty squares.
#[inline(always)]
pub(crate) fn odd_quarters(empties: u64) -> u64 {
    QUARTERS
        .into_iter()
        .fold(0, |odd, quarter| if (empties & quarter).count_ones() % 2 == 1 { odd | quarter } else { odd })
}

/// A bound from stable discs of the opponent, if it decides that the score is at most `alpha`.
#[inline(always)]
pub(crate) fn stability_cut<P: Path>(board: Board<P>, alpha: i32, empties: u32) -> Option<i32> {
    // With a lower target stable discs seldom decide, and counting them costs more than it saves: every empty square may still
    // swing the score by two or more.
    if alpha < 2 * empties as i32 {
        return None;
    }
    let most = 64 - 2 * stable_of_opponent(board) as i32;
    (most <= alpha).then_some(most)
}

/// How good a square is in general, for ties in the order of moves: corners, then edges and the middle, last what gives corners.
pub(crate) static SQUARE_VALUE: [u8; 64] = {
    const ROWS: [[u8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        values[square] = ROWS[if y < 4 { y } else { 7 - y }][if x < 4 { x } else { 7 - x }];
        square += 1;
    }
    values
};

/// One thread's search of endgames.
pub(crate) struct Endgame {
    pub(crate) nodes: u64,
    table: Transpositions,
}

/// What a thread keeps for itself: it stays in the nearer caches.
pub(crate) const OWN_TABLE_BYTES: usize = 1 << 20;

impl Default for Endgame {
    /// A stand-in without a table worth the name.
    fn default() -> Endgame {
        Endgame { nodes: 0, table: Transpositions::new(0) }
    }
}

impl Endgame {
    pub(crate) fn new() -> Endgame {
        Endgame { nodes: 0, table: Transpositions::new(OWN_TABLE_BYTES) }
    }

    /// Forgets what it knows.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the score is above `alpha`: a lower bound if so, an upper bound if not.
    pub(crate) fn bound<P: Path>(&mut self, board: Board<P>, alpha: i32, shared: &Transpositions) -> i32 {
        let empties = board.empties().len();
        if empties <= 4 {
            return self.last(board, alpha, empties);
        }
        if empties <= PARITY_EMPTIES {
            return self.by_parity(board, alpha, empties);
        }
        self.by_replies(board, alpha, empties, shared)
    }

    /// At most four empty squares, those of odd quarters first.
    #[inline(always)]
    fn last<P: Path>(&mut self, board: Board<P>, alpha: i32, count: u32) -> i32 {
        let (own, opponent) = (board.own().bits(), board.opponent().bits());
        let empties = board.empties().bits();
        let odd = odd_quarters(empties);
        let mut squares = [Square::A1; 4];
        let mut at = 0;
        for part in [empties & odd, empties & !odd] {
            for square in SquareSet::from_bits(part) {
                squares[at] = square;
                at += 1;
            }
        }
        let [a, b, c, _] = squares;
        let nodes = &mut self.nodes;
        match count {
            4 => last_4(board.path(), own, opponent, alpha, squares, nodes),
            3 => last_3(board.path(), own, opponent, alpha, [a, b, c], nodes),
            2 => last_2(board.path(), own, opponent, alpha, [a, b], nodes),
            1 => last_1(own, opponent, a, nodes),
            _ => board.final_margin(),
        }
    }

    fn by_parity<P: Path>(&mut self, board: Board<P>, alpha: i32, empties: u32) -> i32 {
        board.path().run(
            #[inline(always)]
            move || {
                self.nodes += 1;
                if let Some(most) = stability_cut(board, alpha, empties) {
                    return most;
                }
                let moves = board.moves().bits();
                if moves == 0 {
                    let swapped = board.swapped();
                    if swapped.moves().is_empty() {
                        return board.final_margin();
                    }
                    return -self.by_parity(swapped, -alpha - 1, empties);
                }
                let odd = odd_quarters(board.empties().bits());
                let mut best = LOWEST;
                for part in [moves & odd, moves & !odd] {
                    for square in SquareSet::from_bits(part) {
                        let next = board.after(square);
                        let score = if empties == 5 {
                            -self.last(next, -alpha - 1, 4)
                        } else {
                            -self.by_parity(next, -alpha - 1, empties - 1)
                        };
                        if score > alpha {
                            return score;
                        }
                        best = best.max(score);
                    }
                }
                best
            },
        )
    }

    fn by_replies<P: Path>(&mut self, board: Board<P>, alpha: i32, empties: u32, shared: &Transpositions) -> i32 {
        board.path().run(
            #[inline(always)]
            move || {
                self.nodes += 1;
                if let Some(most) = stability_cut(board, alpha, empties) {
                    return most;
                }
                let moves = board.moves();
                if moves.is_empty() {
                    let swapped = board.swapped();
                    if swapped.moves().is_empty() {
                        return board.final_margin();
                    }
                    return -self.by_replies(swapped, -alpha - 1, empties, shared);
                }
                let mut known_best = None;
                let key = board.key();
                if empties >= TABLE_EMPTIES {
                    let table = if empties >= SHARED_EMPTIES { shared } else { &self.table };
                    if let Some(known) = table.find(key) {
                        // What a search ahead kept in the shared table says nothing about the end.
                        if known.depth as u32 >= empties && known.width == Width::FULL.0 {
                            if known.lower as i32 > alpha {
                                return known.lower as i32;
                            }
                            if known.upper as i32 <= alpha {
                                return known.upper as i32;
                            }
                        }
                        known_best = known.moves[0];
                    }
                }
                let odd = odd_quarters(board.empties().bits());
                // The order in the upper bits, the square in the lower six: small enough to be cleared at every node.
                let mut list = [u32::MAX; 32];
                let mut count = 0;
                for square in moves {
                    let order = if known_best == Some(square) {
                        0
                    } else {
                        let replies = board.after(square).moves();
                        // Replies in corners count twice, since they are never refused.
                        let weight = replies.len() + (replies & SquareSet::CORNERS).len();
                        let even = odd >> square.index() & 1 == 0;
                        1 + (weight << 6) + ((even as u32) << 5) + (31 - SQUARE_VALUE[square.index()] as u32)
                    };
                    list[count & 31] = order << 6 | square.index() as u32;
                    count += 1;
                }
                let list = &mut list[..count.min(32)];
                let (mut best, mut best_square) = (LOWEST, Square::A1);
                for i in 0..list.len() {
                    // Picking the best of what is left: a cut often comes before the list is sorted.
                    for j in i + 1..list.len() {
                        if list[j] < list[i] {
                            list.swap(i, j);
                        }
                    }
                    let square = Square::ALL[list[i] as usize & 63];
                    let next = board.after(square);
                    let score = if empties - 1 <= PARITY_EMPTIES {
                        -self.by_parity(next, -alpha - 1, empties - 1)
                    } else {
                        -self.by_replies(next, -alpha - 1, empties - 1, shared)
                    };
                    if score > best {
                        (best, best_square) = (score, square);
                        if score > alpha {
                            break;
                        }
                    }
                }
                if empties >= TABLE_EMPTIES {
                    let bounds = if best > alpha { [best, ALL] } else { [-ALL, best] };
                    let table = if empties >= SHARED_EMPTIES { shared } else { &self.table };
                    table.keep(key, Facts::new(bounds, Task { depth: empties, width: Width::FULL }, best_square));
                }
                best
            },
        )
    }
}
