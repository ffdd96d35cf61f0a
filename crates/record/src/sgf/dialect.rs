//! What the games do differently in SGF: the board and rules of the root node, points, moves, set-up.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use plateau_core::{Expected, Player};

use super::lines::Writer;
use super::properties::Properties;
use super::syntax::Value;
use super::text;
use crate::tree::{MoveOf, PlacementOf, Record, Recorded};
use crate::{Error, Info};

/// A game that has a dialect of SGF.
pub trait Dialect: Recorded {
    /// The number of the game in `GM[…]`.
    const NUMBER: u32;
    /// What a point looks like.
    const POINT: Expected;
    /// What a move looks like.
    const MOVE: Expected;

    /// Takes what was agreed before the first move out of the root node. `first` is who plays the first move.
    #[doc(hidden)]
    fn agree(root: &mut Properties<'_, '_>, info: &mut Info, first: Option<Player>) -> Result<Self, Error>;

    /// Writes what was agreed; the size of the board comes first.
    #[doc(hidden)]
    fn write_agreement(record: &Record<Self>, writer: &mut Writer);

    /// Reads a point.
    fn read_cell(&self, text: &str) -> Option<Self::Cell>;

    /// Writes a point.
    fn write_cell(&self, cell: Self::Cell) -> String;

    /// The points of a rectangle, by two opposite corners.
    fn rectangle(&self, a: Self::Cell, b: Self::Cell) -> Vec<Self::Cell>;

    /// Reads a move.
    fn read_move(&self, text: &str) -> Option<MoveOf<Self>>;

    /// Writes a move.
    fn write_move(&self, mv: MoveOf<Self>) -> String;

    /// Takes the set-up out of a node.
    #[doc(hidden)]
    fn read_setup(&self, node: &mut Properties<'_, '_>) -> PlacementOf<Self>;

    /// Writes a set-up.
    #[doc(hidden)]
    fn write_setup(&self, setup: &PlacementOf<Self>, writer: &mut Writer);

    /// Writes the set-up of the root node, in which the game itself may have put stones.
    #[doc(hidden)]
    fn write_first_setup(&self, setup: &PlacementOf<Self>, writer: &mut Writer) {
        self.write_setup(setup, writer);
    }
}

/// Points of a list such as `aa` or `aa:cc`, which is a rectangle; nothing if one of them is no point, or if there is
/// another rectangle when `rectangle_cells` are spent.
pub(super) fn read_cells<'v, G: Dialect>(
    game: &G,
    values: impl Iterator<Item = &'v str>,
    rectangle_cells: &mut usize,
) -> Option<Vec<G::Cell>> {
    let mut cells = Vec::new();
    for value in values {
        let Some((a, b)) = text::halves(value) else {
            cells.push(game.read_cell(value.trim())?);
            continue;
        };
        let (a, b) = (game.read_cell(a.trim())?, game.read_cell(b.trim())?);
        if *rectangle_cells == 0 {
            return None;
        }
        let rectangle = game.rectangle(a, b);
        *rectangle_cells = rectangle_cells.saturating_sub(rectangle.len());
        cells.extend(rectangle);
    }
    Some(cells)
}

/// Takes the cells of every property of this name, each once.
pub(super) fn take_cells<G: Dialect>(game: &G, node: &mut Properties<'_, '_>, id: &str) -> Vec<G::Cell> {
    let mut all = Vec::new();
    for property in node.take_all(id) {
        let values: Vec<_> = property.values().map(Value::escaped).collect();
        match read_cells(game, values.iter().map(AsRef::as_ref), node.rectangle_cells()) {
            Some(cells) => all.extend(cells),
            None => node.refuse(property, G::POINT),
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|&cell| seen.insert(cell));
    all
}

/// The rectangle between two corners, as columns and rows, along the rows.
pub(super) fn corners((c1, r1): (u8, u8), (c2, r2): (u8, u8)) -> impl Iterator<Item = (u8, u8)> {
    let columns = c1.min(c2)..=c1.max(c2);
    (r1.min(r2)..=r1.max(r2)).flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

/// Takes `AB`, `AW`, `AE` and `PL` out of a node: the set-up of a game whose stones are the players'.
pub(super) fn read_stones<G: Dialect<Stone = Player>>(game: &G, node: &mut Properties<'_, '_>) -> PlacementOf<G> {
    // Old programs repeat points; the last word counts.
    let mut cells = BTreeMap::new();
    for (id, stone) in [("AB", Some(Player::Black)), ("AW", Some(Player::White)), ("AE", None)] {
        cells.extend(take_cells(game, node, id).into_iter().map(|cell| (cell, stone)));
    }
    PlacementOf::<G> { cells: cells.into_iter().collect(), turn: read_turn(node), given: None }
}

fn read_turn(node: &mut Properties<'_, '_>) -> Option<Player> {
    const TURN: Expected = Expected { id: "sgf-turn", phrase: "B or W" };
    let read = |value: &str| match value.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Player::Black),
        "w" | "white" | "2" => Some(Player::White),
        _ => None,
    };
    node.take_one("PL", TURN, read)
}

/// Writes `AB`, `AW`, `AE` and `PL`.
pub(super) fn write_stones<G: Dialect<Stone = Player>>(game: &G, setup: &PlacementOf<G>, writer: &mut Writer) {
    for (id, stone) in [("AB", Some(Player::Black)), ("AW", Some(Player::White)), ("AE", None)] {
        let cells = setup.cells.iter().filter(|&&(_, other)| other == stone);
        writer.list(id, cells.map(|&(cell, _)| game.write_cell(cell)));
    }
    if let Some(turn) = setup.turn {
        writer.property("PL", letter(turn));
    }
}

/// The letter that SGF has for a player.
pub(super) const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}
