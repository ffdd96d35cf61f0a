//! Feature set 1: what the network sees of a position, as `docs/training-go.md` specifies it.

use std::hash::{Hash, Hasher};

use go::{Board, Move, Point, Position, Scoring, Size, Territory};
use plateau_core::{Dihedral, Player, Position as _, change_side};

/// Planes of the board that the network sees.
pub(super) const PLANES: usize = 12;
/// Numbers about the position as a whole.
pub(super) const GLOBALS: usize = 4;

/// The planes, as bits of a point's word.
///
/// ```text
///   bit    11 … 7                     6            5 … 3                 2       1     0
///          fifth last … last move     repetition   3, 2, 1 liberties     other   own   board
/// ```
mod plane {
    pub(super) const BOARD: u16 = 1;
    pub(super) const OWN: u16 = 1 << 1;
    pub(super) const OTHER: u16 = 1 << 2;
    /// One liberty; two and three come after it.
    pub(super) const ONE_LIBERTY: u16 = 1 << 3;
    pub(super) const REPETITION: u16 = 1 << 6;
    /// The last move; the four before it come after it.
    pub(super) const LAST_MOVE: u16 = 1 << 7;
}

/// Chains with more liberties than this are all alike.
const LIBERTIES_SHOWN: u16 = 3;
const MOVES_SHOWN: usize = 5;
const KOMI_SCALE: f32 = 15.0;

/// A position as the network sees it, turned by a symmetry.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    size: Size,
    symmetry: Dihedral,
    /// For each point along the rows from the upper left of the turned board, the planes that are 1 there, as bits.
    words: Vec<u16>,
    globals: [f32; GLOBALS],
}

/// No number of a position is not a number.
impl Eq for Input {}

impl Hash for Input {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
        self.globals.map(f32::to_bits).hash(state);
    }
}

impl Input {
    /// What the network sees of a position that is not over, through this symmetry.
    pub fn of(position: &Position, symmetry: Dihedral) -> Input {
        let (size, board, turn) = (position.size(), position.board(), position.turn());
        let mut words = vec![plane::BOARD; size.area() as usize];
        let width = size.width();
        let mut mark = |point: Point, planes: u16| {
            let (column, row) = symmetry.apply(width, (point.column(), width - 1 - point.row()));
            words[row as usize * width as usize + column as usize] |= planes;
        };
        for head in board.heads() {
            let whose = if board.at(head) == Some(turn) { plane::OWN } else { plane::OTHER };
            let shown = match board.liberty_count(head, LIBERTIES_SHOWN + 1) {
                liberties @ 1..=LIBERTIES_SHOWN => plane::ONE_LIBERTY << (liberties - 1),
                _ => 0,
            };
            board.chain(head).for_each(|stone| mark(stone, whose | shown));
        }
        position.forbidden_points().for_each(|point| mark(point, plane::REPETITION));
        let mut passed = [false; MOVES_SHOWN];
        for (place, mv) in recent_moves(position).enumerate() {
            match mv {
                Move::Play(point) => mark(point, plane::LAST_MOVE << place),
                Move::Pass => passed[place] = true,
            }
        }
        let as_number = |passed: bool| f32::from(u8::from(passed));
        // A position read from text knows its passes, but no moves.
        let passes = [0, 1].map(|place| as_number(passed[place] || usize::from(position.passes()) > place));
        let komi = change_side(komi_half_points(position) as f32 / 2.0, Player::White, turn);
        let globals = [komi / KOMI_SCALE, passes[0], passes[1], size_value(size)];
        Input { size, symmetry, words, globals }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The symmetry that the board was turned by.
    pub(super) fn symmetry(&self) -> Dihedral {
        self.symmetry
    }

    /// The planes of each point of the turned board, along the rows from the upper left: plane 0 is the lowest bit.
    pub(super) fn words(&self) -> &[u16] {
        &self.words
    }

    /// The least and the most that the player to move can lead by: who owns the whole board has its points, and the komi is
    /// what it is. On boards of a size that it never learned, the network promises more.
    pub(super) fn possible_leads(&self) -> (f32, f32) {
        let (area, komi) = (self.size.area() as f32, self.globals[0] * KOMI_SCALE);
        (komi - area, komi + area)
    }

    /// The numbers about the position as a whole.
    pub(super) fn globals(&self) -> [f32; GLOBALS] {
        self.globals
    }
}

/// How the size of a board is told to the network, and how it scales what is pooled.
pub(super) fn size_value(size: Size) -> f32 {
    (size.width() as f32 - 14.0) / 10.0
}

/// The last moves that the network is shown. None if the players just went on after two passes, which ends all games that
/// the network learned from: it never saw what followed.
fn recent_moves(position: &Position) -> impl Iterator<Item = Move> {
    let resumed = position.passes() == 0 && position.recent_moves().next() == Some(Move::Pass);
    position.recent_moves().take(if resumed { 0 } else { MOVES_SHOWN })
}

/// What White gets, in half points, on top of the area count, which is the only one the network knows: komi, compensation for
/// handicap stones, and under rules that count otherwise what the two counts differ by as the position stands.
pub(crate) fn komi_half_points(position: &Position) -> i32 {
    let (komi, for_stones) = position.rules().bonus_half_points(position.game().handicap().stones());
    let board = position.board();
    let lead = |count: fn(&Board, Player) -> i32| count(board, Player::Black) - count(board, Player::White);
    let taken = lead(|board, player| board.captures(player) as i32);
    let standing = lead(|board, player| board.stones(player) as i32);
    let difference = match position.rules().scoring {
        Scoring::Area => 0,
        // Area counts every stone that was ever placed and not taken. Who moves next has, by the end, placed one more with
        // even chances, which is half a point.
        Scoring::Territory => 2 * (standing - taken) + change_side(1, Player::Black, position.turn()),
        Scoring::Sum => -2 * taken,
        // What the groups will leave open, as far as they have enclosed it.
        Scoring::Stones => 2 * lead(|board, player| Territory::of(board).eyes(board, player) as i32),
    };
    komi + for_stones + difference
}
