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
        self.play_at(point.index(), player);
    }

    #[inline]
    pub(super) fn play_at(&mut self, at: usize, player: Player) {
        let taking = self.add_stone(at, player);
        self.ko = 0;
        if taking {
            let enemy = stone_of(player.opponent());
            let mut taken = 0;
            let mut last = 0;
            for n in around(at).map(|n| n & (CELLS - 1)) {
                let head = self.head[n] as usize & (CELLS - 1);
                if self.cells[n] == enemy && self.liberties[head].is_none() {
                    taken += self.remove_chain(n, player.opponent());
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
                let lost = self.remove_chain(at, player);
                self.captures[player.opponent()] += lost;
            }
        }
    }

    /// Whether `player` may place a stone here by the simplest rules: on an empty point, not taking back in a ko, no suicide.
    /// What else a game's rules allow or forbid, [`Position`](crate::Position) knows.
    #[inline]
    pub fn is_legal(&self, point: Point, player: Player) -> bool {
        self.is_empty(point) && self.ko as usize != point.index() && !self.is_suicide(point, player)
    }

    /// Whether a stone of `player` on this empty point would have no liberty, nor get one by taking stones.
    #[inline]
    pub fn is_suicide(&self, point: Point, player: Player) -> bool {
        self.is_suicide_at(point.index(), player)
    }

    #[inline]
    pub(super) fn is_suicide_at(&self, at: usize, player: Player) -> bool {
        let neighbours = around(at);
        if empty_among(self.sum(neighbours)) != 0 {
            return false;
        }
        // Either a friend with another liberty or an enemy without one helps.
        let (own, enemy) = (stone_of(player), stone_of(player.opponent()));
        let helps = neighbours.map(|n| {
            let cell = self.cells[n & (CELLS - 1)];
            let head = self.head[n & (CELLS - 1)] as usize & (CELLS - 1);
            cell == if self.liberties[head].are_all(at) { enemy } else { own }
        });
        !(helps[0] | helps[1] | helps[2] | helps[3])
    }

    /// What the hash of the board would be after a stone of `player` on this empty point.
    ///
    /// Neither plays nor copies: it walks the chains that would be taken, and most moves take none.
    pub fn hash_after(&self, point: Point, player: Player) -> u64 {
        let at = point.index();
        let mut hash = self.hash ^ zobrist::stone(at, player);
        let enemy = player.opponent();
        let neighbours = around(at);
        let mut lives = empty_among(self.sum(neighbours)) != 0;
        for (i, &n) in neighbours.iter().enumerate() {
            let (cell, head) = (self.cells[n & (CELLS - 1)], self.head[n & (CELLS - 1)]);
            let last = self.liberties[head as usize & (CELLS - 1)].are_all(at);
            lives |= cell == stone_of(player) && !last;
            if cell == stone_of(enemy) && last {
                lives = true;
                let first = neighbours[..i].iter().all(|&before| self.head[before] != head);
                hash ^= if first { self.chain_hash(n, enemy) } else { 0 };
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

    /// Puts a stone down and joins it with its friends, taking nothing: chains may be left without a liberty. Says whether
    /// an enemy chain was.
    ///
    /// Random play makes every branch here a coin toss, and a wrong guess costs more than the work. So there are two, both
    /// seldom taken: nothing is asked about a neighbour before it is known that some neighbour needs it.
    #[inline]
    pub(super) fn add_stone(&mut self, at: usize, player: Player) -> bool {
        let at = at & (CELLS - 1);
        self.remove_empty(at);
        let (own, enemy) = (stone_of(player), stone_of(player.opponent()));
        self.cells[at] = own;
        self.stones[player] += 1;
        self.hash ^= zobrist::stone(at, player);
        let mut liberties = Liberties::NONE;
        let mut taking = false;
        // The friend with the most pseudo-liberties, which is nearly the largest one, and what it has, plus 1.
        let mut base = at;
        let mut most = 0;
        for n in around(at).map(|n| n & (CELLS - 1)) {
            let (cell, head) = (self.cells[n], self.head[n] as usize & (CELLS - 1));
            let left = self.liberties[head].minus(Liberties::of(at));
            self.liberties[head] = left;
            liberties = liberties.plus(Liberties::of(n).only_if(cell == cell::EMPTY));
            taking |= cell == enemy && left.is_none();
            let weight = if cell == own { left.count() + 1 } else { 0 };
            base = if weight > most { head } else { base };
            most = most.max(weight);
        }
        // Without friends the stone is spliced into its own ring.
        self.next[at] = at as u16;
        self.liberties[at] = Liberties::NONE;
        self.head[at] = base as u16;
        self.next.swap(at, base);
        self.liberties[base] = self.liberties[base].plus(liberties);
        let others = |board: &Board, n: usize| {
            board.cells[n & (CELLS - 1)] == own && board.head[n & (CELLS - 1)] as usize != base
        };
        if around(at).map(|n| others(self, n)).contains(&true) {
            for n in around(at) {
                if others(self, n) {
                    self.join(base, self.head[n & (CELLS - 1)] as usize);
                }
            }
        }
        taking
    }

    /// Makes one chain of two: that of `lost` gets the head `kept`.
    #[inline]
    fn join(&mut self, kept: usize, lost: usize) {
        let (kept, lost) = (kept & (CELLS - 1), lost & (CELLS - 1));
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
    fn remove_chain(&mut self, first: usize, owner: Player) -> u32 {
        let first = first & (CELLS - 1);
        let mut stone = first;
        let mut count = 0;
        loop {
            self.cells[stone] = cell::EMPTY;
            self.head[stone] = 0;
            self.add_empty(stone);
            self.hash ^= zobrist::stone(stone, owner);
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
