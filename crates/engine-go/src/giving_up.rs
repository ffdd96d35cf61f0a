//! When a game is given up.

use go::Position;
use plateau_core::{Player, Position as _};

/// So many positions in a row must look hopeless.
const POSITIONS: u32 = 3;

/// How long each player has seen no hope. One engine may be asked for both players by turns, and many times about one position.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Patience {
    lost: [Lost; 2],
}

#[derive(Clone, Copy, Default, Debug)]
struct Lost {
    positions: u32,
    /// The last of them.
    board: u64,
}

impl Patience {
    /// Notes whether the player to move sees any hope, and says whether it is time to give up.
    pub(crate) fn ends(&mut self, position: &Position, is_hopeless: bool) -> bool {
        let lost = &mut self.lost[position.turn()];
        if !is_hopeless || !is_time_to_give_up(position) {
            *lost = Lost::default();
            return false;
        }
        let board = position.board().hash();
        if lost.positions == 0 || lost.board != board {
            *lost = Lost { positions: lost.positions + 1, board };
        }
        lost.positions >= POSITIONS
    }
}

/// Nobody gives up in the opening. Who gave a handicap began far behind, in the hope that the other makes mistakes, and goes
/// on until half of the board is filled.
fn is_time_to_give_up(position: &Position) -> bool {
    let gave_handicap = position.game().handicap().stones() > 1 && position.turn() == Player::White;
    stones_played(position) > position.size().area() / if gave_handicap { 2 } else { 4 }
}

/// Whether the opening is over.
pub(crate) fn is_late(position: &Position) -> bool {
    stones_played(position) > position.size().area() / 4
}

/// The stones on the board but for the handicap.
fn stones_played(position: &Position) -> u16 {
    let stones = position.size().area() - position.board().empty_count();
    stones.saturating_sub(position.game().handicap().stones())
}

#[cfg(test)]
mod tests {
    use go::{Game, Handicap, Move, Rules, Size};
    use plateau_core::Game as _;

    use super::*;

    /// Whether each of these positions, one move after the other, is given up when both see no hope in any.
    fn given_up(handicap: Handicap, moves: usize) -> Vec<bool> {
        let mut position = Game::new(Size::NINE, Rules::default(), handicap).expect("a handicap").start();
        let mut patience = Patience::default();
        let mut ends = Vec::new();
        for _ in 0..moves {
            // Two walls grow up the board, and leave a column between them free.
            let column = if position.turn() == Player::Black { 0 } else { 5 };
            let free = |mv: &Move| mv.point().is_some_and(|point| point.column() >= column);
            let mv = position.legal_moves().find(free).expect("a free point");
            ends.push(patience.ends(&position, true));
            position.play_legal(mv);
        }
        ends
    }

    #[test]
    fn three_positions_of_one_player_after_the_opening() {
        let ends = given_up(Handicap::None, 32);
        // From 21 stones on, and the third such position of one player is White's.
        let first = ends.iter().position(|&end| end).expect("it is given up");
        assert_eq!(first, 25);
        assert!(ends[first..].iter().all(|&end| end));
    }

    #[test]
    fn who_gave_a_handicap_goes_on() {
        let ends = given_up(Handicap::Fixed(5), 32);
        let (white, black): (Vec<_>, Vec<_>) = ends.iter().enumerate().partition(|(ply, _)| ply % 2 == 0);
        assert!(white.iter().all(|&(_, &end)| !end), "White moves first, and has not yet filled half of the board");
        assert!(black.iter().any(|&(_, &end)| end));
    }

    #[test]
    fn one_position_is_counted_once_and_hope_ends_the_count() {
        let mut position = Game::even(Size::NINE, Rules::default()).start();
        for place in 0..21 {
            let mv = position.legal_moves().nth(place).expect("a free point");
            position.play_legal(mv);
        }
        let mut patience = Patience::default();
        assert!((0..9).all(|_| !patience.ends(&position, true)));
        let next = |position: &Position| position.after(position.legal_moves().next().expect("a free point"));
        let second = next(&next(&position));
        let third = next(&next(&second));
        assert!(!patience.ends(&second, true) && patience.ends(&third, true));
        assert!(!patience.ends(&third, false) && !patience.ends(&third, true));
    }
}
