use plateau_core::{Outcome, Player};

use crate::legal::Moves;
use crate::line::any_complete;
use crate::{Bits, Cell, Characteristic, Characteristics, Illegal, Line, Move, Piece, Rules};

/// A state of play.
///
/// The board is eight masks of sixteen cells in one word, a lane for each characteristic; a piece on a cell is a bit in four
/// of the lanes. The upper half (the values written 1) together with the occupied cells tells every piece.
///
/// ```text
///   bits  112…127  96…111  80…95  64…79  48…63  32…47  16…31  0…15
///   lane     7       6       5      4      3      2      1      0
///          white   small   plant  square  black  large animal  round
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    lanes: u128,
    /// The pieces that left the reserve: those on the board, and the one that was given.
    used: u16,
    given: Option<Piece>,
    rules: Rules,
    /// Whether a line is complete: kept, since it is asked several times per position and found once.
    won: bool,
}

/// A completed line and everything that its four pieces have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WonLine {
    /// The line.
    pub line: Line,
    /// What its pieces share; never empty.
    pub shared: Characteristics,
}

/// Where a piece has its bits when it stands on the first cell.
const LANES_OF_PIECE: [u128; Piece::COUNT] = {
    let mut lanes = [0; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let of_piece = Piece::from_low_bits(piece as u8).lanes();
        let mut lane = 0;
        while lane < 8 {
            lanes[piece] |= (of_piece as u128 >> lane & 1) << (16 * lane);
            lane += 1;
        }
        piece += 1;
    }
    lanes
};

impl Position {
    /// The empty board.
    pub const fn new(rules: Rules) -> Position {
        Position { lanes: 0, used: 0, given: None, rules, won: false }
    }

    /// Which variants are played.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The cells whose pieces have this characteristic, as a mask.
    #[inline]
    pub const fn mask(&self, characteristic: Characteristic) -> u16 {
        (self.lanes >> (16 * characteristic.lane())) as u16
    }

    /// All eight masks, lane by lane.
    #[inline]
    pub const fn lanes(&self) -> u128 {
        self.lanes
    }

    /// The cells with a piece on them, as a mask.
    #[inline]
    pub const fn occupied(&self) -> u16 {
        // A piece is either round or square.
        self.lanes as u16 | (self.lanes >> 64) as u16
    }

    /// The pieces that are not in the reserve, as a mask: on the board, or given.
    #[inline]
    pub const fn used(&self) -> u16 {
        self.used
    }

    /// How many pieces are on the board.
    #[inline]
    pub const fn placed(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// The piece that waits to be placed, under the gift rule.
    pub const fn given(&self) -> Option<Piece> {
        self.given
    }

    /// The piece on a cell.
    #[inline]
    pub const fn piece_at(&self, cell: Cell) -> Option<Piece> {
        if self.occupied() & cell.bit() == 0 {
            return None;
        }
        // Bits 0, 16, 32 and 48 are the four ones of the piece on the first cell; bring them side by side.
        let ones = (self.lanes >> 64) as u64 >> cell.index() & 0x0001_0001_0001_0001;
        Some(Piece::from_low_bits((ones | ones >> 15 | ones >> 30 | ones >> 45) as u8))
    }

    /// The pieces that can still be chosen, by their number.
    pub fn reserve(&self) -> impl ExactSizeIterator<Item = Piece> + Clone + use<> {
        Bits(!self.used).map(Piece::from_low_bits)
    }

    /// The cells without a piece, along the rows.
    pub fn empty_cells(&self) -> impl ExactSizeIterator<Item = Cell> + Clone + use<> {
        Bits(!self.occupied()).map(Cell::from_low_bits)
    }

    /// Whether this piece on this empty cell would complete a line.
    #[inline]
    pub const fn completes(&self, piece: Piece, cell: Cell) -> bool {
        any_complete(self.lanes | LANES_OF_PIECE[piece.index() as usize] << cell.index(), self.rules.squares)
    }

    /// What the pieces on a line have in common, whether it is full or not; everything, if it is empty.
    pub fn shared(&self, line: Line) -> Characteristics {
        let on_it = self.occupied() & line.mask();
        Characteristic::ALL.into_iter().filter(|&c| self.mask(c) & on_it == on_it).collect()
    }

    /// Every completed line, with all the characteristics that it shares.
    pub fn won_lines(&self) -> impl Iterator<Item = WonLine> {
        let full = move |line: &Line| self.occupied() & line.mask() == line.mask();
        let won = Line::all(self.rules.squares).filter(full).map(|line| WonLine { line, shared: self.shared(line) });
        won.filter(|won| !won.shared.is_empty())
    }

    /// Puts a piece down for good: from the reserve, or the one that was given.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, cell: Cell) {
        self.lanes |= LANES_OF_PIECE[piece.index() as usize] << cell.index();
        self.used |= piece.bit();
        self.given = None;
        self.won = any_complete(self.lanes, self.rules.squares);
    }

    /// Takes a piece out of the reserve for the opponent to place.
    #[inline]
    pub(crate) fn give(&mut self, piece: Piece) {
        self.used |= piece.bit();
        self.given = Some(piece);
    }

    fn check_piece(&self, piece: Piece) -> Result<(), Illegal> {
        if self.used & piece.bit() == 0 { Ok(()) } else { Err(Illegal::Used(piece)) }
    }

    fn check_cell(&self, cell: Cell) -> Result<(), Illegal> {
        if self.occupied() & cell.bit() == 0 { Ok(()) } else { Err(Illegal::Occupied(cell)) }
    }

    /// The moves of the one kind that the state asks for.
    #[inline(always)]
    fn moves(&self) -> Moves {
        use plateau_core::Position as _;
        let (reserve, empty) = (!self.used, !self.occupied());
        match (self.is_over(), self.rules.gift, self.given) {
            (true, ..) => Moves::puts(0, 0),
            (false, false, _) => Moves::puts(reserve, empty),
            (false, true, None) => Moves::gifts(reserve),
            (false, true, Some(_)) => Moves::placements(empty),
        }
    }
}

impl plateau_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    /// Under the gift rule the player who places then gives, and Black, who begins, gives first.
    #[inline]
    fn turn(&self) -> Player {
        let black = self.placed().is_multiple_of(2) != self.given.is_some();
        if black { Player::Black } else { Player::White }
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.won, self.rules.gift) {
            // Who completed the line would act again under the gift rule, and the opponent would otherwise.
            (true, true) => Some(Outcome::Win(self.turn())),
            (true, false) => Some(Outcome::Win(self.turn().opponent())),
            (false, _) if self.is_over() => Some(Outcome::Draw),
            (false, _) => None,
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.occupied() == u16::MAX
    }

    fn all_moves(&self) -> impl Iterator<Item = Move> {
        Move::all()
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.moves()
    }

    #[inline(always)]
    fn count_legal_moves(&self) -> usize {
        self.moves().len()
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        match (mv, self.rules.gift, self.given) {
            (Move::Put { piece, cell }, false, _) => self.check_piece(piece).and(self.check_cell(cell)),
            (Move::Give(piece), true, None) => self.check_piece(piece),
            (Move::Place(cell), true, Some(_)) => self.check_cell(cell),
            (_, false, _) => Err(Illegal::NeedsPieceAndCell),
            (_, true, None) => Err(Illegal::MustGive),
            (_, true, Some(given)) => Err(Illegal::MustPlace(given)),
        }
    }

    #[inline(always)]
    fn play_legal(&mut self, mv: Move) {
        match (mv, self.given) {
            (Move::Put { piece, cell }, _) | (Move::Place(cell), Some(piece)) => self.put(piece, cell),
            (Move::Give(piece), _) => self.give(piece),
            // Not legal, and so without a meaning.
            (Move::Place(_), None) => {}
        }
    }

    /// Computed afresh each time: three multiplications are cheaper than carrying a key through every ply.
    ///
    /// The upper lanes tell all pieces on occupied cells; what else there is stands in one word.
    ///
    /// ```text
    ///   bits     25       24      20 … 16           15 … 0
    ///          squares   gift   given, 16: none    occupied
    /// ```
    fn key(&self) -> u64 {
        let given = self.given.map_or(16, Piece::index);
        let rest = self.occupied() as u64
            | (given as u64) << 16
            | (self.rules.gift as u64) << 24
            | (self.rules.squares as u64) << 25;
        mix((self.lanes >> 64) as u64 ^ mix(rest))
    }
}

/// Spreads every bit over the whole word: the finaliser of `SplitMix64` (Steele, Lea, Flood 2014), after an odd offset so
/// that zero does not stay zero.
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e3779b97f4a7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d049bb133111eb);
    value ^ value >> 31
}
