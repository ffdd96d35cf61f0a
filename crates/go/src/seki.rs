//! Which chains are in seki, for counting by territory, where an eye in seki is no territory.
//!
//! Life and death cannot be read off a finished board in general; the players agree on it by marking dead stones. Seki can
//! be, nearly: the chains in it are alive, and yet neither side can fill the liberties that they share. So, on a copy of
//! the board, every neutral point is filled that either side can fill safely, and where that is not possible, there is a seki.
//! A fill is safe if it takes nothing and leaves the filling chain two liberties, that is, not in atari.
//!
//! ```text
//!   . X O .     ordinary dame between two living groups get filled, and nobody is in seki;
//!   X a b O     two chains without eyes that share two liberties a and b, or with an eye each and one shared liberty,
//!               stay as they are: filling would put the filler in atari
//! ```
//!
//! Its limits, all from looking at one chain and one move at a time:
//!
//! - A chain left in atari beside a neutral point at the end looks as if in seki; finish it or mark it.
//! - Chains that belong together but are not connected are not known as one group: an eye that borders only on a chain away
//!   from the shared liberties counts as territory.
//! - Of two equally safe fills the last in the order of the points is made, White's after Black's. In a finished position,
//!   where every dame touches living groups, the order does not matter; in an unfinished one it may.

use alloc::vec;
use alloc::vec::Vec;

use plateau_core::Player;

use crate::board::regions;
use crate::{Board, Point, PointSet};

/// The stones of all chains in seki, on a board from which dead stones are taken off.
pub(crate) fn stones_in_seki(board: &Board) -> PointSet {
    let mut filled = board.clone();
    while let Some((point, player)) = safe_fill(&filled) {
        filled.play(point, player);
    }
    let size = board.size();
    let shared = regions(&filled).into_iter().filter(|region| region.touches == [true, true]);
    let mut stones = PointSet::EMPTY;
    for point in shared.flat_map(|region| region.points) {
        for n in point.neighbours(size).filter(|&n| filled.at(n).is_some()) {
            if !stones.contains(n) {
                filled.chain(n).for_each(|stone| {
                    stones.insert(stone);
                });
            }
        }
    }
    stones
}

/// The neutral point that can be filled most safely, and by whom.
///
/// The filler with the most liberties goes first, so that liberties on the outside are gone before anybody is asked about
/// those that a seki shares.
fn safe_fill(board: &Board) -> Option<(Point, Player)> {
    let chains = ChainLiberties::of(board);
    let neutral = regions(board).into_iter().filter(|region| region.touches == [true, true]);
    let fills = neutral.flat_map(|region| region.points).flat_map(|point| Player::BOTH.map(|player| (point, player)));
    let rated = fills.map(|(point, player)| (chains.after_filling(point, player), (point, player)));
    let best = rated.max_by_key(|&(liberties, _)| liberties);
    best.filter(|&(liberties, _)| liberties >= 2).map(|(_, fill)| fill)
}

/// The liberties of every chain, found once for all the points that are asked about.
struct ChainLiberties<'a> {
    board: &'a Board,
    /// By the head's index.
    liberties: Vec<PointSet>,
}

impl ChainLiberties<'_> {
    fn of(board: &Board) -> ChainLiberties<'_> {
        let mut liberties = vec![PointSet::EMPTY; board.size().points().last().map_or(0, Point::index) + 1];
        for head in board.heads() {
            liberties[head.index()] = board.liberties(head);
        }
        ChainLiberties { board, liberties }
    }

    /// The liberties that a chain would have after filling this point; none if that takes something.
    fn after_filling(&self, point: Point, player: Player) -> u16 {
        if self.board.captured_by(point, player) > 0 {
            return 0;
        }
        let mut liberties = PointSet::EMPTY;
        for n in point.neighbours(self.board.size()) {
            match (self.board.at(n), self.board.head(n)) {
                (Some(owner), Some(head)) if owner == player => liberties.insert_all(&self.liberties[head.index()]),
                (None, _) => {
                    liberties.insert(n);
                }
                _ => {}
            }
        }
        liberties.remove(point);
        liberties.len()
    }
}
