//! The game as agreed on before the first move, and positions as text.

use alloc::string::String;
use core::fmt;

use plateau_core::processor::Path;
use plateau_core::{Expected, ParseError, Player, Position as _, Scanner};

use crate::{Board, Move, Position, Square, SquareSet};

/// Othello has one board and one set of rules, so there is nothing to agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Game;

impl plateau_core::Game for Game {
    type Position = Position;

    fn start(&self) -> Position {
        Position::START
    }

    /// Reads the text of a position, the word `start`, or the squares of the moves that lead to it: `f5f6e6f4`.
    fn position(&self, text: &str) -> Result<Position, ParseError> {
        if text.trim().eq_ignore_ascii_case("start") {
            return Ok(Position::START);
        }
        if text.trim_start().starts_with(|c| matches!(c, 'a'..='h' | 'A'..='H')) {
            return after_moves(text);
        }
        let mut scanner = Scanner::new(text);
        let position = Position::scan(&mut scanner)?;
        scanner.end()?;
        Ok(position)
    }
}

/// Plays the moves of a transcript from the usual start; passes may be left out.
fn after_moves(text: &str) -> Result<Position, ParseError> {
    let mut position = Position::START;
    let mut scanner = Scanner::new(text);
    loop {
        scanner.skip_blanks();
        if scanner.peek().is_none() {
            return Ok(position);
        }
        let illegal = scanner.refuse(LEGAL);
        let square = Square::scan(&mut scanner)?;
        if position.board().moves().is_empty() && !position.is_over() {
            position.play_legal(Move::Pass);
        }
        position.play(Move::Place(square)).map_err(|_| illegal)?;
    }
}

const LEGAL: Expected = Expected { id: "othello-legal", phrase: "a legal move" };
const CELL: Expected = Expected { id: "othello-cell", phrase: "X, O or -" };
const BLANK: Expected = Expected { id: "othello-blank", phrase: "a blank after the 64 squares" };
const TURN: Expected = Expected { id: "othello-turn", phrase: "the player to move, X or O" };

/// `X` and `*` are Black, as in OBF and in GGF.
fn read_player(c: char) -> Option<Player> {
    match c {
        'X' | 'x' | '*' => Some(Player::Black),
        'O' | 'o' => Some(Player::White),
        _ => None,
    }
}

fn written(player: Option<Player>) -> char {
    match player {
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
        None => '-',
    }
}

impl Position {
    /// Reads the text of a position and leaves the scanner behind it, since some file formats go on from there.
    ///
    /// The text is the 64 squares along the rows from a1, `X` Black, `O` White, `-` empty, blanks, and the player to move.
    /// Lower case, `*` for Black and `.` for empty are understood too. Any discs will do: an ended game, or one that can
    /// never have been played.
    pub fn scan(scanner: &mut Scanner<'_>) -> Result<Position, ParseError> {
        scanner.skip_blanks();
        let mut discs = [0u64; 2];
        for index in 0..64 {
            if !scanner.skip('-') && !scanner.skip('.') {
                let player = scanner.take(CELL, read_player)?;
                discs[player] |= 1 << index;
            }
        }
        scanner.take(BLANK, |c| c.is_whitespace().then_some(()))?;
        scanner.skip_blanks();
        let turn = scanner.take(TURN, read_player)?;
        let [own, opponent] = [turn, !turn].map(|player| SquareSet::from_bits(discs[player]));
        let board = Board::new(own, opponent).expect("each square was read once");
        Ok(Position::new(board, turn))
    }
}

/// Writes the 64 squares along the rows from a1, a blank, and the player to move.
impl<P: Path> fmt::Display for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = SquareSet::ALL.iter().map(|square| written(self.disc(square))).collect();
        write!(f, "{cells} {}", written(Some(plateau_core::Position::turn(self))))
    }
}
