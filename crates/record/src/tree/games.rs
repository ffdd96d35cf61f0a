//! What a record must know about the boards of the three games.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use plateau_core::{Game as _, Player, Position as _};

use super::{Placement, PlacementOf, Recorded};

impl Recorded for go::Game {
    type Cell = go::Point;
    type Stone = Player;

    fn set_up(&self, position: &go::Position, setup: &PlacementOf<Self>) -> Option<go::Position> {
        // Handicap stones that are set up, rather than played, are the whole of them.
        let usual = if position.handicap_left() > 0 { Player::White } else { position.turn() };
        let turn = setup.turn.unwrap_or(usual);
        if setup.cells.is_empty() {
            return self.with_turn(position, turn);
        }
        let size = self.size();
        let mut cells: Vec<_> = size.points().map(|point| (point, position.board().at(point))).collect();
        for &(point, stone) in &setup.cells {
            let at = cells.binary_search_by_key(&point, |&(point, _)| point).ok()?;
            cells[at].1 = stone;
        }
        let text = go_text(&cells, size, turn, Player::BOTH.map(|player| position.board().captures(player)));
        self.position(&text).ok()
    }

    fn setup_for(&self, position: &go::Position) -> PlacementOf<Self> {
        let start = self.start();
        let differs = |point: &go::Point| position.board().at(*point) != start.board().at(*point);
        let changed = self.size().points().filter(differs);
        let cells: Vec<_> = changed.map(|point| (point, position.board().at(point))).collect();
        let is_start = cells.is_empty() && position.turn() == start.turn();
        Placement { cells, turn: (!is_start).then(|| position.turn()), given: None }
    }

    fn with_turn(&self, position: &go::Position, turn: Player) -> Option<go::Position> {
        if position.handicap_left() > 0 && turn == Player::White {
            return Some(go::Position::with_board(*self, position.board().clone(), turn));
        }
        Some(if position.turn() == turn && !position.is_over() { position.clone() } else { position.resumed(turn) })
    }

    fn force(&self, position: &go::Position, mv: go::Move) -> Option<go::Position> {
        let turn = position.turn();
        let mut board = position.board().clone();
        if let Some(point) = mv.point() {
            let size = self.size();
            if !size.contains(point) {
                return None;
            }
            if !board.is_empty(point) {
                let others = size.points().filter(|&other| other != point);
                let stones = others.filter_map(|other| Some((other, board.at(other)?))).collect::<Vec<_>>();
                board = go::Board::with_stones(size, stones).ok()?;
            }
            board.play(point, turn);
        }
        Some(go::Position::with_board(*self, board, turn.opponent()))
    }
}

/// The text of a position, which is the one way to set prisoners too. The cells come in the order of points.
fn go_text(cells: &[(go::Point, Option<Player>)], size: go::Size, turn: Player, [black, white]: [u32; 2]) -> String {
    let mut text = String::with_capacity(cells.len() + 40);
    for row in cells.chunks(size.width() as usize).rev() {
        if !text.is_empty() {
            text.push('/');
        }
        text.extend(row.iter().map(|&(_, stone)| letter(stone)));
    }
    text.push(' ');
    text.push(letter(Some(turn)));
    if black + white > 0 {
        text += &format!(" captures={black},{white}");
    }
    text
}

fn letter(stone: Option<Player>) -> char {
    match stone {
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
        None => '.',
    }
}

impl Recorded for othello::Game {
    type Cell = othello::Square;
    type Stone = Player;

    fn set_up(&self, position: &othello::Position, setup: &PlacementOf<Self>) -> Option<othello::Position> {
        let mut discs = Player::BOTH.map(|player| position.discs(player));
        for &(square, disc) in &setup.cells {
            for player in Player::BOTH {
                if disc == Some(player) {
                    discs[player] = discs[player] | square.into();
                } else {
                    discs[player] = discs[player] & !othello::SquareSet::from(square);
                }
            }
        }
        let turn = setup.turn.unwrap_or(position.turn());
        Some(othello::Position::new(othello::Board::new(discs[turn], discs[!turn])?, turn))
    }

    fn setup_for(&self, position: &othello::Position) -> PlacementOf<Self> {
        let start = self.start();
        if *position == start {
            return PlacementOf::<Self>::default();
        }
        let differs = |square: &othello::Square| position.disc(*square) != start.disc(*square);
        let changed = othello::Square::ALL.into_iter().filter(differs);
        Placement {
            cells: changed.map(|square| (square, position.disc(square))).collect(),
            turn: Some(position.turn()),
            given: None,
        }
    }

    fn check_turn(&self, position: &othello::Position, player: Player) -> Result<(), othello::Illegal> {
        if position.turn() == player { Ok(()) } else { position.check(othello::Move::Pass) }
    }

    fn with_turn(&self, position: &othello::Position, turn: Player) -> Option<othello::Position> {
        let board = position.board();
        Some(if position.turn() == turn { *position } else { othello::Position::new(board.swapped(), turn) })
    }

    fn force(&self, position: &othello::Position, mv: othello::Move) -> Option<othello::Position> {
        let board = position.board();
        let board = match mv {
            othello::Move::Pass => board,
            othello::Move::Place(square) => othello::Board::new(board.own() | square.into(), board.opponent())?,
        };
        Some(othello::Position::new(board.swapped(), !position.turn()))
    }
}

impl Recorded for aligne4::Game {
    type Cell = aligne4::Cell;
    type Stone = aligne4::Piece;

    fn set_up(&self, position: &aligne4::Position, setup: &PlacementOf<Self>) -> Option<aligne4::Position> {
        let mut cells: Vec<_> = aligne4::Cell::all().map(|cell| position.piece_at(cell)).collect();
        for &(cell, piece) in &setup.cells {
            cells[cell.index() as usize] = piece;
        }
        let mut text = String::with_capacity(18);
        for cell in cells {
            match cell {
                Some(piece) => text += &piece.to_string(),
                None => text.push('.'),
            }
        }
        if let Some(given) = setup.given {
            text += &format!(" {given}");
        }
        self.position(&text).ok()
    }

    fn setup_for(&self, position: &aligne4::Position) -> PlacementOf<Self> {
        let pieces = aligne4::Cell::all().filter_map(|cell| Some((cell, Some(position.piece_at(cell)?))));
        Placement { cells: pieces.collect(), turn: None, given: position.given() }
    }

    /// Who moves follows from the number of pieces.
    fn with_turn(&self, _: &aligne4::Position, _: Player) -> Option<aligne4::Position> {
        None
    }

    fn force(&self, _: &aligne4::Position, _: aligne4::Move) -> Option<aligne4::Position> {
        None
    }
}
