//! The board: stones, chains, liberties and the hash, kept up to date move by move.
//!
//! Every chain has one *head*, the stone under whose index its liberties are kept, and its stones form a ring
//! (`next`). Joining two chains relabels the one that seems smaller and exchanges two links of the rings.
//!
//! Liberties are *pseudo-liberties*: an empty point counts once for every stone of the chain beside it. That makes both
//! directions of the update a plain addition, with no set to search, and still tells exactly whether a chain has no
//! liberty (zero), one (see [`Liberties`]) or more. This is the scheme of libego (Lew, 2006). Start reading at
//! [`Board::play`] in `board/play.rs`.

mod liberties;
mod play;
mod playout;
mod territory;
#[cfg(test)]
mod tests;

use core::fmt;

use plateau_core::Player;
use plateau_core::processor::{Fastest, Path as _};

use crate::point::STRIDE;
use crate::{Point, PointSet, Size};
use liberties::Liberties;
pub use territory::Territory;
pub(crate) use territory::{eyes_left_open, regions};

/// Cells of every array: more than the largest board's 27 rows of 32, and a power of two, so that a masked index needs no
/// bounds check.
const CELLS: usize = 1024;

/// What lies on a cell. The values are chosen so that those of four neighbours add up to a count of each kind.
///
/// ```text
///   bits of the sum    8 … 6    5 … 3    2 … 0
///                      white    black    empty
/// ```
mod cell {
    pub(super) const BORDER: u8 = 0;
    pub(super) const EMPTY: u8 = 1;
    pub(super) const BLACK: u8 = 1 << 3;
    pub(super) const WHITE: u8 = 1 << 6;
}

/// The cell value of a player's stone.
#[inline]
const fn stone_of(player: Player) -> u8 {
    match player {
        Player::Black => cell::BLACK,
        Player::White => cell::WHITE,
    }
}

/// The four neighbours of a cell, border included: below, left, right, above.
#[inline]
const fn around(index: usize) -> [usize; 4] {
    [index - STRIDE, index - 1, index + 1, index + STRIDE]
}

/// The four cells diagonal to a cell, border included.
#[inline]
const fn diagonal(index: usize) -> [usize; 4] {
    [index - STRIDE - 1, index - STRIDE + 1, index + STRIDE - 1, index + STRIDE + 1]
}

/// How many of four added cells are empty.
#[inline]
const fn empty_among(sum: u32) -> u32 {
    sum & 7
}

/// How many of four added cells are stones of `player`.
#[inline]
const fn stones_among(sum: u32, player: Player) -> u32 {
    (sum / stone_of(player) as u32) & 7
}

/// The stones on a board, with their chains, liberties and hash, kept up to date move by move.
///
/// It knows captures, suicide and the point that simple ko forbids, but neither whose turn it is nor the history, which are
/// [`Position`](crate::Position)'s. It is flat, 17 KB, and copied rather than unmade; [`Clone::clone_from`] copies only the
/// rows in use.
pub struct Board {
    size: Size,
    /// What lies on every cell.
    cells: [u8; CELLS],
    /// The head of the chain a stone belongs to. Empty and border cells have 0, whose liberties are a dustbin: updates
    /// write there instead of asking what a neighbour is.
    head: [u16; CELLS],
    /// The next stone in the chain's ring. Meaningless where there is no stone.
    next: [u16; CELLS],
    /// The liberties of the chain with this head. Meaningless elsewhere.
    liberties: [Liberties; CELLS],
    /// The empty points, in no particular order.
    empty: [u16; CELLS],
    /// Where in `empty` an empty point is. Meaningless elsewhere.
    empty_place: [u16; CELLS],
    empty_count: u16,
    /// Stones on the board.
    stones: [u16; 2],
    /// Stones taken by each player.
    captures: [u32; 2],
    /// The index that simple ko forbids to whoever plays next, or 0.
    ko: u16,
    hash: u64,
}

/// A chain without a liberty, which no board can have: one of its stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainWithoutLiberty(pub Point);

impl Board {
    /// A board without stones.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            cells: [cell::BORDER; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            liberties: [Liberties::NONE; CELLS],
            empty: [0; CELLS],
            empty_place: [0; CELLS],
            empty_count: 0,
            stones: [0; 2],
            captures: [0; 2],
            ko: 0,
            hash: 0,
        };
        for point in size.points() {
            board.cells[point.index()] = cell::EMPTY;
            board.add_empty(point.index());
        }
        board
    }

    /// A board with these stones, none captured and nothing forbidden by ko. Points must be on the board and differ.
    pub fn with_stones(
        size: Size,
        stones: impl IntoIterator<Item = (Point, Player)>,
    ) -> Result<Board, ChainWithoutLiberty> {
        let mut board = Board::new(size);
        for (point, player) in stones {
            assert!(size.contains(point) && board.at(point).is_none(), "{point} is off the board or given twice");
            board.add_stone(point.index(), player);
        }
        match size.points_from_top().find(|&point| board.at(point).is_some() && board.chain_liberties(point).is_none())
        {
            Some(point) => Err(ChainWithoutLiberty(point)),
            None => Ok(board),
        }
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose stone stands on the point, if there is one.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Player> {
        match self.cells[point.index() & (CELLS - 1)] {
            cell::BLACK => Some(Player::Black),
            cell::WHITE => Some(Player::White),
            _ => None,
        }
    }

    /// Whether the point is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index() & (CELLS - 1)] == cell::EMPTY
    }

    /// How many points are empty.
    #[inline]
    pub fn empty_count(&self) -> u16 {
        self.empty_count
    }

    /// One of the empty points, by its place in a list that changes with every move: a random one by a random place.
    #[inline]
    pub fn empty_point(&self, place: u16) -> Point {
        assert!(place < self.empty_count, "the place is below the count");
        Point::from_index(self.empty[place as usize] as usize)
    }

    /// The empty points, in no particular order.
    pub fn empty_points(&self) -> impl ExactSizeIterator<Item = Point> + Clone {
        self.empty[..self.empty_count as usize].iter().map(|&index| Point::from_index(index as usize))
    }

    /// The empty points.
    pub fn empty_set(&self) -> PointSet {
        Fastest.run(
            #[inline(always)]
            || {
                let last = self.size.width() as usize;
                PointSet::from_rows(|row| {
                    if row > last {
                        return 0;
                    }
                    let cells = &self.cells[row * STRIDE..][..STRIDE];
                    cells
                        .iter()
                        .enumerate()
                        .fold(0, |bits, (column, &cell)| bits | u32::from(cell == cell::EMPTY) << column)
                })
            },
        )
    }

    /// How many stones of `player` are on the board.
    #[inline]
    pub fn stones(&self, player: Player) -> u16 {
        self.stones[player]
    }

    /// How many stones `player` has taken.
    #[inline]
    pub fn captures(&self, player: Player) -> u32 {
        self.captures[player]
    }

    /// The point that simple ko forbids to whoever plays next.
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then(|| Point::from_index(self.ko as usize))
    }

    /// A hash of the stones alone (Zobrist): 0 for the empty board.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The head of the chain that the stone on `point` belongs to: the same for all stones of a chain, until the next
    /// move. `None` where there is no stone.
    pub fn head(&self, point: Point) -> Option<Point> {
        let head = self.head[point.index()];
        (head != 0).then(|| Point::from_index(head as usize))
    }

    /// The heads of all chains, in the order of their points.
    pub fn heads(&self) -> impl Iterator<Item = Point> {
        self.size.points().filter(|&point| self.head(point) == Some(point))
    }

    /// The stones of the chain that the stone on `point` belongs to; none where there is no stone.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> {
        let head = self.head[point.index()] as usize;
        let mut rest = (head != 0).then_some(head);
        core::iter::from_fn(move || {
            let here = rest?;
            let next = self.next[here] as usize;
            rest = (next != head).then_some(next);
            Some(Point::from_index(here))
        })
    }

    /// The liberties of the chain that the stone on `point` belongs to.
    pub fn liberties(&self, point: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        for stone in self.chain(point) {
            for n in around(stone.index()) {
                if self.cells[n] == cell::EMPTY {
                    set.set(n);
                }
            }
        }
        set
    }

    /// How many liberties the chain has, counted up to `limit`. Up to 2 this takes the same time for every chain.
    pub fn liberty_count(&self, point: Point, limit: u16) -> u16 {
        let Some(head) = self.head(point) else { return 0 };
        let liberties = self.liberties[head.index()];
        if liberties.is_none() {
            return 0;
        }
        if limit <= 1 || liberties.only().is_some() {
            return limit.min(1);
        }
        if limit == 2 {
            return 2;
        }
        let mut set = PointSet::EMPTY;
        let mut count = 0;
        for stone in self.chain(head) {
            for n in around(stone.index()) {
                count += u16::from(self.cells[n] == cell::EMPTY && set.set(n));
            }
            if count >= limit {
                return limit;
            }
        }
        count
    }

    /// The last liberty of the chain that the stone on `point` belongs to, if it is in atari.
    #[inline]
    pub fn atari(&self, point: Point) -> Option<Point> {
        let head = self.head(point)?;
        self.liberties[head.index()].only()
    }

    /// Whether the empty point is an eye of `player`: all neighbours are that player's, and so many of the diagonal cells
    /// that the neighbours cannot be cut apart there (one may be the enemy's, but none at the edge).
    ///
    /// This is the common approximation that playouts use. A false eye is seen as such; an eye of two chains that are
    /// connected only by another such eye is not seen.
    #[inline]
    pub fn is_eye(&self, point: Point, player: Player) -> bool {
        self.is_eye_at(point.index(), player)
    }

    #[inline]
    fn is_eye_at(&self, at: usize, player: Player) -> bool {
        let enemy = player.opponent();
        let sum = self.sum(around(at));
        if empty_among(sum) + stones_among(sum, enemy) != 0 {
            return false;
        }
        let at_edge = stones_among(sum, player) < 4;
        let enemies = stones_among(self.sum(diagonal(at)), enemy);
        enemies + u32::from(at_edge) < 2
    }

    /// Adds four cells up; see [`empty_among`] and [`stones_among`].
    #[inline]
    fn sum(&self, cells: [usize; 4]) -> u32 {
        cells.into_iter().map(|n| self.cells[n & (CELLS - 1)] as u32).sum()
    }

    #[inline]
    fn chain_liberties(&self, point: Point) -> Liberties {
        self.liberties[self.head[point.index()] as usize & (CELLS - 1)]
    }

    /// Changes what the captures are said to be, for boards that are read from text.
    pub(crate) fn set_captures(&mut self, captures: [u32; 2]) {
        self.captures = captures;
    }

    /// Forbids a point, or none.
    pub(crate) fn set_ko(&mut self, ko: Option<Point>) {
        self.ko = ko.map_or(0, |point| point.index() as u16);
    }
}

/// Two boards are equal if the same stones stand on them, were captured, and the same point is forbidden.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.size, self.hash, self.ko, self.captures) == (other.size, other.hash, other.ko, other.captures)
            && self.cells == other.cells
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board { ..*self }
    }

    /// Copies the rows in use only: on 9×9, 8 KB less than the whole.
    fn clone_from(&mut self, from: &Board) {
        if self.size != from.size {
            *self = from.clone();
            return;
        }
        let used = (self.size.width() as usize + 2) * STRIDE;
        self.cells[..used].copy_from_slice(&from.cells[..used]);
        self.head[..used].copy_from_slice(&from.head[..used]);
        self.next[..used].copy_from_slice(&from.next[..used]);
        self.liberties[..used].copy_from_slice(&from.liberties[..used]);
        self.empty_place[..used].copy_from_slice(&from.empty_place[..used]);
        let area = self.size.area() as usize;
        self.empty[..area].copy_from_slice(&from.empty[..area]);
        (self.empty_count, self.stones, self.captures) = (from.empty_count, from.stones, from.captures);
        (self.ko, self.hash) = (from.ko, from.hash);
    }
}

/// The rows from the top joined by `/`: `X` black, `O` white, `.` empty.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in self.size.points_from_top() {
            if point.column() == 0 && point.row() + 1 < self.size.width() {
                f.write_str("/")?;
            }
            f.write_str(match self.at(point) {
                Some(Player::Black) => "X",
                Some(Player::White) => "O",
                None => ".",
            })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self}, ko {:?}, captures {:?})", self.ko(), self.captures)
    }
}
