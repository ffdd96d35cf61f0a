//! Aligne 4 behind the commands.
//!
//! A move is written `7b2`: the piece, then the cell; in the gift variant the halves are moves of their own, `7` and `b2`.
//!
//! `GoGui` can only click. So it sees a wider board: the cells to the left, the reserve to the right, and a move is a click on
//! a piece and a click on a cell, by the same player. The columns of the reserve have letters that no piece has.
//!
//! ```text
//!      A B C D     G H J K         columns, as GoGui letters them
//!  4   . . . .     c d e f         cell a1 is A1, piece 0 is G1
//!  3   . . . .     8 9 a b         E and F are holes
//!  2   . . . .     4 5 6 7
//!  1   . . . .     0 1 2 3         pieces are stones of their colour, labelled with their digit
//! ```

use aligne4::{Cell, Characteristic, Game, Move, Piece, Position, Rules};
use plateau_core::{Game as _, Outcome, Player, Position as _};
use record::Record;
use record::tree::NodeId;

use super::adapter::{Adapter, Click, Refusal, spaced};

/// Aligne 4 under one choice of rules.
#[derive(Clone, Debug)]
pub struct Aligne4 {
    /// Carries the rules too.
    start: Position,
}

/// Columns on `GoGui`'s screen.
const GOGUI_WIDTH: u8 = 10;

/// The columns of the reserve on `GoGui`'s screen.
const RESERVE_COLUMNS: [char; 4] = ['G', 'H', 'J', 'K'];

impl Aligne4 {
    /// Under these rules.
    pub fn new(rules: Rules) -> Aligne4 {
        Aligne4 { start: Game::new(rules).start() }
    }
}

impl Default for Aligne4 {
    fn default() -> Aligne4 {
        Aligne4::new(Rules::BASE)
    }
}

impl Adapter for Aligne4 {
    type Position = Position;
    type Game = Game;

    const GAME_ID: &'static str = "Aligne";

    fn root(&self) -> Position {
        self.start
    }

    fn clear(&mut self) {
        *self = Aligne4::new(self.start.rules());
    }

    fn record(&self) -> Record<Game> {
        let mut record = Record::new(Game::new(self.start.rules()));
        if self.start != record.game.start() {
            let on_cells = Cell::all().filter_map(|cell| Some((cell, Some(self.start.piece_at(cell)?))));
            let setup = record.node_mut(NodeId::ROOT).setup_mut();
            setup.cells = on_cells.collect();
            setup.given = self.start.given();
        }
        record
    }

    fn adopt(&mut self, _record: &Record<Game>, start: &Position) {
        self.start = *start;
    }

    /// `GoGui` repeats the width of the screen that it was told.
    fn set_size(&mut self, size: u32) -> Result<(), Refusal> {
        if size == 4 || size == GOGUI_WIDTH as u32 { Ok(()) } else { Err(Refusal::Size) }
    }

    /// Whose turn it is follows from the pieces.
    fn hand_turn(&self, _position: &mut Position, _to: Player) -> bool {
        false
    }

    fn show(&self, position: &Position) -> String {
        let mut lines = vec!["  a b c d".to_owned()];
        lines.extend((0..4).map(|row| {
            let cells = (0..4).map(|column| digit(position, column, row));
            format!("{} {}", row + 1, spaced(cells))
        }));
        lines.push(format!("reserve {}", spaced(position.reserve())));
        lines.extend(position.given().map(|piece| format!("given {piece}")));
        lines.push(if position.is_over() { "game over".into() } else { format!("{} to move", position.turn()) });
        lines.join("\n")
    }

    fn final_score(&self, position: &Position) -> Option<String> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Win(Player::Black) => "B+1".into(),
            Outcome::Win(Player::White) => "W+1".into(),
            Outcome::Draw | Outcome::NoResult => "0".into(),
        })
    }

    const RULES: bool = true;

    fn rules(&self) -> String {
        self.start.rules().to_string()
    }

    fn set_rules(&mut self, text: &str) -> Result<(), Refusal> {
        let rules: Rules = text.parse().map_err(|_| Refusal::Rules)?;
        // Pieces that stand there already stay; a given piece has no place without the gift rule.
        self.start = Game::new(rules).position(&self.start.to_string()).map_err(|_| Refusal::Rules)?;
        Ok(())
    }

    fn gogui_size(&self) -> (u8, u8) {
        (GOGUI_WIDTH, 4)
    }

    fn gogui_board(&self, position: &Position, half: Option<&str>) -> String {
        let chosen = half.and_then(read_reserve);
        let row_text = |row: u8| {
            let cells = (0..4).map(|column| position.piece_at(cell(column, row)));
            let reserve = (0..4).map(|column| {
                Some(reserve_piece(column, row)).filter(|&piece| in_reserve(position, piece) && Some(piece) != chosen)
            });
            spaced(cells.map(stone).chain(["?", "?"]).chain(reserve.map(stone)))
        };
        (0..4).rev().map(row_text).collect::<Vec<_>>().join("\n")
    }

    fn gogui_moves(&self, position: &Position, half: Option<&str>) -> Vec<String> {
        let wants_cell = half.is_some() || position.given().is_some();
        if position.is_over() {
            Vec::new()
        } else if wants_cell {
            position.empty_cells().map(cell_vertex).collect()
        } else {
            position.reserve().map(reserve_vertex).collect()
        }
    }

    const GRAPHICS: bool = true;

    fn gogui_graphics(&self, position: &Position, half: Option<&str>) -> String {
        let on_cells = Cell::all().filter_map(|cell| position.piece_at(cell).map(|piece| (cell_vertex(cell), piece)));
        let in_reserve = position.reserve().map(|piece| (reserve_vertex(piece), piece));
        let labels: Vec<String> =
            on_cells.chain(in_reserve).map(|(vertex, piece)| format!("{vertex} {piece}")).collect();
        let waiting = half.and_then(read_reserve).or(position.given());
        let text = waiting.map(|piece| format!("\nTEXT piece {piece} waits for a cell")).unwrap_or_default();
        format!("LABEL {}{text}", labels.join(" "))
    }

    fn gogui_result(&self, position: &Position) -> String {
        match position.outcome() {
            Some(Outcome::Win(player)) => format!("{player} wins"),
            Some(_) => "a draw".into(),
            None => "the game is not over".into(),
        }
    }

    fn clicks(&self, mv: Move) -> (String, Option<String>) {
        match mv {
            Move::Put { piece, cell } => (reserve_vertex(piece), Some(cell_vertex(cell))),
            Move::Give(piece) => (reserve_vertex(piece), None),
            Move::Place(cell) => (cell_vertex(cell), None),
        }
    }

    fn read_click(&self, position: &Position, half: Option<&str>, vertex: &str) -> Option<Click<Move>> {
        let chosen = half.and_then(read_reserve);
        if let Some(piece) = read_reserve(vertex) {
            return match (chosen, self.start.rules().gift) {
                (_, true) => Some(Click::Move(Move::Give(piece))),
                // A second piece instead of the first is a change of mind.
                (_, false) => (in_reserve(position, piece) && !position.is_over()).then_some(Click::Half),
            };
        }
        match (self.read_move(vertex)?, chosen) {
            (Move::Place(cell), Some(piece)) => Some(Click::Move(Move::Put { piece, cell })),
            (mv, _) => Some(Click::Move(mv)),
        }
    }
}

fn cell(column: u8, row: u8) -> Cell {
    Cell::from_low_bits(4 * row + column)
}

fn cell_vertex(cell: Cell) -> String {
    cell.to_string().to_ascii_uppercase()
}

fn reserve_piece(column: u8, row: u8) -> Piece {
    Piece::from_low_bits(4 * row + column)
}

fn reserve_vertex(piece: Piece) -> String {
    let index = piece.index();
    format!("{}{}", RESERVE_COLUMNS[index as usize % 4], index / 4 + 1)
}

fn read_reserve(vertex: &str) -> Option<Piece> {
    Piece::all().find(|&piece| reserve_vertex(piece).eq_ignore_ascii_case(vertex))
}

fn in_reserve(position: &Position, piece: Piece) -> bool {
    position.reserve().any(|other| other == piece)
}

/// `GoGui`'s stones: black pieces, white pieces, nothing.
fn stone(piece: Option<Piece>) -> &'static str {
    match piece {
        Some(piece) if piece.is(Characteristic::Black) => "X",
        Some(_) => "O",
        None => ".",
    }
}

fn digit(position: &Position, column: u8, row: u8) -> String {
    position.piece_at(cell(column, row)).map_or(".".into(), |piece| piece.to_string())
}
