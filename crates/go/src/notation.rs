//! The first position of a game, and positions as text; what the text looks like stands where it is written.

use alloc::vec::Vec;
use core::fmt;

use plateau_core::{Expected, ParseError, Player, Position as _, Scanner};

use crate::position::Parts;
use crate::{Board, ChainWithoutLiberty, Game, Point, Position, Size};

const CELL: Expected = Expected { id: "go-cell", phrase: "X, O or ." };
const ROW_END: Expected = Expected { id: "go-row-end", phrase: "/ at the end of the row" };
const BLANK: Expected = Expected { id: "go-blank", phrase: "a blank" };
const SIDE: Expected = Expected { id: "go-side", phrase: "the side to move, X or O" };
const LIBERTY: Expected = Expected { id: "go-chain-with-liberty", phrase: "a chain with a liberty" };
const FIELD: Expected = Expected { id: "go-field", phrase: "ko=, passes=, handicap= or captures=, in this order" };
const KO: Expected = Expected { id: "go-ko-point", phrase: "a point where just one stone can be taken back" };
const PASSES: Expected = Expected { id: "go-passes", phrase: "1 or 2 passes, without a ko" };
const LEFT: Expected =
    Expected { id: "go-handicap-left", phrase: "no more handicap stones than agreed, before all else" };
const CAPTURES: Expected = Expected { id: "go-captures", phrase: "stones taken by black and white, as in 3,0" };

/// More stones than any game takes, and few enough that no count overflows.
const MAX_CAPTURES: u32 = 1_000_000;

impl plateau_core::Game for Game {
    type Position = Position;

    fn start(&self) -> Position {
        let stones = self.handicap_points();
        let turn = if stones.is_empty() { Player::Black } else { Player::White };
        let board = Board::with_stones(self.size(), stones.into_iter().map(|point| (point, Player::Black)));
        let board = board.expect("star points have liberties");
        Position::set_up(*self, Parts { board, turn, passes: 0, handicap_left: self.handicap().to_place() })
    }

    /// Reads what [`Position`] writes, or `start`.
    fn position(&self, text: &str) -> Result<Position, ParseError> {
        if text.trim() == "start" {
            return Ok(self.start());
        }
        let mut scanner = Scanner::new(text);
        let board = scan_board(&mut scanner, self.size())?;
        let before_side = scanner.clone();
        scanner.skip_blanks();
        if scanner.rest().len() == before_side.rest().len() {
            return Err(scanner.refuse(BLANK));
        }
        let turn = scanner.take(SIDE, player)?;
        let mut setup = Parts { board, turn, passes: 0, handicap_left: 0 };
        scan_fields(&mut scanner, &mut setup, self.handicap().to_place())?;
        scanner.end()?;
        Ok(Position::set_up(*self, setup))
    }
}

fn player(letter: char) -> Option<Player> {
    match letter {
        'X' | 'x' => Some(Player::Black),
        'O' | 'o' => Some(Player::White),
        _ => None,
    }
}

fn scan_board(scanner: &mut Scanner<'_>, size: Size) -> Result<Board, ParseError> {
    let mut stones = Vec::new();
    // The scanner as it stood before each stone, to say where one without a liberty is.
    let mut places = Vec::new();
    for point in size.points_from_top() {
        if point.column() == 0 && point.row() + 1 < size.width() && !scanner.skip('/') {
            return Err(scanner.refuse(ROW_END));
        }
        let place = scanner.clone();
        let cell = scanner.take(CELL, |c| if c == '.' { Some(None) } else { player(c).map(Some) })?;
        if let Some(owner) = cell {
            stones.push((point, owner));
            places.push(place);
        }
    }
    Board::with_stones(size, stones.iter().copied()).map_err(|ChainWithoutLiberty(point)| {
        let at = stones.iter().position(|&(stone, _)| stone == point).expect("it is one of the stones");
        places[at].refuse(LIBERTY)
    })
}

/// Reads the name of a field and the equals sign behind it, if they stand here, with the blanks before them.
fn scan_name(scanner: &mut Scanner<'_>, name: &str) -> bool {
    let mut ahead = scanner.clone();
    ahead.skip_blanks();
    let spaced = ahead.rest().len() < scanner.rest().len();
    let there = spaced && name.chars().all(|letter| ahead.skip(letter)) && ahead.skip('=');
    if there {
        *scanner = ahead;
    }
    there
}

fn scan_fields(scanner: &mut Scanner<'_>, setup: &mut Parts, to_place: u16) -> Result<(), ParseError> {
    if scan_name(scanner, "ko") {
        let place = scanner.clone();
        let ko = Point::scan(scanner)?;
        if !could_be_ko(&setup.board, ko, setup.turn) {
            return Err(place.refuse(KO));
        }
        setup.board.set_ko(Some(ko));
    }
    if scan_name(scanner, "passes") {
        let place = scanner.clone();
        let passes = scanner.number(PASSES)?;
        if !(1..=2).contains(&passes) || setup.board.ko().is_some() {
            return Err(place.refuse(PASSES));
        }
        setup.passes = passes as u8;
    }
    if scan_name(scanner, "handicap") {
        let place = scanner.clone();
        let left = scanner.number(LEFT)?;
        // Then every empty point can be played on, as the rules promise while stones are to be placed.
        let before_all_else = setup.turn == Player::Black
            && setup.passes == 0
            && setup.board.stones(Player::White) == 0
            && left < setup.board.empty_points().len() as u32;
        if !(1..=to_place as u32).contains(&left) || !before_all_else {
            return Err(place.refuse(LEFT));
        }
        setup.handicap_left = left as u16;
    }
    if scan_name(scanner, "captures") {
        let place = scanner.clone();
        let black = scanner.number(CAPTURES)?;
        scanner.take(CAPTURES, |c| (c == ',').then_some(()))?;
        let white = scanner.number(CAPTURES)?;
        if black.max(white) > MAX_CAPTURES || setup.handicap_left > 0 {
            return Err(place.refuse(CAPTURES));
        }
        setup.board.set_captures([black, white]);
    }
    scanner.skip_blanks();
    if scanner.peek().is_some() { Err(scanner.refuse(FIELD)) } else { Ok(()) }
}

/// Whether a stone of `player` there would take exactly one stone and could have been taken by that stone just before.
fn could_be_ko(board: &Board, point: Point, player: Player) -> bool {
    let size = board.size();
    size.contains(point)
        && board.is_empty(point)
        && point.neighbours(size).all(|n| board.at(n) == Some(player.opponent()))
        && board.captured_by(point, player) == 1
}

/// The board, the side to move as its stone, and what else there is to tell, as in `…/.../... X ko=D4 captures=3,0`:
///
/// | field | when |
/// |---|---|
/// | `ko=D4` | that point is forbidden by ko |
/// | `passes=1` | so many passes were just played |
/// | `handicap=2` | so many free handicap stones are still to be placed |
/// | `captures=3,0` | stones taken by Black and by White, if any |
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.turn() {
            Player::Black => 'X',
            Player::White => 'O',
        };
        write!(f, "{} {side}", self.board())?;
        if let Some(ko) = self.board().ko() {
            write!(f, " ko={ko}")?;
        }
        if self.passes() > 0 {
            write!(f, " passes={}", self.passes())?;
        }
        if self.handicap_left() > 0 {
            write!(f, " handicap={}", self.handicap_left())?;
        }
        let [black, white] = Player::BOTH.map(|player| self.board().captures(player));
        if black + white > 0 {
            write!(f, " captures={black},{white}")?;
        }
        Ok(())
    }
}
