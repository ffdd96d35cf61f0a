use plateau_core::Player;

use super::liberties::Liberties;
use super::{Board, CELLS, around, cell, empty_among, stone_of};
use crate::{Point, zobrist};

impl Board {
    /// Puts a stone on an empty point: takes the enemy chains that lose their last liberty, then, if its own chain has
    /// none, takes that (suicide). Whether a rule forbids any of it is not asked.
    ///
    /// Sets the point that simple ko forbids to whoever plays next.
    #[inline]
    pub fn play(&mut self, point: Point, player: Player) {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        self.play_at::<true>(point.index(), player);
    }

    /// As [`Board::play`]. Without `HASHED` the hash is left behind, which makes throw-away boards faster.
    #[inline]
    pub(crate) fn play_at<const HASHED: bool>(&mut self, at: usize, player: Player) {
        self.add_stone::<HASHED>(at, player);
        self.ko = 0;
        let enemy = stone_of(player.opponent());
        let neighbours = around(at);
        let dead = |board: &Board, n: usize| {
            let head = board.head[n & (CELLS - 1)];
            board.cells[n & (CELLS - 1)] == enemy && board.liberties[head as usize & (CELLS - 1)].is_none()
        };
        // One branch that is seldom taken instead of four.
        if neighbours.map(|n| dead(self, n)).into_iter().fold(false, |any, dead| any | dead) {
            let mut taken = 0;
            let mut last = 0;
            for n in neighbours {
                if dead(self, n) {
                    taken += self.remove_chain::<HASHED>(n, player.opponent());
                    last = n;
                }
            }
            self.captures[player] += taken;
            // The stone that took just one stone, alone, with no liberty but the one that it made: ko.
            if taken == 1 && self.next[at] as usize == at && self.liberties[at].count() == 1 {
                self.ko = last as u16;
            }
        } else {
            let head = self.head[at & (CELLS - 1)] as usize & (CELLS - 1);
            if self.liberties[head].is_none() {
                let lost = self.remove_chain::<HASHED>(at, player);
                self.captures[player.opponent()] += lost;
            }
        }
    }

    /// Whether a stone of `player` on this empty point would have no liberty, nor get one by taking stones.
    #[inline]
    pub fn is_suicide(&self, point: Point, player: Player) -> bool {
        self.is_suicide_at(point.index(), player)
    }

    #[inline]
    pub(crate) fn is_suicide_at(&self, at: usize, player: Player) -> bool {
        let neighbours = around(at);
        if empty_among(self.sum(neighbours)) != 0 {
            return false;
        }
        let (own, enemy) = (stone_of(player), stone_of(player.opponent()));
        let helps = neighbours.map(|n| {
            let cell = self.cells[n & (CELLS - 1)];
            let head = self.head[n & (CELLS - 1)] as usize & (CELLS - 1);
            let last = self.liberties[head].are_all(at);
            cell == if last { enemy } else { own }
        });
        !(helps[0] | helps[1] | helps[2] | helps[3])
    }

    /// Whether a stone of `player` on this point would take something, and what the hash of the board would be then.
    ///
    /// Neither plays nor copies: it walks the chains that would be taken, and most moves take none.
    pub fn hash_after(&self, point: Point, player: Player) -> u64 {
        let at = point.index();
        let mut hash = self.hash ^ zobrist::stone(at, player);
        let enemy = player.opponent();
        let neighbours = around(at);
        let mut lives = empty_among(self.sum(neighbours)) != 0;
        for (i, &n) in neighbours.iter().enumerate() {
            let head = self.head[n];
            let last = self.liberties[head as usize].are_all(at);
            lives |= self.cells[n] == stone_of(player) && !last;
            let first = neighbours[..i].iter().all(|&before| self.head[before] != head);
            if self.cells[n] == stone_of(enemy) && last && first {
                hash ^= self.chain_hash(n, enemy);
                lives = true;
            }
        }
        if lives {
            return hash;
        }
        hash ^= zobrist::stone(at, player);
        for (i, &n) in neighbours.iter().enumerate() {
            let first = neighbours[..i].iter().all(|&before| self.head[before] != self.head[n]);
            if self.cells[n] == stone_of(player) && first {
                hash ^= self.chain_hash(n, player);
            }
        }
        hash
    }

    /// The stones that a stone of `player` on this empty point would take.
    pub fn captured_by(&self, point: Point, player: Player) -> u16 {
        let neighbours = around(point.index());
        let mut taken = 0;
        for (i, &n) in neighbours.iter().enumerate() {
            let head = self.head[n];
            let first = neighbours[..i].iter().all(|&before| self.head[before] != head);
            if self.cells[n] == stone_of(player.opponent())
                && first
                && self.liberties[head as usize].are_all(point.index())
            {
                taken += self.chain(Point::from_index(n)).count() as u16;
            }
        }
        taken
    }

    fn chain_hash(&self, stone: usize, player: Player) -> u64 {
        self.chain(Point::from_index(stone)).fold(0, |hash, point| hash ^ zobrist::stone(point.index(), player))
    }

    /// Puts a stone down and joins it with its friends, taking nothing: chains may be left without a liberty.
    #[inline]
    pub(super) fn add_stone<const HASHED: bool>(&mut self, at: usize, player: Player) {
        let at = at & (CELLS - 1);
        self.remove_empty(at);
        let own = stone_of(player);
        self.cells[at] = own;
        self.stones[player] += 1;
        if HASHED {
            self.hash ^= zobrist::stone(at, player);
        }
        let neighbours = around(at).map(|n| n & (CELLS - 1));
        let mut liberties = Liberties::NONE;
        for n in neighbours {
            let head = self.head[n] as usize & (CELLS - 1);
            self.liberties[head] = self.liberties[head].minus(Liberties::of(at));
            liberties = liberties.plus(Liberties::of(n).only_if(self.cells[n] == cell::EMPTY));
        }
        self.head[at] = at as u16;
        self.next[at] = at as u16;
        self.liberties[at] = liberties;
        for n in neighbours {
            if self.cells[n] == own {
                self.join(self.head[at] as usize, self.head[n] as usize);
            }
        }
    }

    /// Makes one chain of two, or leaves one chain alone.
    #[inline]
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (a & (CELLS - 1), b & (CELLS - 1));
        if a == b {
            return;
        }
        // Relabelling the chain with fewer pseudo-liberties is nearly relabelling the smaller one, and costs no counter.
        let (kept, lost) = if self.liberties[a].count() > self.liberties[b].count() { (a, b) } else { (b, a) };
        self.liberties[kept] = self.liberties[kept].plus(self.liberties[lost]);
        let mut stone = lost;
        loop {
            self.head[stone] = kept as u16;
            stone = self.next[stone] as usize & (CELLS - 1);
            if stone == lost {
                break;
            }
        }
        self.next.swap(kept, lost);
    }

    /// Takes a chain off the board and returns how many stones it had.
    fn remove_chain<const HASHED: bool>(&mut self, first: usize, owner: Player) -> u32 {
        let first = first & (CELLS - 1);
        let mut stone = first;
        let mut count = 0;
        loop {
            self.cells[stone] = cell::EMPTY;
            self.head[stone] = 0;
            self.add_empty(stone);
            if HASHED {
                self.hash ^= zobrist::stone(stone, owner);
            }
            // The chain's own remaining stones collect liberties too; nobody reads them any more.
            for n in around(stone) {
                let head = self.head[n & (CELLS - 1)] as usize & (CELLS - 1);
                self.liberties[head] = self.liberties[head].plus(Liberties::of(stone));
            }
            count += 1;
            stone = self.next[stone] as usize & (CELLS - 1);
            if stone == first {
                break;
            }
        }
        self.stones[owner] -= count as u16;
        count
    }

    #[inline]
    pub(super) fn add_empty(&mut self, at: usize) {
        let place = self.empty_count as usize & (CELLS - 1);
        self.empty[place] = at as u16;
        self.empty_place[at & (CELLS - 1)] = place as u16;
        self.empty_count += 1;
    }

    /// The last of the list takes the place of the one that goes.
    #[inline]
    fn remove_empty(&mut self, at: usize) {
        self.empty_count -= 1;
        let place = self.empty_place[at] as usize & (CELLS - 1);
        let last = self.empty[self.empty_count as usize & (CELLS - 1)];
        self.empty[place] = last;
        self.empty_place[last as usize & (CELLS - 1)] = place as u16;
    }
}
