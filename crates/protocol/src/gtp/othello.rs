//! Othello behind the commands.

use othello::{Game, Move, Position, Square};
use plateau_core::{Game as _, Outcome, Player, Position as _};
use record::Record;
use record::tree::NodeId;

use super::adapter::{Adapter, Refusal, spaced};

/// Othello: one board, one set of rules. A pass may be left out: whoever moves when the other has no move moves rightly.
#[derive(Clone, Debug)]
pub struct Othello {
    start: Position,
}

impl Default for Othello {
    fn default() -> Othello {
        Othello { start: Game.start() }
    }
}

impl Adapter for Othello {
    type Position = Position;
    type Game = Game;

    const GAME_ID: &'static str = "Othello";

    fn root(&self) -> Position {
        self.start
    }

    fn clear(&mut self) {
        *self = Othello::default();
    }

    fn record(&self) -> Record<Game> {
        let mut record = Record::new(Game);
        if self.start != Game.start() {
            let setup = record.node_mut(NodeId::ROOT).setup_mut();
            setup.cells = Square::ALL.map(|square| (square, self.start.disc(square))).to_vec();
            setup.turn = Some(self.start.turn());
        }
        record
    }

    fn adopt(&mut self, _record: &Record<Game>, start: &Position) {
        self.start = *start;
    }

    fn set_size(&mut self, size: u32) -> Result<(), Refusal> {
        if size == 8 { Ok(()) } else { Err(Refusal::Size) }
    }

    fn hand_turn(&self, position: &mut Position, to: Player) -> bool {
        position.turn() != to && position.play(Move::Pass).is_ok()
    }

    /// Rows are numbered from the top, as players do.
    fn show(&self, position: &Position) -> String {
        let letters = "  a b c d e f g h";
        let rows = (0..8).map(|row| {
            let cells = (0..8).map(|column| letter(position, column, row));
            format!("{} {} {}", row + 1, spaced(cells), row + 1)
        });
        let rows = rows.collect::<Vec<_>>().join("\n");
        let [black, white] = position.counts();
        let turn = if position.is_over() { "game over".into() } else { format!("{} to move", position.turn()) };
        format!("{letters}\n{rows}\n{letters}\nblack (X) {black}, white (O) {white}, {turn}")
    }

    fn final_score(&self, position: &Position) -> Option<String> {
        let [black, white] = position.score();
        position.outcome().map(|outcome| match outcome {
            Outcome::Win(Player::Black) => format!("B+{}", black - white),
            Outcome::Win(Player::White) => format!("W+{}", white - black),
            Outcome::Draw | Outcome::NoResult => "0".into(),
        })
    }

    fn gogui_size(&self) -> (u8, u8) {
        (8, 8)
    }

    fn gogui_board(&self, position: &Position, _half: Option<&str>) -> String {
        let row_text = |row| spaced((0..8).map(|column| letter(position, column, row)));
        (0..8).rev().map(row_text).collect::<Vec<_>>().join("\n")
    }

    /// `GoGui` looks for its own upper-case names in this list.
    fn gogui_moves(&self, position: &Position, _half: Option<&str>) -> Vec<String> {
        let write = |mv: Move| if mv == Move::Pass { "pass".into() } else { mv.to_string().to_ascii_uppercase() };
        position.legal_moves().map(write).collect()
    }

    fn gogui_result(&self, position: &Position) -> String {
        let [black, white] = position.score();
        match position.outcome() {
            Some(Outcome::Win(player)) => format!("{player} wins, {} to {}", black.max(white), black.min(white)),
            Some(_) => "a draw, 32 to 32".into(),
            None => "the game is not over".into(),
        }
    }
}

fn letter(position: &Position, column: u8, row: u8) -> char {
    let square = Square::new(column, row).expect("inside the board");
    match position.disc(square) {
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
        None => '.',
    }
}
