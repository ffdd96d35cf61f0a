//! The search under the gift rule.
//!
//! Its positions are those in which a player has placed and is about to give: they need no given piece in their name. The
//! giver looks for a piece that completes no line, such that wherever the opponent places it, the opponent as the next
//! giver stands badly. The same player places and then gives, so a score changes sides once a piece, at the gift.

use aligne4::Bits;
use plateau_core::processor::Path;

use crate::board::{Board, SquareLines};
use crate::canonical::Classes;
use crate::score::{Score, from_bits, to_bits, win_at};
use crate::search::{Shared, Stopped};
use crate::transpositions::Bounds;

/// Positions with more pieces are searched without the table.
const TABLE_PIECES: u32 = 12;

/// With fewer pieces some line can hardly ever not be completed, so it is not looked at.
const CHANCES_PIECES: u32 = 8;

/// Where scores are read and written, the parity is that of one piece more: a giver wins with an even number of pieces more.
pub(crate) const PARITY: u32 = 1;

/// One search under the gift rule.
pub(crate) struct GiftSearch<'a, S: SquareLines, P> {
    shared: &'a Shared<'a>,
    path: P,
    classes: &'static Classes,
    pub(crate) nodes: u64,
    squares: std::marker::PhantomData<S>,
}

/// A cell for the given piece.
#[derive(Clone, Copy)]
struct Placement<S> {
    board: Board<S>,
    /// The least comes first.
    rank: i32,
}

impl<S: SquareLines> Placement<S> {
    /// Ranks by how many pieces could then be given without harm. Who wants to win likes many. Who wants to hold a draw likes few, and few
    /// chances for lines: so there is the least left that could go wrong, and to be looked at (a tenth of the positions).
    #[inline(always)]
    fn new(board: Board<S>, target: Score) -> Placement<S> {
        let gifts = harmless(&board).count_ones() as i32;
        Placement { board, rank: if target > 0 { -gifts } else { board.chances() as i32 + 4 * gifts } }
    }
}

/// The most that a giver can hope for who does not lose at once.
const fn best_of_giver(pieces: u32) -> Score {
    if pieces + 2 > 16 { 0 } else { win_at(pieces + 2) }
}

/// The worst that can come to a giver who has a piece to give.
const fn worst_of_giver(pieces: u32) -> Score {
    if pieces + 3 > 16 { 0 } else { -win_at(pieces + 3) }
}

/// The pieces of the reserve that complete no line.
#[inline(always)]
pub(crate) fn harmless<S: SquareLines>(board: &Board<S>) -> u16 {
    board.reserve & !board.completing().iter().fold(0, |pieces, more| pieces | more)
}

impl<'a, S: SquareLines, P: Path> GiftSearch<'a, S, P> {
    pub(crate) fn new(shared: &'a Shared<'a>, path: P) -> GiftSearch<'a, S, P> {
        GiftSearch { shared, path, classes: Classes::of::<S>(), nodes: 0, squares: std::marker::PhantomData }
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
        self.path.run(
            #[inline(always)]
            move || {
                self.nodes += 1;
                let pieces = board.placed();
                let gifts = harmless(board);
                if gifts == 0 {
                    return Ok(if pieces == 16 { 0 } else { -win_at(pieces + 1) });
                }
                if pieces >= CHANCES_PIECES && board.chances() == 0 {
                    return Ok(0);
                }
                let (worst, best) = (worst_of_giver(pieces), best_of_giver(pieces));
                if worst >= target || pieces >= 15 {
                    return Ok(worst);
                }
                if best < target {
                    return Ok(best);
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
    fn best_gift(&mut self, board: &Board<S>, gifts: u16, target: Score) -> Result<Score, Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                let mut order: [(u32, u8); 16] = [(0, 0); 16];
                let mut count = 0;
                for piece in Bits(gifts) {
                    let placed = Bits(!board.occupied).map(|cell| harmless(&board.after(piece, cell)).count_ones());
                    order[count] = (placed.sum(), piece);
                    count += 1;
                }
                order[..count].sort_unstable();
                let mut best = Score::MIN;
                for &(_, piece) in &order[..count] {
                    best = best.max(-self.place(board, piece, 1 - target)?);
                    if best >= target {
                        break;
                    }
                }
                Ok(best)
            },
        )
    }

    /// A bound of the score of a player who must place a piece that completes no line.
    fn place(&mut self, board: &Board<S>, piece: u8, target: Score) -> Result<Score, Stopped> {
        self.path.run(
            #[inline(always)]
            move || {
                let mut placements = [Placement { board: *board, rank: 0 }; 16];
                let mut count = 0;
                for cell in Bits(!board.occupied) {
                    placements[count] = Placement::new(board.after(piece, cell), target);
                    count += 1;
                }
                let placements = &mut placements[..count];
                placements.sort_unstable_by_key(|placement| placement.rank);
                // What the table knows already comes before any search.
                if board.placed() < TABLE_PIECES - 2 {
                    for placement in placements.iter() {
                        let pieces = placement.board.placed();
                        if let Some(known) = self.shared.table.find(self.classes.name(&placement.board)) {
                            let lower = from_bits(known.lower, pieces + PARITY);
                            if lower >= target {
                                return Ok(lower);
                            }
                        }
                    }
                }
                let mut best = Score::MIN;
                for placement in placements {
                    best = best.max(self.give(&placement.board, target)?);
                    if best >= target {
                        break;
                    }
                }
                Ok(best)
            },
        )
    }
}
