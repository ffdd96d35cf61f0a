//! The search under the gift rule.
//!
//! Its positions are those in which a player has placed and is about to give: they need no given piece in their name. The
//! giver looks for a piece that completes no line, such that wherever the opponent places it, the opponent as the next
//! giver stands badly. The same player places and then gives, so a score changes sides once a piece, at the gift.

use aligne4::Bits;
use plateau_core::processor::Path;

use crate::board::{Board, Enough, SquareLines};
use crate::canonical::Classes;
use crate::score::{Score, from_bits, to_bits, win_at};
use crate::search::{Shared, Stopped};
use crate::transpositions::Bounds;

/// Positions with more pieces are searched without the table: they seldom come again, and to look costs a miss of the cache. To ask both
/// questions of 36 positions with five pieces took 10 s with 12, 2.5 s with 10, 2.4 s with 9.
const TABLE_PIECES: u32 = 9;

/// Placements that make so many pieces or fewer are looked up before any is searched.
const LOOK_UP_PIECES: u32 = 7;

/// With fewer pieces some line can hardly ever not be completed, so it is not looked at; with more it costs more than it saves, and then
/// only placements are ranked by it.
const CHANCES_PIECES: std::ops::RangeInclusive<u32> = 8..=11;
const RANKED_PIECES: u32 = 12;

/// With more pieces on the board gifts are tried as they come: to order them takes longer than to try them.
const ORDERED_PIECES: u32 = 11;

/// Where scores are read and written, the parity is that of one piece more: a giver wins with an even number of pieces more.
pub(crate) const PARITY: u32 = 1;

/// The exact score of a position whose player is about to give, where it need not be searched.
pub(crate) type Known<'a, S> = &'a dyn Fn(&Board<S>) -> Option<Score>;

/// One search under the gift rule.
pub(crate) struct GiftSearch<'a, S: SquareLines, P> {
    shared: &'a Shared<'a>,
    path: P,
    classes: &'static Classes,
    known: Known<'a, S>,
    pub(crate) nodes: u64,
    squares: std::marker::PhantomData<S>,
}

/// Pieces to give or cells to place on, the least rank first.
struct Order {
    /// A rank, with the piece or the cell in the lower four bits.
    ranked: [u16; 16],
    count: usize,
}

impl Order {
    #[inline(always)]
    fn new() -> Order {
        Order { ranked: [0; 16], count: 0 }
    }

    #[inline(always)]
    fn add(&mut self, rank: u32, index: u8) {
        let new = (rank as u16) << 4 | index as u16;
        let mut at = self.count;
        while at > 0 && self.ranked[at - 1] > new {
            self.ranked[at] = self.ranked[at - 1];
            at -= 1;
        }
        self.ranked[at] = new;
        self.count += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = u8> {
        self.ranked[..self.count].iter().map(|&ranked| ranked as u8 & 15)
    }
}

/// What comes to a giver whose pieces all complete a line, or who has none left.
const fn without_gift(pieces: u32) -> Score {
    if pieces == 16 { 0 } else { -win_at(pieces + 1) }
}

/// The most that a giver can hope for who does not lose at once.
const fn best_of_giver(pieces: u32) -> Score {
    if pieces + 2 > 16 { 0 } else { win_at(pieces + 2) }
}

/// The worst that can come to a giver who has a piece to give.
const fn worst_of_giver(pieces: u32) -> Score {
    if pieces + 3 > 16 { 0 } else { -win_at(pieces + 3) }
}

impl<'a, S: SquareLines, P: Path> GiftSearch<'a, S, P> {
    pub(crate) fn new(shared: &'a Shared<'a>, path: P, known: Known<'a, S>) -> GiftSearch<'a, S, P> {
        GiftSearch { shared, path, classes: Classes::of::<S>(), known, nodes: 0, squares: std::marker::PhantomData }
    }

    /// A bound of the score of the player who acts, whether giving or placing what was given.
    pub(crate) fn bound(&mut self, board: &Board<S>, given: Option<u8>, target: Score) -> Result<Score, Stopped> {
        match given {
            None => self.give(board, target),
            Some(piece) if board.completing().iter().any(|pieces| pieces >> piece & 1 != 0) => {
                Ok(win_at(board.placed() + 1))
            }
            Some(piece) => self.place(board, piece, target),
        }
    }

    /// A bound of the giver's score that tells whether it is at least `target`.
    fn give(&mut self, board: &Board<S>, target: Score) -> Result<Score, Stopped> {
        match board.harmless() {
            0 => Ok(without_gift(board.placed())),
            gifts => self.give_any(board, gifts, target),
        }
    }

    /// The same for a giver who has these pieces to give without losing at once.
    fn give_any(&mut self, board: &Board<S>, gifts: u16, target: Score) -> Result<Score, Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                self.nodes += 1;
                let pieces = board.placed();
                let (worst, best) = (worst_of_giver(pieces), best_of_giver(pieces));
                if worst >= target || pieces >= 15 {
                    return Ok(worst);
                }
                if best < target {
                    return Ok(best);
                }
                // Who wants no more than a draw has looked when placing.
                if target > 0 && CHANCES_PIECES.contains(&pieces) && board.chances() == 0 {
                    return Ok(0);
                }
                if pieces >= self.shared.horizon {
                    return Ok(0);
                }
                if self.nodes.is_multiple_of(1024) && self.shared.is_stopped(self.nodes) {
                    return Err(Stopped);
                }
                if pieces > TABLE_PIECES {
                    return self.best_gift(board, gifts, target);
                }
                if let Some(score) = (self.known)(board) {
                    return Ok(score);
                }
                let name = self.classes.name(board);
                let known = self.shared.table.find(name);
                let read = |bits| from_bits(bits, pieces + PARITY);
                let (mut lower, mut upper) =
                    known.map_or((worst, best), |known| (read(known.lower), read(known.upper)));
                if lower >= target {
                    return Ok(lower);
                }
                if upper < target {
                    return Ok(upper);
                }
                let score = self.best_gift(board, gifts, target)?;
                if score >= target {
                    lower = lower.max(score);
                } else {
                    upper = upper.min(score);
                }
                let bounds = Bounds { lower: to_bits(lower), upper: to_bits(upper) };
                self.shared.table.keep(name, bounds, |class| self.classes.pieces(class));
                Ok(score)
            },
        )
    }

    /// Tries the pieces, first the one after which the opponent has the least to give wherever it goes.
    #[inline(always)]
    fn best_gift(&mut self, board: &Board<S>, gifts: u16, target: Score) -> Result<Score, Stopped> {
        let mut order = Order::new();
        let ordered = board.placed() <= ORDERED_PIECES;
        for piece in Bits(gifts) {
            let left = |cell| board.after(piece, cell).harmless().count_ones();
            order.add(if ordered { Bits(!board.occupied).map(left).sum() } else { 0 }, piece);
        }
        let mut best = Score::MIN;
        for piece in order.iter() {
            best = best.max(-self.place(board, piece, 1 - target)?);
            if best >= target {
                break;
            }
        }
        Ok(best)
    }

    /// A bound of the score of a player who must place a piece that completes no line.
    ///
    /// Cells are ranked by how many pieces could then be given without harm. Who wants to win likes many. Who wants to hold a draw likes few,
    /// and few chances for lines: so there is the least left that could go wrong, and to be looked at (a tenth of the positions).
    fn place(&mut self, board: &Board<S>, piece: u8, target: Score) -> Result<Score, Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                let pieces = board.placed() + 1;
                let worst = worst_of_giver(pieces);
                let wants_draw = target <= 0 && pieces <= RANKED_PIECES;
                let enough = Enough::new(board.reserve & !(1 << piece));
                let mut best = Score::MIN;
                let mut order = Order::new();
                for cell in Bits(!board.occupied) {
                    let after = board.after(piece, cell);
                    let gifts = after.harmless().count_ones();
                    if gifts == 0 {
                        best = without_gift(pieces);
                        continue;
                    }
                    if worst >= target {
                        return Ok(worst);
                    }
                    let chances = if wants_draw { after.chances_among(enough) } else { 0 };
                    if wants_draw && chances == 0 {
                        return Ok(0);
                    }
                    order.add(if target > 0 { 16 - gifts } else { chances + 4 * gifts }, cell);
                }
                if best >= target {
                    return Ok(best);
                }
                // What the table knows already comes before any search.
                if pieces <= LOOK_UP_PIECES {
                    for cell in order.iter() {
                        if let Some(known) = self.shared.table.find(self.classes.name(&board.after(piece, cell))) {
                            let lower = from_bits(known.lower, pieces + PARITY);
                            if lower >= target {
                                return Ok(lower);
                            }
                        }
                    }
                }
                for cell in order.iter() {
                    let after = board.after(piece, cell);
                    best = best.max(self.give_any(&after, after.harmless(), target)?);
                    if best >= target {
                        break;
                    }
                }
                Ok(best)
            },
        )
    }
}
