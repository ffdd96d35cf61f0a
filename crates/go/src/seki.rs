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
//! - Black is tried first at each point, so in an unfinished position (not in a finished one, where every dame touches living
//!   groups only) the colours may fare differently.

use plateau_core::Player;

use crate::territory::regions;
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

/// A neutral point and a player who can fill it.
fn safe_fill(board: &Board) -> Option<(Point, Player)> {
    let neutral = regions(board).into_iter().filter(|region| region.touches == [true, true]);
    let mut points = neutral.flat_map(|region| region.points);
    points.find_map(|point| Some((point, Player::BOTH.into_iter().find(|&player| fills_safely(board, point, player))?)))
}

fn fills_safely(board: &Board, point: Point, player: Player) -> bool {
    if board.captured_by(point, player) > 0 {
        return false;
    }
    let mut liberties = PointSet::EMPTY;
    for n in point.neighbours(board.size()) {
        match board.at(n) {
            None => {
                liberties.insert(n);
            }
            Some(owner) if owner == player => {
                for liberty in board.liberties(n).iter().filter(|&liberty| liberty != point) {
                    liberties.insert(liberty);
                }
            }
            Some(_) => {}
        }
    }
    liberties.len() >= 2
}
