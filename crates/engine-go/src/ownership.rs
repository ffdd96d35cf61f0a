//! What follows from who will own each point: which stones are dead, and how the game will come out.

use go::{Board, DeadStones, Point};
use plateau_core::Player;

/// A chain is dead when its points will, on average, be the other player's with this much certainty.
const LOST: f32 = -0.3;

/// The chains that stand on what will be the other player's, by the ownership that a [`Report`](search::Report) tells: for each point
/// from the upper left along the rows, 1 where `turn` will own it and −1 where the other player will.
pub fn dead_stones(board: &Board, turn: Player, ownership: &[f32]) -> DeadStones {
    let mut dead = DeadStones::NONE;
    if ownership.len() != board.size().area() as usize {
        return dead;
    }
    for head in board.heads() {
        let owner = board.at(head).expect("a head is a stone");
        let owned = |point: Point| {
            let by_turn = ownership[point.number(board.size()) as usize];
            if owner == turn { by_turn } else { -by_turn }
        };
        let (sum, stones) = board.chain(head).fold((0.0, 0), |(sum, stones), point| (sum + owned(point), stones + 1));
        if sum / (stones as f32) < LOST {
            dead.toggle(board, head);
        }
    }
    dead
}

#[cfg(test)]
mod tests {
    use super::*;
    use go::{Game, Size};
    use plateau_core::{Game as _, Position as _};

    #[test]
    fn whole_chains_die_by_their_mean() {
        let game = Game::even(Size::new(5).unwrap(), go::Rules::default());
        let position = game.position("XXXXX/OO..X/..OOX/....X/..... O").unwrap();
        // White owns nothing but what lies under one of two stones.
        let mut ownership = vec![-0.9; 25];
        ownership[5] = 0.9;
        let dead = dead_stones(position.board(), position.turn(), &ownership);
        let points: Vec<String> = dead.points().iter().map(|point| point.to_string()).collect();
        assert_eq!(points, ["C3", "D3"], "the mean of A4 and B4 is even");
        assert_eq!(dead_stones(position.board(), position.turn(), &[]), DeadStones::NONE);
    }
}
