//! Random playouts: the yardstick of the board, and the simplest judge of a position.
//!
//! One core of an Intel Xeon (Sapphire Rapids, 2 of its threads as a virtual machine, shared), `cargo bench -p plateau-go`,
//! the best of 500 slices of 4 ms, clearing the board and counting included:
//!
//! | size | playouts a second | moves a playout | ns a move |
//! |---|---|---|---|
//! | 9×9 | 148,700 | 108 | 62 |
//! | 13×13 | 72,700 | 216 | 64 |
//! | 19×19 | 33,400 | 452 | 66 |
//!
//! The time goes half into drawing moves and half into placing stones, and hardly depends on the size: all of it is in
//! the nearest cache. What seems to limit it are branches that random play makes unpredictable. A move takes 2.0 (9×9) to 2.3
//! (19×19) draws, since late in a game most empty points are eyes, and each of them is a coin toss; taking and joining
//! chains are two more. Tried, in the same harness, on a busy machine where the same program varies by 7 %:
//!
//! | variant | 9×9 | 19×19 |
//! |---|---|---|
//! | a branch per neighbour when joining and taking, instead of one for all four | −11 % | −3 % |
//! | eye, ko and suicide asked without any branch between them | −10 % | −10 % |
//! | the sum of the four neighbours kept for every cell, as libego does | −2 % | +1 % |
//! | drawing again with replacement first, to save the exchanges in the list | −2 % | −1 % |
//! | no hash | lost in the noise | lost in the noise |
//!
//! That branches are the limit is inferred from these, since the machine gives no counters. By estimate, not measurement, a
//! board that updates only what a playout reads (no sums of squares for atari, no hash) might gain a fifth; more would take
//! playing many boards at once.

use plateau_core::Player;

use super::{Board, CELLS, Territory, around, diagonal, empty_among, stones_among};

/// A playout is left after this many moves per point of the board: with simple ko alone, some positions go round for ever.
const MOVES_PER_POINT: u32 = 3;

impl Board {
    /// Plays random moves until both players pass, and returns by how many points Black leads, counted by area.
    ///
    /// Every move is drawn uniformly from those that are legal under simple ko without suicide and do not fill an own
    /// [eye](Board::is_eye); a player passes when there is none. `below(n)` must return a random number below `n`.
    ///
    /// The board is left as the playout ends.
    ///
    /// ```
    /// use go::{Board, Player, Size};
    /// let mut board = Board::new(Size::NINE);
    /// let lead = board.playout(Player::Black, |n| n / 2);
    /// assert!(lead.abs() <= 81);
    /// ```
    pub fn playout(&mut self, first: Player, mut below: impl FnMut(u32) -> u32) -> i32 {
        let mut player = first;
        let mut passes = 0;
        for _ in 0..MOVES_PER_POINT * self.size.area() as u32 {
            match self.draw_move(player, &mut below) {
                Some(at) => {
                    self.play_at(at, player);
                    passes = 0;
                }
                None if passes == 1 => return self.lead_at_the_end(),
                None => {
                    self.ko = 0;
                    passes = 1;
                }
            }
            player = player.opponent();
        }
        let territory = Territory::at_the_end(self);
        let area = |player| (self.stones[player] + territory.count(player)) as i32;
        area(Player::Black) - area(Player::White)
    }

    /// A random point to play on, each suitable one with the same chance.
    ///
    /// Draws from the list of empty points; what is unsuitable goes behind the part that is still drawn from.
    #[inline]
    fn draw_move(&mut self, player: Player, below: &mut impl FnMut(u32) -> u32) -> Option<usize> {
        let mut left = self.empty_count as u32;
        while left > 0 {
            let place = below(left) as usize & (CELLS - 1);
            let at = self.empty[place] as usize;
            if self.is_suitable(at, player) {
                return Some(at);
            }
            left -= 1;
            let last = self.empty[left as usize & (CELLS - 1)];
            self.empty[left as usize & (CELLS - 1)] = at as u16;
            self.empty[place] = last;
            self.empty_place[at & (CELLS - 1)] = left as u16;
            self.empty_place[last as usize & (CELLS - 1)] = place as u16;
        }
        None
    }

    #[inline]
    fn is_suitable(&self, at: usize, player: Player) -> bool {
        let enemy = player.opponent();
        let sum = self.sum(around(at));
        // Beside an empty point there is neither suicide nor eye nor ko.
        if empty_among(sum) != 0 {
            return true;
        }
        if stones_among(sum, enemy) == 0 {
            let at_edge = stones_among(sum, player) < 4;
            let enemies = stones_among(self.sum(diagonal(at)), enemy);
            if enemies + u32::from(at_edge) < 2 {
                return false;
            }
        }
        at != self.ko as usize && !self.is_suicide_at(at, player)
    }

    /// The lead of Black when neither has a suitable move: no two empty points touch then, so each is territory of the one
    /// colour around it, or of nobody.
    fn lead_at_the_end(&self) -> i32 {
        let mut lead = self.stones[Player::Black] as i32 - self.stones[Player::White] as i32;
        for point in self.empty_points() {
            let sum = self.sum(around(point.index()));
            let [black, white] = Player::BOTH.map(|player| stones_among(sum, player));
            lead += i32::from(white == 0 && black > 0) - i32::from(black == 0 && white > 0);
        }
        lead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Size};

    fn area_lead(board: &Board) -> i32 {
        let territory = Territory::at_the_end(board);
        let area = |player| (board.stones(player) + territory.count(player)) as i32;
        area(Player::Black) - area(Player::White)
    }

    /// The short count at the end agrees with the regions found by flood fill.
    #[test]
    fn the_lead_is_the_area() {
        let mut rng = fastrand::Rng::with_seed(1);
        for width in 1..=19 {
            for _ in 0..20 {
                let mut board = Board::new(Size::new(width).unwrap());
                let lead = board.playout(Player::Black, |n| rng.u32(..n));
                assert_eq!(lead, area_lead(&board), "{board}");
            }
        }
    }

    /// Drawing is uniform: on a board with few suitable points each comes up as often as the others.
    #[test]
    fn every_suitable_move_has_the_same_chance() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut board = Board::new(Size::new(5).unwrap());
        for at in ["A2", "B2", "B1", "D1", "D2", "E2", "B4", "C4"] {
            board.play(at.parse().unwrap(), Player::Black);
        }
        let mut seen = [0; CELLS];
        for _ in 0..15_000 {
            seen[board.draw_move(Player::Black, &mut |n| rng.u32(..n)).unwrap()] += 1;
        }
        let (a1, e1): (Point, Point) = ("A1".parse().unwrap(), "E1".parse().unwrap());
        assert_eq!((seen[a1.index()], seen[e1.index()]), (0, 0), "eyes are not filled");
        for point in board.empty_points().filter(|&point| point != a1 && point != e1) {
            assert!((900..1100).contains(&seen[point.index()]), "{point}: {}", seen[point.index()]);
        }
    }

    #[test]
    fn every_chain_keeps_a_liberty() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut board = Board::new(Size::NINE);
        for _ in 0..100 {
            board.playout(Player::White, |n| rng.u32(..n));
            for head in board.heads() {
                assert!(!board.liberties(head).is_empty(), "{board}");
            }
            board = Board::new(Size::NINE);
        }
    }
}
