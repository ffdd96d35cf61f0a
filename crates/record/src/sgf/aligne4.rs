//! Aligne 4: `GM[104]`, a dialect of this project; `docs/aligne4-sgf.md` specifies it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use aligne4::{Cell, Game, Move, Piece, Rules};
use plateau_core::{Expected, Player};

use super::dialect::{Dialect, corners, take_cells};
use super::lines::Writer;
use super::properties::Properties;
use crate::tree::{PlacementOf, Record};
use crate::{Error, Info};

const RULES: Expected = Expected { id: "sgf-aligne4-rules", phrase: "base, gift, squares or gift-squares" };
const PIECES: Expected = Expected { id: "sgf-aligne4-pieces", phrase: "a piece and a cell such as 7b2" };
const GIVEN: Expected = Expected { id: "sgf-aligne4-given", phrase: "a piece, 0 to f" };

impl Dialect for Game {
    /// Not in the list of games of the format's authors, who end at 40.
    const NUMBER: u32 = 104;
    const POINT: Expected = Expected { id: "sgf-aligne4-cell", phrase: "a cell, a1 to d4" };
    const MOVE: Expected = Expected { id: "sgf-aligne4-move", phrase: "a move such as 7b2, 7 or b2" };

    fn agree(root: &mut Properties<'_, '_>, info: &mut Info, _: Option<Player>) -> Result<Game, Error> {
        root.take("SZ");
        let rules = root.take_one("RU", RULES, |value| value.trim().parse::<Rules>().ok());
        info.unsaid.rules = rules.is_none();
        Ok(Game::new(rules.unwrap_or(Rules::BASE)))
    }

    fn write_agreement(record: &Record<Game>, writer: &mut Writer) {
        writer.property("SZ", 4);
        if !record.info.unsaid.rules {
            writer.property("RU", record.game.rules);
        }
    }

    fn read_cell(&self, text: &str) -> Option<Cell> {
        text.parse().ok()
    }

    fn write_cell(&self, cell: Cell) -> String {
        cell.to_string()
    }

    fn rectangle(&self, a: Cell, b: Cell) -> Vec<Cell> {
        let cells = corners((a.column(), a.row()), (b.column(), b.row()));
        cells.filter_map(|(column, row)| Cell::new(4 * row + column)).collect()
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        text.parse().ok()
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn read_setup(&self, node: &mut Properties<'_, '_>) -> PlacementOf<Game> {
        // In a node the pieces count after the empty cells, and the last piece on a cell before others.
        let mut cells: BTreeMap<_, _> = take_cells(self, node, "AE").into_iter().map(|cell| (cell, None)).collect();
        for pieces in node.take_read("PI", PIECES, |values| values.map(read_piece).collect::<Option<Vec<_>>>()) {
            cells.extend(pieces.into_iter().map(|(piece, cell)| (cell, Some(piece))));
        }
        let given = node.take_one("GI", GIVEN, |value| value.trim().parse().ok());
        PlacementOf::<Game> { cells: cells.into_iter().collect(), turn: None, given }
    }

    fn write_setup(&self, setup: &PlacementOf<Game>, writer: &mut Writer) {
        let empty = setup.cells.iter().filter(|(_, piece)| piece.is_none());
        writer.list("AE", empty.map(|(cell, _)| cell.to_string()));
        writer.list("PI", setup.cells.iter().filter_map(|&(cell, piece)| Some(format!("{}{cell}", piece?))));
        if let Some(given) = setup.given {
            writer.property("GI", given);
        }
    }
}

fn read_piece(value: &str) -> Option<(Piece, Cell)> {
    match value.trim().parse().ok()? {
        Move::Put { piece, cell } => Some((piece, cell)),
        Move::Give(_) | Move::Place(_) => None,
    }
}
