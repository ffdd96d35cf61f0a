use plateau_core::Player;

use crate::{Board, Point, PointSet};

/// The stones that the players marked as dead, always whole chains.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DeadStones(PointSet);

impl DeadStones {
    /// Nothing is dead.
    pub const NONE: DeadStones = DeadStones(PointSet::EMPTY);

    /// Marks the chain at this point as dead, or as alive again. Says whether there is a chain.
    pub fn toggle(&mut self, board: &Board, point: Point) -> bool {
        let dead = self.contains(point);
        for stone in board.chain(point) {
            if dead {
                self.0.remove(stone);
            } else {
                self.0.insert(stone);
            }
        }
        board.at(point).is_some()
    }

    /// Whether the stone on this point is marked.
    pub fn contains(&self, point: Point) -> bool {
        self.0.contains(point)
    }

    /// The marked points.
    pub fn points(&self) -> &PointSet {
        &self.0
    }

    /// The board without the marked stones. They are not counted as captures: the game ended with them in place.
    pub(crate) fn removed_from(&self, board: &Board) -> Board {
        let alive = |point: Point| -> Option<(Point, Player)> {
            let owner = board.at(point)?;
            (!self.contains(point)).then_some((point, owner))
        };
        let alive = Board::with_stones(board.size(), board.size().points().filter_map(alive));
        alive.expect("taking stones away only adds liberties")
    }
}
