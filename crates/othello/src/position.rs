//! A state of play: the board, whose turn it is, and what the rules say about it.

use core::fmt;

use plateau_core::processor::{Fastest, Path};
use plateau_core::{Dihedral, Outcome, Player, Reason, Symmetric, on_path, perft_on};

use crate::{Board, Move, Moves, Square, SquareSet};

/// A state of play. The board knows no colours; the turn gives them back. It also knows the instructions by which moves are found: see
/// [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<P = Fastest> {
    board: Board<P>,
    turn: Player,
}

impl Position {
    /// The position before the first move: Black has e4 and d5, White d4 and e5, and Black begins.
    pub const START: Position = Position { board: Board::START, turn: Player::Black };

    /// The position with this player to move, whose discs are the board's own.
    pub const fn new(board: Board, turn: Player) -> Position {
        Position { board, turn }
    }
}

impl<P: Path> Position<P> {
    /// The same position, with moves found by other instructions.
    #[inline]
    pub fn on<Q: Path>(&self, path: Q) -> Position<Q> {
        Position { board: self.board.on(path), turn: self.turn }
    }

    /// The discs, as the player to move sees them.
    #[inline]
    pub const fn board(&self) -> Board<P> {
        self.board
    }

    /// The squares that hold a disc of this player.
    #[inline]
    pub fn discs(&self, player: Player) -> SquareSet {
        if player == self.turn { self.board.own() } else { self.board.opponent() }
    }

    /// Whose disc lies on this square, if any does.
    pub fn disc(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.discs(player).contains(square))
    }

    /// How many discs each player has, Black first.
    pub fn counts(&self) -> [u32; 2] {
        Player::BOTH.map(|player| self.discs(player).len())
    }

    /// The points of each player if the game ended here, Black first: the discs, and to the winner the empty squares; 32
    /// each in a tie.
    ///
    /// ```
    /// use plateau_core::Game as _;
    /// // Thirty-four discs against twenty-nine, and one empty square.
    /// let text = format!("{}{}- X", "X".repeat(34), "O".repeat(29));
    /// let position = othello::Game.position(&text).unwrap();
    /// assert_eq!(position.score(), [35, 29]);
    /// ```
    pub fn score(&self) -> [u32; 2] {
        let margin = self.board.final_margin();
        let mut score = [(32 - margin / 2) as u32; 2];
        score[self.turn] = (32 + margin / 2) as u32;
        score
    }

    /// The discs that a disc of the player to move on this square would turn: none if that is illegal.
    #[inline]
    pub fn flips(&self, square: Square) -> SquareSet {
        if self.board.empties().contains(square) { self.board.flips(square) } else { SquareSet::EMPTY }
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// A disc lies on the square already.
    Occupied,
    /// The disc would bracket no disc of the opponent.
    TurnsNothing,
    /// The player has no square to play, but the opponent has.
    MustPass,
    /// The player has a square to play, and so may not pass.
    MayNotPass,
    /// Neither player has a square to play.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::Occupied => "there is a disc on this square already",
            Illegal::TurnsNothing => "a disc here would turn no disc over",
            Illegal::MustPass => "no square can be played: the only move is to pass",
            Illegal::MayNotPass => "passing is allowed only when no square can be played",
            Illegal::GameOver => "the game is over: neither player can move",
        })
    }
}

impl core::error::Error for Illegal {}

impl Reason for Illegal {
    fn id(&self) -> &'static str {
        match self {
            Illegal::Occupied => "othello-illegal-occupied",
            Illegal::TurnsNothing => "othello-illegal-turns-nothing",
            Illegal::MustPass => "othello-illegal-must-pass",
            Illegal::MayNotPass => "othello-illegal-may-not-pass",
            Illegal::GameOver => "othello-illegal-game-over",
        }
    }
}

impl<P: Path> plateau_core::Position for Position<P> {
    type Move = Move;
    type Illegal = Illegal;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::from_margin(self.board.final_margin(), self.turn))
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.board.moves().is_empty() && self.board.swapped().moves().is_empty()
    }

    fn all_moves(&self) -> impl Iterator<Item = Move> {
        Moves::new(SquareSet::ALL, true)
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let squares = self.board.moves();
        Moves::new(squares, squares.is_empty() && !self.board.swapped().moves().is_empty())
    }

    #[inline(always)]
    fn count_legal_moves(&self) -> usize {
        let squares = self.board.moves();
        if squares.is_empty() { !self.board.swapped().moves().is_empty() as usize } else { squares.len() as usize }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let squares = self.board.moves();
        if squares.is_empty() && self.board.swapped().moves().is_empty() {
            return Err(Illegal::GameOver);
        }
        match mv {
            Move::Pass if squares.is_empty() => Ok(()),
            Move::Pass => Err(Illegal::MayNotPass),
            Move::Place(square) if squares.contains(square) => Ok(()),
            Move::Place(_) if squares.is_empty() => Err(Illegal::MustPass),
            Move::Place(square) if self.board.empties().contains(square) => Err(Illegal::TurnsNothing),
            Move::Place(_) => Err(Illegal::Occupied),
        }
    }

    #[inline(always)]
    fn play_legal(&mut self, mv: Move) {
        self.board = match mv {
            Move::Place(square) => self.board.after(square),
            Move::Pass => self.board.swapped(),
        };
        self.turn = !self.turn;
    }

    fn perft(&self, depth: u32) -> u64 {
        on_path!(self.board.path().instructions(), path => perft_on(path, &self.on(path), depth))
    }

    #[inline]
    fn key(&self) -> u64 {
        // Both sides may face the same discs, so the turn is mixed in too, by a constant of wyhash.
        self.board.key() ^ if self.turn == Player::White { 0x8ebc_6af0_9c88_c6e3 } else { 0 }
    }
}

impl<P: Path> Symmetric for Position<P> {
    type Symmetry = Dihedral;

    fn symmetries(&self) -> impl Iterator<Item = Dihedral> {
        Dihedral::ALL.into_iter()
    }

    fn transformed(&self, symmetry: Dihedral) -> Position<P> {
        Position { board: self.board.transformed(symmetry), turn: self.turn }
    }

    fn transform_move(&self, mv: Move, symmetry: Dihedral) -> Move {
        match mv {
            Move::Place(square) => Move::Place(square.transformed(symmetry)),
            Move::Pass => Move::Pass,
        }
    }
}
