//! Othello: `GM[2]`, on eight by eight.

use alloc::string::String;
use alloc::vec::Vec;

use othello::{Game, Move, Square};
use plateau_core::{Expected, Player};

use super::dialect::{Dialect, corners, read_stones, write_stones};
use super::lines::Writer;
use super::properties::{Properties, value_error};
use crate::tree::{PlacementOf, Record};
use crate::{Error, Info};

const SIZE: Expected = Expected { id: "sgf-othello-size", phrase: "a board of 8" };

impl Dialect for Game {
    const NUMBER: u32 = 2;
    const POINT: Expected = Expected { id: "sgf-othello-point", phrase: "a square such as fe or f5" };
    const MOVE: Expected = Expected { id: "sgf-othello-move", phrase: "a square such as fe or f5, or nothing to pass" };

    fn agree(root: &mut Properties<'_, '_>, _: &mut Info, _: Option<Player>) -> Result<Game, Error> {
        match root.take("SZ") {
            Some(property) if !matches!(property.value().simple_text().trim(), "8" | "8:8") => {
                Err(value_error(property, SIZE))
            }
            _ => Ok(Game),
        }
    }

    fn write_agreement(_: &Record<Game>, writer: &mut Writer) {
        writer.property("SZ", 8);
    }

    /// As in Go two letters, the row counted from the top; other programs write the square as players do.
    fn read_cell(&self, text: &str) -> Option<Square> {
        match text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'a'..=b'h'] => Square::new(column - b'a', row - b'a'),
            _ => text.parse().ok(),
        }
    }

    fn write_cell(&self, cell: Square) -> String {
        [cell.column(), cell.row()].map(|at| (b'a' + at) as char).iter().collect()
    }

    fn rectangle(&self, a: Square, b: Square) -> Vec<Square> {
        corners((a.column(), a.row()), (b.column(), b.row())).filter_map(|(c, r)| Square::new(c, r)).collect()
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        match text {
            "" | "tt" => Some(Move::Pass),
            _ => self.read_cell(text).map(Move::Place).or_else(|| text.parse().ok()),
        }
    }

    fn write_move(&self, mv: Move) -> String {
        mv.square().map(|square| self.write_cell(square)).unwrap_or_default()
    }

    fn read_setup(&self, node: &mut Properties<'_, '_>) -> PlacementOf<Game> {
        read_stones(self, node)
    }

    fn write_setup(&self, setup: &PlacementOf<Game>, writer: &mut Writer) {
        write_stones(self, setup, writer);
    }
}
