use alloc::vec;
use alloc::vec::Vec;

use plateau_core::Player;

use super::Board;
use crate::{Point, PointSet, Size};

/// Whose territory every empty point is: regions that somebody has enclosed.
///
/// A region of empty points is enclosed when it touches stones of one colour only and is no more than half of the board. All
/// stones count as they stand, so an enemy stone inside undoes a territory; and a wall encloses the smaller part of what it divides,
/// never nearly everything, so that a few stones on an empty board own nothing. This is what is shown during play; the count at the
/// end, where dead stones are taken off first and every region is somebody's or nobody's by what it touches, is
/// [`Count`](crate::Count).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory {
    owned: [PointSet; 2],
}

impl Territory {
    /// The territory on this board.
    pub fn of(board: &Board) -> Territory {
        Territory::up_to(board, board.size().area() as usize / 2)
    }

    /// Whose every region is by what it touches, however large it is: what is left when both have played all they can.
    pub fn at_the_end(board: &Board) -> Territory {
        Territory::up_to(board, board.size().area() as usize)
    }

    fn up_to(board: &Board, points: usize) -> Territory {
        let mut owned = [PointSet::EMPTY; 2];
        for region in regions(board) {
            if let Some(owner) = region.owner().filter(|_| region.points.len() <= points) {
                for point in region.points {
                    owned[owner].insert(point);
                }
            }
        }
        Territory { owned }
    }

    /// Whose territory the point is, if anybody's.
    pub fn owner(&self, point: Point) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.owned[player].contains(point))
    }

    /// The player's territory.
    pub fn points(&self, player: Player) -> &PointSet {
        &self.owned[player]
    }

    /// How many points of territory the player has.
    pub fn count(&self, player: Player) -> u16 {
        self.owned[player].len()
    }

    /// How many of them the player's groups leave open for their eyes when stones are counted
    /// ([`Scoring::Stones`](crate::Scoring::Stones)).
    pub fn eyes(&self, board: &Board, player: Player) -> u16 {
        let stones = board.size().points().filter(|&point| board.at(point) == Some(player)).collect();
        eyes_left_open(board.size(), stones, &self.owned[player])
    }
}

/// The points of a territory that groups leave open: two each, if they have as many. Stones that are connected along lines and by their
/// territory are one group.
pub(crate) fn eyes_left_open(size: Size, stones: PointSet, territory: &PointSet) -> u16 {
    let mut left = stones;
    left.insert_all(territory);
    let mut eyes = 0;
    while let Some(start) = left.iter().next() {
        left.remove(start);
        let (mut group, mut next) = (vec![start], 0);
        while let Some(&point) = group.get(next) {
            next += 1;
            group.extend(point.neighbours(size).filter(|&n| left.remove(n)));
        }
        eyes += group.iter().filter(|&&point| territory.contains(point)).count().min(2) as u16;
    }
    eyes
}

/// Empty points connected along lines.
pub(crate) struct Region {
    pub(crate) points: Vec<Point>,
    /// Whether stones of each player border it.
    pub(crate) touches: [bool; 2],
}

impl Region {
    /// The player whose stones alone border it.
    pub(crate) fn owner(&self) -> Option<Player> {
        match self.touches {
            [true, false] => Some(Player::Black),
            [false, true] => Some(Player::White),
            _ => None,
        }
    }
}

/// All regions of empty points.
pub(crate) fn regions(board: &Board) -> Vec<Region> {
    let size = board.size();
    let mut seen = PointSet::EMPTY;
    let mut regions = Vec::new();
    for start in size.points() {
        if !board.is_empty(start) || !seen.insert(start) {
            continue;
        }
        let mut region = Region { points: vec![start], touches: [false; 2] };
        let mut next = 0;
        while let Some(&point) = region.points.get(next) {
            next += 1;
            for n in point.neighbours(size) {
                match board.at(n) {
                    Some(player) => region.touches[player] = true,
                    None if seen.insert(n) => region.points.push(n),
                    None => {}
                }
            }
        }
        regions.push(region);
    }
    regions
}
