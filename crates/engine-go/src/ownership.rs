//! Which stones are dead on a finished board.
//!
//! The network says who will own each point *as games end*, and a game that is decided ends with dead stones on the board that nobody
//! needed to take. So it cannot be asked alone. Random playouts take what can be taken; but they play a seki out and let a
//! group die that has only to be answered once. So both are heard, and where they contradict each other, the surer one is right.

use fastrand::Rng;
use go::{Board, DeadStones, Territory};
use plateau_core::{Player, change_side};

/// Random playouts for a look at a board: a few milliseconds on 9×9, three times as many on 19×19.
const PLAYOUTS: u32 = 400;

/// The chains that will be lost if the board is played out, by random playouts and by the ownership that a
/// [`Report`](search::Report) tells: for each point from the upper left along the rows, 1 where `turn` will own it and −1 where the
/// other player will. The same board gets the same answer.
pub fn dead_stones(board: &Board, turn: Player, ownership: &[f32]) -> DeadStones {
    dead(board, turn, ownership, PLAYOUTS)
}

/// The same by so many playouts.
pub(crate) fn dead(board: &Board, turn: Player, ownership: &[f32], playouts: u32) -> DeadStones {
    let mut dead = DeadStones::NONE;
    if ownership.len() != board.size().area() as usize {
        return dead;
    }
    let played_out = play_out(board, turn, playouts);
    for head in board.heads() {
        let owner = board.at(head).expect("a head is a stone");
        let mut owned_by_turn = 0.0;
        for point in board.chain(head).map(|point| point.number(board.size()) as usize) {
            owned_by_turn += played_out[point] + ownership[point];
        }
        if change_side(owned_by_turn, turn, owner) < 0.0 {
            dead.toggle(board, head);
        }
    }
    dead
}

/// Who owns each point at the end of random playouts, on average; either side begins half of them.
fn play_out(board: &Board, turn: Player, playouts: u32) -> Vec<f32> {
    let size = board.size();
    let mut rng = Rng::with_seed(board.hash());
    let mut sums = vec![0.0; size.area() as usize];
    let mut playing = board.clone();
    for number in 0..playouts {
        playing.clone_from(board);
        playing.playout(Player::BOTH[number as usize % 2], |below| rng.u32(..below));
        let territory = Territory::at_the_end(&playing);
        for (point, sum) in size.points_from_top().zip(&mut sums) {
            let owner = playing.at(point).or_else(|| territory.owner(point));
            *sum += owner.map_or(0.0, |owner| if owner == turn { 1.0 } else { -1.0 });
        }
    }
    sums.into_iter().map(|sum| sum / playouts as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use go::{Game, Size};
    use plateau_core::{Game as _, Position as _};

    fn dead(text: &str, ownership: f32) -> String {
        let game = Game::even(Size::new(7).unwrap(), go::Rules::default());
        let position = game.position(text).unwrap();
        let dead = dead_stones(position.board(), position.turn(), &[ownership; 49]);
        dead.points().iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// White's three stones in Black's corner are dead, though the network half thinks that they will stay.
    #[test]
    fn what_playouts_nearly_always_take_is_dead() {
        let text = ".O..X../.O..X../O..XX../XXXX.../......./......./....... O";
        assert_eq!(dead(text, 0.5), "A5 B6 B7");
        let alive = ".O.OX../OOOOX../XXXXX../......./......./......./....... O";
        assert_eq!(dead(alive, -0.5), "", "two eyes live");
    }

    /// Neither can take the other: playouts toss a coin, and the network knows.
    #[test]
    fn where_playouts_are_not_sure_the_network_decides() {
        let seki = "X.OX.../XXOX.../.XOX.../OOOX.../XXXX.../......./....... O";
        let (lost, held) = (dead(seki, -0.9), dead(seki, 0.9));
        assert_ne!(lost, held, "the network's word counts: {lost} and {held}");
    }

    #[test]
    fn without_a_word_on_each_point_nothing_is_dead() {
        assert_eq!(dead_stones(&Board::new(Size::NINE), Player::Black, &[]), DeadStones::NONE);
    }
}
